// rg_float_fixed.v: a number rounded to a Fixed beside Float: the nearest multiple of 2^-FIXED_FRAC, ties to
// even, as a wide word. Combinational.
`default_nettype none

module rg_float_fixed #(
    parameter W          = 256,
    parameter FRAC       = 128,
    parameter P          = 53,
    parameter E          = 11,
    parameter FIXED_FRAC = 43,
    parameter FIXED_BITS = 64
) (
    input  wire [W-1:0]   word,
    input  wire [P+E-1:0] bits,
    input  wire           apart,    // the wide word has not all digits of the number, so `bits` is read
    output wire [W-1:0]   f,
    output wire           overflow, // no Fixed has room for it
    output wire           few       // not exact, and fewer than 30 digits are there
);
    localparam ENOUGH = 30;
    localparam CUT = FRAC - FIXED_FRAC;
    localparam signed [E+1:0] BIAS = (1 << (E - 1)) - 1;

    // Of a wide word CUT digits leave it.
    wire [W-1:0] magnitude = (word ^ {W{word[W-1]}}) + {{(W-1){1'b0}}, word[W-1]};
    wire [W-1:0] cut = magnitude >> CUT;
    wire [CUT-1:0] rest = magnitude[CUT-1:0];
    wire up = rest[CUT-1] && (cut[0] || (|(rest << 1)));
    wire few_of_word = (|rest) && ~|(cut >> (ENOUGH - 1));

    // A float word has its digits anywhere.
    wire [E-1:0] field = bits[P-1 +: E];
    wire [W:0] of_float;
    wire float_over, few_of_float;
    rg_wide_expand #(.W(W), .FRAC(FIXED_FRAC), .N(P), .X(E + 2)) expand (
        .negative(bits[P+E-1]), .exponent($signed({2'b00, field}) - BIAS),
        .digits({|field, bits[P-2:0]}), .magnitude(of_float), .overflow(float_over),
        .few(few_of_float)
    );

    wire [W-1:0] rounded = apart ? of_float[W-1:0] : cut + {{(W-1){1'b0}}, up};
    wire negative = apart ? bits[P+E-1] : word[W-1];
    wire [W-1:0] placed = rounded << CUT;

    assign f = (placed ^ {W{negative}}) + {{(W-1){1'b0}}, negative};
    assign overflow = (apart && float_over) || (|(rounded >> (FIXED_BITS - 1)));
    assign few = apart ? few_of_float : few_of_word;

    wire unused = &{1'b0, of_float[W]};
endmodule

`default_nettype wire
