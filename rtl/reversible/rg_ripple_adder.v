// Ripple adder b += a mod 2^N (Cuccaro et al., quant-ph/0410184): 2N-2 Toffoli, 4N-2 CNOT, 1
// ancilla. INVERSE = 1 is the same circuit run from its end: b -= a.
`default_nettype none

module rg_ripple_adder #(
    parameter N = 32,
    parameter INVERSE = 0
) (
    input  wire [N-1:0] a,
    input  wire [N-1:0] b,
    input  wire         ancilla,
    output wire [N-1:0] a_out,
    output wire [N-1:0] b_out,
    output wire         ancilla_out
);
  // Each bit meets an upward cell (carries appear), the top bit the sum alone, then a downward
  // cell.
  wire [N-1:0] up_carry;                  // carry into bit i on the way up
  wire [N-1:0] down_carry;                // the same line on the way down
  assign up_carry[0] = ancilla;
  assign ancilla_out = down_carry[0];

  genvar i;
  generate
    for (i = 0; i < N - 1; i = i + 1) begin : gen_bit
      wire c_mid, b_mid;
      if (INVERSE == 0) begin : gen_add
        rg_majority #(.INVERSE(0)) up (
            .carry(up_carry[i]), .b(b[i]), .a(a[i]),
            .carry_out(c_mid), .b_out(b_mid), .a_out(up_carry[i+1]));
        rg_unmajority #(.INVERSE(0)) down (
            .carry(c_mid), .b(b_mid), .a(down_carry[i+1]),
            .carry_out(down_carry[i]), .b_out(b_out[i]), .a_out(a_out[i]));
      end else begin : gen_subtract
        rg_unmajority #(.INVERSE(1)) up (
            .carry(up_carry[i]), .b(b[i]), .a(a[i]),
            .carry_out(c_mid), .b_out(b_mid), .a_out(up_carry[i+1]));
        rg_majority #(.INVERSE(1)) down (
            .carry(c_mid), .b(b_mid), .a(down_carry[i+1]),
            .carry_out(down_carry[i]), .b_out(b_out[i]), .a_out(a_out[i]));
      end
    end
  endgenerate

  wire b_top;
  rg_cnot top_a (.control(a[N-1]), .target(b[N-1]), .control_out(a_out[N-1]), .target_out(b_top));
  rg_cnot top_c (.control(up_carry[N-1]), .target(b_top), .control_out(down_carry[N-1]), .target_out(b_out[N-1]));
endmodule
