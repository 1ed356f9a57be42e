// rg_function_unit.v: one more function unit for elements of streams: a sequencer of its own, and
// the outcome as rg_exec shows it.
`default_nettype none

// start for one clock with operands stable in it; done for one clock, the outcome and `b` hold
// until the next start.
module rg_function_unit #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter PRODUCTS = 0,
    parameter DIGITS = 1
) (
    input  wire            clk, rst_n,
    input  wire            start,
    input  wire [6:0]      op,           // of an update with a program, until done
    input  wire            grad, wrap,
    input  wire [XLEN-1:0] a, b, gy,
    output wire            has_program,
    output wire            done,
    output wire [XLEN-1:0] f, da, db,
    output wire [3:0]      trap,
    output wire [2:0]      grad_ovf,
    output wire            value_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    wire [XLEN-1:0]   x_f, x_da, x_db, unused_y2, unused_a2, unused_gy2, unused_ga2;
    wire [2*XLEN-1:0] unused_product;
    wire [2:0]        x_grad_ovf;
    wire              x_value_ovf, unused_second;
    rg_fn_sequencer #(.XLEN(XLEN), .FRAC(FRAC), .PRODUCTS(PRODUCTS), .SECOND(0), .DIGITS(DIGITS)) sequencer (
        .clk(clk), .rst_n(rst_n), .start(start), .op(op), .grad(grad), .inverse(1'b0), .wrap(wrap), .y(ZERO), .a(a),
        .b(b), .gy(gy), .ga(ZERO),
        .w({ZERO, ZERO}), .product(unused_product), .has_program(has_program), .second(1'b0),
        .has_second(unused_second), .f_in(ZERO),
        .da_in(ZERO), .db_in(ZERO), .t0(ZERO), .t1(ZERO), .t2(ZERO), .t3(ZERO), .done(done), .f(x_f), .da(x_da),
        .db(x_db), .y2(unused_y2),
        .a2(unused_a2), .gy2(unused_gy2), .ga2(unused_ga2), .trap(trap), .grad_ovf(x_grad_ovf), .value_ovf(x_value_ovf)
    );

    // A trap leaves all other outputs zero; operations on integers have no cotangents.
    wire plain   = trap == RG_TRAP_NONE;
    wire derives = plain && grad && op >= RG_OP_FMOV;
    assign f         = plain ? x_f : ZERO;
    assign da        = derives ? x_da : ZERO;
    assign db        = derives ? x_db : ZERO;
    assign grad_ovf  = plain ? x_grad_ovf : 3'd0;
    assign value_ovf = plain && x_value_ovf;
endmodule
`default_nettype wire
