// rg_float_scale.v: a wide word times or over a constant that is a power of two: exact, or rounded once
// behind the point. Combinational.
`default_nettype none

module rg_float_scale #(
    parameter W    = 256,
    parameter P    = 53,
    parameter E    = 11,
    parameter X    = 14
) (
    input  wire                multiplies, divides,
    input  wire                once,             // := and =:
    input  wire [W-1:0]        a, b,             // as wide words
    input  wire [P+E-1:0]      a_bits, b_bits,
    input  wire                a_apart, b_apart,
    input  wire                a_constant, b_constant,
    output wire                taken,            // else a function makes it of numbers
    output wire [W-1:0]        f,
    output wire                overflow, few,
    output wire                of_a,             // A is what is multiplied
    output wire                negative,         // the factor is -2^k
    output wire signed [X-1:0] k
);
    localparam SIGNIFICAND = 53, ENOUGH = 30;    // digits of a float word, and those that are not few
    localparam signed [X-1:0] BIAS = (1 << (E - 1)) - 1;

    wire a_power = multiplies && a_constant && (|a_bits[P-1 +: E]) && ~|a_bits[P-2:0];
    wire b_power = b_constant && (|b_bits[P-1 +: E]) && ~|b_bits[P-2:0];
    wire [P+E-1:0] factor = b_power ? b_bits : a_bits;
    wire [W-1:0] word = b_power ? a : b;

    assign of_a = b_power;
    assign negative = factor[P+E-1];
    wire signed [X-1:0] exponent = $signed({{(X-E){1'b0}}, factor[P-1 +: E]}) - BIAS;
    assign k = divides ? -exponent : exponent;

    wire [W-1:0] magnitude = (word ^ {W{word[W-1]}}) + {{(W-1){1'b0}}, word[W-1]};
    wire [W-1:0] placed;
    wire [W-1:0] cut;
    wire lost;
    wire inexact;
    rg_wide_place #(.W(W), .K(X)) place (
        .magnitude(magnitude), .shift(k), .placed(placed), .cut(cut), .lost(lost), .inexact(inexact)
    );
    wire minus = word[W-1] ^ negative;
    wire least = word[W-1] && !negative && ~|placed[W-2:0];

    assign f = (placed ^ {W{minus}}) + {{(W-1){1'b0}}, minus};
    assign overflow = lost || (placed[W-1] && !least);
    assign few = inexact && ~|(cut >> (ENOUGH - 1));
    // A float word loses nothing, so := writes one instead.
    wire loses = inexact && ~|(cut >> SIGNIFICAND);
    wire fixed = b_power ? a_constant || a_apart : b_constant || b_apart;
    assign taken = (multiplies || divides) && (a_power || b_power) && !fixed && !(once && (overflow || loses));
endmodule

`default_nettype wire
