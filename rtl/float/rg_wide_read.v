// rg_wide_read.v: reading a wide word: the nearest float word of P digits, ties to even. What W bits
// hold must be within the exponents of the format. W is a power of two. Combinational.
`default_nettype none

module rg_wide_read #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter P    = 53,
    parameter E    = 11
) (
    input  wire [W-1:0]   word,
    output wire [P+E-1:0] value
);
    wire negative;
    wire [W-1:0] digits;
    wire [$clog2(W)-1:0] zeros;
    rg_wide_first #(.W(W)) first (.word(word), .negative(negative), .digits(digits), .zeros(zeros));
    rg_wide_round #(.W(W), .FRAC(FRAC), .P(P), .E(E)) round (
        .negative(negative), .digits(digits), .zeros(zeros), .value(value)
    );
endmodule

`default_nettype wire
