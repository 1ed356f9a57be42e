// rg_fix_alu.v: fixed-point and logarithmic operations of one clock, with their gradients.
// Combinational.
`default_nettype none

module rg_fix_alu #(
    parameter XLEN = 64,
    parameter FRAC = 43
) (
    input  wire [6:0]      op,
    input  wire            wrap,
    input  wire [XLEN-1:0] a, b, gy,
    output reg  [XLEN-1:0] f, da, db,
    output wire [3:0]      trap,
    output reg             grad_ovf,
    output wire            value_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};
    localparam [XLEN-1:0] LEAST = {1'b1, {(XLEN-1){1'b0}}};

    wire subtracts = op == RG_OP_FSUB || op == RG_OP_LDIV2;
    wire less = $signed(a) < $signed(b);
    wire equal = a == b;

    wire field_less = $signed(a[XLEN-2:0]) < $signed(b[XLEN-2:0]);
    wire fields_differ = a[XLEN-2:0] != b[XLEN-2:0];
    wire log_greater = a[XLEN-1] != b[XLEN-1] ? b[XLEN-1] : fields_differ && field_less == a[XLEN-1];

    wire [XLEN-1:0] sum = subtracts ? a - b : a + b;
    wire sum_overflow = (a[XLEN-1] == (b[XLEN-1] ^ subtracts)) && sum[XLEN-1] != a[XLEN-1];
    wire [XLEN-2:0] log_sum = sum[XLEN-2:0];
    wire log_overflow = (a[XLEN-2] == (b[XLEN-2] ^ subtracts)) && log_sum[XLEN-2] != a[XLEN-2];
    wire [XLEN-1:0] whole = b << FRAC;
    wire [XLEN-1:0] whole_back = $signed(whole) >>> FRAC;

    reg overflow, may_wrap;
    always @* begin
        f = ZERO;
        overflow = 1'b0;
        may_wrap = 1'b1;
        case (op)
            RG_OP_FMOV, RG_OP_LMUL: f = b;
            RG_OP_FADD, RG_OP_FSUB: begin
                f = sum;
                overflow = sum_overflow;
            end
            RG_OP_FMIN: f = less ? a : b;
            RG_OP_FMAX: f = less ? b : a;
            RG_OP_LMAX: f = log_greater ? a : b;
            RG_OP_FABS: begin
                f = b[XLEN-1] ? ZERO - b : b;
                overflow = b == LEAST;
                may_wrap = 1'b0;
            end
            RG_OP_ITOF: begin
                f = whole;
                overflow = whole_back != b;
            end
            RG_OP_LMUL2, RG_OP_LDIV2: begin
                f = {a[XLEN-1] ^ b[XLEN-1], log_sum};
                overflow = log_overflow;
            end
            default: f = ZERO;
        endcase
    end
    assign trap = overflow && !(wrap && may_wrap) ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign value_ovf = overflow && wrap && may_wrap;

    reg minus_b; // db = -gy
    always @* begin
        da = ZERO;
        db = ZERO;
        minus_b = 1'b0;
        case (op)
            RG_OP_FMOV, RG_OP_LMUL: db = gy;
            RG_OP_FADD, RG_OP_LMUL2: begin
                da = gy;
                db = gy;
            end
            RG_OP_FSUB, RG_OP_LDIV2: begin
                da = gy;
                minus_b = 1'b1;
            end
            RG_OP_FMIN: if (less) da = gy; else db = gy;
            RG_OP_FMAX: if (less || equal) db = gy; else da = gy;
            RG_OP_LMAX: if (log_greater) da = gy; else db = gy;
            RG_OP_FABS:
                if (b[XLEN-1]) minus_b = 1'b1;
                else if (b != ZERO) db = gy;
            default: da = ZERO;
        endcase
        if (minus_b) db = ZERO - gy;
        grad_ovf = minus_b && gy == LEAST;
    end
endmodule

`default_nettype wire
