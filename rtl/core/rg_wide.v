// rg_wide.v: the accumulator W of two words and its gradient GW: sums of exact products, one
// rounding when read, the bank of multiply-divide, exchange. Combinational.
`default_nettype none

module rg_wide #(
    parameter XLEN = 64
) (
    input  wire [6:0]        op,
    input  wire              grad,      // gradient mode
    input  wire              active,    // gradients take part in this update
    input  wire              minus,     // s = -1
    input  wire [XLEN-1:0]   rd, ra, gd, ga,
    input  wire [2*XLEN-1:0] w, gw, product,
    input  wire [2*XLEN-1:0] w2, gw2,   // what MULDIV leaves
    output wire              write_w, write_gw,
    output wire [2*XLEN-1:0] next_w, next_gw,
    output wire              overflow,       // W + s a b does not fit
    output wire              grad_overflow   // nor the gradient read from D
);
`include "rg_isa.vh"

    wire accumulates = op == RG_OP_WMAC;
    wire reads       = op == RG_OP_WOUT;
    wire exchanges   = op == RG_OP_WXCH;
    wire banks       = op == RG_OP_MULDIV;

    wire [2*XLEN-1:0] sum = minus ? w - product : w + product;
    assign overflow = accumulates && (w[2*XLEN-1] ^ product[2*XLEN-1]) == minus && sum[2*XLEN-1] != w[2*XLEN-1];

    // GW's low word is the gradient of W as a fixed-point number.
    wire [XLEN-1:0] low  = gw[XLEN-1:0];
    wire [XLEN-1:0] less = minus ? low + gd : low - gd;
    assign grad_overflow = reads && active && (low[XLEN-1] ^ gd[XLEN-1]) == !minus && less[XLEN-1] != low[XLEN-1];

    assign write_w  = accumulates || exchanges || banks;
    assign next_w   = banks ? w2 : exchanges ? {ra, rd} : sum;
    assign write_gw = (reads && active) || ((exchanges || banks) && grad);
    assign next_gw  = banks ? gw2 : exchanges ? {ga, gd} : {gw[2*XLEN-1:XLEN], less};
endmodule
`default_nettype wire
