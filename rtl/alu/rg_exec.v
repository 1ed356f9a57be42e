// rg_exec.v: value and gradient contributions of one instruction; bit for bit rg_num_eval of
// isa/num/num.h.
`default_nettype none

// start for one clock with operands stable until done; done for one clock, outputs hold until the
// next start. A trap leaves all other outputs zero.
//
// With AT_ONCE, operations without a program are done in the clock of the start if the input
// `at_once` is up. With MULTIPLIER, those of rg_product are too. Their outputs hold as long as the
// operands do. Then programs have one-clock products and DIGITS digits a clock. With STAGED
// another stage does what is done in one clock (rg_function_stage), and nothing is done at once;
// products of programs then take two clocks.
module rg_exec #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter AT_ONCE = 0,
    parameter MULTIPLIER = 0,
    parameter GRAD_LANES = 0,
    parameter DIGITS = 1,
    parameter STAGED = 0,
    parameter TANGENTS = 1
) (
    input  wire            clk, rst_n,
    input  wire            start, at_once,
    input  wire [6:0]      op,
    input  wire            grad, inverse, wrap,
    input  wire [XLEN-1:0] y, a, b, gy, ga,
    input  wire [2*XLEN-1:0] w, gw,     // the accumulator, for WOUT and MULDIV, and its gradient
    output wire [2*XLEN-1:0] product,   // what WMAC adds to it
    output wire [2*XLEN-1:0] w2, gw2,   // what MULDIV leaves in it
    input  wire            second,      // the second partials instead, from f_in .. t3 (docs/reference/tangent.md)
    output wire            has_second,  // op has such a program
    input  wire [XLEN-1:0] f_in, da_in, db_in, t0, t1, t2, t3,
    output wire            done,
    output wire [XLEN-1:0] f, da, db, y2, a2, gy2, ga2,
    output wire [3:0]      trap,
    output wire [2:0]      grad_ovf,
    output wire            value_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    // One clock. With another stage for it, only the passes of tangents come here.
    localparam SIMPLE = STAGED == 0 || TANGENTS != 0;
    wire [XLEN-1:0] int_f, fix_f, fix_da, fix_db;
    wire [3:0] fix_trap;
    wire fix_grad_ovf, fix_value_ovf;
    generate
        if (SIMPLE) begin : simple
            rg_int_alu #(.XLEN(XLEN), .FRAC(FRAC)) int_alu (.op(op), .a(a), .b(b), .f(int_f));
            rg_fix_alu #(.XLEN(XLEN), .FRAC(FRAC)) fix_alu (
                .op(op), .wrap(wrap), .a(a), .b(b), .gy(gy), .f(fix_f), .da(fix_da), .db(fix_db),
                .trap(fix_trap), .grad_ovf(fix_grad_ovf), .value_ovf(fix_value_ovf)
            );
        end else begin : programs_alone
            assign {int_f, fix_f, fix_da, fix_db} = {ZERO, ZERO, ZERO, ZERO};
            assign {fix_trap, fix_grad_ovf, fix_value_ovf} = 6'd0;
        end
    endgenerate

    wire has_program;
    localparam NOW = AT_ONCE != 0 && STAGED == 0;
    wire simple_now = NOW && at_once && !has_program;

    // One product
    wire product_now, product_done, product_value_ovf;
    wire [XLEN-1:0] product_f, product_da, product_db;
    wire [2*XLEN-1:0] whole_product;
    wire [3:0] product_trap;
    wire [2:0] product_grad_ovf;
    generate
        if (NOW && MULTIPLIER != 0) begin : multiplier
            wire known;
            rg_product #(.XLEN(XLEN), .FRAC(FRAC), .GRAD_LANES(GRAD_LANES)) unit (
                .clk(clk), .rst_n(rst_n), .start(start && product_now), .next(1'b0), .op(op), .grad(grad),
                .wrap(wrap), .a(a), .b(b),
                .gy(gy),
                .w(w), .known(known), .done(product_done), .f(product_f), .da(product_da), .db(product_db),
                .product(whole_product), .trap(product_trap), .grad_ovf(product_grad_ovf), .value_ovf(product_value_ovf)
            );
            assign product_now = at_once && known;
        end else begin : no_multiplier
            assign product_now = 1'b0;
            assign {product_done, product_value_ovf, product_trap, product_grad_ovf} = 9'd0;
            assign {product_f, product_da, product_db} = {ZERO, ZERO, ZERO};
            assign whole_product = {ZERO, ZERO};
        end
    endgenerate
    wire now   = simple_now || product_now;
    wire later = start && !now;

    // Many, with the bank: then the program for the gradients of A and B
    wire banks = op == RG_OP_MULDIV;
    wire bank_done;
    wire [3:0] bank_trap;
    wire [XLEN-1:0] bank_y2, bank_gy2;
    wire [2*XLEN-1:0] bank_w2, bank_gw2;
    rg_bank #(.XLEN(XLEN), .DIGITS(AT_ONCE != 0 ? DIGITS : 1)) bank (
        .clk(clk), .rst_n(rst_n), .start(later && banks), .grad(grad), .inverse(inverse), .y(y), .a(a), .b(b), .gy(gy),
        .w(w), .gw(gw),
        .done(bank_done), .y2(bank_y2), .gy2(bank_gy2), .w2(bank_w2), .gw2(bank_gw2), .trap(bank_trap)
    );

    // Many
    wire fn_done, fn_value_ovf;
    wire [XLEN-1:0] fn_f, fn_da, fn_db, fn_y2, fn_a2, fn_gy2, fn_ga2;
    wire [3:0] fn_trap;
    wire [2*XLEN-1:0] fn_product;
    wire [2:0] fn_grad_ovf;
    rg_fn_sequencer #(
        .XLEN(XLEN), .FRAC(FRAC), .PRODUCTS(NOW && MULTIPLIER != 0 ? 1 : 0), .DIGITS(AT_ONCE != 0 ? DIGITS : 1),
        .HALVES(STAGED == 0 ? 1 : 0), .SECOND(TANGENTS)
    ) sequencer (
        .clk(clk), .rst_n(rst_n), .start(banks ? bank_done && grad : later), .op(op), .grad(grad), .inverse(inverse),
        .wrap(wrap), .w(w), .product(fn_product), .y(banks && !inverse ? bank_y2 : y), .a(a), .b(b),
        .gy(banks && !inverse ? bank_gy2 : gy), .ga(ga), .has_program(has_program), .done(fn_done),
        .second(second), .has_second(has_second), .f_in(f_in), .da_in(da_in), .db_in(db_in), .t0(t0), .t1(t1), .t2(t2),
        .t3(t3),
        .f(fn_f), .da(fn_da), .db(fn_db), .y2(fn_y2), .a2(fn_a2), .gy2(fn_gy2), .ga2(fn_ga2),
        .trap(fn_trap), .grad_ovf(fn_grad_ovf), .value_ovf(fn_value_ovf)
    );

    reg [XLEN-1:0] simple_f, simple_da, simple_db;
    reg [3:0] simple_trap;
    reg simple_done, simple_grad_ovf, simple_value_ovf;
    reg from_program, from_bank, turns, with_gradient, is_int;
    always @(posedge clk) begin
        simple_done <= rst_n && later && !has_program;
        if (later) begin
            from_program <= has_program;
            from_bank <= banks;
            turns <= op == RG_OP_ROT || op == RG_OP_IROT || op == RG_OP_HAD || op == RG_OP_IHAD || op == RG_OP_RNG;
            with_gradient <= grad;
            is_int <= op < RG_OP_FMOV && !banks;
            simple_f <= int_f | fix_f; // the one that does not know op is zero
            simple_da <= grad ? fix_da : ZERO;
            simple_db <= grad ? fix_db : ZERO;
            simple_trap <= fix_trap;
            simple_grad_ovf <= grad && fix_grad_ovf;
            simple_value_ovf <= fix_value_ovf;
        end
    end

    wire late_done = from_bank && !with_gradient ? bank_done : from_program ? fn_done : simple_done;
    wire [3:0] late_trap = from_bank ? bank_trap : from_program ? fn_trap : simple_trap;

    wire plain = late_trap == RG_TRAP_NONE && !now;
    wire fn_gradient = plain && with_gradient && !is_int;
    wire fn_turn = plain && from_program && turns;
    wire fn_bank = plain && from_bank;
    wire value_alone = from_bank && !with_gradient; // the program has not run
    wire [XLEN-1:0] late_f = !plain ? ZERO : !from_program ? simple_f : turns || from_bank ? ZERO : fn_f;
    wire [XLEN-1:0] late_da = !plain ? ZERO : !from_program ? simple_da : fn_gradient && !turns ? fn_da : ZERO;
    wire [XLEN-1:0] late_db = !plain ? ZERO : !from_program ? simple_db : fn_gradient ? fn_db : ZERO;
    wire [2:0] late_grad_ovf = !plain || value_alone ? 3'd0 : from_program ? fn_grad_ovf : {2'd0, simple_grad_ovf};
    wire late_value_ovf = plain && !from_bank && (from_program ? fn_value_ovf : simple_value_ovf);
    assign y2 = fn_bank ? bank_y2 : fn_turn ? fn_y2 : ZERO;
    assign a2 = fn_turn ? fn_a2 : ZERO;
    assign gy2 = !with_gradient ? ZERO : fn_bank ? bank_gy2 : fn_turn ? fn_gy2 : ZERO;
    assign ga2 = fn_turn && with_gradient ? fn_ga2 : ZERO;
    assign w2 = fn_bank ? bank_w2 : {ZERO, ZERO};
    assign gw2 = fn_bank && with_gradient ? bank_gw2 : {ZERO, ZERO};

    wire fits = fix_trap == RG_TRAP_NONE;
    assign done = product_now ? product_done : simple_now ? start : late_done;
    assign trap = product_now ? product_trap : simple_now ? fix_trap : late_trap;
    // the one that does not know op is zero
    assign f = product_now ? product_f : !simple_now ? late_f : fits ? int_f | fix_f : ZERO;
    assign da = product_now ? product_da : !simple_now ? late_da : fits && grad ? fix_da : ZERO;
    assign db = product_now ? product_db : !simple_now ? late_db : fits && grad ? fix_db : ZERO;
    assign product = product_now ? whole_product : fn_product;
    assign grad_ovf = product_now ? product_grad_ovf : !simple_now ? late_grad_ovf
        : {2'd0, fits && grad && fix_grad_ovf};
    assign value_ovf = product_now ? product_value_ovf : simple_now ? fix_value_ovf : late_value_ovf;
endmodule

`default_nettype wire
