// Fault: a cell that has the shape of a gate but two inputs with one output.
`default_nettype none
(* keep_hierarchy *)
module rg_and (input wire control, input wire target, output wire control_out, output wire target_out);
  assign control_out = control;
  assign target_out  = target & control;
endmodule

module irreversible_gate (input wire a, input wire b, output wire a_out, output wire b_out);
  rg_and gate (.control(a), .target(b), .control_out(a_out), .target_out(b_out));
endmodule
