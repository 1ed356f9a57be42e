// UMA cell with a control: 2 Toffoli, 2 CNOT. Leaves the sum bit in b when control is 1 and the old
// b when it is 0; carry and a are restored either way. INVERSE = 1 undoes it.
`default_nettype none

module rg_unmajority_controlled #(
    parameter INVERSE = 0
) (
    input  wire control,
    input  wire carry,
    input  wire b,
    input  wire a,
    output wire control_out,
    output wire carry_out,
    output wire b_out,
    output wire a_out
);
  wire a_mid, a_mid2, b_mid, b_mid2, carry_mid, carry_mid2;
  generate
    if (INVERSE == 0) begin : gen_forward
      rg_toffoli unmaj (.control_a(carry), .control_b(b), .target(a),
                        .control_a_out(carry_mid), .control_b_out(b_mid), .target_out(a_mid));
      rg_toffoli sum   (.control_a(control), .control_b(carry_mid), .target(b_mid),
                        .control_a_out(control_out), .control_b_out(carry_mid2), .target_out(b_mid2));
      rg_cnot    c_xor (.control(a_mid), .target(carry_mid2), .control_out(a_mid2), .target_out(carry_out));
      rg_cnot    b_xor (.control(a_mid2), .target(b_mid2), .control_out(a_out), .target_out(b_out));
    end else begin : gen_inverse
      rg_cnot    b_xor (.control(a), .target(b), .control_out(a_mid), .target_out(b_mid));
      rg_cnot    c_xor (.control(a_mid), .target(carry), .control_out(a_mid2), .target_out(carry_mid));
      rg_toffoli sum   (.control_a(control), .control_b(carry_mid), .target(b_mid),
                        .control_a_out(control_out), .control_b_out(carry_mid2), .target_out(b_mid2));
      rg_toffoli unmaj (.control_a(carry_mid2), .control_b(b_mid2), .target(a_mid2),
                        .control_a_out(carry_out), .control_b_out(b_out), .target_out(a_out));
    end
  endgenerate
endmodule
