// rg_wide_undone.v: what was added to a wide word without overflow is subtracted again, to the bit and
// without overflow, and the other way round (make wide-prove).
`default_nettype none

module rg_wide_undone #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter N    = 106,
    parameter X    = 13
) (
    input wire [W-1:0]        word,
    input wire                subtract,
    input wire                negative,
    input wire signed [X-1:0] exponent,
    input wire [N-1:0]        digits
);
    wire [W-1:0] there;
    wire [W-1:0] back;
    wire over;
    wire over_back;
    rg_wide_add #(.W(W), .FRAC(FRAC), .N(N), .X(X)) step (
        .word(word), .subtract(subtract), .negative(negative), .exponent(exponent),
        .digits(digits), .sum(there), .overflow(over), .few()
    );
    rg_wide_add #(.W(W), .FRAC(FRAC), .N(N), .X(X)) undo (
        .word(there), .subtract(!subtract), .negative(negative), .exponent(exponent),
        .digits(digits), .sum(back), .overflow(over_back), .few()
    );
    always @* if (!over) assert (back == word && !over_back);
endmodule

`default_nettype wire
