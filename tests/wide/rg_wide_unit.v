// rg_wide_unit.v: reading, and the product of two float words added, as a step uses them.
`default_nettype none

module rg_wide_unit #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter P    = 53,
    parameter E    = 11
) (
    input  wire [W-1:0]   word,
    input  wire [P+E-1:0] a,
    input  wire [P+E-1:0] b,
    input  wire           subtract,
    output wire [P+E-1:0] value,
    output wire [W-1:0]   sum,
    output wire           overflow,
    output wire           few
);
    wire negative;
    wire signed [E+1:0] exponent;
    wire [2*P-1:0] digits;
    rg_wide_read #(.W(W), .FRAC(FRAC), .P(P), .E(E)) read (.word(word), .value(value));
    rg_wide_product #(.P(P), .E(E)) product (
        .a(a), .b(b), .negative(negative), .exponent(exponent), .digits(digits)
    );
    rg_wide_add #(.W(W), .FRAC(FRAC), .N(2*P), .X(E+2)) add (
        .word(word), .subtract(subtract), .negative(negative), .exponent(exponent),
        .digits(digits), .sum(sum), .overflow(overflow), .few(few)
    );
endmodule

`default_nettype wire
