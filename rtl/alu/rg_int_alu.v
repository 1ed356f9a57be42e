// rg_int_alu.v: the integer operations of one clock. Combinational.
`default_nettype none

module rg_int_alu #(
    parameter XLEN = 64,
    parameter FRAC = 43
) (
    input  wire [6:0]      op,
    input  wire [XLEN-1:0] a, b,
    output reg  [XLEN-1:0] f
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};
    localparam [XLEN-1:0] UNIT = {{(XLEN-1){1'b0}}, 1'b1};
    localparam LOG2_XLEN = $clog2(XLEN);

    wire less = $signed(a) < $signed(b);
    wire equal = a == b;
    wire in_range = b[XLEN-1:LOG2_XLEN] == {(XLEN-LOG2_XLEN){1'b0}};
    wire [LOG2_XLEN-1:0] by = b[LOG2_XLEN-1:0];
    wire [XLEN-1:0] right = $signed(a) >>> by;

    // b as a fixed-point word
    localparam [XLEN-1:0] FRACTION = (UNIT << FRAC) - UNIT;
    localparam [XLEN-1:0] HALF = FRACTION ^ (FRACTION >> 1);
    wire [XLEN-1:0] whole = $signed(b) >>> FRAC;
    wire [XLEN-1:0] part = b & FRACTION;
    wire fractional = part != ZERO;
    wire above_half = part > HALF;
    wire half = fractional && part == HALF;

    function [XLEN-1:0] population(input [XLEN-1:0] v);
        integer i;
        begin
            population = ZERO;
            for (i = 0; i < XLEN; i = i + 1) population = population + {{(XLEN-1){1'b0}}, v[i]};
        end
    endfunction

    function [XLEN-1:0] flag(input value);
        flag = {{(XLEN-1){1'b0}}, value};
    endfunction

    always @* begin
        case (op)
            RG_OP_MOV: f = b;
            RG_OP_ADD: f = a + b;
            RG_OP_SUB: f = a - b;
            RG_OP_AND: f = a & b;
            RG_OP_OR: f = a | b;
            RG_OP_XOR: f = a ^ b;
            RG_OP_SHL: f = in_range ? a << by : ZERO;
            RG_OP_SHR: f = in_range ? a >> by : ZERO;
            RG_OP_SAR: f = in_range ? right : {XLEN{a[XLEN-1]}};
            RG_OP_SIGN: f = b[XLEN-1] ? {XLEN{1'b1}} : flag(b != ZERO);
            RG_OP_EQ: f = flag(equal);
            RG_OP_NE: f = flag(!equal);
            RG_OP_LT: f = flag(less);
            RG_OP_LE: f = flag(less || equal);
            RG_OP_GT: f = flag(!less && !equal);
            RG_OP_GE: f = flag(!less);
            RG_OP_MIN: f = less ? a : b;
            RG_OP_MAX: f = less ? b : a;
            RG_OP_ABS: f = b[XLEN-1] ? ZERO - b : b;
            RG_OP_POPC: f = population(b);
            RG_OP_FLOOR: f = whole;
            RG_OP_CEIL: f = fractional ? whole + UNIT : whole;
            RG_OP_ROUND: f = above_half || (half && whole[0]) ? whole + UNIT : whole;
            RG_OP_TRUNC: f = fractional && b[XLEN-1] ? whole + UNIT : whole;
            default: f = ZERO;
        endcase
    end
endmodule

`default_nettype wire
