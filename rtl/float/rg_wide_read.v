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
    localparam STAGES = $clog2(W);
    localparam [E-1:0] HIGHEST = (1 << (E - 1)) - 1 + W - 1 - FRAC;

    wire negative = word[W-1];
    wire [W-1:0] magnitude = negative ? ~word + {{(W-1){1'b0}}, 1'b1} : word;

    // The digits moved to the first place, by 2^s places if as many zeros stand first.
    reg [W-1:0] first;
    reg [STAGES-1:0] zeros;
    integer s;
    always @* begin
        first = magnitude;
        zeros = {STAGES{1'b0}};
        for (s = STAGES - 1; s >= 0; s = s - 1) begin
            zeros[s] = ~|(first >> (W - (1 << s)));
            if (zeros[s]) first = first << (1 << s);
        end
    end

    wire up = first[W-1-P] & (first[W-P] | (|first[W-2-P:0]));
    wire [P:0] digits = {1'b0, first[W-1 -: P]} + {{P{1'b0}}, up};
    wire [E-1:0] exponent = HIGHEST - {{(E-STAGES){1'b0}}, zeros} + {{(E-1){1'b0}}, digits[P]};

    assign value = first[W-1] ? {negative, exponent, digits[P-2:0]} : {(P+E){1'b0}};
endmodule

`default_nettype wire
