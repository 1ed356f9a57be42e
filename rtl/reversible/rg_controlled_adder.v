// Controlled ripple adder: b += a mod 2^N when control is 1. 3N-2 Toffoli, 4N-2 CNOT, 1 ancilla.
// INVERSE = 1: b -= a when control is 1.
`default_nettype none

module rg_controlled_adder #(
    parameter N = 32,
    parameter INVERSE = 0
) (
    input  wire         control,
    input  wire [N-1:0] a,
    input  wire [N-1:0] b,
    input  wire         ancilla,
    output wire         control_out,
    output wire [N-1:0] a_out,
    output wire [N-1:0] b_out,
    output wire         ancilla_out
);
  wire [N-1:0] up_carry;
  wire [N-1:0] down_carry;
  wire [N:0]   ctl;                       // the control line, one segment per bit it has met
  assign up_carry[0] = ancilla;
  assign ancilla_out = down_carry[0];
  assign ctl[0]      = control;
  assign control_out = ctl[N];

  // Forward the control is read on the way down (top bit first), backward on the way up (top bit
  // last).
  localparam TOP = (INVERSE == 0) ? 0 : N - 1;

  genvar i;
  generate
    for (i = 0; i < N - 1; i = i + 1) begin : gen_bit
      wire c_mid, b_mid;
      if (INVERSE == 0) begin : gen_add
        rg_majority #(.INVERSE(0)) up (
            .carry(up_carry[i]), .b(b[i]), .a(a[i]),
            .carry_out(c_mid), .b_out(b_mid), .a_out(up_carry[i+1]));
        rg_unmajority_controlled #(.INVERSE(0)) down (
            .control(ctl[N-1-i]), .carry(c_mid), .b(b_mid), .a(down_carry[i+1]),
            .control_out(ctl[N-i]), .carry_out(down_carry[i]), .b_out(b_out[i]), .a_out(a_out[i]));
      end else begin : gen_subtract
        rg_unmajority_controlled #(.INVERSE(1)) up (
            .control(ctl[i]), .carry(up_carry[i]), .b(b[i]), .a(a[i]),
            .control_out(ctl[i+1]), .carry_out(c_mid), .b_out(b_mid), .a_out(up_carry[i+1]));
        rg_majority #(.INVERSE(1)) down (
            .carry(c_mid), .b(b_mid), .a(down_carry[i+1]),
            .carry_out(down_carry[i]), .b_out(b_out[i]), .a_out(a_out[i]));
      end
    end
  endgenerate

  wire a_mid, c_mid, c_mid2;
  rg_cnot    in  (.control(a[N-1]), .target(up_carry[N-1]), .control_out(a_mid), .target_out(c_mid));
  rg_toffoli sum (.control_a(ctl[TOP]), .control_b(c_mid), .target(b[N-1]),
                  .control_a_out(ctl[TOP+1]), .control_b_out(c_mid2), .target_out(b_out[N-1]));
  rg_cnot    out (.control(a_mid), .target(c_mid2), .control_out(a_out[N-1]), .target_out(down_carry[N-1]));
endmodule
