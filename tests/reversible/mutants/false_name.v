// Fault: a module named as the Toffoli gate that computes another bijection.
`default_nettype none
(* keep_hierarchy *)
module rg_toffoli (input wire control_a, input wire control_b, input wire target,
                   output wire control_a_out, output wire control_b_out, output wire target_out);
  assign control_a_out = control_a;
  assign control_b_out = control_b;
  assign target_out    = target ^ (control_a | control_b);
endmodule

module false_name (input wire a, input wire b, input wire c,
                   output wire a_out, output wire b_out, output wire c_out);
  rg_toffoli gate (.control_a(a), .control_b(b), .target(c),
                   .control_a_out(a_out), .control_b_out(b_out), .target_out(c_out));
endmodule
