(* blackbox *) module lanebeat_memory_output(input CLK, output Q); endmodule
(* blackbox, keep *) module lanebeat_memory_input(input CLK, input D); endmodule
