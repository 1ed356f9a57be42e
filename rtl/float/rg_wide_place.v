// rg_wide_place.v: an unsigned word times 2^shift, rounded once, ties to even. A rotation by
// shift modulo W leaves what stays and what leaves in two parts of one word. W is a power of two. Combinational.
`default_nettype none

module rg_wide_place #(
    parameter W = 256,
    parameter K = 16
) (
    input  wire [W-1:0]        magnitude,
    input  wire signed [K-1:0] shift,
    output wire [W-1:0]        placed,
    output wire [W-1:0]        cut,    // before it is rounded
    output wire                lost,   // digits left it at the top
    output wire                inexact // at the end, or all of them did
);
    localparam S = $clog2(W);
    localparam signed [K-1:0] LIMIT = W;

    wire left  = !shift[K-1];
    wire far   = shift < -LIMIT || shift >= LIMIT;
    wire [S-1:0] turn = shift[S-1:0];

    reg [W-1:0] turned;
    integer s;
    always @* begin
        turned = magnitude;
        for (s = 0; s < S; s = s + 1)
            if (turn[s]) turned = turned << (1 << s) | turned >> (W - (1 << s));
    end

    wire [W-1:0] high = {W{1'b1}} << turn;
    wire [W-1:0] upper = turned & high;
    wire [W-1:0] lower = turned & ~high;
    wire any = |magnitude;

    assign cut = far ? {W{1'b0}} : left ? upper : lower;
    assign lost = left && (far ? any : |lower);
    assign inexact = !left && (far ? any : |upper);
    // Of the digits behind the end the first stands at the top.
    wire up = !left && !far && upper[W-1] && (cut[0] || (|upper[W-2:0]));
    assign placed = cut + {{(W-1){1'b0}}, up};
endmodule

`default_nettype wire
