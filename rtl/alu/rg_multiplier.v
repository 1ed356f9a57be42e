// rg_multiplier.v: signed product of WIDTH x WIDTH bits, from four unsigned ones of half the width.
// It is 0 while `on` is down. So an idle unit neither switches what is behind it nor costs a
// simulator time. Combinational. WIDTH is even.
`default_nettype none

module rg_multiplier #(
    parameter WIDTH = 64
) (
    input  wire               on,
    input  wire [WIDTH-1:0]   a, b,
    output reg  [2*WIDTH-1:0] p
);
    localparam HALF = WIDTH / 2;
    localparam [WIDTH-1:0] ZERO      = {WIDTH{1'b0}};
    localparam [HALF-1:0]  ZERO_HALF = {HALF{1'b0}};

    reg [WIDTH-1:0] ll, lh, hl, hh, correction;
    always @* begin
        {ll, lh, hl, hh, correction} = {5*WIDTH{1'b0}};
        p = {2*WIDTH{1'b0}};
        if (on) begin
            ll = {ZERO_HALF, a[HALF-1:0]} * {ZERO_HALF, b[HALF-1:0]};
            lh = {ZERO_HALF, a[HALF-1:0]} * {ZERO_HALF, b[WIDTH-1:HALF]};
            hl = {ZERO_HALF, a[WIDTH-1:HALF]} * {ZERO_HALF, b[HALF-1:0]};
            hh = {ZERO_HALF, a[WIDTH-1:HALF]} * {ZERO_HALF, b[WIDTH-1:HALF]};
            correction = (a[WIDTH-1] ? b : ZERO) + (b[WIDTH-1] ? a : ZERO);
            p = {hh, ll} + {ZERO_HALF, lh, ZERO_HALF} + {ZERO_HALF, hl, ZERO_HALF} - {correction, ZERO};
        end
    end
endmodule

`default_nettype wire
