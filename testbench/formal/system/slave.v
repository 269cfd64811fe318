// The AXI4-Lite slave beside the protocol, for every master, one that breaks the rules too, and for registers that
// answer anything. Handshakes are judged by what has been accepted and answered alone.
module slave (
    input  wire        clock,
    input  wire        reset_wanted,
    input  wire        awvalid, wvalid, bready, arvalid, rready,
    input  wire [15:0] awaddr, araddr,
    input  wire [31:0] wdata,
    input  wire [3:0]  wstrb,
    input  wire [1:0]  write_response, read_response,
    input  wire [31:0] read_data,
    output wire        bad,
    output wire [4:0]  wrong,
    output wire [4:0]  happens
);
    reg started = 1'b0;
    always @(posedge clock) started <= 1'b1;
    wire reset = reset_wanted | ~started;

    wire awready, wready, bvalid, arready, rvalid, write, read;
    wire [1:0] bresp, rresp;
    wire [31:0] rdata, write_data;
    wire [15:0] write_address, read_address;
    wire [3:0] write_strobe;
    lanebeat_axi_slave slave (
        .clock(clock), .reset(reset),
        .s_axi_awvalid(awvalid), .s_axi_awaddr(awaddr), .s_axi_wvalid(wvalid), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
        .s_axi_bready(bready), .s_axi_arvalid(arvalid), .s_axi_araddr(araddr), .s_axi_rready(rready),
        .write_response(write_response), .read_response(read_response), .read_data(read_data),
        .s_axi_awready(awready), .s_axi_wready(wready), .s_axi_bvalid(bvalid), .s_axi_bresp(bresp),
        .s_axi_arready(arready), .s_axi_rvalid(rvalid), .s_axi_rresp(rresp), .s_axi_rdata(rdata),
        .write_valid(write), .write_address(write_address), .write_data(write_data), .write_strobe(write_strobe),
        .read_valid(read), .read_address(read_address)
    );

    // ---- Accepted and not answered; accepted and not done; done and not answered ----
    wire aw = awvalid & awready, w = wvalid & wready, b = bvalid & bready, ar = arvalid & arready, r = rvalid & rready;
    wire [2:0] aw_open, w_open, ar_open, writes_done, reads_done;
    open addresses_of_writes (.clock(clock), .reset(reset), .enters(aw), .leaves(b), .count(aw_open));
    open words_of_writes (.clock(clock), .reset(reset), .enters(w), .leaves(b), .count(w_open));
    open addresses_of_reads (.clock(clock), .reset(reset), .enters(ar), .leaves(r), .count(ar_open));
    open done_writes (.clock(clock), .reset(reset), .enters(write), .leaves(b), .count(writes_done));
    open done_reads (.clock(clock), .reset(reset), .enters(read), .leaves(r), .count(reads_done));
    wire aw_waits, w_waits, ar_waits, aw_lost, w_lost, ar_lost;
    wire [15:0] aw_oldest, ar_oldest;
    wire [35:0] w_oldest;
    queue #(.BITS(16)) of_aw (
        .clock(clock), .reset(reset), .enters(aw), .entry(awaddr), .leaves(write), .entries(aw_oldest),
        .valid(aw_waits), .overflows(aw_lost)
    );
    queue #(.BITS(36)) of_w (
        .clock(clock), .reset(reset), .enters(w), .entry({wstrb, wdata}), .leaves(write), .entries(w_oldest),
        .valid(w_waits), .overflows(w_lost)
    );
    queue #(.BITS(16)) of_ar (
        .clock(clock), .reset(reset), .enters(ar), .entry(araddr), .leaves(read), .entries(ar_oldest),
        .valid(ar_waits), .overflows(ar_lost)
    );

    // ---- The cycle before ----
    reg b_stays, r_stays, read_before, write_is_late, read_is_late, read_is_later;
    reg [1:0] bresp_before, rresp_before, write_answer, read_answer;
    reg [31:0] rdata_before, word;
    wire write_waits = aw_open != 0 & w_open != 0 & ~bvalid, read_waits = ar_open != 0 & ~rvalid;
    always @(posedge clock) begin
        b_stays <= bvalid & ~bready & ~reset;
        r_stays <= rvalid & ~rready & ~reset;
        {bresp_before, rresp_before, rdata_before} <= {bresp, rresp, rdata};
        write_is_late <= write_waits & ~reset;
        {read_is_later, read_is_late} <= {read_is_late & read_waits & ~reset, read_waits & ~reset};
        read_before <= read & ~reset;
        if (write) write_answer <= write_response;
        if (read) read_answer <= read_response;
        if (read_before) word <= read_data;
    end

    wire unstable = b_stays & (~bvalid | bresp != bresp_before)
        | r_stays & (~rvalid | rresp != rresp_before | rdata != rdata_before);
    wire unasked = bvalid & (aw_open == 0 | w_open == 0) | rvalid & ar_open == 0;
    wire unanswered = write_is_late & write_waits | read_is_later & read_waits
        | ~awready & aw_open == 0 | ~wready & w_open == 0 | ~arready & ar_open == 0;
    wire write_wrong = write & (~aw_waits | ~w_waits | write_address != aw_oldest
            | {write_strobe, write_data} != w_oldest)
        | aw_lost | w_lost | bvalid & bresp != write_answer | bvalid != (writes_done == 1) | writes_done > 1;
    wire read_wrong = read & (~ar_waits | read_address != ar_oldest)
        | ar_lost | rvalid & (rresp != read_answer | rdata != word)
        | rvalid != (reads_done == 1 & ~read_before) | reads_done > 1;
    assign bad = |wrong;
    assign wrong = {5{started & ~reset}} & {read_wrong, write_wrong, unanswered, unasked, unstable};

    reg [1:0] b_waited;
    always @(posedge clock) b_waited <= bvalid & ~bready & ~reset ? b_waited + (b_waited != 3) : 0;
    assign happens = {5{started & ~reset}} & {
        read & r,                          // a read is done while the response of the one before is taken
        aw_open == 2 & w_open == 2,        // a write waits behind a response
        w_open == 1 & aw_open == 0 & aw,   // data come before their address
        b_waited == 3 & b & bresp == 2,    // an error is taken after three cycles
        r & rdata == 32'h12345678          // a word is read
    };
endmodule

// How many have entered and not left.
module open (
    input  wire       clock, reset, enters, leaves,
    output reg  [2:0] count
);
    always @(posedge clock) count <= reset ? 0 : count + enters - leaves;
endmodule
