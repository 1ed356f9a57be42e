// rg_float_sum.v: the sum of two numbers of Q digits, or their difference, as N digits rounded to odd;
// N >= Q + 2. Combinational.
`default_nettype none

module rg_float_sum #(
    parameter Q = 106,
    parameter X = 14,
    parameter N = 128
) (
    input  wire [Q+X-1:0]      a,
    input  wire [Q+X-1:0]      b,
    input  wire                subtract,
    output wire                negative,
    output wire signed [X+1:0] exponent,
    output wire [N-1:0]        digits   // the first is 1, or all are 0
);
    // The carry, N digits, and two more: a difference whose end is cut off loses one of them at most.
    localparam M = N + 3;
    localparam S = $clog2(M);
    localparam [X-1:0] FARTHEST = M;
    localparam signed [X+1:0] CARRY = 2 - (1 << (X - 1)); // its exponent, less the field

    wire [Q+X-1:0] other = {b[Q+X-1] ^ subtract, b[Q+X-2:0]};
    wire a_first = a[Q+X-2:0] >= b[Q+X-2:0];
    wire [Q+X-1:0] x = a_first ? a : other;
    wire [Q+X-1:0] y = a_first ? other : a;
    wire [X-1:0] field = x[Q-1 +: X];
    wire [X-1:0] distance = field - y[Q-1 +: X];
    wire far = distance >= FARTHEST;

    wire [M-1:0] greater = {1'b0, |field, x[Q-2:0], {(M-Q-1){1'b0}}};
    wire [M-1:0] whole = {1'b0, |y[Q-1 +: X], y[Q-2:0], {(M-Q-1){1'b0}}};
    wire [M-1:0] mask = {M{1'b1}} << distance[S-1:0];
    wire [M-1:0] smaller = far ? {M{1'b0}} : whole >> distance[S-1:0];
    wire rest = |(whole & (far ? {M{1'b1}} : ~mask));

    wire opposite = x[Q+X-1] ^ y[Q+X-1];
    wire [M-1:0] total = greater + (smaller ^ {M{opposite}}) + {{(M-1){1'b0}}, opposite && !rest};

    wire [(1<<S)-1:0] padded = {total, {((1<<S)-M){1'b0}}};
    wire [S-1:0] zeros;
    wire none;
    rg_leading_zeros #(.W(1 << S)) count (.word(padded), .zeros(zeros), .none(none));
    wire [M-1:0] first = total << zeros;
    wire unused = &{1'b0, none};

    assign negative = x[Q+X-1];
    assign exponent = $signed({2'b00, field}) + CARRY - $signed({{(X+2-S){1'b0}}, zeros});
    assign digits = {first[M-1 -: N-1], first[M-N] | (|first[M-N-1:0]) | rest};
endmodule

`default_nettype wire
