// rg_multiplier.v: signed product of WIDTH x WIDTH bits, from four unsigned ones of half the width.
// It is 0 while `on` is down: one operand is held at 0 then. So neither the idle unit nor what is
// behind it switches, whatever stands at its inputs. Combinational. WIDTH is even.
`default_nettype none

module rg_multiplier #(
    parameter WIDTH = 64
) (
    input  wire               on,
    input  wire [WIDTH-1:0]   a, b,
    output wire [2*WIDTH-1:0] p
);
    localparam HALF = WIDTH / 2;
    localparam [WIDTH-1:0] ZERO      = {WIDTH{1'b0}};
    localparam [HALF-1:0]  ZERO_HALF = {HALF{1'b0}};

    // Isolated in front of the products: a mux behind them would leave them switching. One operand
    // is enough, and puts no gate before the other.
    wire [WIDTH-1:0] x = a & {WIDTH{on}};

    wire [WIDTH-1:0] ll = {ZERO_HALF, x[HALF-1:0]} * {ZERO_HALF, b[HALF-1:0]};
    wire [WIDTH-1:0] lh = {ZERO_HALF, x[HALF-1:0]} * {ZERO_HALF, b[WIDTH-1:HALF]};
    wire [WIDTH-1:0] hl = {ZERO_HALF, x[WIDTH-1:HALF]} * {ZERO_HALF, b[HALF-1:0]};
    wire [WIDTH-1:0] hh = {ZERO_HALF, x[WIDTH-1:HALF]} * {ZERO_HALF, b[WIDTH-1:HALF]};
    wire [WIDTH-1:0] correction = (x[WIDTH-1] ? b : ZERO) + (b[WIDTH-1] ? x : ZERO);
    assign p = {hh, ll} + {ZERO_HALF, lh, ZERO_HALF} + {ZERO_HALF, hl, ZERO_HALF} - {correction, ZERO};
endmodule

`default_nettype wire
