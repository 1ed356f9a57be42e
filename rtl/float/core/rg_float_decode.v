// rg_float_decode.v: what a word means on a core with Float: operand kinds, whether the core has it, and
// who does it. Combinational. The lists are those of isa/float_core.c.
`default_nettype none

module rg_float_decode (
    input  wire [31:0] word,
    output wire [31:0] plain,       // the same without kinds; 0, which is no instruction, for what the core lacks
    output wire        known,       // the core has it
    output wire        number,      // .w: numbers are meant, and not integers
    output wire        a_float, b_float,
    output wire        to_fixed, fixed_target, // of FMOV
    output wire        update,      // the unit does it: an update of Floats
    output wire        compares,    // or an order: of A and B; of 0 and B; of D and B
    output wire        negates,     // or neg.w
    output wire        turns,       // or a rotation of two words
    output wire        rounds       // or it makes an Int of a number
);
`include "rg_isa.vh"
`include "rg_float_core.vh"
    wire [6:0] op  = word[31:25];
    wire [4:0] fmt = op_format(op);
    wire has_kinds = fmt != RG_FMT_C && fmt != RG_FMT_BR && fmt != RG_FMT_BI && fmt != RG_FMT_J && fmt != RG_FMT_I;
    wire [2:0] kinds = has_kinds && !word[11] ? word[10:8] : 3'd0;

    wire [2:0] allowed = float_core_kinds(op);
    wire moves = op == RG_OP_FMOV;
    wire complete = moves ? kinds[2] || !kinds[0] : kinds[0] || !(allowed[0] && kinds != 3'd0);
    assign known = float_core_has(op) && (kinds & ~allowed) == 3'd0 && complete;

    assign plain    = !known ? 32'd0 : kinds == 3'd0 ? word : {word[31:11], 3'd0, word[7:0]};
    assign number   = kinds[0];
    assign b_float  = kinds[1];
    assign a_float  = kinds[2] && !moves;
    assign to_fixed = kinds[2] && moves;
    assign fixed_target = kinds[0] && moves;
    wire by_unit    = known && float_core_unit(op);
    assign update   = by_unit && (op_kind(op) == RG_KIND_FIX || op_kind(op) == RG_KIND_LOG);
    assign negates  = by_unit && op == RG_OP_NEG && kinds[0];
    assign rounds   = by_unit && op >= RG_OP_FLOOR && op <= RG_OP_TRUNC;
    assign turns    = by_unit && (op == RG_OP_ROT || op == RG_OP_IROT || op == RG_OP_HAD || op == RG_OP_IHAD);
    assign compares = by_unit && !update && op != RG_OP_NEG && kinds[0];
endmodule
`default_nettype wire
