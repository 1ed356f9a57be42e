// rg_update.v: the new values of the target words: update modes and kinds, overflow, zero check,
// moves. Combinational.
`default_nettype none

module rg_update #(
    parameter XLEN = 64
) (
    input  wire [6:0]      op,
    input  wire [4:0]      fmt,
    input  wire [1:0]      kind,
    input  wire [2:0]      umode,
    input  wire            updates,
    input  wire            dir, wrap,
    input  wire [XLEN-1:0] rd, ra, b, m,  // D, A, second operand, memory word, before the step
    input  wire [XLEN-1:0] gd,            // gradient of D, for XGRAD
    input  wire [XLEN-1:0] f,             // value of the function, for formats U and U1
    input  wire [XLEN-1:0] y2, a2,        // rotated words, for formats R3 and R2X; y2 also for RM and MD
    output wire            minus,         // s = -1
    output wire            ancilla_mode,  // mode SET or UNSET
    output wire [XLEN-1:0] addend,        // the f of the update
    output reg             write_d, write_a, write_m,
    output reg  [XLEN-1:0] next_d, next_a, next_m,
    output wire            overflow,      // the sum does not fit
    output wire            overflow_trap,
    output reg             dirty_trap,
    output reg  [XLEN-1:0] dirty_word
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    wire set_unset = umode == RG_MODE_SET || umode == RG_MODE_UNSET;
    assign minus    = dir ^ (umode == RG_MODE_SUB || umode == RG_MODE_UNSET);
    assign ancilla_mode = updates && set_unset;

    // The update: v is the target, s f is added to it.
    wire [XLEN-1:0] v = (fmt == RG_FMT_ST) ? m : rd;
    assign addend = (fmt == RG_FMT_C)  ? b
                  : (fmt == RG_FMT_LD) ? m
                  : (fmt == RG_FMT_ST) ? rd : f;

    wire [XLEN-1:0] sum  = minus ? v - addend : v + addend;
    wire [XLEN-2:0] lsum = minus ? v[XLEN-2:0] - addend[XLEN-2:0] : v[XLEN-2:0] + addend[XLEN-2:0];
    wire fix_over = (v[XLEN-1] ^ addend[XLEN-1]) == minus && sum[XLEN-1] != v[XLEN-1];
    wire log_over = (v[XLEN-2] ^ addend[XLEN-2]) == minus && lsum[XLEN-2] != v[XLEN-2];

    reg [XLEN-1:0] updated;
    always @* begin
        if (umode == RG_MODE_XOR)     updated = v ^ addend;
        else if (kind == RG_KIND_LOG) updated = {v[XLEN-1] ^ addend[XLEN-1], lsum};
        else                          updated = sum;
    end

    assign overflow = updates && umode != RG_MODE_XOR
                   && ((kind == RG_KIND_FIX && fix_over) || (kind == RG_KIND_LOG && log_over));
    assign overflow_trap = overflow && !wrap;

    // Bit rotation by b mod XLEN.
    localparam SHIFT = $clog2(XLEN);
    wire [SHIFT-1:0] left  = ((op == RG_OP_ROL) ^ dir) ? b[SHIFT-1:0] : -b[SHIFT-1:0];
    wire [SHIFT-1:0] right = -left;
    wire [XLEN-1:0]  rolled = (left == {SHIFT{1'b0}}) ? rd : (rd << left) | (rd >> right);

    always @* begin
        write_d = 1'b0;  next_d = rd;
        write_a = 1'b0;  next_a = ra;
        write_m = 1'b0;  next_m = m;
        dirty_trap = 1'b0;
        dirty_word = ZERO;
        if (updates) begin
            write_d = fmt != RG_FMT_ST;  next_d = updated;
            write_m = fmt == RG_FMT_ST;  next_m = updated;
            if (set_unset) begin
                dirty_word = minus ? updated : v;
                dirty_trap = dirty_word != ZERO;
            end
        end else begin
            case (op)
                RG_OP_SWAP: begin
                    write_d = 1'b1;  next_d = ra;
                    write_a = 1'b1;  next_a = rd;
                end
                RG_OP_EXCH: begin
                    write_d = 1'b1;  next_d = m;
                    write_m = 1'b1;  next_m = rd;
                end
                RG_OP_NEG:            begin write_d = 1'b1;  next_d = -rd; end
                RG_OP_ROL, RG_OP_ROR: begin write_d = 1'b1;  next_d = rolled; end
                RG_OP_XGRAD:          begin write_d = 1'b1;  next_d = gd; end
                RG_OP_ROT, RG_OP_IROT, RG_OP_HAD, RG_OP_IHAD: begin
                    write_d = 1'b1;  next_d = y2;
                    write_a = 1'b1;  next_a = a2;
                end
                RG_OP_RNG, RG_OP_MULDIV:   begin write_d = 1'b1;  next_d = y2; end
                RG_OP_ALLOC, RG_OP_FREE:   begin dirty_word = rd;  dirty_trap = rd != ZERO; end
                RG_OP_ALLOCM, RG_OP_FREEM: begin dirty_word = m;   dirty_trap = m != ZERO; end
                default: ;
            endcase
        end
    end
endmodule
`default_nettype wire
