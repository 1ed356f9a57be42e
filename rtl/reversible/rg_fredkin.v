// Fredkin gate (controlled swap): exchanges x and y when control is 1.
`default_nettype none

(* keep_hierarchy *)
module rg_fredkin (
    input  wire control,
    input  wire x,
    input  wire y,
    output wire control_out,
    output wire x_out,
    output wire y_out
);
  assign control_out = control;
  assign x_out = control ? y : x;
  assign y_out = control ? x : y;
endmodule
