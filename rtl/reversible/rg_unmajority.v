// UMA cell of the ripple adder (Cuccaro et al., quant-ph/0410184): 1 Toffoli, 2 CNOT. Forward:
// undoes the majority cell on carry and a, and leaves the sum bit in b; INVERSE = 1 undoes it.
`default_nettype none

module rg_unmajority #(
    parameter INVERSE = 0
) (
    input  wire carry,
    input  wire b,
    input  wire a,
    output wire carry_out,
    output wire b_out,
    output wire a_out
);
  wire carry_mid, carry_mid2;
  generate
    if (INVERSE == 0) begin : gen_forward
      wire a_mid, b_mid;
      rg_toffoli unmaj (.control_a(carry), .control_b(b), .target(a),
                        .control_a_out(carry_mid), .control_b_out(b_mid), .target_out(a_mid));
      rg_cnot    c_xor (.control(a_mid), .target(carry_mid), .control_out(a_out), .target_out(carry_mid2));
      rg_cnot    b_xor (.control(carry_mid2), .target(b_mid), .control_out(carry_out), .target_out(b_out));
    end else begin : gen_inverse
      wire a_mid, b_mid;
      rg_cnot    b_xor (.control(carry), .target(b), .control_out(carry_mid), .target_out(b_mid));
      rg_cnot    c_xor (.control(a), .target(carry_mid), .control_out(a_mid), .target_out(carry_mid2));
      rg_toffoli unmaj (.control_a(carry_mid2), .control_b(b_mid), .target(a_mid),
                        .control_a_out(carry_out), .control_b_out(b_out), .target_out(a_out));
    end
  endgenerate
endmodule
