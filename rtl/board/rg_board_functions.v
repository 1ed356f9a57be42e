// rg_board_functions.v: which instructions the board has, and the functions of those that need one:
// the operations of one clock, products and quotients. What a small device has no room for is `missing`.
`default_nettype none

module rg_board_functions #(
    parameter XLEN = 16,
    parameter FRAC = 8
) (
    input  wire            clk, rst_n,
    input  wire [31:0]     word,
    output reg             missing,      // the board leaves this instruction out
    input  wire            start,        // for one clock, with operands stable until done
    output wire            done,
    input  wire            grad, wrap,
    input  wire [XLEN-1:0] a, b, gy,
    input  wire [2*XLEN-1:0] w,
    output wire [XLEN-1:0] f, da, db,
    output wire [2*XLEN-1:0] product,
    output wire [3:0]      trap,
    output wire [2:0]      grad_ovf,
    output wire            value_ovf
);
`include "rg_isa.vh"

    wire [6:0] op = word[31:25];
    always @* begin
        case (op)
            RG_OP_RNG, RG_OP_MULDIV,
            RG_OP_FSQRT, RG_OP_FHYPOT, RG_OP_FEXP, RG_OP_FLOG, RG_OP_FSIN, RG_OP_FCOS,
            RG_OP_FATAN2, RG_OP_FPOW, RG_OP_FPOWI, RG_OP_LTOF, RG_OP_FEXP2, RG_OP_FLOG2, RG_OP_FEXPM1,
            RG_OP_FLOG1P, RG_OP_FTAN, RG_OP_FASIN, RG_OP_FACOS, RG_OP_FSINH, RG_OP_FCOSH, RG_OP_FTANH,
            RG_OP_LMULF, RG_OP_LPOWI, RG_OP_LADD2, RG_OP_LSUB2, RG_OP_LPOW,
            RG_OP_ROT, RG_OP_IROT, RG_OP_HAD, RG_OP_IHAD: missing = 1'b1;
            RG_OP_MODE: missing = word[{3'd0, RG_BIT_TANGENT}]; // there are no tangents to switch on
            default: missing = 1'b0;
        endcase
    end

    wire [XLEN-1:0] int_f, fix_f, fix_da, fix_db, product_f, product_da, product_db,
        quotient_f, quotient_da, quotient_db;
    wire [3:0] fix_trap, product_trap, quotient_trap;
    wire [2:0] product_grad_ovf, quotient_grad_ovf;
    wire fix_grad_ovf, fix_value_ovf, product_value_ovf, multiplies, divides, product_done, quotient_done;
    rg_int_alu #(.XLEN(XLEN), .FRAC(FRAC)) int_alu (.op(op), .a(a), .b(b), .f(int_f));
    rg_fix_alu #(.XLEN(XLEN), .FRAC(FRAC)) fix_alu (
        .op(op), .wrap(wrap), .a(a), .b(b), .gy(gy), .f(fix_f), .da(fix_da), .db(fix_db),
        .trap(fix_trap), .grad_ovf(fix_grad_ovf), .value_ovf(fix_value_ovf)
    );
    rg_board_product #(.XLEN(XLEN), .FRAC(FRAC)) multiplier (
        .known(multiplies), .done(product_done), .f(product_f), .da(product_da), .db(product_db), .trap(product_trap),
        .grad_ovf(product_grad_ovf), .value_ovf(product_value_ovf), .*
    );
    rg_board_quotient #(.XLEN(XLEN), .FRAC(FRAC)) divider (
        .known(divides), .done(quotient_done), .f(quotient_f), .da(quotient_da), .db(quotient_db),
        .trap(quotient_trap), .grad_ovf(quotient_grad_ovf), .*
    );
    assign done = product_done && quotient_done;
    // The one that does not know op is zero; what traps is not written.
    assign f         = multiplies ? product_f : divides ? quotient_f : int_f | fix_f;
    assign da        = multiplies ? product_da : divides ? quotient_da : grad ? fix_da : {XLEN{1'b0}};
    assign db        = multiplies ? product_db : divides ? quotient_db : grad ? fix_db : {XLEN{1'b0}};
    assign trap      = multiplies ? product_trap : divides ? quotient_trap : fix_trap;
    assign grad_ovf  = multiplies ? product_grad_ovf : divides ? quotient_grad_ovf : {2'd0, grad && fix_grad_ovf};
    assign value_ovf = multiplies ? product_value_ovf : !divides && fix_value_ovf;
endmodule
`default_nettype wire
