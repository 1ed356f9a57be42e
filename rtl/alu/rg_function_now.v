// rg_function_now.v: the functions that need no clock of the function unit: those without a
// micro-program, and products. Bit for bit rg_exec at once. Combinational; with HALVES the first half
// of a function is computed in the clock of `next`, and the outcome shows in the clock after it.
`default_nettype none

module rg_function_now #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter HALVES = 0
) (
    input  wire              clk, rst_n,
    input  wire              next,
    input  wire [6:0]        op,
    input  wire              grad, wrap,
    input  wire [XLEN-1:0]   a, b, gy,
    input  wire [2*XLEN-1:0] w,
    output wire [XLEN-1:0]   f, da, db,
    output wire [2*XLEN-1:0] product,
    output wire [3:0]        trap,
    output wire [2:0]        grad_ovf,
    output wire              value_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    wire [XLEN-1:0] int_f, fix_f, fix_da, fix_db;
    wire [3:0] fix_trap;
    wire fix_grad_ovf, fix_value_ovf;
    rg_int_alu #(.XLEN(XLEN), .FRAC(FRAC)) int_alu (.op(op), .a(a), .b(b), .f(int_f));
    rg_fix_alu #(.XLEN(XLEN), .FRAC(FRAC)) fix_alu (
        .op(op), .wrap(wrap), .a(a), .b(b), .gy(gy), .f(fix_f), .da(fix_da), .db(fix_db),
        .trap(fix_trap), .grad_ovf(fix_grad_ovf), .value_ovf(fix_value_ovf)
    );

    wire known, unused_done, product_value_ovf;
    wire [XLEN-1:0] product_f, product_da, product_db;
    wire [3:0] product_trap;
    wire [2:0] product_grad_ovf;
    rg_product #(.XLEN(XLEN), .FRAC(FRAC), .GRAD_LANES(1), .HALVES(HALVES)) products (
        .clk(clk), .rst_n(rst_n), .start(1'b1), .next(next), .op(op), .grad(grad), .wrap(wrap), .a(a), .b(b),
        .gy(gy), .w(w),
        .known(known), .done(unused_done), .f(product_f), .da(product_da), .db(product_db), .product(product),
        .trap(product_trap), .grad_ovf(product_grad_ovf), .value_ovf(product_value_ovf)
    );

    wire fits = fix_trap == RG_TRAP_NONE;
    wire [3*XLEN+5:0] found = {
        fits ? int_f | fix_f : ZERO, fits && grad ? fix_da : ZERO, fits && grad ? fix_db : ZERO,
        fits && grad && fix_grad_ovf, fix_trap, fix_value_ovf
    };
    wire [XLEN-1:0] s_f, s_da, s_db;
    wire [3:0]      s_trap;
    wire            s_grad_ovf, s_value_ovf;
    generate
        if (HALVES != 0) begin : later
            reg [3*XLEN+5:0] held;
            always @(posedge clk) if (next) held <= found;
            assign {s_f, s_da, s_db, s_grad_ovf, s_trap, s_value_ovf} = held;
        end else begin : at_once
            wire unused_next = next;
            assign {s_f, s_da, s_db, s_grad_ovf, s_trap, s_value_ovf} = found;
        end
    endgenerate
    assign trap = known ? product_trap : s_trap;
    // the one that does not know op is zero
    assign f  = known ? product_f : s_f;
    assign da = known ? product_da : s_da;
    assign db = known ? product_db : s_db;
    assign grad_ovf  = known ? product_grad_ovf : {2'd0, s_grad_ovf};
    assign value_ovf = known ? product_value_ovf : s_value_ovf;
endmodule
`default_nettype wire
