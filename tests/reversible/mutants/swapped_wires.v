// Fault: the majority cell takes its Toffoli controls from the wrong lines. Replaces rg_majority.
`default_nettype none
module rg_majority #(
    parameter INVERSE = 0
) (
    input  wire carry,
    input  wire b,
    input  wire a,
    output wire carry_out,
    output wire b_out,
    output wire a_out
);
  wire a_mid, a_mid2, carry_mid, b_mid;
  rg_cnot    b_xor (.control(a), .target(b), .control_out(a_mid), .target_out(b_mid));
  rg_cnot    c_xor (.control(a_mid), .target(carry), .control_out(a_mid2), .target_out(carry_mid));
  rg_toffoli maj   (.control_a(a_mid2), .control_b(b_mid), .target(carry_mid),
                    .control_a_out(a_out), .control_b_out(b_out), .target_out(carry_out));
endmodule
