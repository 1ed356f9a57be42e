// rg_stream_lanes.v: further lanes for streams: the elements that follow the one of rg_step, in the same clock, where that gives what one
// after the other gives. Combinational but for what rg_product holds.
`default_nettype none

// Lane 0 is rg_step. A group is LANES elements of one round of an update of one clock, none of which reads what another one writes, traps
// or overflows; sums into one word are formed one lane after the other.
module rg_stream_lanes #(
    parameter XLEN  = 64,
    parameter FRAC  = 43,
    parameter LOG2  = 16,
    parameter LANES = 2
) (
    input  wire                    clk, rst_n,
    input  wire                    offered,       // LANES elements are left in this round, lane 0 is done and has found nothing
    input  wire [6:0]              op,
    input  wire                    minus, active, // s = -1; gradients take part
    input  wire                    two, reg_b,    // it reads a word at A; at B
    input  wire [XLEN-1:0]         imm,           // B where it is no word
    input  wire [LANES*LOG2-1:0]   at_d, at_a, at_b,
    input  wire                    one_d, one_a, one_b, // all lanes name one word there
    input  wire [LANES*XLEN-1:0]   m_d, m_a, m_b, g_d, g_a, g_b, // the words read
    input  wire [XLEN-1:0]         first_d, first_ga, first_gb,  // what lane 0 writes
    output wire                    group,
    output reg  [LANES*XLEN-1:0]   next_d, next_ga, next_gb,
    output wire                    share_a, share_b
);
`include "rg_isa.vh"

    wire multiplies = op == RG_OP_FMUL;
    wire known = multiplies || op == RG_OP_FADD || op == RG_OP_FSUB || op == RG_OP_FMOV || op == RG_OP_FMIN || op == RG_OP_FMAX;
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

    // What each lane adds
    wire [LANES*XLEN-1:0] f, da, db;
    wire [LANES-1:0]      good;
    assign {f[0 +: XLEN], da[0 +: XLEN], db[0 +: XLEN], good[0]} = {{(3*XLEN){1'b0}}, 1'b1};
    genvar l;
    generate
        for (l = 1; l < LANES; l = l + 1) begin : lane
            wire [XLEN-1:0] a = m_a[l*XLEN +: XLEN], b = reg_b ? m_b[l*XLEN +: XLEN] : imm, g = g_d[l*XLEN +: XLEN];
            wire [XLEN-1:0] p_f, p_da, p_db, s_f, s_da, s_db;
            wire [3:0] p_trap, s_trap;
            wire [2:0] p_grad_ovf;
            wire p_value_ovf, s_value_ovf, s_grad_ovf, unused_known, unused_done;
            wire [2*XLEN-1:0] unused_product;
            rg_product #(.XLEN(XLEN), .FRAC(FRAC), .GRAD_LANES(1)) products (
                .clk(clk), .rst_n(rst_n), .start(1'b0), .op(op), .grad(active), .wrap(1'b0), .a(a), .b(b), .gy(g), .w({(2*XLEN){1'b0}}),
                .known(unused_known), .done(unused_done), .f(p_f), .da(p_da), .db(p_db), .product(unused_product), .trap(p_trap),
                .grad_ovf(p_grad_ovf), .value_ovf(p_value_ovf)
            );
            rg_fix_alu #(.XLEN(XLEN), .FRAC(FRAC)) simple (
                .op(op), .wrap(1'b0), .a(a), .b(b), .gy(g), .f(s_f), .da(s_da), .db(s_db), .trap(s_trap), .grad_ovf(s_grad_ovf), .value_ovf(s_value_ovf)
            );
            assign f[l*XLEN +: XLEN]  = multiplies ? p_f : s_f;
            assign da[l*XLEN +: XLEN] = multiplies ? p_da : s_da;
            assign db[l*XLEN +: XLEN] = multiplies ? p_db : s_db;
            assign good[l] = multiplies ? p_trap == RG_TRAP_NONE && !p_value_ovf && p_grad_ovf == 3'd0
                                        : s_trap == RG_TRAP_NONE && !s_value_ovf && !(active && s_grad_ovf);
        end
    endgenerate

    // The sums, one lane after the other where they go to one word
    integer n;
    reg [XLEN:0] v, ga, gb;
    reg plain;
    always @* begin
        v  = {1'b0, first_d};
        ga = {1'b0, first_ga};
        gb = {1'b0, first_gb};
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
            if (v[XLEN] || (share_a && ga[XLEN]) || (share_b && gb[XLEN])) plain = 1'b0;
        end
    end

    // A target that is an operand of any element; with gradients also A of one and B of another
    integer i, k;
    reg meets;
    always @* begin
        meets = 1'b0;
        for (i = 0; i < LANES; i = i + 1)
            for (k = 0; k < LANES; k = k + 1) begin
                if (two && at_d[i*LOG2 +: LOG2] == at_a[k*LOG2 +: LOG2])   meets = 1'b1;
                if (reg_b && at_d[i*LOG2 +: LOG2] == at_b[k*LOG2 +: LOG2]) meets = 1'b1;
                if (share_a && share_b && at_a[i*LOG2 +: LOG2] == at_b[k*LOG2 +: LOG2]) meets = 1'b1;
            end
    end
    assign group = offered && known && !meets && plain;
endmodule
`default_nettype wire
