// rg_wide_add.v: a number added to a wide word, or subtracted. Combinational.
`default_nettype none

module rg_wide_add #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter N    = 106,
    parameter X    = 13
) (
    input  wire [W-1:0]        word,
    input  wire                subtract,
    input  wire                negative,
    input  wire signed [X-1:0] exponent,
    input  wire [N-1:0]        digits,
    output wire [W-1:0]        sum,      // modulo 2^W
    output wire                overflow, // the number or the sum does not fit
    output wire                few
);
    wire [W:0] magnitude;
    wire wide;
    rg_wide_expand #(.W(W), .FRAC(FRAC), .N(N), .X(X)) expand (
        .negative(negative), .exponent(exponent), .digits(digits),
        .magnitude(magnitude), .overflow(wide), .few(few)
    );

    wire down = negative ^ subtract;
    wire [W:0] total = {word[W-1], word} + (magnitude ^ {(W+1){down}}) + {{W{1'b0}}, down};

    assign sum = total[W-1:0];
    assign overflow = wide | (total[W] ^ total[W-1]);
endmodule

`default_nettype wire
