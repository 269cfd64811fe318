// One row of the DPP network, as the tables of ISA.md section 6 say it for thread i of 16: the word that src0 becomes, and
// whether the modifier lets the thread be written. `differs` is 1 where lanebeat_dpp says anything else.
//
// What lies outside the row comes in as `neighbour`: for wave_shl and wave_rol the first thread of the next row, for wave_shr,
// wave_ror and row_bcast:15 the last of the one before, for row_bcast:31 thread 31.
module proof (
    input  wire         enable,
    input  wire         eight,
    input  wire [23:0]  eight_positions,
    input  wire [8:0]   control,
    input  wire         fetch_inactive,
    input  wire         bound_control,
    input  wire [3:0]   bank_mask,
    input  wire [3:0]   row_mask,
    input  wire [3:0]   this_row,
    input  wire         row_is_first,
    input  wire         row_is_second,
    input  wire         row_is_last,
    input  wire [511:0] words,
    input  wire [15:0]  exec,
    input  wire [31:0]  neighbour,
    input  wire         neighbour_exec,
    output wire         differs
);
    wire [511:0] word;
    wire [15:0] write;
    lanebeat_dpp unit (
        .enable(enable), .eight(eight), .eight_positions(eight_positions), .control(control),
        .fetch_inactive(fetch_inactive), .bound_control(bound_control), .bank_mask(bank_mask), .row_mask(row_mask),
        .this_row(this_row), .row_is_first(row_is_first), .row_is_second(row_is_second), .row_is_last(row_is_last),
        .words(words), .exec(exec), .neighbour(neighbour), .neighbour_exec(neighbour_exec),
        .word(word), .write(write)
    );

    wire [15:0] wrong;
    genvar thread;
    generate
        for (thread = 0; thread < 16; thread = thread + 1) begin : threads
            spec spec (
                .i(thread[3:0]), .enable(enable), .eight(eight), .eight_positions(eight_positions), .control(control),
                .fetch_inactive(fetch_inactive), .bound_control(bound_control), .bank_mask(bank_mask),
                .row_may_be_written(|(row_mask & this_row)), .row_is_first(row_is_first), .row_is_second(row_is_second),
                .row_is_last(row_is_last), .words(words), .exec(exec), .neighbour(neighbour),
                .neighbour_exec(neighbour_exec),
                .word(word[32 * thread +: 32]), .write(write[thread]), .wrong(wrong[thread])
            );
        end
    endgenerate
    assign differs = |wrong;
endmodule

module spec (
    input  wire [3:0]   i,
    input  wire         enable,
    input  wire         eight,
    input  wire [23:0]  eight_positions,
    input  wire [8:0]   control,
    input  wire         fetch_inactive,
    input  wire         bound_control,
    input  wire [3:0]   bank_mask,
    input  wire         row_may_be_written,
    input  wire         row_is_first,
    input  wire         row_is_second,
    input  wire         row_is_last,
    input  wire [511:0] words,
    input  wire [15:0]  exec,
    input  wire [31:0]  neighbour,
    input  wire         neighbour_exec,
    input  wire [31:0]  word,
    input  wire         write,
    output wire         wrong
);
    // The source: thread j of the row, or the neighbour, or none.
    reg [3:0] j;
    reg outside;
    reg exists;
    wire [3:0] n = control[3:0];
    wire [5:0] above = {2'b00, i} + {2'b00, n};
    always @* begin
        j = i;
        outside = 1'b0;
        exists = 1'b1;
        if (enable && eight) begin
            j = {i[3], eight_positions[3 * i[2:0] +: 3]};
        end else if (enable) begin
            casez (control)
                9'b0_????_????: j = {i[3:2], control[2 * i[1:0] +: 2]};          // quad_perm
                9'h100, 9'h110, 9'h120: j = i;                                   // reserved
                9'b1_0000_????: begin j = above[3:0]; exists = above < 16; end   // row_shl:n
                9'b1_0001_????: begin j = i - n; exists = i >= n; end            // row_shr:n
                9'b1_0010_????: j = i - n;                                       // row_ror:n
                9'h130: begin j = i + 1; outside = i == 15; exists = !(i == 15 && row_is_last); end  // wave_shl:1
                9'h134: begin j = i + 1; outside = i == 15; end                  // wave_rol:1
                9'h138: begin j = i - 1; outside = i == 0; exists = !(i == 0 && row_is_first); end   // wave_shr:1
                9'h13c: begin j = i - 1; outside = i == 0; end                   // wave_ror:1
                9'h140: j = 15 - i;                                              // row_mirror
                9'h141: j = {i[3], 3'd7 - i[2:0]};                               // row_half_mirror
                9'h142: begin outside = 1'b1; exists = !row_is_first; end        // row_bcast:15
                9'h143: begin outside = 1'b1; exists = !row_is_first && !row_is_second; end          // row_bcast:31
                9'b1_0101_????: j = n;                                           // row_share:n
                9'b1_0110_????: j = i ^ n;                                       // row_xmask:n
                default: j = i;                                                  // reserved
            endcase
        end
    end

    // The conditions, in their order.
    wire active = outside ? neighbour_exec : exec[j];
    wire masks_let = !enable || eight || (row_may_be_written && bank_mask[i[3:2]]);
    wire fetches = exists && (!enable || active || fetch_inactive);
    wire zeroes = bound_control || eight;
    wire may_be_written = masks_let && (fetches || zeroes);
    wire [31:0] wanted = !fetches ? 32'd0 : outside ? neighbour : words[32 * j +: 32];
    // Without a modifier bound_control is no modifier's.
    assign wrong = write != may_be_written || word != wanted;
endmodule
