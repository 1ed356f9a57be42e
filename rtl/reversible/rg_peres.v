// Peres gate: y ^= x & control, then x ^= control; a Toffoli followed by a CNOT in one gate.
`default_nettype none

(* keep_hierarchy *)
module rg_peres (
    input  wire control,
    input  wire x,
    input  wire y,
    output wire control_out,
    output wire x_out,
    output wire y_out
);
  assign control_out = control;
  assign x_out = x ^ control;
  assign y_out = y ^ (x & control);
endmodule
