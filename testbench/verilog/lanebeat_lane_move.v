// lanebeat_lane_move: Source thread of a lane move (ISA.md section 10).
// Parameters: lanes=4, beats=4, registers=16, waves=2, register_file="wide", collectors=1,
// alu_stages=0, dpp=true, shuffle=true, vote=true, video=true, float=true, barrier=true, multiply=true
// Ports (name, direction, bits, purpose):
//   kind          input    3  lower digit of the opcode less 8
//   thread        input    4  number of the thread in the wave
//   literal       input   32  thread, swizzle or selectors of places 0 to 7
//   literal_high  input   32  selectors of places 8 to 15
//   first         input    4  lowest executing thread
//   address       input    4  thread that operand b addresses
//   sender        input    4  highest executing thread that addresses this one
//   sent          input    1  whether there is one
//   source        output   4  thread whose word is taken
//   exists        output   1  whether there is one
// Made by: lanebeat generate --testbench --preset small --set video=true --set float=true
module lanebeat_lane_move (
    input  wire [2:0]  kind,         // lower digit of the opcode less 8
    input  wire [3:0]  thread,       // number of the thread in the wave
    input  wire [31:0] literal,      // thread, swizzle or selectors of places 0 to 7
    input  wire [31:0] literal_high, // selectors of places 8 to 15
    input  wire [3:0]  first,        // lowest executing thread
    input  wire [3:0]  address,      // thread that operand b addresses
    input  wire [3:0]  sender,       // highest executing thread that addresses this one
    input  wire        sent,         // whether there is one
    output wire [3:0]  source,       // thread whose word is taken
    output wire        exists        // whether there is one
);

    wire [63:0] joined = {literal_high, literal};
    wire [31:0] selected_place_of_8 = thread[3] ? joined[63:32] : joined[31:0];
    wire [15:0] selected_place_of_4 = thread[2] ? selected_place_of_8[31:16] : selected_place_of_8[15:0];
    wire [7:0] selected_place_of_2 = thread[1] ? selected_place_of_4[15:8] : selected_place_of_4[7:0];
    wire [3:0] selected_place = thread[0] ? selected_place_of_2[7:4] : selected_place_of_2[3:0];
    wire [3:0] element_of_2 = thread[1] ? literal[7:4] : literal[3:0];
    wire [1:0] element = thread[0] ? element_of_2[3:2] : element_of_2[1:0];
    wire [3:0] differing = ((thread & literal[3:0]) | literal[8:5]) ^ literal[13:10];
    wire [3:0] swizzled = literal[15] ? {thread[3:2], element} : differing;
    wire [31:0] sources = {
        swizzled, sender, address, thread, selected_place, selected_place, first, literal[3:0]
    };
    wire [15:0] source_of_4 = kind[2] ? sources[31:16] : sources[15:0];
    wire [7:0] source_of_2 = kind[1] ? source_of_4[15:8] : source_of_4[7:0];
    assign source = kind[0] ? source_of_2[7:4] : source_of_2[3:0];
    wire either = ((kind == 3'd6) & ~sent) | (kind == 3'd3);

    assign exists = ~either;

endmodule
