// rg_half_multiplier.v: a signed word by half of another, for a product in two clocks: the low half
// without a sign, then the high half with that of the word. It is 0 while `on` is down, as
// rg_multiplier is. Combinational. WIDTH is even.
`default_nettype none

module rg_half_multiplier #(
    parameter WIDTH = 64
) (
    input  wire                 on,
    input  wire                 high,       // the half of b that takes part
    input  wire [WIDTH-1:0]     a, b,
    output wire [2*WIDTH-1:0]   p           // where it stands in the product
);
    localparam HALF = WIDTH / 2;
    localparam [WIDTH-1:0] ZERO      = {WIDTH{1'b0}};
    localparam [HALF-1:0]  ZERO_HALF = {HALF{1'b0}};

    wire [WIDTH-1:0] x = a & {WIDTH{on}};
    wire [HALF-1:0]  y = high ? b[WIDTH-1:HALF] : b[HALF-1:0];

    wire [WIDTH-1:0] l = {ZERO_HALF, x[HALF-1:0]} * {ZERO_HALF, y};
    wire [WIDTH-1:0] h = {ZERO_HALF, x[WIDTH-1:HALF]} * {ZERO_HALF, y};
    wire [WIDTH-1:0] of_a = x[WIDTH-1] ? {y, ZERO_HALF} : ZERO;     // what the signs stand for
    wire [WIDTH-1:0] of_b = high && b[WIDTH-1] ? x : ZERO;
    wire [WIDTH+HALF-1:0] q = {ZERO_HALF, l} + {h - of_a - of_b, ZERO_HALF};
    assign p = high ? {q, ZERO_HALF} : {{HALF{q[WIDTH+HALF-1]}}, q};
endmodule

`default_nettype wire
