// Fault: an output without an input of its name (garbage line).
`default_nettype none
module garbage (input wire a, input wire b, output wire a_out, output wire rest);
  rg_cnot gate (.control(b), .target(a), .control_out(rest), .target_out(a_out));
endmodule
