// Fault: a result is thrown away and the line's output is not driven.
`default_nettype none
module dropped_line (input wire a, input wire b, output wire a_out, output wire b_out);
  wire dropped;
  rg_cnot gate (.control(a), .target(b), .control_out(a_out), .target_out(dropped));
endmodule
