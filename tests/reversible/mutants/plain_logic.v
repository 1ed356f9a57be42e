// Fault: a bare AND among the gates.
`default_nettype none
module plain_logic (input wire a, input wire b, output wire a_out, output wire b_out);
  wire mid;
  assign mid = a & b;
  rg_cnot last (.control(a), .target(mid), .control_out(a_out), .target_out(b_out));
endmodule
