// Yosys' memories as their ports: what is inside is the array model's. A memory that is read without a clock is logic.
(* techmap_celltype = "$mem_v2" *)
module memory_ports (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
    parameter MEMID = "";
    parameter signed SIZE = 1;
    parameter signed OFFSET = 0;
    parameter signed ABITS = 1;
    parameter signed WIDTH = 1;
    parameter signed INIT = 1'bx;
    parameter signed RD_PORTS = 1;
    parameter RD_CLK_ENABLE = 1'b1;
    parameter RD_CLK_POLARITY = 1'b1;
    parameter RD_TRANSPARENCY_MASK = 1'b0;
    parameter RD_COLLISION_X_MASK = 1'b0;
    parameter RD_WIDE_CONTINUATION = 1'b0;
    parameter RD_CE_OVER_SRST = 1'b0;
    parameter RD_ARST_VALUE = 1'b0;
    parameter RD_SRST_VALUE = 1'b0;
    parameter RD_INIT_VALUE = 1'b0;
    parameter signed WR_PORTS = 1;
    parameter WR_CLK_ENABLE = 1'b1;
    parameter WR_CLK_POLARITY = 1'b1;
    parameter WR_PRIORITY_MASK = 1'b0;
    parameter WR_WIDE_CONTINUATION = 1'b0;
    input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
    input [RD_PORTS*ABITS-1:0] RD_ADDR;
    output [RD_PORTS*WIDTH-1:0] RD_DATA;
    input [WR_PORTS-1:0] WR_CLK;
    input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
    input [WR_PORTS*ABITS-1:0] WR_ADDR;

    wire _TECHMAP_FAIL_ = WR_PORTS == 0 || RD_CLK_ENABLE != {RD_PORTS{1'b1}};

    genvar i;
    generate
        for (i = 0; i < RD_PORTS*WIDTH; i = i + 1) lanebeat_memory_output q(.CLK(RD_CLK[i/WIDTH]), .Q(RD_DATA[i]));
        for (i = 0; i < RD_PORTS*ABITS; i = i + 1) lanebeat_memory_input a(.CLK(RD_CLK[i/ABITS]), .D(RD_ADDR[i]));
        for (i = 0; i < RD_PORTS; i = i + 1) lanebeat_memory_input e(.CLK(RD_CLK[i]), .D(RD_EN[i]));
        for (i = 0; i < WR_PORTS*WIDTH; i = i + 1) begin
            lanebeat_memory_input d(.CLK(WR_CLK[i/WIDTH]), .D(WR_DATA[i]));
            lanebeat_memory_input w(.CLK(WR_CLK[i/WIDTH]), .D(WR_EN[i]));
        end
        for (i = 0; i < WR_PORTS*ABITS; i = i + 1) lanebeat_memory_input b(.CLK(WR_CLK[i/ABITS]), .D(WR_ADDR[i]));
    endgenerate
endmodule
