// Fault: two gates feed each other.
`default_nettype none
module loop (input wire a, input wire b, output wire a_out, output wire b_out);
  wire there, back;
  rg_cnot first  (.control(a), .target(back), .control_out(a_out), .target_out(there));
  rg_cnot second (.control(b), .target(there), .control_out(b_out), .target_out(back));
endmodule
