// rg_tangent.v: the new tangents of one step, and those of the gradients: contributions, moves,
// checks of ancillas, overflow count (docs/reference/tangent.md). Combinational.
`default_nettype none

module rg_tangent #(
    parameter XLEN = 64
) (
    input  wire [6:0]      op,
    input  wire [4:0]      fmt,
    input  wire            tangent,      // tangent mode
    input  wire            grad, dir,
    input  wire            dual,         // an update or rotation that carries tangents in this step
    input  wire            minus,        // s = -1
    input  wire            set_unset,    // an update of an ancilla
    input  wire            dropping,     // the update frees its target
    input  wire            b_is_reg, a_is_b,
    input  wire [XLEN-1:0] td, ta, tm,   // tangents of D, A and the memory word
    input  wire [XLEN-1:0] ud, ua, ub, um, // tangents of the gradients of D, A, B and the memory word
    input  wire [2*XLEN-1:0] tw, tgw,    // tangents of the accumulator and of its gradient
    input  wire [XLEN-1:0] pa, qb, pu, qu, ha, hb, td2, ta2, ud2, ua2, ub_part, // of rg_lanes
    input  wire [5:0]      product_overflows,
    output reg             write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um,
    output reg  [XLEN-1:0] next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um,
    output wire            write_tw, write_tgw,
    output wire [2*XLEN-1:0] next_tw, next_tgw,
    output reg             reads_tm, reads_um,
    output reg             billed,       // a tangent of a gradient that was not 0 is dropped
    output wire            dirty,        // the tangent of an ancilla is not 0
    output wire [XLEN-1:0] dirty_word,
    output wire [6:0]      overflows,    // without the last of four sums in one word, which is known late
    output wire            last_overflows
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    // g + c or g - c, wrapped, and whether it overflowed.
    function [XLEN:0] sum(input [XLEN-1:0] g, input [XLEN-1:0] c, input subtract);
        reg [XLEN-1:0] wrapped;
        begin
            wrapped = subtract ? g - c : g + c;
            sum = {(g[XLEN-1] ^ c[XLEN-1]) == subtract && wrapped[XLEN-1] != g[XLEN-1], wrapped};
        end
    endfunction

    wire both        = tangent && grad;
    wire exchanges_w = op == RG_OP_WXCH;
    wire register    = fmt == RG_FMT_U || fmt == RG_FMT_U1 || fmt == RG_FMT_W;
    wire reads_a     = fmt == RG_FMT_U || fmt == RG_FMT_W;
    wire of_w        = fmt == RG_FMT_W;
    wire to_m        = fmt == RG_FMT_ST;

    // The target's tangent: first from A, then from B, in the opposite order where s = -1.
    wire [XLEN-1:0] old_t    = of_w ? tw[XLEN-1:0] : to_m ? tm : td;
    wire [XLEN-1:0] from_a   = fmt == RG_FMT_LD ? tm : to_m ? td : fmt == RG_FMT_WO ? tw[XLEN-1:0] : pa;
    wire [XLEN-1:0] from_b   = register ? qb : ZERO;
    // Sums that are not asked are 0: they neither switch nor cost a simulator time.
    localparam [XLEN:0] NONE = {1'b0, ZERO};
    reg  [XLEN:0]   target_1, target_2;
    always @* begin
        target_1 = NONE;
        target_2 = NONE;
        if (dual) begin
            target_1 = sum(old_t, minus ? from_b : from_a, minus);
            target_2 = sum(target_1[XLEN-1:0], minus ? from_a : from_b, minus);
        end
    end
    wire [XLEN-1:0] new_t    = dual ? target_2[XLEN-1:0] : old_t;

    // Tangents of gradients get -s times P(u) and H for A, then Q(u) and H for B; the opposite
    // order where s = -1.
    wire one_word = reads_a && b_is_reg && a_is_b;
    wire          inverse = (op == RG_OP_IROT) ^ dir;
    reg  [XLEN:0] a_1, a_2, a_3, a_4, b_1, b_2, m_1, d_1, w_1, angle_1;
    always @* begin
        {a_1, a_2, a_3, a_4, b_1, b_2, m_1, d_1, w_1, angle_1} = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
            NONE};
        if (both && dual) begin
            a_1 = sum(ua, minus ? (one_word ? hb : ha) : pu, !minus);
            a_2 = sum(a_1[XLEN-1:0], minus ? (one_word ? qu : pu) : ha, !minus);
            a_3 = sum(a_2[XLEN-1:0], minus ? ha : qu, !minus);
            a_4 = sum(a_3[XLEN-1:0], minus ? pu : hb, !minus);
            b_1 = sum(ub, minus ? hb : qu, !minus);
            b_2 = sum(b_1[XLEN-1:0], minus ? qu : hb, !minus);
            m_1 = sum(um, ud, !minus);
            d_1 = sum(ud, um, !minus);
            w_1 = sum(tgw[XLEN-1:0], ud, !minus);
            angle_1 = sum(ub, ub_part, !inverse);
        end
    end

    reg [2:0] sums;  // overflows of sums of tangents of gradients
    wire turns = fmt == RG_FMT_R3 || fmt == RG_FMT_R2X;
    wire [1:0] target_sums = turns ? 2'd0 : {1'b0, target_1[XLEN]} + {1'b0, target_2[XLEN]};
    assign last_overflows = both && dual && register && one_word && a_4[XLEN];
    assign overflows = !dual ? 7'd0
                     : (register || turns ? {1'b0, product_overflows} : 7'd0) + {5'd0, target_sums} + {4'd0, sums};

    // An ancilla's tangent is 0 wherever its value must be.
    wire frees_d = op == RG_OP_ALLOC || op == RG_OP_FREE;
    wire frees_m = op == RG_OP_ALLOCM || op == RG_OP_FREEM;
    assign dirty_word = frees_d ? td : frees_m ? tm : minus ? new_t : old_t;
    assign dirty = tangent && (frees_d || frees_m || set_unset) && dirty_word != ZERO;

    always @* begin
        write_td = 1'b0;  next_td = td;
        write_ta = 1'b0;  next_ta = ta;
        write_tm = 1'b0;  next_tm = tm;
        reads_tm = tangent && (frees_m || (set_unset && to_m));
        if (dual) begin
            reads_tm = fmt == RG_FMT_LD || to_m;
            case (fmt)
                RG_FMT_W: ;
                RG_FMT_ST: begin write_tm = 1'b1;  next_tm = new_t; end
                RG_FMT_R3, RG_FMT_R2X: begin
                    write_td = 1'b1;  next_td = td2;
                    write_ta = 1'b1;  next_ta = ta2;
                end
                default: begin write_td = 1'b1;  next_td = new_t; end
            endcase
        end else if (tangent) begin
            case (op)
                RG_OP_SWAP: begin
                    write_td = 1'b1;  next_td = ta;
                    write_ta = 1'b1;  next_ta = td;
                end
                RG_OP_WXCH: begin
                    write_td = 1'b1;  next_td = tw[XLEN-1:0];
                    write_ta = 1'b1;  next_ta = tw[2*XLEN-1:XLEN];
                end
                RG_OP_EXCH: begin
                    reads_tm = 1'b1;
                    write_td = 1'b1;  next_td = tm;
                    write_tm = 1'b1;  next_tm = td;
                end
                RG_OP_NEG:   begin write_td = 1'b1;  next_td = -td; end
                RG_OP_XGRAD: begin write_td = 1'b1;  next_td = ud; end
                default: ;
            endcase
        end
    end

    // Tangents of gradients, in mode both; they go where rg_grad lets the gradients go.
    always @* begin
        write_ud = 1'b0;  next_ud = ud;
        write_ua = 1'b0;  next_ua = ua;
        write_ub = 1'b0;  next_ub = ub;
        write_um = 1'b0;  next_um = um;
        reads_um = 1'b0;
        billed   = 1'b0;
        sums     = 3'd0;
        if (both && dual) begin
            case (fmt)
                RG_FMT_U, RG_FMT_U1, RG_FMT_W: begin
                    if (one_word) begin
                        write_ua = 1'b1;  next_ua = a_4[XLEN-1:0];
                        sums = {2'd0, a_1[XLEN]} + {2'd0, a_2[XLEN]} + {2'd0, a_3[XLEN]};
                    end else begin
                        if (reads_a) begin
                            write_ua = 1'b1;  next_ua = a_2[XLEN-1:0];
                            sums = {2'd0, a_1[XLEN]} + {2'd0, a_2[XLEN]};
                        end
                        if (b_is_reg) begin
                            write_ub = 1'b1;  next_ub = b_2[XLEN-1:0];
                            sums = sums + {2'd0, b_1[XLEN]} + {2'd0, b_2[XLEN]};
                        end
                    end
                end
                RG_FMT_LD: begin
                    write_um = 1'b1;  next_um = m_1[XLEN-1:0];  reads_um = 1'b1;
                    sums = {2'd0, m_1[XLEN]};
                end
                RG_FMT_ST: begin
                    write_ud = 1'b1;  next_ud = d_1[XLEN-1:0];  reads_um = 1'b1;
                    sums = {2'd0, d_1[XLEN]};
                end
                RG_FMT_WO: sums = {2'd0, w_1[XLEN]};
                RG_FMT_R3: begin
                    write_ud = 1'b1;  next_ud = ud2;
                    write_ua = 1'b1;  next_ua = ua2;
                    write_ub = 1'b1;  next_ub = angle_1[XLEN-1:0];
                    sums = {2'd0, angle_1[XLEN]};
                end
                RG_FMT_R2X: begin
                    write_ud = 1'b1;  next_ud = ud2;
                    write_ua = 1'b1;  next_ua = ua2;
                end
                default: ;
            endcase
            if (dropping) begin
                if (to_m) begin
                    write_um = 1'b1;  next_um = ZERO;
                    billed = um != ZERO;
                end else begin
                    write_ud = 1'b1;  next_ud = ZERO;
                    billed = ud != ZERO;
                end
            end
        end else if (both) begin
            case (op)
                RG_OP_SWAP: begin
                    write_ud = 1'b1;  next_ud = ua;
                    write_ua = 1'b1;  next_ua = ud;
                end
                RG_OP_WXCH: begin
                    write_ud = 1'b1;  next_ud = tgw[XLEN-1:0];
                    write_ua = 1'b1;  next_ua = tgw[2*XLEN-1:XLEN];
                end
                RG_OP_EXCH: begin
                    reads_um = 1'b1;
                    write_ud = 1'b1;  next_ud = um;
                    write_um = 1'b1;  next_um = ud;
                end
                RG_OP_NEG:   begin write_ud = 1'b1;  next_ud = -ud; end
                RG_OP_XGRAD: begin write_ud = 1'b1;  next_ud = td; end
                RG_OP_ALLOC, RG_OP_FREE:
                    if ((op == RG_OP_FREE) != dir) begin
                        write_ud = 1'b1;  next_ud = ZERO;
                        billed = ud != ZERO;
                    end
                RG_OP_ALLOCM, RG_OP_FREEM:
                    if ((op == RG_OP_FREEM) != dir) begin
                        reads_um = 1'b1;
                        write_um = 1'b1;  next_um = ZERO;
                        billed = um != ZERO;
                    end
                default: ;
            endcase
        end
    end

    assign write_tw  = (dual && of_w) || (tangent && exchanges_w);
    assign next_tw   = exchanges_w ? {ta, td} : {tw[2*XLEN-1:XLEN], new_t};
    assign write_tgw = (both && dual && fmt == RG_FMT_WO) || (both && exchanges_w);
    assign next_tgw  = exchanges_w ? {ua, ud} : {tgw[2*XLEN-1:XLEN], w_1[XLEN-1:0]};
endmodule
`default_nettype wire
