// Multiply-accumulate y += a b mod 2^N: one controlled adder a row. (3N^2-N)/2 Toffoli, 2N^2 CNOT,
// 1 ancilla. INVERSE = 1: y -= a b, the rows in reverse order and each row inverted.
`default_nettype none

module rg_multiply_accumulate #(
    parameter N = 32,
    parameter INVERSE = 0
) (
    input  wire [N-1:0] a,
    input  wire [N-1:0] b,
    input  wire [N-1:0] y,
    input  wire         ancilla,
    output wire [N-1:0] a_out,
    output wire [N-1:0] b_out,
    output wire [N-1:0] y_out,
    output wire         ancilla_out
);
  localparam FIRST = (INVERSE == 0) ? 0 : N;
  localparam LAST  = N - FIRST;

  // Row k adds the low N-k bits of a to the high N-k bits of y when bit k of b is set. It stands
  // between layer k and layer k+1 of each line; INVERSE travels the layers from the last to the
  // first.
  genvar k;
  generate
    for (k = 0; k <= N; k = k + 1) begin : layer
      wire [N-1:0] addend;
      wire [N-1:0] sum;
      wire         zero;                  // the ancilla
    end
  endgenerate

  assign layer[FIRST].addend = a;
  assign layer[FIRST].sum = y;
  assign layer[FIRST].zero = ancilla;
  assign a_out       = layer[LAST].addend;
  assign y_out       = layer[LAST].sum;
  assign ancilla_out = layer[LAST].zero;

  generate
    for (k = 0; k < N; k = k + 1) begin : gen_row
      localparam FROM = (INVERSE == 0) ? k : k + 1;
      localparam TO   = (INVERSE == 0) ? k + 1 : k;
      rg_controlled_adder #(.N(N - k), .INVERSE(INVERSE)) row (
          .control(b[k]), .a(layer[FROM].addend[N-k-1:0]), .b(layer[FROM].sum[N-1:k]),
          .ancilla(layer[FROM].zero),
          .control_out(b_out[k]), .a_out(layer[TO].addend[N-k-1:0]), .b_out(layer[TO].sum[N-1:k]),
          .ancilla_out(layer[TO].zero));
      if (k != 0) begin : gen_rest
        assign layer[TO].addend[N-1:N-k] = layer[FROM].addend[N-1:N-k];
        assign layer[TO].sum[k-1:0]      = layer[FROM].sum[k-1:0];
      end
    end
  endgenerate
endmodule
