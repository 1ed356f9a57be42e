// rg_board_quotient.v: fdiv with its gradients, and div, rem, fld, mod: a bit a clock, bit for bit as
// their micro-programs (isa/functions.def). All of it is on magnitudes; rounding to even is the same
// on both sides of 0.
//
// The gradient of the divisor, -g a / b^2, takes the way of the micro-program: operands normalised,
// the reciprocal of b to 62 digits, two products with it, each rounded, and a shift.
`default_nettype none

// start for one clock with operands stable until done. Words of 16 bits.
module rg_board_quotient #(
    parameter XLEN = 16,
    parameter FRAC = 8
) (
    input  wire            clk, rst_n,
    input  wire            start,
    input  wire [6:0]      op,
    input  wire            grad,
    input  wire [XLEN-1:0] a, b, gy,
    output wire            known,        // op is one of these
    output wire            done,
    output reg  [XLEN-1:0] f, da, db,
    output wire [3:0]      trap,
    output wire [2:0]      grad_ovf
);
`include "rg_isa.vh"

    localparam [3:0] VALUE = 4'd0, GRAD_A = 4'd1, NORM_G = 4'd2, NORM_A = 4'd3, TIMES_A = 4'd4, NORM_B = 4'd5,
        INVERSE = 4'd6, TIMES_1 = 4'd7, SHIFT_1 = 4'd8, TIMES_2 = 4'd9, SHIFT_2 = 4'd10, SHIFT_3 = 4'd11;
    localparam [6:0] WORD = XLEN, FRACTION = FRAC;
    // With operands of 16 digits the normalised ones are whole in their upper 16 bits of 64. So the
    // product of two has 31 bits before the first reciprocal, and comes 33 places lower.
    localparam [6:0] LOWER = 7'd29;

    wire fixed = op == RG_OP_FDIV;
    assign known = fixed || op == RG_OP_DIV || op == RG_OP_REM || op == RG_OP_FLD || op == RG_OP_MOD;

    reg [3:0]      stage;
    reg            busy, begins;
    reg [6:0]      left, distance;       // clocks of the stage to go; the last shift
    reg [XLEN-1:0] x, divisor;           // what is divided, from its upper bit on, or normalised
    reg [XLEN-1:0] rest;
    reg [62:0]     q;                    // quotient, or multiplicand
    reg [63:0]     high, low;            // product
    reg            half, sticky;         // of what was shifted out

    wire divides    = stage == VALUE || stage == GRAD_A || stage == INVERSE;
    wire normalises = stage == NORM_G || stage == NORM_A || stage == NORM_B;
    wire multiplies = stage == TIMES_A || stage == TIMES_1 || stage == TIMES_2;
    wire ends       = left == 7'd0 || (normalises && x[XLEN-1] != x[XLEN-2]);

    function [XLEN-1:0] magnitude(input [XLEN-1:0] v);
        magnitude = v[XLEN-1] ? -v : v;
    endfunction

    wire [XLEN:0] trial   = {rest, x[XLEN-1]};
    wire          goes    = trial >= {1'b0, divisor};
    wire [XLEN-1:0] less  = trial[XLEN-1:0] - divisor;
    wire [64:0]   sum     = {1'b0, high} + (low[0] ? {2'd0, q} : 65'd0);

    // Rounded: the quotient by what is left, the product by what was shifted out
    wire [XLEN:0] twice   = {rest, 1'b0};
    wire          nearer  = twice > {1'b0, divisor} || (twice == {1'b0, divisor} && q[0]);
    wire          up_q    = nearer && (fixed || stage != VALUE);
    wire [62:0]   next_q  = q + {62'd0, up_q};
    wire [63:0]   next_low = low + {63'd0, half && (sticky || low[0])};

    // A result: sign and magnitude
    wire          product = stage == SHIFT_3;
    wire [63:0]   size    = product ? next_low : {1'b0, next_q};
    wire          minus   = product ? gy[XLEN-1] == a[XLEN-1] : (stage == VALUE ? a[XLEN-1] : gy[XLEN-1]) != b[XLEN-1];
    wire [XLEN-1:0] result = minus ? -size[XLEN-1:0] : size[XLEN-1:0];
    wire          misfits = size[63:XLEN] != 0 || (size[XLEN-1] && !(minus && size[XLEN-2:0] == 0));

    // Integers
    wire [XLEN-1:0] remainder = a[XLEN-1] ? -rest : rest;
    wire            below = rest != {XLEN{1'b0}} && a[XLEN-1] != b[XLEN-1]; // the floor is one below
    reg  [XLEN-1:0] value;
    always @* begin
        case (op)
            RG_OP_REM: value = remainder;
            RG_OP_FLD: value = result - {{(XLEN-1){1'b0}}, below};
            RG_OP_MOD: value = below ? remainder + b : remainder;
            default:   value = result;
        endcase
    end

    reg value_misfits, a_misfits, b_misfits;
    assign done     = !busy;
    assign trap     = b == {XLEN{1'b0}} ? RG_TRAP_DIVZERO : fixed && value_misfits ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign grad_ovf = {2'd0, a_misfits} + {2'd0, b_misfits};

    always @(posedge clk) begin
        if (!rst_n) begin
            busy <= 1'b0;
        end else if (start && known) begin
            {busy, begins, stage} <= {2'b11, VALUE};
            {value_misfits, a_misfits, b_misfits} <= 3'd0;
            {da, db} <= {(2*XLEN){1'b0}};
        end else if (busy && begins) begin
            begins <= 1'b0;
            {half, sticky} <= 2'd0;
            if (divides) begin
                {rest, q} <= {(XLEN+63){1'b0}};
                x <= stage == VALUE ? magnitude(a) : stage == GRAD_A ? magnitude(gy) : {{(XLEN-1){1'b0}}, 1'b1};
            end else x <= stage == NORM_G ? gy : stage == NORM_A ? a : b;
            if (multiplies)      high <= 64'd0;
            if (stage == VALUE)  divisor  <= magnitude(b);
            if (stage == NORM_G) distance <= 7'd61 - FRACTION;
            case (stage)
                VALUE:   left <= fixed ? WORD + FRACTION : WORD;
                GRAD_A:  left <= WORD + FRACTION;
                INVERSE: left <= WORD + 7'd76;              // 2^124 over 48 digits more
                SHIFT_1: left <= LOWER;
                SHIFT_2: left <= 7'd62;
                SHIFT_3: left <= distance;
                default: left <= multiplies ? 7'd64 : WORD - 7'd1;
            endcase
        end else if (busy && !ends) begin
            left <= left - 7'd1;
            if (divides || normalises) x <= {x[XLEN-2:0], 1'b0};
            if (divides) begin
                rest <= goes ? less : trial[XLEN-1:0];
                q    <= {q[61:0], goes};
            end else if (normalises) begin
                distance <= stage == NORM_B ? distance - 7'd2 : distance + 7'd1;
            end else if (multiplies) begin
                {high, low} <= {sum, low[63:1]};
            end else begin
                {high, low, half} <= {1'b0, high, low};
                sticky <= sticky || half;
            end
        end else if (busy) begin
            stage  <= stage + 4'd1;
            begins <= 1'b1;
            case (stage)
                VALUE:   begin f  <= value;   value_misfits <= misfits; end
                GRAD_A:  begin da <= result;  a_misfits <= misfits; end
                NORM_G:  low     <= {{(64-XLEN){1'b0}}, magnitude(x)};
                NORM_A:  q       <= {{(63-XLEN){1'b0}}, magnitude(x)};
                NORM_B:  divisor <= magnitude(x);
                INVERSE: q       <= next_q;
                SHIFT_1,
                SHIFT_2: low     <= next_low;
                SHIFT_3: begin db <= result;  b_misfits <= misfits; end
                default: ;
            endcase
            if (stage == SHIFT_3 || (stage == VALUE && !(fixed && grad))) busy <= 1'b0;
        end
    end
endmodule
`default_nettype wire
