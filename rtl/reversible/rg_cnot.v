// Feynman gate (CNOT): target ^= control.
`default_nettype none

(* keep_hierarchy *)
module rg_cnot (
    input  wire control,
    input  wire target,
    output wire control_out,
    output wire target_out
);
  assign control_out = control;
  assign target_out  = target ^ control;
endmodule
