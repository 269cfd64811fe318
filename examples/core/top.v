// A core of `lanebeat generate core --preset small` with a program in a ROM: the host port loads R1 of wave 0, the program
// runs, the host port reads R1 back. docs/learn/core.md says how to try it.
module core_top (
    input  wire        clock,
    input  wire        reset,
    output wire        done,       // the words have been read
    output reg         word_valid, // a row of R1 after the program is here
    output reg [127:0] words       // its four words, lane 0 lowest
);
    localparam INSTRUCTIONS = 3;
    localparam [2:0] LOAD = 3'd0, ISSUE = 3'd1, RETIRE = 3'd2, READ = 3'd3, DONE = 3'd4;
    localparam [4:0] R1 = 5'd1;

    reg [127:0] rom [0:INSTRUCTIONS-1];
    initial $readmemh("program.hex", rom);

    reg [2:0] state;
    reg [1:0] next;    // instruction that is offered
    reg [1:0] retired; // instructions that have retired
    reg [1:0] beat;    // row of the register that the host port accesses

    wire issue_ready, host_ready, host_read_valid, retire_valid;
    wire [127:0] host_read_data;

    // Valid is held until ready answers. Ready comes in the first cycle of a slot, and not while a source is on its way.
    wire issue_valid = state == ISSUE;
    // EXIT is the last instruction: behind it the wave has none left.
    wire [1:0] running = {1'b0, state == LOAD || state == ISSUE};
    wire host_valid = state == LOAD || state == READ;
    // Thread t gets 10 + t.
    wire [31:0] first = 32'd10 + {28'd0, beat, 2'd0};
    wire [127:0] loaded = {first + 32'd3, first + 32'd2, first + 32'd1, first};

    lanebeat_core core (
        .clock(clock),
        .reset(reset),
        .issue_valid(issue_valid),
        .issue_wave(1'b0),
        .issue_instruction(rom[next]),
        .running(running),
        .issue_ready(issue_ready),
        .issue_blocked(),
        .issue_illegal(),
        .host_valid(host_valid),
        .host_write(state == LOAD),
        .host_wave(1'b0),
        .host_entry(R1),
        .host_beat(beat),
        .host_write_data(loaded),
        .host_ready(host_ready),
        .host_read_valid(host_read_valid),
        .host_read_data(host_read_data),
        .retire_valid(retire_valid),
        .retire_wave(),
        .retire_writes_register(),
        .retire_destination(),
        .retire_mask_destination(),
        .retire_written(),
        .retire_result(),
        .retire_mask()
    );

    assign done = state == DONE;

    always @(posedge clock) begin
        // What is read comes a cycle behind host_ready.
        word_valid <= !reset && host_read_valid;
        words <= host_read_data;
        if (reset) begin
            state <= LOAD;
            next <= 2'd0;
            retired <= 2'd0;
            beat <= 2'd0;
        end else begin
            if (host_valid && host_ready) begin
                beat <= beat + 2'd1;
                if (beat == 2'd3)
                    state <= state == LOAD ? ISSUE : DONE;
            end
            if (issue_valid && issue_ready) begin
                next <= next + 2'd1;
                if (next == INSTRUCTIONS - 1)
                    state <= RETIRE;
            end
            // A register file that is wide retires an instruction in one cycle.
            if (retire_valid)
                retired <= retired + 2'd1;
            if (state == RETIRE && retired == INSTRUCTIONS)
                state <= READ;
        end
    end
endmodule

// Runs it, and prints the words.
module core_top_bench;
    reg clock = 1'b0;
    reg reset = 1'b1;
    wire done, word_valid;
    wire [127:0] words;

    core_top top (.clock(clock), .reset(reset), .done(done), .word_valid(word_valid), .words(words));

    always #10 clock = !clock;

    always @(negedge clock)
        if (word_valid)
            $display("%0d %0d %0d %0d", words[31:0], words[63:32], words[95:64], words[127:96]);

    initial begin
        if ($test$plusargs("dump")) begin
            $dumpfile("core_top.vcd");
            $dumpvars(0, core_top_bench);
        end
        repeat (2) @(negedge clock);
        reset = 1'b0;
        wait (done);
        repeat (3) @(negedge clock);
        $finish;
    end
endmodule
