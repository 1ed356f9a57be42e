// rg_wide_round.v: what rg_wide_first gives as the nearest float word of P digits, ties to even. What W
// bits hold must be within the exponents of the format. Combinational.
`default_nettype none

module rg_wide_round #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter P    = 53,
    parameter E    = 11
) (
    input  wire                 negative,
    input  wire [W-1:0]         digits,
    input  wire [$clog2(W)-1:0] zeros,
    output wire [P+E-1:0]       value
);
    localparam [E-1:0] HIGHEST = (1 << (E - 1)) - 1 + W - 1 - FRAC;

    wire up = digits[W-1-P] & (digits[W-P] | (|digits[W-2-P:0]));
    wire [P:0] kept = {1'b0, digits[W-1 -: P]} + {{P{1'b0}}, up};
    wire [E-1:0] exponent = HIGHEST - {{(E-$clog2(W)){1'b0}}, zeros} + {{(E-1){1'b0}}, kept[P]};

    assign value = digits[W-1] ? {negative, exponent, kept[P-2:0]} : {(P+E){1'b0}};
endmodule

`default_nettype wire
