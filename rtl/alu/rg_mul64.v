// rg_mul64.v: signed 64 x 64 product from four 32 x 32 unsigned ones. Combinational.
`default_nettype none

module rg_mul64 (
    input  wire [63:0]  a, b,
    output wire [127:0] p
);
    wire [63:0] ll = {32'd0, a[31:0]} * {32'd0, b[31:0]};
    wire [63:0] lh = {32'd0, a[31:0]} * {32'd0, b[63:32]};
    wire [63:0] hl = {32'd0, a[63:32]} * {32'd0, b[31:0]};
    wire [63:0] hh = {32'd0, a[63:32]} * {32'd0, b[63:32]};
    wire [127:0] magnitude = {hh, ll} + {32'd0, lh, 32'd0} + {32'd0, hl, 32'd0};
    wire [63:0] correction = (a[63] ? b : 64'd0) + (b[63] ? a : 64'd0);

    assign p = magnitude - {correction, 64'd0};
endmodule

`default_nettype wire
