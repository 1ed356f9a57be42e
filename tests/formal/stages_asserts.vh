// stages_asserts.vh: included at the end of a copy of rg_stages.v. Two clocks from an arbitrary
// state that keeps the invariant. The word in C is the one at pc, X has the one that follows it and
// D the one after that. What follows is by rg_decode and rg_control with the operands of C. So what
// a branch reads early is what its step reads. The same holds for operand A of a function that is
// not computed again.
`include "stages_step.vh"
    // What was read early, and where
    reg [XLEN-1:0]      x_ed, x_ea, c_ea;
    reg [IMEM_LOG2-1:0] x_from;
    reg [23:0]          s_pc, s_br;              // control state of the word in X
    reg                 s_dir;
    always @(posedge clk) begin
        if (takes) begin
            x_ed <= early_d;  x_ea <= early_a;  x_from <= fetched_from;  s_pc <= d_pc;  s_br <= d_br;  s_dir <= d_dir;
        end
        if (look) begin
            c_ea <= x_ea;  word_from <= x_from;
        end
    end

    // The same of the word in X, with what it read early
    wire [6:0]      s_op;
    wire [3:0]      s_cls;
    wire [23:0]     s_offset, s_next_pc, s_next_br;
    wire [XLEN-1:0] s_imm;
    wire            s_next_dir;
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) s_decode (
        .word(look_word), .op(s_op), .imm(s_imm), .offset(s_offset), .cls(s_cls)
    );
    rg_control #(.XLEN(XLEN)) s_control (
        .op(s_op), .cls(s_cls), .offset(s_offset), .pc(s_pc), .br(s_br), .dir(s_dir), .rd(x_ed), .ra(x_ea),
        .imm5(s_imm),
        .next_br(s_next_br), .next_pc(s_next_pc), .next_dir(s_next_dir)
    );

    wire x_branch = s_cls == RG_CLASS_BRANCH || s_cls == RG_CLASS_LOOP;
    wire x_good   = good && (!full || c_good);
    wire ordered  = state == RUN || (!between && !full && !x_full && (state == IDLE || state == FETCH));
    wire follows  = !x_full || (full && !c_good) || {s_pc, s_br, s_dir} == after_c;
    wire goes_on  = state != RUN || (x_full ? !x_good || {d_pc, d_br, d_dir} == {s_next_pc, s_next_br, s_next_dir}
        : (full && !c_good) || {d_pc, d_br, d_dir} == after_c);
    wire s_outside  = {1'b0, s_pc} >= limit || s_pc >> IMEM_LOG2 != 24'd0;
    wire inside   = (!x_full || x_outside == s_outside) && (!full || fetch_fault == pc_outside);
    wire at_hand  = state != RUN || fetched_from == d_pc[IMEM_LOG2-1:0];
    wire x_place  = !x_full || (x_from == s_pc[IMEM_LOG2-1:0] && x_pc == s_pc[IMEM_LOG2-1:0]);
    // A branch in X reads nothing that the word in C will write.
    wire apart    = !x_full || !full || !good || !x_branch || !(
        (c_changes_d && ((x_use[USE_NEEDS_D] && c_d == x_d) || (x_use[USE_NEEDS_A] && c_d == x_a)))
        || (c_changes_a && ((x_use[USE_NEEDS_D] && c_a == x_d) || (x_use[USE_NEEDS_A] && c_a == x_a))));
    wire known    = !full || near.c_use == k_bits;
    // The function of C has the operand that its step has.
    wire early_is = !full || again || !c_good || !near.c_use[USE_NEEDS_A] || c_ea == c_ra;
    wire invariant = ordered && follows && goes_on && at_hand && x_place && in_place && is_read && apart && known
        && inside && (!full || streamed == k_streamed) && early_is;

    always @* begin
        // A register keeps its value from D to X, but for what is committed at the end of X.
        if (look && x_full) begin
            assume (now_d == x_ed || (commit && ((c_changes_d && c_d == x_d) || (c_changes_a && c_a == x_d))));
            assume (now_a == x_ea || (commit && ((c_changes_d && c_d == x_a) || (c_changes_a && c_a == x_a))));
        end
        // What ends a run leaves nothing behind it.
        if (past_rst_n && past_invariant && past_ends) assert (idle && !full && !x_full);
    end
    (* keep *) wire reach_taken = past_invariant && past_commit && commit && next_br != 24'd0;
    (* keep *) wire reach_wait  = past_invariant && waits && commit;
    (* keep *) wire reach_again = past_invariant && full && again && fresh && c_good;
    (* keep *) wire reach_flush = past_rst_n && past_invariant && past_ends;
