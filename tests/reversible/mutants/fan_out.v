// Fault: the line `a` is read by two gates.
`default_nettype none
module fan_out (input wire a, input wire b, input wire c,
                output wire a_out, output wire b_out, output wire c_out);
  wire unused;
  rg_cnot first  (.control(a), .target(b), .control_out(a_out), .target_out(b_out));
  rg_cnot second (.control(a), .target(c), .control_out(unused), .target_out(c_out));
endmodule
