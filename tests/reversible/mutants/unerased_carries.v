// Fault: the lookahead adder's complement is forgotten, so its carries are not erased. Replaces
// rg_not.
`default_nettype none
(* keep_hierarchy *)
module rg_not (input wire target, output wire target_out);
  assign target_out = target;
endmodule
