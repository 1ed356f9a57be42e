// Ripple adder with a result line: b += a mod 2^N and line ^= carry out (SIGNED = 0; 2N Toffoli,
// 4N+1 CNOT) or line ^= two's complement overflow (SIGNED = 1; 2N Toffoli, 4N+2 CNOT). 1 ancilla.
// INVERSE = 1: b -= a, and the line receives the carry (overflow) of the addition undone.
`default_nettype none

module rg_ripple_adder_carry #(
    parameter N = 32,
    parameter SIGNED = 0,
    parameter INVERSE = 0
) (
    input  wire [N-1:0] a,
    input  wire [N-1:0] b,
    input  wire         line,
    input  wire         ancilla,
    output wire [N-1:0] a_out,
    output wire [N-1:0] b_out,
    output wire         line_out,
    output wire         ancilla_out
);
  wire [N:0] up_carry;
  wire [N:0] down_carry;
  wire       top_carry;                   // carry into the top bit, after the overflow has read it
  wire       line_mid;
  assign up_carry[0] = ancilla;
  assign ancilla_out = down_carry[0];

  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_bit
      wire c_in, c_mid, b_mid;
      if (i == N - 1) begin : gen_top
        assign c_in = top_carry;
      end else begin : gen_low
        assign c_in = up_carry[i];
      end
      if (INVERSE == 0) begin : gen_add
        rg_majority #(.INVERSE(0)) up (
            .carry(c_in), .b(b[i]), .a(a[i]),
            .carry_out(c_mid), .b_out(b_mid), .a_out(up_carry[i+1]));
        rg_unmajority #(.INVERSE(0)) down (
            .carry(c_mid), .b(b_mid), .a(down_carry[i+1]),
            .carry_out(down_carry[i]), .b_out(b_out[i]), .a_out(a_out[i]));
      end else begin : gen_subtract
        rg_unmajority #(.INVERSE(1)) up (
            .carry(c_in), .b(b[i]), .a(a[i]),
            .carry_out(c_mid), .b_out(b_mid), .a_out(up_carry[i+1]));
        rg_majority #(.INVERSE(1)) down (
            .carry(c_mid), .b(b_mid), .a(down_carry[i+1]),
            .carry_out(down_carry[i]), .b_out(b_out[i]), .a_out(a_out[i]));
      end
    end
    if (SIGNED != 0) begin : gen_overflow
      rg_cnot into_top (.control(up_carry[N-1]), .target(line),
                        .control_out(top_carry), .target_out(line_mid));
    end else begin : gen_carry
      assign top_carry = up_carry[N-1];
      assign line_mid  = line;
    end
  endgenerate

  rg_cnot out_of_top (.control(up_carry[N]), .target(line_mid),
                      .control_out(down_carry[N]), .target_out(line_out));
endmodule
