// Fault: a gate's input is tied to a constant.
`default_nettype none
module constant (input wire a, output wire a_out);
  wire dropped;
  rg_cnot gate (.control(1'b1), .target(a), .control_out(dropped), .target_out(a_out));
endmodule
