// rg_float_apart.v: whether a wide word has not all digits of a float word, and whether it has no room
// for it. Combinational.
`default_nettype none

module rg_float_apart #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter P    = 53,
    parameter E    = 11
) (
    input  wire [P+E-1:0] bits, // 0, or a float word
    output wire           apart,
    output wire           huge
);
    localparam BIAS = (1 << (E - 1)) - 1;
    localparam signed [E+1:0] TOP = BIAS + W - 1 - FRAC;  // of the greatest magnitude
    localparam signed [E+1:0] LAST = BIAS + P - 1 - FRAC; // of numbers whose last digit is the word's
    localparam signed [E+1:0] DIGITS = P;

    wire [E-1:0] field = bits[P-1 +: E];
    wire signed [E+1:0] exponent = $signed({2'b00, field});
    wire [P-1:0] digits = {1'b1, bits[P-2:0]};
    wire any = |field;

    wire signed [E+1:0] behind = LAST - exponent;
    wire none_left = behind >= DIGITS;
    wire [P-1:0] mask = ~({P{1'b1}} << behind[$clog2(P)-1:0]);
    wire inexact = behind > 0 && (none_left || (|(digits & mask)));

    wire least = exponent == TOP && bits[P+E-1] && ~|bits[P-2:0];
    assign huge = any && exponent >= TOP && !least;
    assign apart = any && (huge || inexact);
endmodule

`default_nettype wire
