// rg_float_round.v: the float word nearest to a number, ties to even. What is then below the smallest is
// 0. Combinational.
`default_nettype none

module rg_float_round #(
    parameter N = 128,
    parameter P = 53,
    parameter E = 11,
    parameter X = 16
) (
    input  wire                negative,
    input  wire signed [X-1:0] exponent,
    input  wire [N-1:0]        digits,  // the first is 1, or all are 0
    output wire [P+E-1:0]      bits,
    output wire                overflow
);
    localparam signed [X-1:0] BIAS = (1 << (E - 1)) - 1;
    localparam signed [X-1:0] LEAST = 1 - BIAS;

    wire signed [X-1:0] rounded;
    wire [P-1:0] kept;
    rg_float_shorten #(.N(N), .Q(P), .X(X)) shorten (
        .exponent(exponent), .digits(digits), .new_exponent(rounded), .new_digits(kept)
    );
    wire [E-1:0] field = rounded[E-1:0] + BIAS[E-1:0];

    assign overflow = kept[P-1] && rounded > BIAS;
    assign bits = kept[P-1] && rounded >= LEAST && !overflow ? {negative, field, kept[P-2:0]} : {(P+E){1'b0}};
endmodule

`default_nettype wire
