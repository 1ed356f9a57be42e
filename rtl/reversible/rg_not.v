// NOT gate: target ^= 1.
`default_nettype none

(* keep_hierarchy *)
module rg_not (
    input  wire target,
    output wire target_out
);
  assign target_out = ~target;
endmodule
