// Toffoli gate (CCNOT): target ^= control_a & control_b.
`default_nettype none

(* keep_hierarchy *)
module rg_toffoli (
    input  wire control_a,
    input  wire control_b,
    input  wire target,
    output wire control_a_out,
    output wire control_b_out,
    output wire target_out
);
  assign control_a_out = control_a;
  assign control_b_out = control_b;
  assign target_out    = target ^ (control_a & control_b);
endmodule
