// rg_decode.v: fields, legality, alias rule and needs of one instruction word. Combinational;
// tables from isa/.
`default_nettype none

module rg_decode #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter SWITCHES = 1            // 0: `mode` cannot switch tangents on
) (
    input  wire [31:0]     word,
    output wire [6:0]      op,
    output wire [2:0]      umode,     // update mode, or condition of format AS
    output wire [4:0]      a, b,      // register fields A and B; always in the same bits, D in bits 21:17
    output wire            imm_used,  // the second operand is imm, not a register
    output reg  [XLEN-1:0] imm,       // scaled by FRAC where the instruction reads B as fixed
    output wire [23:0]     offset,
    output wire [4:0]      fmt,
    output wire [1:0]      kind,
    output wire [3:0]      cls,
    output wire            legal,
    output reg             alias_hit,
    output wire            uses_mem,
    output wire            uses_exec,
    output wire            updates    // an update of the kind `kind`
);
`include "rg_isa.vh"

    wire [1:0]  bk    = op_bk(op);
    wire        i_bit = word[11];
    wire [4:0]  d     = word[21:17];
    wire [16:0] low17 = word[16:0];

    assign op    = word[31:25];
    assign umode = word[24:22];
    assign a     = word[16:12];
    assign b     = word[4:0];
    assign fmt   = op_format(op);
    assign kind  = op_kind(op);
    assign cls   = op_class(op);

    wire has_b = fmt == RG_FMT_U || fmt == RG_FMT_U1 || fmt == RG_FMT_LD || fmt == RG_FMT_ST || fmt == RG_FMT_X
              || fmt == RG_FMT_M || fmt == RG_FMT_RB || fmt == RG_FMT_AS || fmt == RG_FMT_W;
    assign imm_used = (has_b && i_bit) || fmt == RG_FMT_C || fmt == RG_FMT_I || fmt == RG_FMT_BI;

    // A word shorter than a constant keeps its low bits.
    localparam ABOVE_11 = XLEN > 11 ? XLEN - 11 : 0;
    localparam ABOVE_17 = XLEN > 17 ? XLEN - 17 : 0;
    wire [XLEN-1:0] imm11 = {{ABOVE_11{word[10]}}, word[10:0]};
    wire [XLEN-1:0] imm5  = {{(XLEN-5){word[16]}}, word[16:12]};
    wire [XLEN-1:0] imm17 = {{ABOVE_17{low17[16]}}, low17};

    always @* begin
        case (fmt)
            RG_FMT_C:  imm = imm17 << {op[1:0], 4'b0000}; // LI0..LI3 stand at consecutive codes from a multiple of 4
            RG_FMT_BI: imm = imm5;
            default:   imm = (bk == RG_BK_F) ? imm11 << FRAC : imm11;
        endcase
    end

    assign offset = (fmt == RG_FMT_J) ? word[23:0]
                                      : {{9{word[24]}}, word[24:22], word[11:0]};

    // Unused fields are zero, modes are those the instruction has.
    reg mode_ok, d_ok, a_ok, low_ok;
    always @* begin
        case (fmt)
            RG_FMT_W, RG_FMT_RM:
                mode_ok = umode <= RG_MODE_SUB;
            RG_FMT_MD:
                mode_ok = umode <= RG_MODE_UNSET && umode != RG_MODE_XOR;
            RG_FMT_U, RG_FMT_U1, RG_FMT_C, RG_FMT_LD, RG_FMT_ST, RG_FMT_WO:
                mode_ok = umode <= RG_MODE_UNSET && !(kind == RG_KIND_LOG && umode == RG_MODE_XOR);
            RG_FMT_AS:
                mode_ok = umode <= RG_COND_GE;
            RG_FMT_BR, RG_FMT_BI, RG_FMT_J:
                mode_ok = 1'b1;
            default:
                mode_ok = umode == 3'd0;
        endcase
        case (fmt)
            RG_FMT_M, RG_FMT_I, RG_FMT_N, RG_FMT_W: d_ok = d == 5'd0;
            default:                      d_ok = 1'b1;
        endcase
        case (fmt)
            RG_FMT_U1, RG_FMT_AS, RG_FMT_R1, RG_FMT_RB, RG_FMT_I, RG_FMT_N, RG_FMT_WO, RG_FMT_RM: a_ok = a == 5'd0;
            default:                                                       a_ok = 1'b1;
        endcase
        case (fmt)
            RG_FMT_R3, RG_FMT_MD:            low_ok = word[11:5] == 7'd0;
            RG_FMT_R1, RG_FMT_R2, RG_FMT_R2X, RG_FMT_WO, RG_FMT_RM, RG_FMT_N: low_ok = word[11:0] == 12'd0;
            RG_FMT_I:                        low_ok = i_bit;
            default:                         low_ok = !has_b || i_bit || word[10:5] == 6'd0;
        endcase
    end

    wire too_wide = (XLEN <= 32) && (op == RG_OP_LI2 || op == RG_OP_LI3);
    wire no_tangents = SWITCHES == 0 && op == RG_OP_MODE && word[{3'd0, RG_BIT_TANGENT}];
    assign legal = fmt != RG_FMT_NONE && mode_ok && d_ok && a_ok && low_ok && !too_wide && !no_tangents;

    // The target register is also read.
    wire b_is_d = has_b && !i_bit && b == d;
    always @* begin
        case (fmt)
            RG_FMT_U, RG_FMT_LD:  alias_hit = a == d || b_is_d;
            RG_FMT_U1, RG_FMT_RB: alias_hit = b_is_d;
            RG_FMT_X:             alias_hit = op == RG_OP_EXCH && (a == d || b_is_d);
            RG_FMT_R2, RG_FMT_R2X: alias_hit = a == d;
            RG_FMT_R3, RG_FMT_MD: alias_hit = a == d || b == d || a == b;
            RG_FMT_BR:            alias_hit = (op == RG_OP_FORTOP || op == RG_OP_FOREND) && a == d;
            default:              alias_hit = 1'b0;
        endcase
    end

    assign uses_mem  = fmt == RG_FMT_LD || fmt == RG_FMT_ST || fmt == RG_FMT_X || fmt == RG_FMT_M;
    assign uses_exec = fmt == RG_FMT_U || fmt == RG_FMT_U1 || fmt == RG_FMT_R3 || fmt == RG_FMT_R2X
                    || fmt == RG_FMT_W || fmt == RG_FMT_WO || fmt == RG_FMT_RM || fmt == RG_FMT_MD;
    assign updates   = fmt == RG_FMT_U || fmt == RG_FMT_U1 || fmt == RG_FMT_C || fmt == RG_FMT_LD || fmt == RG_FMT_ST
                    || fmt == RG_FMT_WO;
endmodule
`default_nettype wire
