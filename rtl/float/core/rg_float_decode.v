// rg_float_decode.v: what a word means on a core with Float: operand kinds, whether the core has it, and
// who does it. Combinational. isa/float_core.c has the same list; a test compares the two.
`default_nettype none

module rg_float_decode (
    input  wire [31:0] word,
    output wire [31:0] plain,       // the same without kinds; 0, which is no instruction, for what the core lacks
    output wire        number,      // .w: numbers are meant, and not integers
    output wire        a_float, b_float,
    output wire        update,      // the unit does it: an update of Floats
    output wire        compares,    // or an order: of A and B; of 0 and B; of D and B
    output wire        negates      // or neg.w
);
`include "rg_isa.vh"
    localparam [2:0] WIDE = 3'b001, FLOAT_B = 3'b010, FLOAT_A = 3'b100;

    wire [6:0] op  = word[31:25];
    wire [4:0] fmt = op_format(op);
    wire has_kinds = fmt != RG_FMT_C && fmt != RG_FMT_BR && fmt != RG_FMT_BI && fmt != RG_FMT_J && fmt != RG_FMT_I;
    wire [2:0] kinds = has_kinds && !word[11] ? word[10:8] : 3'd0;

    reg       there;
    reg [2:0] allowed;
    always @* begin
        there   = 1'b1;
        allowed = 3'd0;
        case (op)
            RG_OP_EQ, RG_OP_NE, RG_OP_LT, RG_OP_LE, RG_OP_GT, RG_OP_GE: allowed = WIDE | FLOAT_A | FLOAT_B;
            RG_OP_ASSERT, RG_OP_SIGN: allowed = WIDE | FLOAT_B;
            RG_OP_OUT, RG_OP_OUTG, RG_OP_NEG: allowed = WIDE;
            RG_OP_FADD, RG_OP_FSUB, RG_OP_FMUL, RG_OP_FDIV, RG_OP_FMIN, RG_OP_FMAX,
            RG_OP_WMAC: allowed = FLOAT_A | FLOAT_B;
            RG_OP_FMOV, RG_OP_FABS, RG_OP_FSQRT: allowed = FLOAT_B;
            RG_OP_ITOF, RG_OP_WOUT, RG_OP_LDF, RG_OP_STF: ;
            RG_OP_FLOOR, RG_OP_CEIL, RG_OP_ROUND, RG_OP_TRUNC, RG_OP_MULDIV, RG_OP_WXCH, RG_OP_ROT, RG_OP_IROT,
            RG_OP_HAD, RG_OP_IHAD: there = 1'b0;
            default: there = op_kind(op) != RG_KIND_FIX && op_kind(op) != RG_KIND_LOG;
        endcase
    end
    wire needs_wide = allowed[0] && kinds != 3'd0;
    wire good = there && (kinds & ~allowed) == 3'd0 && !(needs_wide && !kinds[0]);

    assign plain    = !good ? 32'd0 : kinds == 3'd0 ? word : {word[31:11], 3'd0, word[7:0]};
    assign number   = kinds[0];
    assign b_float  = kinds[1];
    assign a_float  = kinds[2];
    assign update   = good && op_kind(op) == RG_KIND_FIX;
    assign negates  = good && op == RG_OP_NEG && kinds[0];
    assign compares = good && kinds[0] && (op == RG_OP_ASSERT || op == RG_OP_SIGN
        || (op >= RG_OP_EQ && op <= RG_OP_GE));
endmodule
`default_nettype wire
