// rg_wide_expand.v: digits 2^(exponent + 1 - N) in units of 2^-FRAC, rounded once, ties to even. One
// of the first two digits is 1, or all are 0. Combinational.
`default_nettype none

module rg_wide_expand #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter N    = 106,
    parameter X    = 13
) (
    input  wire                negative,
    input  wire signed [X-1:0] exponent,
    input  wire [N-1:0]        digits,
    output wire [W:0]          magnitude, // where it fits
    output wire                overflow, // with its sign it does not fit in W bits
    output wire                few       // not exact, and fewer than 30 digits are there
);
    localparam signed [X+1:0] OFFSET = FRAC + 1;
    localparam signed [X+1:0] LIMIT = W + 1;
    localparam signed [X+1:0] ENOUGH = 30;

    // How many digits stand before the end of the word.
    wire signed [X+1:0] above = $signed({{2{exponent[X-1]}}, exponent}) + OFFSET;
    wire signed [X+1:0] counted = above - {{(X+1){1'b0}}, ~digits[N-1]};
    wire low = above < 0;
    wire high = above > LIMIT;
    wire [W+N:0] placed = low || high ? {(W+N+1){1'b0}} : {{(W+1){1'b0}}, digits} << above[$clog2(W+2)-1:0];

    wire [N-1:0] rest = placed[N-1:0];
    wire up = rest[N-1] & (placed[N] | (|rest[N-2:0]));
    wire any = |digits;

    // No carry leaves it: where a digit is rounded off, the first place is free.
    assign magnitude = placed[W+N:N] + {{W{1'b0}}, up};
    wire least = magnitude[W-1] & ~|magnitude[W-2:0] & negative;
    assign overflow = any & (high | magnitude[W] | (magnitude[W-1] & ~least));
    assign few = any & (low | (|rest)) & counted < ENOUGH;
endmodule

`default_nettype wire
