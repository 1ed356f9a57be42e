// step_pair.v: step, reverse, step, reverse from an arbitrary state; asserts that the machine is
// where it was. Combinational, so that one solver call covers every state, instruction word and
// mode at full width.
//
// The state is what one instruction can reach: pc, br, dir, mode, the registers that its fields D,
// A, B name, and one memory word. Gradients and tangents of these belong to it. Equal fields name
// one register. Results of the function unit are free; the second step sees the same results when
// it asks the same question (see function_unit below).
`default_nettype none

module step_pair #(
    parameter XLEN      = 64,
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter TANGENTS  = 1,
    parameter GROUP     = 0        // only instructions of this group, see op_groups.vh; 0: all
) (
    input wire [31:0]     word, other_word,
    input wire [23:0]     pc, br,
    input wire            dir,
    input wire [2:0]      mode,
    input wire [XLEN-1:0] vd, va, vb, hd, ha, hb, // values and gradients of the registers named D, A, B
    input wire [XLEN-1:0] vm, hm, other_vm, other_hm,
    input wire [XLEN-1:0] f1, da1, db1, y1, a1, gy1, ga1, // function unit, first step
    input wire [XLEN-1:0] f2, da2, db2, y2, a2, gy2, ga2, // and second, when the question is another
    input wire [2*XLEN-1:0] w, gw, product1, product2, // the accumulator, its gradient, what is added to it
    input wire [2*XLEN-1:0] wy1, gwy1, wy2, gwy2, // what MULDIV leaves there
    input wire [3:0]      exec_trap1, exec_trap2,
    input wire [2:0]      exec_grad_ovf1, exec_grad_ovf2,
    input wire            exec_value_ovf1, exec_value_ovf2,
    input wire            keep, undo, kept_full1, kept_empty1, kept_full2, kept_empty2, // the stack of kept gradients
    input wire [XLEN-1:0] kept_top, kept_count,
    input wire [XLEN-1:0] td, ta, tb, ud, ua, ub, tm, um, other_tm, other_um, // tangents, and tangents of gradients
    input wire [2*XLEN-1:0] tw, tgw,
    input wire [XLEN-1:0] pa1, qb1, pu1, qu1, ha1, hb1, td1, ta1, ud1, ua1, ub1, // the passes for tangents, first step
    input wire [XLEN-1:0] pa2, qb2, pu2, qu2, ha2, hb2, td2, ta2, ud2, ua2, ub2, // and second
    input wire [5:0]      tan_ovf1, tan_ovf2,
    input wire            fetch_fault,
    output wire [13:0]    reach
);
`include "rg_isa.vh"
`include "op_groups.vh"

    wire [4:0] d = word[21:17];
    wire [4:0] a = word[16:12];
    wire [4:0] b = word[4:0];

    // ---- first step
    wire [6:0]      op;
    wire            uses_mem, uses_exec, active1, inverse1, halt1, dir_b, billed1;
    wire [3:0]      trap1;
    wire [6:0]      e1;
    wire [1:0]      v1;
    wire [2:0]      mode_b;
    wire [XLEN-1:0] operand1, address1;
    wire [23:0]     pc_b, br_b;
    wire            wd1, wa1, wm1, wgd1, wga1, wgb1, wgm1;
    wire            ww1, wgw1;
    wire [2*XLEN-1:0] nw1, ngw1;
    wire            wtd1, wta1, wtm1, wud1, wua1, wub1, wum1, wtw1, wtgw1, billed_t1, dual1, reg_b1;
    wire [XLEN-1:0] ntd1, nta1, ntm1, nud1, nua1, nub1, num1;
    wire [2*XLEN-1:0] ntw1, ntgw1;
    wire [XLEN-1:0] nd1, na1, nm1, ngd1, nga1, ngb1, ngm1;
    /* verilator lint_off PINCONNECTEMPTY */
    wire            push1, pop1, push2, pop2;
    wire [XLEN-1:0] kept1, kept2, gd_in1, gd_in2;
    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .TANGENTS(TANGENTS)) first (
        .decoded({(XLEN+41){1'b0}}),
        .keep(keep), .undo(undo), .kept_full(kept_full1), .kept_empty(kept_empty1), .kept_top(kept_top),
        .kept_count(kept_count),
        .keep_push(push1), .keep_pop(pop1), .keep_word(kept1), .gd_in(gd_in1),
        .word(word), .fetch_fault(fetch_fault), .pc(pc), .br(br), .dir(dir), .mode(mode),
        .rd(vd), .ra(va), .rb(vb), .gd(hd), .ga(ha), .gb(hb), .m(vm), .gm(hm),
        .w(w), .gw(gw), .product(product1), .w2(wy1), .gw2(gwy1), .write_w(ww1), .write_gw(wgw1), .next_w(nw1),
        .next_gw(ngw1),
        .f(f1), .da(da1), .db(db1), .y2(y1), .a2(a1), .gy2(gy1), .ga2(ga1),
        .exec_trap(exec_trap1), .exec_grad_ovf(exec_grad_ovf1), .exec_value_ovf(exec_value_ovf1),
        .td(td), .ta(ta), .tb(tb), .tm(tm), .ud(ud), .ua(ua), .ub(ub), .um(um), .tw(tw), .tgw(tgw),
        .pa(pa1), .qb(qb1), .pu(pu1), .qu(qu1), .ha(ha1), .hb(hb1), .td2(td1), .ta2(ta1), .ud2(ud1), .ua2(ua1),
        .ub_part(ub1),
        .exec_tan_ovf(tan_ovf1),
        .write_td(wtd1), .next_td(ntd1), .write_ta(wta1), .next_ta(nta1), .write_tm(wtm1), .next_tm(ntm1),
        .write_ud(wud1), .next_ud(nud1), .write_ua(wua1), .next_ua(nua1), .write_ub(wub1), .next_ub(nub1),
        .write_um(wum1), .next_um(num1), .write_tw(wtw1), .next_tw(ntw1), .write_tgw(wtgw1), .next_tgw(ntgw1),
        .billed_tangent(billed_t1), .dual(dual1), .reg_b(reg_b1), .fmt(), .reads_tm(), .reads_um(),
        .op(op), .cls(), .uses_mem(uses_mem), .uses_exec(uses_exec), .operand_b(operand1),
        .address(address1), .active(active1), .inverse(inverse1), .trap(trap1), .trap_info(), .halt(halt1),
        .next_pc(pc_b), .next_br(br_b), .next_dir(dir_b), .next_mode(mode_b),
        .write_d(wd1), .write_a(wa1), .write_m(wm1), .next_d(nd1), .next_a(na1), .next_m(nm1),
        .write_gd(wgd1), .write_ga(wga1), .write_gb(wgb1), .write_gm(wgm1),
        .next_gd(ngd1), .next_ga(nga1), .next_gb(ngb1), .next_gm(ngm1),
        .out_valid(), .out_word(), .billed(billed1), .grad_overflows(e1), .value_overflows(v1), .reads_m(), .reads_gm()
    );

    // The register x after the writes of a step to D and A (values) or D, A and B (gradients); the
    // last port wins.
    function [XLEN-1:0] written(input [4:0] x, input [XLEN-1:0] old, input w_d, input w_a, input w_b,
                                input [XLEN-1:0] n_d, input [XLEN-1:0] n_a, input [XLEN-1:0] n_b,
                                input [4:0] i_d, input [4:0] i_a, input [4:0] i_b);
        written = (w_b && i_b == x) ? n_b : (w_a && i_a == x) ? n_a : (w_d && i_d == x) ? n_d : old;
    endfunction

    wire [XLEN-1:0] vd_b = written(d, vd, wd1, wa1, 1'b0, nd1, na1, vb, d, a, b);
    wire [XLEN-1:0] va_b = written(a, va, wd1, wa1, 1'b0, nd1, na1, vb, d, a, b);
    wire [XLEN-1:0] vb_b = written(b, vb, wd1, wa1, 1'b0, nd1, na1, vb, d, a, b);
    wire [XLEN-1:0] hd_b = written(d, hd, wgd1, wga1, wgb1, ngd1, nga1, ngb1, d, a, b);
    wire [XLEN-1:0] ha_b = written(a, ha, wgd1, wga1, wgb1, ngd1, nga1, ngb1, d, a, b);
    wire [XLEN-1:0] hb_b = written(b, hb, wgd1, wga1, wgb1, ngd1, nga1, ngb1, d, a, b);
    wire [XLEN-1:0] td_b = written(d, td, wtd1, wta1, 1'b0, ntd1, nta1, tb, d, a, b);
    wire [XLEN-1:0] ta_b = written(a, ta, wtd1, wta1, 1'b0, ntd1, nta1, tb, d, a, b);
    wire [XLEN-1:0] tb_b = written(b, tb, wtd1, wta1, 1'b0, ntd1, nta1, tb, d, a, b);
    wire [XLEN-1:0] ud_b = written(d, ud, wud1, wua1, wub1, nud1, nua1, nub1, d, a, b);
    wire [XLEN-1:0] ua_b = written(a, ua, wud1, wua1, wub1, nud1, nua1, nub1, d, a, b);
    wire [XLEN-1:0] ub_b = written(b, ub, wud1, wua1, wub1, nud1, nua1, nub1, d, a, b);
    wire [2*XLEN-1:0] tw_b  = wtw1 ? ntw1 : tw;
    wire [2*XLEN-1:0] tgw_b = wtgw1 ? ntgw1 : tgw;
    wire [XLEN-1:0] tm_b = wtm1 ? ntm1 : tm;
    wire [XLEN-1:0] um_b = wum1 ? num1 : um;
    wire [2*XLEN-1:0] w_b  = ww1 ? nw1 : w;
    wire [2*XLEN-1:0] gw_b = wgw1 ? ngw1 : gw;
    wire [XLEN-1:0] vm_b = wm1 ? nm1 : vm;
    wire [XLEN-1:0] hm_b = wgm1 ? ngm1 : hm;

    // ---- turn
    wire [23:0] pc_c  = (br_b != 24'd0) ? pc_b ^ br_b : dir_b ? pc_b + 24'd1 : pc_b - 24'd1;
    wire        dir_c = !dir_b;

    // ---- second step: the same word when pc is the same, the same memory word when the address is
    wire [31:0]     word_c   = (pc_c == pc) ? word : other_word;
    wire [XLEN-1:0] address2, operand2;
    wire            same_cell = address2 == address1;
    wire [XLEN-1:0] vm_c = same_cell ? vm_b : other_vm;
    wire [XLEN-1:0] hm_c = same_cell ? hm_b : other_hm;
    wire [XLEN-1:0] tm_c = same_cell ? tm_b : other_tm;
    wire [XLEN-1:0] um_c = same_cell ? um_b : other_um;

    // function_unit: of an update it is a function of opcode, modes, operands (B alone in format
    // U1) and, as far as the gradient's products go, the target's gradient. A rotation undoes
    // itself when asked to rotate the rotated words by the opposite angle; it then reports the same
    // overflows and the same angle gradient. RNG and MULDIV undo themselves likewise, the latter
    // with the same operands and the accumulators that it left.
    wire banks = op_format(op) == RG_FMT_MD;
    wire alone = op_format(op) == RG_FMT_RM;
    wire rotation = op_format(op) == RG_FMT_R3 || op_format(op) == RG_FMT_R2X || banks || alone;
    wire two_operands = op_format(op) == RG_FMT_U || op_format(op) == RG_FMT_W;
    wire reads_w = op_format(op) == RG_FMT_WO;
    wire same_gradient = op_format(op) == RG_FMT_W ? gw_b[XLEN-1:0] == gw[XLEN-1:0] : gd_in2 == gd_in1;
    wire same_value = word_c == word && (!two_operands || va_b == va) && (reads_w ? w_b == w : operand2 == operand1)
        && mode_b == mode
                 && !rotation;
    wire same_question = same_value && (same_gradient || !mode[RG_BIT_GRADIENT]);
    wire opposite = word_c == word && rotation && inverse2 != inverse1 && mode_b == mode
        && (operand2 == operand1 || op_format(op) == RG_FMT_R2X || alone)
                 && vd_b == y1 && (alone || va_b == (banks ? va : a1)) && (!banks || w_b == wy1)
                 && (!mode[RG_BIT_GRADIENT] || alone || (hd_b == gy1 && (banks ? gw_b == gwy1 : ha_b == ga1)));
    wire same = same_question || opposite;

    // Its passes for tangents are functions of the tangents of A and B besides; in mode both of the
    // gradient and its tangent.
    wire same_tangent = op_format(op) == RG_FMT_W ? tgw_b[XLEN-1:0] == tgw[XLEN-1:0] : ud_b == ud;
    wire same_t = same_value && (!two_operands || ta_b == ta) && (!reg_b1 || tb_b == tb);
    wire same_u = same_t && (!mode[RG_BIT_GRADIENT] || (same_gradient && same_tangent));
    wire opposite_t = opposite && (tb_b == tb || op_format(op) == RG_FMT_R2X) && td_b == td1 && ta_b == ta1;
    wire opposite_u = opposite_t && (!mode[RG_BIT_GRADIENT] || (ud_b == ud1 && ua_b == ua1));

    wire            inverse2, halt2, dir_d, billed2;
    wire [3:0]      trap2;
    wire [6:0]      e2;
    wire [1:0]      v2;
    wire [2:0]      mode_d;
    wire [23:0]     pc_d, br_d;
    wire            wd2, wa2, wm2, wgd2, wga2, wgb2, wgm2;
    wire            ww2, wgw2;
    wire [2*XLEN-1:0] nw2, ngw2;
    wire            wtd2, wta2, wtm2, wud2, wua2, wub2, wum2, wtw2, wtgw2, billed_t2;
    wire [XLEN-1:0] ntd2, nta2, ntm2, nud2, nua2, nub2, num2;
    wire [2*XLEN-1:0] ntw2, ntgw2;
    wire [XLEN-1:0] nd2, na2, nm2, ngd2, nga2, ngb2, ngm2;
    // A reversal switches a keeping machine to undoing, or back. What was pushed is on top; what
    // was popped has left room.
    wire moved = push1 || pop1;
    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .TANGENTS(TANGENTS)) second (
        .decoded({(XLEN+41){1'b0}}),
        .keep(keep), .undo(undo ^ keep), .kept_full(pop1 ? 1'b0 : moved ? kept_full2 : kept_full1),
        .kept_empty(push1 ? 1'b0 : moved ? kept_empty2 : kept_empty1), .kept_top(push1 ? kept1 : kept_top),
        .kept_count(kept_count),
        .keep_push(push2), .keep_pop(pop2), .keep_word(kept2), .gd_in(gd_in2),
        .word(word_c), .fetch_fault(pc_c == pc ? fetch_fault : 1'b1), .pc(pc_c), .br(br_b), .dir(dir_c), .mode(mode_b),
        .rd(vd_b), .ra(va_b), .rb(vb_b), .gd(hd_b), .ga(ha_b), .gb(hb_b), .m(vm_c), .gm(hm_c),
        .w(w_b), .gw(gw_b), .product(same_value ? product1 : product2), .w2(opposite ? w : wy2),
        .gw2(opposite ? gw : gwy2), .write_w(ww2), .write_gw(wgw2),
        .next_w(nw2), .next_gw(ngw2),
        .f(same_value ? f1 : f2), .da(same ? da1 : da2), .db(same ? db1 : db2),
        .y2(opposite ? vd : y2), .a2(opposite ? va : a2), .gy2(opposite ? hd : gy2), .ga2(opposite ? ha : ga2),
        .exec_trap(same_value || opposite ? exec_trap1 : exec_trap2),
        .exec_grad_ovf(same ? exec_grad_ovf1 : exec_grad_ovf2),
        .exec_value_ovf(same_value || opposite ? exec_value_ovf1 : exec_value_ovf2),
        .td(td_b), .ta(ta_b), .tb(tb_b), .tm(tm_c), .ud(ud_b), .ua(ua_b), .ub(ub_b), .um(um_c), .tw(tw_b), .tgw(tgw_b),
        .pa(same_t ? pa1 : pa2), .qb(same_t ? qb1 : qb2), .pu(same_u ? pu1 : pu2), .qu(same_u ? qu1 : qu2),
        .ha(same_u ? ha1 : ha2), .hb(same_u ? hb1 : hb2), .td2(opposite_t ? td : td2), .ta2(opposite_t ? ta : ta2),
        .ud2(opposite_u ? ud : ud2), .ua2(opposite_u ? ua : ua2), .ub_part(opposite_u ? ub1 : ub2),
        .exec_tan_ovf(same_u || opposite_u ? tan_ovf1 : tan_ovf2),
        .write_td(wtd2), .next_td(ntd2), .write_ta(wta2), .next_ta(nta2), .write_tm(wtm2), .next_tm(ntm2),
        .write_ud(wud2), .next_ud(nud2), .write_ua(wua2), .next_ua(nua2), .write_ub(wub2), .next_ub(nub2),
        .write_um(wum2), .next_um(num2), .write_tw(wtw2), .next_tw(ntw2), .write_tgw(wtgw2), .next_tgw(ntgw2),
        .billed_tangent(billed_t2), .dual(), .reg_b(), .fmt(), .reads_tm(), .reads_um(),
        .op(), .cls(), .uses_mem(), .uses_exec(), .operand_b(operand2),
        .address(address2), .active(), .inverse(inverse2), .trap(trap2), .trap_info(), .halt(halt2),
        .next_pc(pc_d), .next_br(br_d), .next_dir(dir_d), .next_mode(mode_d),
        .write_d(wd2), .write_a(wa2), .write_m(wm2), .next_d(nd2), .next_a(na2), .next_m(nm2),
        .write_gd(wgd2), .write_ga(wga2), .write_gb(wgb2), .write_gm(wgm2),
        .next_gd(ngd2), .next_ga(nga2), .next_gb(ngb2), .next_gm(ngm2),
        .out_valid(), .out_word(), .billed(billed2), .grad_overflows(e2), .value_overflows(v2), .reads_m(), .reads_gm()
    );

    wire [XLEN-1:0] vd_d = written(d, vd_b, wd2, wa2, 1'b0, nd2, na2, vb, d, a, b);
    wire [XLEN-1:0] va_d = written(a, va_b, wd2, wa2, 1'b0, nd2, na2, vb, d, a, b);
    wire [XLEN-1:0] vb_d = written(b, vb_b, wd2, wa2, 1'b0, nd2, na2, vb, d, a, b);
    wire [XLEN-1:0] hd_d = written(d, hd_b, wgd2, wga2, wgb2, ngd2, nga2, ngb2, d, a, b);
    wire [XLEN-1:0] ha_d = written(a, ha_b, wgd2, wga2, wgb2, ngd2, nga2, ngb2, d, a, b);
    wire [XLEN-1:0] hb_d = written(b, hb_b, wgd2, wga2, wgb2, ngd2, nga2, ngb2, d, a, b);
    // The memory word of the first step.
    wire [XLEN-1:0] vm_d = (wm2 && same_cell) ? nm2 : vm_b;
    wire [XLEN-1:0] hm_d = (wgm2 && same_cell) ? ngm2 : hm_b;

    wire [XLEN-1:0] td_d = written(d, td_b, wtd2, wta2, 1'b0, ntd2, nta2, tb, d, a, b);
    wire [XLEN-1:0] ta_d = written(a, ta_b, wtd2, wta2, 1'b0, ntd2, nta2, tb, d, a, b);
    wire [XLEN-1:0] tb_d = written(b, tb_b, wtd2, wta2, 1'b0, ntd2, nta2, tb, d, a, b);
    wire [XLEN-1:0] ud_d = written(d, ud_b, wud2, wua2, wub2, nud2, nua2, nub2, d, a, b);
    wire [XLEN-1:0] ua_d = written(a, ua_b, wud2, wua2, wub2, nud2, nua2, nub2, d, a, b);
    wire [XLEN-1:0] ub_d = written(b, ub_b, wud2, wua2, wub2, nud2, nua2, nub2, d, a, b);
    wire [2*XLEN-1:0] tw_d  = wtw2 ? ntw2 : tw_b;
    wire [2*XLEN-1:0] tgw_d = wtgw2 ? ntgw2 : tgw_b;
    wire [XLEN-1:0] tm_d = (wtm2 && same_cell) ? ntm2 : tm_b;
    wire [XLEN-1:0] um_d = (wum2 && same_cell) ? num2 : um_b;

    wire [2*XLEN-1:0] w_d  = ww2 ? nw2 : w_b;
    wire [2*XLEN-1:0] gw_d = wgw2 ? ngw2 : gw_b;

    // ---- turn
    wire [23:0] pc_e  = (br_d != 24'd0) ? pc_d ^ br_d : dir_d ? pc_d + 24'd1 : pc_d - 24'd1;
    wire        dir_e = !dir_d;

    wire in_group = GROUP == 0 || op_group(op) == GROUP;
    wire done1 = trap1 == RG_TRAP_NONE && !halt1;
    wire touches_memory = wm1 || wgm1 || wm2 || wgm2 || wtm1 || wum1 || wtm2 || wum2 || uses_mem;
    wire drop1 = billed1 || billed_t1;
    wire is_drop = drop1 || billed2 || billed_t2;
    wire restored_gradients = hd_d == hd && ha_d == ha && hb_d == hb && hm_d == hm && gw_d == gw
                           && ud_d == ud && ua_d == ua && ub_d == ub && um_d == um && tgw_d == tgw;

    // Equal fields name one register.
    wire consistent = (d != a || (vd == va && hd == ha && td == ta && ud == ua))
        && (d != b || (vd == vb && hd == hb && td == tb && ud == ub))
                   && (a != b || (va == vb && ha == hb && ta == tb && ua == ub));

    always @* begin
        assume (in_group && consistent);
        if (done1) begin
            // The way back does not trap, reads the same words, and ends where the way out began.
            assert (trap2 == RG_TRAP_NONE && !halt2);
            assert (pc_c == pc && pc_e == pc && br_d == br && dir_e == dir && mode_d == mode);
            assert (!touches_memory || same_cell);
            assert (vd_d == vd && va_d == va && vb_d == vb && vm_d == vm && w_d == w);
            assert (v2 == v1);
            // Tangents always come back: none is ever dropped.
            assert (td_d == td && ta_d == ta && tb_d == tb && tm_d == tm && tw_d == tw);
            // Gradients come back too, and their overflow counter, unless one was dropped; that is
            // billed.
            assert (is_drop || (restored_gradients && e2 == e1));
            // A drop on the way back costs the target's gradient alone.
            assert (drop1 || (ha_d == ha || a == d) && (hb_d == hb || b == d) && gw_d == gw && e2 == e1);
            assert (drop1 || (ua_d == ua || a == d) && (ub_d == ub || b == d) && tgw_d == tgw);
            assert (drop1 || !billed2 || hd_d == hd || (hd_d == {XLEN{1'b0}} && hm_d == hm));
            // A kept gradient is taken back, and one taken from the stack is put back.
            assert (push2 == pop1 && pop2 == push1 && (!pop1 || kept2 == kept_top));
            assert (!keep || (mode[RG_BIT_GRADIENT] && mode[RG_BIT_TANGENT]) || !is_drop);
            // Value mode touches no gradient and bills nothing.
            assert (mode[RG_BIT_GRADIENT] || mode_b[RG_BIT_GRADIENT]
                || (!wgd1 && !wga1 && !wgb1 && !wgm1 && !wgw1 && !billed1 && !moved));
            assert (mode[RG_BIT_GRADIENT] || mode[RG_BIT_TANGENT] || mode_b[RG_BIT_GRADIENT] || mode_b[RG_BIT_TANGENT]
                || e1 == 7'd0);
            // Outside tangent mode no tangent is touched, outside mode both none of a gradient.
            assert (mode[RG_BIT_TANGENT] || mode_b[RG_BIT_TANGENT] || (!wtd1 && !wta1 && !wtm1 && !wtw1));
            assert ((mode[RG_BIT_TANGENT] && mode[RG_BIT_GRADIENT]) || mode_b != mode
                || (!wud1 && !wua1 && !wub1 && !wum1 && !wtgw1 && !billed_t1));
        end
        // What costs something is an instruction that isa.md names as erasing.
        assert (!drop1 || erasing(op, word[24:22]));
        // Every legal word belongs to a group of these proofs.
        assert (trap1 != RG_TRAP_NONE || op_group(op) != 0);
    end

    // What must be reachable, so that no proof is about nothing; the runner knows which bits apply
    // to which group.
    wire back = done1 && trap2 == RG_TRAP_NONE && in_group && consistent;
    assign reach[0] = back && !dir && !mode[RG_BIT_GRADIENT];
    assign reach[1] = back && dir && !mode[RG_BIT_GRADIENT];
    assign reach[2] = back && !dir && mode[RG_BIT_GRADIENT];
    assign reach[3] = back && dir && mode[RG_BIT_GRADIENT];
    assign reach[4] = back && {br_b, mode_b, vd_b, va_b, vm_b, hd_b, hm_b} != {br, mode, vd, va, vm, hd, hm};
    assign reach[5] = in_group && consistent && trap1 > RG_TRAP_LANDING;
    assign reach[6] = back && billed1;
    assign reach[7] = back && billed2 && !billed1;
    assign reach[9] = back && push1 && kept1 != {XLEN{1'b0}};
    assign reach[10] = back && pop1 && kept_top != {XLEN{1'b0}};
    assign reach[8] = back && active1 && !is_drop && e1 != 7'd0 && {ha_b, hb_b, hm_b} != {ha, hb, hm}
        || (back && active1 && !is_drop && e1 != 7'd0 && gw_b != gw);
    assign reach[12] = back && !dir && mode[RG_BIT_TANGENT] && !mode[RG_BIT_GRADIENT];
    assign reach[13] = back && dir && mode[RG_BIT_TANGENT] && mode[RG_BIT_GRADIENT];
    assign reach[11] = back && mode[RG_BIT_TANGENT] && {td_b, ta_b, tm_b, tw_b} != {td, ta, tm, tw};
endmodule
`default_nettype wire
