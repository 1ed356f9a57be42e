// Inverse Peres gate: x ^= control, then y ^= x & control; a CNOT followed by a Toffoli in one gate.
`default_nettype none

(* keep_hierarchy *)
module rg_peres_inverse (
    input  wire control,
    input  wire x,
    input  wire y,
    output wire control_out,
    output wire x_out,
    output wire y_out
);
  assign control_out = control;
  assign x_out = x ^ control;
  assign y_out = y ^ (x_out & control);
endmodule
