// Multiplication of logarithmic numbers, y *= x: the signs (bit N-1) are exclusive-ored, the N-1
// bit log fields added, overflow ^= whether the field left its range. 2N-2 Toffoli, 4N-1 CNOT, 1
// ancilla. INVERSE = 1: y /= x.
`default_nettype none

module rg_log_multiply #(
    parameter N = 32,
    parameter INVERSE = 0
) (
    input  wire [N-1:0] x,
    input  wire [N-1:0] y,
    input  wire         overflow,
    input  wire         ancilla,
    output wire [N-1:0] x_out,
    output wire [N-1:0] y_out,
    output wire         overflow_out,
    output wire         ancilla_out
);
  rg_ripple_adder_carry #(.N(N - 1), .SIGNED(1), .INVERSE(INVERSE)) field (
      .a(x[N-2:0]), .b(y[N-2:0]), .line(overflow), .ancilla(ancilla),
      .a_out(x_out[N-2:0]), .b_out(y_out[N-2:0]), .line_out(overflow_out), .ancilla_out(ancilla_out));
  rg_cnot sign (.control(x[N-1]), .target(y[N-1]), .control_out(x_out[N-1]), .target_out(y_out[N-1]));
endmodule
