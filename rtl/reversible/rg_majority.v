// MAJ cell of the ripple adder (Cuccaro et al., quant-ph/0410184): 1 Toffoli, 2 CNOT.
// Forward (carry, b, a) -> (carry ^ a, b ^ a, majority of the three); INVERSE = 1 undoes it.
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
  wire a_mid, a_mid2;
  generate
    if (INVERSE == 0) begin : gen_forward
      wire carry_mid, b_mid;
      rg_cnot    b_xor (.control(a), .target(b), .control_out(a_mid), .target_out(b_mid));
      rg_cnot    c_xor (.control(a_mid), .target(carry), .control_out(a_mid2), .target_out(carry_mid));
      rg_toffoli maj   (.control_a(carry_mid), .control_b(b_mid), .target(a_mid2),
                        .control_a_out(carry_out), .control_b_out(b_out), .target_out(a_out));
    end else begin : gen_inverse
      wire carry_mid, b_mid;
      rg_toffoli maj   (.control_a(carry), .control_b(b), .target(a),
                        .control_a_out(carry_mid), .control_b_out(b_mid), .target_out(a_mid));
      rg_cnot    c_xor (.control(a_mid), .target(carry_mid), .control_out(a_mid2), .target_out(carry_out));
      rg_cnot    b_xor (.control(a_mid2), .target(b_mid), .control_out(a_out), .target_out(b_out));
    end
  endgenerate
endmodule
