// SRAM macros as the documents of those who make them describe them, by hand and not from the tables of lanebeat.

// OpenRAM: inputs are taken at the rising edge, the array works at the falling one, and what was read is gone at the next rising edge.
module openram #(parameter A = 1) (
    input clk0, csb0, web0, input [3:0] wmask0, input [A-1:0] addr0, input [31:0] din0, output reg [31:0] dout0,
    input clk1, csb1, input [A-1:0] addr1, output reg [31:0] dout1
);
    reg [31:0] mem [0:(1<<A)-1];
    reg csb0_r, web0_r, csb1_r;
    reg [3:0] wmask0_r;
    reg [A-1:0] addr0_r, addr1_r;
    reg [31:0] din0_r;
    integer i;
    always @(posedge clk0) begin
        {csb0_r, web0_r, wmask0_r, addr0_r, din0_r} <= {csb0, web0, wmask0, addr0, din0};
        dout0 <= 32'bx;
    end
    always @(posedge clk1) begin
        {csb1_r, addr1_r} <= {csb1, addr1};
        dout1 <= 32'bx;
    end
    always @(negedge clk0) begin
        if (!csb0_r && web0_r) dout0 <= mem[addr0_r];
        if (!csb0_r && !web0_r)
            for (i = 0; i < 4; i = i + 1) if (wmask0_r[i]) mem[addr0_r][i*8 +: 8] <= din0_r[i*8 +: 8];
    end
    always @(negedge clk1) if (!csb1_r) dout1 <= mem[addr1_r];
endmodule
module sky130_sram_1kbyte_1rw1r_32x256_8 (
    input clk0, csb0, web0, input [3:0] wmask0, input [7:0] addr0, input [31:0] din0, output [31:0] dout0,
    input clk1, csb1, input [7:0] addr1, output [31:0] dout1
);
    openram #(8) ram (clk0, csb0, web0, wmask0, addr0, din0, dout0, clk1, csb1, addr1, dout1);
endmodule
module sram_1rw_32_64 (
    input clk0, csb0, web0, input [3:0] wmask0, input [5:0] addr0, input [31:0] din0, output [31:0] dout0
);
    openram #(6) ram (clk0, csb0, web0, wmask0, addr0, din0, dout0, clk0, 1'b1, 6'd0, );
endmodule

// GF180MCU: everything is active low; a bit is written where WEN is low.
module gf180mcu_fd_ip_sram__sram64x8m8wm1 (
    input CLK, CEN, GWEN, input [7:0] WEN, input [5:0] A, input [7:0] D, output reg [7:0] Q
);
    reg [7:0] mem [0:63];
    integer i;
    always @(posedge CLK) if (!CEN) begin
        if (GWEN) Q <= mem[A];
        else for (i = 0; i < 8; i = i + 1) if (!WEN[i]) mem[A][i] <= D[i];
    end
endmodule

// FakeRAM: read data is unknown in a cycle behind one without access.
module fakeram45_32x32 (
    input clk, ce_in, we_in, input [4:0] addr_in, input [31:0] wd_in, w_mask_in, output reg [31:0] rd_out
);
    reg [31:0] mem [0:31];
    integer i;
    always @(posedge clk)
        if (!ce_in) rd_out <= 32'bx;
        else begin
            if (we_in) for (i = 0; i < 32; i = i + 1) if (w_mask_in[i]) mem[addr_in][i] <= wd_in[i];
            rd_out <= mem[addr_in];
        end
endmodule

// SG13G2: a port works while its delay pin is high and its self-test is off.
module ihp_port #(parameter A = 1, D = 1) (
    input CLK, MEN, WEN, REN, DLY, BIST_EN, input [A-1:0] ADDR, input [D-1:0] DIN, BM, output reg [D-1:0] DOUT
);
    reg [D-1:0] mem [0:(1<<A)-1];
    integer i;
    always @(posedge CLK)
        if (DLY !== 1'b1 || BIST_EN !== 1'b0) DOUT <= {D{1'bx}};
        else if (MEN) begin
            if (WEN) for (i = 0; i < D; i = i + 1) if (BM[i]) mem[ADDR][i] <= DIN[i];
            if (REN) DOUT <= mem[ADDR];
        end
endmodule
module RM_IHPSG13_1P_64x64_c2_bm_bist (
    input A_CLK, A_MEN, A_WEN, A_REN, A_DLY, input [5:0] A_ADDR, input [63:0] A_DIN, A_BM, output [63:0] A_DOUT,
    input A_BIST_CLK, A_BIST_EN, A_BIST_MEN, A_BIST_WEN, A_BIST_REN, input [5:0] A_BIST_ADDR, input [63:0] A_BIST_DIN, A_BIST_BM
);
    ihp_port #(6, 64) a (A_CLK, A_MEN, A_WEN, A_REN, A_DLY, A_BIST_EN, A_ADDR, A_DIN, A_BM, A_DOUT);
endmodule
module RM_IHPSG13_1P_256x16_c2_bm_bist (
    input A_CLK, A_MEN, A_WEN, A_REN, A_DLY, input [7:0] A_ADDR, input [15:0] A_DIN, A_BM, output [15:0] A_DOUT,
    input A_BIST_CLK, A_BIST_EN, A_BIST_MEN, A_BIST_WEN, A_BIST_REN, input [7:0] A_BIST_ADDR, input [15:0] A_BIST_DIN, A_BIST_BM
);
    ihp_port #(8, 16) a (A_CLK, A_MEN, A_WEN, A_REN, A_DLY, A_BIST_EN, A_ADDR, A_DIN, A_BM, A_DOUT);
endmodule
