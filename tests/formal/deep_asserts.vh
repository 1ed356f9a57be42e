// deep_asserts.vh: included at the end of a copy of rg_stages.v with DEEP. Two clocks from an arbitrary
// state that keeps the invariant. The word in C is the one at pc. X2, X1 and D have those that follow
// it, by rg_decode and rg_control with what was read early. F has the address beside that of D, or
// that of the next word if D has none. So what a branch reads early is what its step reads. The same
// holds for operand A of a function that is not computed again.
`include "stages_step.vh"
    // What was read early, where, and with which control state: of the words in X1 and X2, and in C.
    // lost: a step that was committed since then writes register D, or A.
    reg [XLEN-1:0]      ed_1, ea_1, ed_2, ea_2, c_ea;
    reg [IMEM_LOG2-1:0] from_1, from_2;
    reg [48:0]          at_1, at_2;
    reg [1:0]           lost;                    // of the word in X2
    function [1:0] hits(input [4:0] field_d, input [4:0] field_a, input writes, input [4:0] register);
        hits = {writes && register == field_d, writes && register == field_a};
    endfunction
    wire [1:0] hits_1 = hits(x1_d, x1_a, c_changes_d, c_d) | hits(x1_d, x1_a, c_changes_a, c_a);
    wire [1:0] hits_2 = hits(x_d, x_a, c_changes_d, c_d) | hits(x_d, x_a, c_changes_a, c_a);
    wire [4:0] x1_d = deep.x1_word[21:17], x1_a = deep.x1_word[16:12];
    always @(posedge clk) begin
        if (takes) begin
            ed_1 <= early_d;  ea_1 <= early_a;  from_1 <= fetched_from;  at_1 <= {d_pc, d_br, d_dir};
        end
        if (moves) begin
            ed_2 <= ed_1;  ea_2 <= ea_1;  from_2 <= from_1;  at_2 <= at_1;  lost <= commit ? hits_1 : 2'd0;
        end
        if (look) begin
            c_ea <= ea_2;  word_from <= from_2;
        end
    end

    // What rg_step makes of the words in X1 and X2, with what they read early
    wire [6:0]      op_1, op_2;
    wire [3:0]      cls_1, cls_2;
    wire [23:0]     offset_1, offset_2;
    wire [XLEN-1:0] imm_1, imm_2;
    wire            imm_used_1, legal_1, updates_1, streamed_1, early_1, alone_1, links_1, splits_1;
    wire [12:0]     bits_1;
    wire [48:0]     next_1, next_2;
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) decode_1 (
        .word(deep.x1_word), .op(op_1), .imm(imm_1), .offset(offset_1), .cls(cls_1), .imm_used(imm_used_1),
        .legal(legal_1), .updates(updates_1)
    );
    rg_control #(.XLEN(XLEN)) control_1 (
        .op(op_1), .cls(cls_1), .offset(offset_1), .pc(at_1[48:25]), .br(at_1[24:1]), .dir(at_1[0]), .rd(ed_1),
        .ra(ea_1), .imm5(imm_1), .next_pc(next_1[48:25]), .next_br(next_1[24:1]), .next_dir(next_1[0])
    );
    rg_early_use use_1 (
        .word(deep.x1_word), .imm_used(imm_used_1), .updates(updates_1), .streamed(streamed_1), .use_bits(bits_1),
        .early(early_1), .alone(alone_1), .links(links_1), .splits(splits_1)
    );
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) decode_2 (
        .word(look_word), .op(op_2), .imm(imm_2), .offset(offset_2), .cls(cls_2)
    );
    rg_control #(.XLEN(XLEN)) control_2 (
        .op(op_2), .cls(cls_2), .offset(offset_2), .pc(at_2[48:25]), .br(at_2[24:1]), .dir(at_2[0]), .rd(ed_2),
        .ra(ea_2), .imm5(imm_2), .next_pc(next_2[48:25]), .next_br(next_2[24:1]), .next_dir(next_2[0])
    );

    wire good_1  = (legal_1 || streamed_1) && !deep.x1_outside;
    wire known_c = !full || c_good, known_2 = known_c && (!x_full || good), known_1 = known_2
        && (!deep.x1_full || good_1);
    wire [48:0] after_2 = x_full ? next_2 : after_c, after_1 = deep.x1_full ? next_1 : after_2;
    wire ordered   = state == RUN
        || (!between && !full && !x_full && !deep.x1_full && (state == IDLE || state == FETCH));
    wire follows_2 = !x_full || !known_c || at_2 == after_c;
    wire follows_1 = !deep.x1_full || !known_2 || at_1 == after_2;
    wire goes_on   = state != RUN || !known_1 || {deep.d_has ? d_pc : deep.f_pc, d_br, d_dir} == after_1;
    wire beside    = state != RUN || !deep.d_has || deep.f_pc == (d_dir ? d_pc - 24'd1 : d_pc + 24'd1);
    function is_outside(input [23:0] address, input [24:0] most);
        is_outside = {1'b0, address} >= most || address >> IMEM_LOG2 != 24'd0;
    endfunction
    wire inside    = (!x_full || x_outside == is_outside(at_2[48:25], limit))
        && (!deep.x1_full || deep.x1_outside == is_outside(at_1[48:25], limit)) && (!full || fetch_fault == pc_outside);
    wire at_hand   = state != RUN || !deep.d_has || fetched_from == d_pc[IMEM_LOG2-1:0];
    wire place_2   = !x_full || (from_2 == at_2[25 +: IMEM_LOG2] && x_pc == at_2[25 +: IMEM_LOG2]);
    wire place_1   = !deep.x1_full || (from_1 == at_1[25 +: IMEM_LOG2] && deep.x1_pc == at_1[25 +: IMEM_LOG2]);
    wire known     = !deep.x1_full
        || {deep.x1_use, deep.x1_early, deep.x1_alone, deep.x1_splits, deep.x1_landed}
            == {bits_1, early_1, alone_1, splits_1, at_1[24:1] != 24'd0};
    // A word in X1 or X2 needs nothing early that one before it will write. A branch that does not split,
    // and what is entered by a jump, need nothing to find the next pc.
    function joins(input splits, input role, input links, input [24:0] br_dir);
        joins = (splits && role != br_dir[0]) || (links && br_dir[24:1] != 24'd0);
    endfunction
    wire [1:0] needs_1 = joins(splits_1, op_1[0], links_1, at_1[24:0]) ? 2'd0
            : {bits_1[USE_NEEDS_D], bits_1[USE_NEEDS_A]},
        needs_2 = joins(x_splits, op_2[0], x_links, at_2[24:0]) ? 2'd0 : {x_use[USE_NEEDS_D], x_use[USE_NEEDS_A]};
    wire [1:0] hits_12 = hits(x1_d, x1_a, x_use[USE_WRITES_D], x_d) | hits(x1_d, x1_a, x_use[USE_WRITES_A], x_a);
    wire apart_1   = !deep.x1_full || !good_1
        || ((!full || (needs_1 & hits_1) == 2'd0) && (!x_full || (needs_1 & hits_12) == 2'd0));
    wire apart_2   = !x_full || !good || ((needs_2 & lost) == 2'd0 && (!full || (needs_2 & hits_2) == 2'd0));
    // The function of C has the operand that its step has.
    wire early_is  = !full || again || !c_good || !k_bits[USE_NEEDS_A] || c_ea == c_ra
        || joins(k_splits, c_op[0], k_links, {br, dir});
    wire invariant = ordered && follows_2 && follows_1 && goes_on && beside && inside && at_hand && place_2 && place_1
        && in_place && is_read && known && apart_1 && apart_2 && early_is && (!full || streamed == k_streamed);

    always @* begin
        // A register keeps its value from D to the end of X2, but for what is committed meanwhile.
        if (look && x_full) begin
            assume (now_d == ed_2 || lost[1] || (commit && hits_2[1]));
            assume (now_a == ea_2 || lost[0] || (commit && hits_2[0]));
        end
        // What ends a run leaves nothing behind it.
        if (past_rst_n && past_invariant && past_ends) assert (idle && !full && !x_full && !deep.x1_full);
    end
    (* keep *) wire reach_taken = past_invariant && past_commit && commit && next_br != 24'd0;
    // A jump that was guessed, and one that was guessed wrong
    (* keep *) wire reach_guess = past_invariant && takes && deep.guesses && !deep.misses;
    (* keep *) wire reach_miss  = past_invariant && takes && deep.guesses && deep.misses;
    (* keep *) wire reach_wait  = past_invariant && waits && commit;
    (* keep *) wire reach_again = past_invariant && full && again && fresh && c_good;
    (* keep *) wire reach_flush = past_rst_n && past_invariant && past_ends;
