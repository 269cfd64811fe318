// Bit `PROGRAM_BIT of instruction `PLACE of the program memory beside what registers.v has in its place.
module program (
    input  wire         clock,
    input  wire [7:0]   write_address, read_address,
    input  wire [15:0]  write_bytes,
    input  wire [127:0] write_data,
    input  wire         read,
    output wire         bad,
    output wire         wrong,
    output wire         happens
);
    wire [127:0] word;
    lanebeat_program_memory memory (
        .clock(clock), .write_address(write_address), .write_bytes(write_bytes), .write_data(write_data), .read(read),
        .read_address(read_address), .word(word)
    );
    wire here = write_address == `PLACE;
    reg stored, known = 0, read_bit, read_known = 0;
    always @(posedge clock) begin
        if (here & write_bytes[`PROGRAM_BIT / 8]) {known, stored} <= {1'b1, write_data[`PROGRAM_BIT]};
        if (read) {read_known, read_bit} <= {known & read_address == `PLACE & ~(here & |write_bytes), stored};
    end
    assign bad = wrong;
    assign wrong = read_known & word[`PROGRAM_BIT] != read_bit;
    assign happens = read_known & read_bit & ~read;
endmodule
