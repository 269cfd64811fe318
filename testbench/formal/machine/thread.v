// What a program owes to one thread of one wave: of its registers one, R, of its masks one, M, and EXEC. Instructions
// come one after the other, in the order of their issue; `step` is 1 when the thread's turn has come, and what it is
// given then is what the instructions before it left. A value is `known` if an instruction or the host has written
// it, as memories hold anything at power-up.
module thread (
    input  wire       clock,
    input  wire       reset,

    input  wire       step,             // the thread executes an instruction, for the last time if it passes several times
    input  wire       register_written, // … which writes R, if the thread is written
    input  wire       mask_written,     // … which writes M, if the thread is written
    input  wire       exec_written,     // … which changes EXEC
    input  wire [2:0] exec_choice,      // … and how: the lower digit of the opcode
    input  wire       exec_source,      // … with what: p, or the thread's bit of the literal
    input  wire       written,          // the thread is written
    input  wire       word,             // what the instruction gives for a register
    input  wire       mask,             // what it gives for a mask
    input  wire       result_known,     // … which is known

    input  wire [2:0] in_flight,        // what has been issued and not retired names R, M, or is not executed: EXEC
    input  wire [1:0] being_written,    // what has been issued and not retired writes R, M
    input  wire [2:0] host_writes,      // the host writes R, M, EXEC
    input  wire       host_bit,         // … with this

    output reg        r,
    output reg        r_known,
    output reg        m,
    output reg        m_known,
    output reg        e,
    output reg        e_known
);
    always @(posedge clock) begin
        if (step & register_written & written) begin r <= word; r_known <= result_known; end
        if (step & mask_written & written) begin m <= mask; m_known <= result_known; end
        if (step & exec_written) begin
            case (exec_choice)
                3'd0: begin e <= exec_source; e_known <= 1'b1; end // s_mov_b64 exec, …
                3'd2: e <= ~e;                                     // s_not_b64
                3'd3, 3'd7: e <= e & exec_source;                  // s_and_b64, s_and_saveexec_b64
                3'd4, 3'd6: e <= e | exec_source;                  // s_or_b64, s_or_saveexec_b64
                3'd5: e <= e & ~exec_source;                       // s_andn2_b64
                default: e <= e;
            endcase
        end
        // The host writes between instructions; nothing is said of what an instruction meets that is under way.
        if (host_writes[0]) begin r <= host_bit; r_known <= ~in_flight[0] & ~reset; end
        if (host_writes[1]) begin m <= host_bit; m_known <= ~in_flight[1] & ~reset; end
        if (host_writes[2]) begin e <= host_bit; e_known <= ~in_flight[2]; end
        // Reset ends what is under way, halfway perhaps, and sets EXEC.
        if (reset) begin
            e <= 1'b1;
            e_known <= 1'b1;
            if (being_written[0] | host_writes[0]) r_known <= 1'b0;
            if (being_written[1] | host_writes[1]) m_known <= 1'b0;
        end
    end
endmodule
