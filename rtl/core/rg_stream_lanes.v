// rg_stream_lanes.v: further lanes for streams: the elements that follow the one of rg_step, in the
// same clock, where that gives what one after the other gives. Combinational but for what
// rg_product holds.
`default_nettype none

// Lane 0 is rg_step. A group is LANES elements of one row of an operation that has lanes
// (isa/timing.def), none of which reads what another one writes, traps or overflows. Sums into one
// word, and those into W, are formed one lane after the other.
module rg_stream_lanes #(
    parameter XLEN  = 64,
    parameter FRAC  = 43,
    parameter LOG2  = 16,
    parameter LANES = 2
) (
    input  wire                    clk, rst_n,
    // LANES elements are left in this row, lane 0 is done and has found nothing
    input  wire                    offered,
    input  wire [6:0]              op,
    input  wire                    minus, active, // s = -1; gradients take part
    input  wire                    target,        // each adds to a word at D
    input  wire                    two, reg_b,    // it reads a word at A; at B
    input  wire [XLEN-1:0]         imm,           // B where it is no word
    input  wire [LANES*LOG2-1:0]   at_d, at_a, at_b,
    input  wire                    one_d, one_a, one_b, // all lanes name one word there
    input  wire [LANES*XLEN-1:0]   m_d, m_a, m_b, g_d, g_a, g_b, // the words read
    input  wire [XLEN-1:0]         first_d, first_ga, first_gb,  // what lane 0 writes
    input  wire [2*XLEN-1:0]       first_w,
    input  wire [XLEN-1:0]         gw,            // cotangent of W
    output wire                    group,
    output reg  [LANES*XLEN-1:0]   next_d, next_ga, next_gb,
    output reg  [2*XLEN-1:0]       next_w,
    output wire                    share_a, share_b
);
`include "rg_isa.vh"

    generate if (LANES > 1) begin : several
        wire accumulates = op == RG_OP_WMAC;
        wire multiplies  = accumulates || op == RG_OP_FMUL || op == RG_OP_MUL;
        wire integers    = op_kind(op) == RG_KIND_INT;     // their sums wrap

        // What the unit of fixed-point numbers does for an operation on integers
        reg [6:0] simple_op;
        always @* begin
            case (op)
                RG_OP_MOV: simple_op = RG_OP_FMOV;
                RG_OP_ADD: simple_op = RG_OP_FADD;
                RG_OP_SUB: simple_op = RG_OP_FSUB;
                RG_OP_MIN: simple_op = RG_OP_FMIN;
                RG_OP_MAX: simple_op = RG_OP_FMAX;
                RG_OP_ABS: simple_op = RG_OP_FABS;
                default:   simple_op = op;
            endcase
        end
        assign share_a = active && op_has_ga(op) && two;
        assign share_b = active && op_has_gb(op) && reg_b;

        // The sum with s x, and above it whether it does not fit
        function [XLEN:0] sum(input [XLEN-1:0] v, input [XLEN-1:0] x, input less);
            reg [XLEN-1:0] r;
            begin
                r = less ? v - x : v + x;
                sum = {(v[XLEN-1] ^ x[XLEN-1]) == less && r[XLEN-1] != v[XLEN-1], r};
            end
        endfunction

        // The same of W
        function [2*XLEN:0] wide_sum(input [2*XLEN-1:0] v, input [2*XLEN-1:0] x, input less);
            reg [2*XLEN-1:0] r;
            begin
                r = less ? v - x : v + x;
                wide_sum = {(v[2*XLEN-1] ^ x[2*XLEN-1]) == less && r[2*XLEN-1] != v[2*XLEN-1], r};
            end
        endfunction

        // What each lane adds
        wire [LANES*XLEN-1:0] f, da, db;
        wire [2*LANES*XLEN-1:0] exact;
        wire [LANES-1:0]      good;
        assign {f[0 +: XLEN], da[0 +: XLEN], db[0 +: XLEN], exact[0 +: 2*XLEN], good[0]} = {{(5*XLEN){1'b0}}, 1'b1};
        genvar l;
        for (l = 1; l < LANES; l = l + 1) begin : lane
            wire [XLEN-1:0] a = m_a[l*XLEN +: XLEN], b = reg_b ? m_b[l*XLEN +: XLEN] : imm,
                g = accumulates ? gw : g_d[l*XLEN +: XLEN];
            wire [XLEN-1:0] p_f, p_da, p_db, s_f, s_da, s_db;
            wire [3:0] p_trap, s_trap;
            wire [2:0] p_grad_ovf;
            wire p_value_ovf, s_value_ovf, s_grad_ovf, unused_known, unused_done;
            rg_product #(.XLEN(XLEN), .FRAC(FRAC), .GRAD_LANES(1)) products (
                .clk(clk), .rst_n(rst_n), .start(1'b0), .next(1'b0), .op(op),
                .grad(active), .wrap(1'b0), .a(a), .b(b), .gy(g),
                .w({(2*XLEN){1'b0}}),
                .known(unused_known), .done(unused_done), .f(p_f), .da(p_da), .db(p_db),
                .product(exact[2*l*XLEN +: 2*XLEN]), .trap(p_trap),
                .grad_ovf(p_grad_ovf), .value_ovf(p_value_ovf)
            );
            rg_fix_alu #(.XLEN(XLEN), .FRAC(FRAC)) simple (
                .op(simple_op), .wrap(1'b0), .a(a), .b(b), .gy(g), .f(s_f), .da(s_da), .db(s_db), .trap(s_trap),
                .grad_ovf(s_grad_ovf), .value_ovf(s_value_ovf)
            );
            assign f[l*XLEN +: XLEN]  = multiplies ? p_f : s_f;
            assign da[l*XLEN +: XLEN] = multiplies ? p_da : s_da;
            assign db[l*XLEN +: XLEN] = multiplies ? p_db : s_db;
            assign good[l] = multiplies ? p_trap == RG_TRAP_NONE && !p_value_ovf && p_grad_ovf == 3'd0
                                        : integers || (s_trap == RG_TRAP_NONE && !s_value_ovf
                                            && !(active && s_grad_ovf));
        end

        // The sums, one lane after the other where they go to one word
        integer n;
        reg [XLEN:0] v, ga, gb;
        reg [2*XLEN:0] w;
        reg plain;
        always @* begin
            v  = {1'b0, first_d};
            ga = {1'b0, first_ga};
            gb = {1'b0, first_gb};
            w  = {1'b0, first_w};
            next_d  = {LANES{first_d}};
            next_ga = {LANES{first_ga}};
            next_gb = {LANES{first_gb}};
            plain   = good == {LANES{1'b1}};
            for (n = 1; n < LANES; n = n + 1) begin
                v  = sum(one_d ? v[XLEN-1:0] : m_d[n*XLEN +: XLEN], f[n*XLEN +: XLEN], minus);
                ga = sum(one_a ? ga[XLEN-1:0] : g_a[n*XLEN +: XLEN], da[n*XLEN +: XLEN], !minus);
                gb = sum(one_b ? gb[XLEN-1:0] : g_b[n*XLEN +: XLEN], db[n*XLEN +: XLEN], !minus);
                next_d[n*XLEN +: XLEN]  = v[XLEN-1:0];
                next_ga[n*XLEN +: XLEN] = ga[XLEN-1:0];
                next_gb[n*XLEN +: XLEN] = gb[XLEN-1:0];
                w  = wide_sum(w[2*XLEN-1:0], exact[2*n*XLEN +: 2*XLEN], minus);
                if (accumulates ? w[2*XLEN] : v[XLEN] && !integers) plain = 1'b0;
                if ((share_a && ga[XLEN]) || (share_b && gb[XLEN])) plain = 1'b0;
            end
            next_w = w[2*XLEN-1:0];
        end

        // A target that is an operand of any element; with gradients also A of one and B of another
        integer i, k;
        reg meets;
        always @* begin
            meets = 1'b0;
            for (i = 0; i < LANES; i = i + 1)
                for (k = 0; k < LANES; k = k + 1) begin
                    if (target && two && at_d[i*LOG2 +: LOG2] == at_a[k*LOG2 +: LOG2])   meets = 1'b1;
                    if (target && reg_b && at_d[i*LOG2 +: LOG2] == at_b[k*LOG2 +: LOG2]) meets = 1'b1;
                    if (share_a && share_b && at_a[i*LOG2 +: LOG2] == at_b[k*LOG2 +: LOG2]) meets = 1'b1;
                end
        end
        assign group = offered && op_has_lanes(op) && !meets && plain;
    end else begin : single
        wire unused = &{clk, rst_n, offered, op, minus, active, target, two, reg_b, imm, at_d, at_a, at_b, one_d, one_a,
            one_b, m_d, m_a, m_b, g_d, g_a, g_b, gw};
        always @* begin
            next_d  = first_d;
            next_ga = first_ga;
            next_gb = first_gb;
            next_w  = first_w;
        end
        assign {group, share_a, share_b} = 3'b000;
    end endgenerate
endmodule
`default_nettype wire
