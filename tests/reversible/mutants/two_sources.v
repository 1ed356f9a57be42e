// Fault: two gates drive one line.
`default_nettype none
module two_sources (input wire a, input wire b, output wire a_out, output wire b_out);
  rg_not first  (.target(a), .target_out(a_out));
  rg_not second (.target(b), .target_out(a_out));
endmodule
