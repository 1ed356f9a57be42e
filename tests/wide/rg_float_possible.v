// rg_float_possible.v: whether a word may stand in a register: a number, or a float word that no wide
// word is, or one whose opposite was such (NEG).
`default_nettype none

module rg_float_possible #(
    parameter W    = 16,
    parameter FRAC = 8,
    parameter L    = 8,
    parameter P    = 4,
    parameter E    = 4
) (
    input  wire [W-1:0] word,
    output wire         possible
);
    wire beyond = word[W-1 -: L] == {1'b1, {(L-1){1'b0}}};
    wire held   = word[W-1:L] == {1'b1, {(W-L-1){1'b0}}};
    wire [E-1:0] field = word[P-1 +: E];
    wire apart, opposite_apart;
    rg_float_apart #(.W(W), .FRAC(FRAC), .P(P), .E(E)) fits (.bits(word[P+E-1:0]), .apart(apart), .huge());
    rg_float_apart #(.W(W), .FRAC(FRAC), .P(P), .E(E)) opposite (
        .bits({!word[P+E-1], word[P+E-2:0]}), .apart(opposite_apart), .huge()
    );

    wire is_float = held && (apart || opposite_apart) && (|field) && !(&field) && ~|(word[L-1:0] >> (P + E));
    assign possible = is_float || !beyond;
endmodule

`default_nettype wire
