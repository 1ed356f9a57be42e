// stages_asserts.vh: included at the end of a copy of rg_stages.v. Two clocks from an arbitrary
// state that keeps the invariant. The word in C is the one at pc, X has the one that follows it and
// D the one after that. What follows is by rg_decode and rg_control with the operands of C. So what
// a branch reads early is what its step reads. The same holds for operand A of a function that is
// not computed again.
    wire [4:0]      c_d = word[21:17], c_a = word[16:12];
    wire [XLEN-1:0] now_d = $anyseq;             // as now_a: what C will read as D
    // What memories and register files remember of their reads
    reg [XLEN-1:0]      c_rd, c_ra, c_rb, x_ed, x_ea, c_ea;
    reg [IMEM_LOG2-1:0] fetched_from, x_from, word_from;
    reg [DMEM_LOG2-1:0] bank_from;
    reg [23:0]          s_pc, s_br;              // control state of the word in X
    reg                 s_dir;
    reg [IMEM_LOG2:0]   past_code_words;
    always @(posedge clk) begin
        if (takes) begin
            x_ed <= early_d;  x_ea <= early_a;  x_from <= fetched_from;  s_pc <= d_pc;  s_br <= d_br;  s_dir <= d_dir;
        end
        if (look) begin
            c_rd <= now_d;  c_ra <= now_a;  c_rb <= now_b;  c_ea <= x_ea;  word_from <= x_from;
        end
        if (fetch)      fetched_from <= fetch_address;
        if (read_banks) bank_from <= bank_address;
    end

    // What rg_step makes of the word in C, and which registers it writes: its modules
    wire [6:0]      c_op;
    wire [2:0]      c_umode;
    wire [3:0]      c_cls;
    wire [4:0]      c_fmt;
    wire [1:0]      c_kind;
    wire [23:0]     c_offset, c_next_pc, c_next_br;
    wire [XLEN-1:0] c_imm;
    wire            c_imm_used, c_uses_mem, c_next_dir, c_legal, c_updates, c_control_d, c_update_d, c_update_a;
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) c_decode (
        .word(word), .op(c_op), .umode(c_umode), .fmt(c_fmt), .kind(c_kind), .imm_used(c_imm_used), .imm(c_imm),
        .offset(c_offset), .cls(c_cls), .legal(c_legal), .updates(c_updates), .uses_mem(c_uses_mem)
    );
    rg_control #(.XLEN(XLEN)) c_control (
        .op(c_op), .cls(c_cls), .offset(c_offset), .pc(pc), .br(br), .dir(dir), .rd(c_rd), .ra(c_ra), .imm5(c_imm),
        .next_br(c_next_br), .next_pc(c_next_pc), .next_dir(c_next_dir), .write_d(c_control_d)
    );
    rg_update #(.XLEN(XLEN)) c_update (
        .op(c_op), .fmt(c_fmt), .kind(c_kind), .umode(c_umode), .updates(c_updates), .write_d(c_update_d),
        .write_a(c_update_a)
    );
    wire c_changes_d = !streamed && (c_update_d || c_control_d || c_op == RG_OP_WXCH);
    wire c_changes_a = !streamed && (c_update_a || c_op == RG_OP_WXCH);
    wire [XLEN-1:0] c_address = c_ra + (c_imm_used ? c_imm : c_rb);

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

    // A word that is none, or outside the program, traps: what follows it is of no account.
    wire c_good   = (c_legal || streamed) && !fetch_fault;
    wire x_branch = s_cls == RG_CLASS_BRANCH || s_cls == RG_CLASS_LOOP;
    wire x_good   = good && (!full || c_good);
    wire [48:0] after_c = full ? {c_next_pc, c_next_br, c_next_dir} : {pc, br, dir};
    wire ordered  = state == RUN || (!between && !full && !x_full && (state == IDLE || state == FETCH));
    wire follows  = !x_full || (full && !c_good) || {s_pc, s_br, s_dir} == after_c;
    wire goes_on  = state != RUN || (x_full ? !x_good || {d_pc, d_br, d_dir} == {s_next_pc, s_next_br, s_next_dir}
        : (full && !c_good) || {d_pc, d_br, d_dir} == after_c);
    wire s_outside  = {1'b0, s_pc} >= limit || s_pc >> IMEM_LOG2 != 24'd0;
    wire pc_outside = {1'b0, pc} >= limit || pc >> IMEM_LOG2 != 24'd0;
    wire inside   = (!x_full || x_outside == s_outside) && (!full || fetch_fault == pc_outside);
    wire at_hand  = state != RUN || fetched_from == d_pc[IMEM_LOG2-1:0];
    wire x_place  = !x_full || (x_from == s_pc[IMEM_LOG2-1:0] && x_pc == s_pc[IMEM_LOG2-1:0]);
    wire in_place = !full || word_from == pc[IMEM_LOG2-1:0];
    wire is_read  = !full || !c_uses_mem || bank_from == c_address[DMEM_LOG2-1:0];
    // A branch in X reads nothing that the word in C will write.
    wire apart    = !x_full || !full || !good || !x_branch || !(
        (c_changes_d && ((x_use[12] && c_d == x_d) || (x_use[11] && c_d == x_a)))
        || (c_changes_a && ((x_use[12] && c_a == x_d) || (x_use[11] && c_a == x_a))));
    wire known    = !full || {near.c_use[11], near.c_use[6], near.c_use[5]} == {k_needs_a, k_writes_d, k_writes_a};
    wire k_needs_a, k_writes_d, k_writes_a, k_streamed;
    rg_early_use k_use (
        .word(word), .imm_used(c_imm_used), .updates(c_updates), .streamed(k_streamed), .needs_a(k_needs_a),
        .writes_d(k_writes_d), .writes_a(k_writes_a)
    );
    // The function of C has the operand that its step has.
    wire early_is = !full || again || !c_good || !near.c_use[11] || c_ea == c_ra;
    wire invariant = ordered && follows && goes_on && at_hand && x_place && in_place && is_read && apart && known
        && inside && (!full || streamed == k_streamed) && early_is;

    reg        past_rst_n, past_invariant, past_commit, past_ends, past_rest;
    reg [48:0] past_next, past_control;
    always @(posedge clk) begin
        past_rst_n     <= rst_n;
        past_code_words <= code_words;
        past_invariant <= invariant;
        past_commit    <= commit;
        past_ends      <= trapping || halting || leave;
        past_rest      <= idle;
        past_next      <= {c_next_pc, c_next_br, c_next_dir};
        past_control   <= {pc, br, dir};
    end
    always @* begin
        // Control state, as core_asserts.vh has it; the step traps what is no instruction, and an
        // element writes no register.
        if (past_commit)     assume ({pc, br, dir} == past_next);
        else if (!past_rest) assume ({pc, br, dir} == past_control);
        if (commit) assume (c_good && streams == streamed);
        if (!past_rest) assume (code_words == past_code_words);
        // A register keeps its value from D to X, but for what is committed at the end of X.
        if (look && x_full) begin
            assume (now_d == x_ed || (commit && ((c_changes_d && c_d == x_d) || (c_changes_a && c_a == x_d))));
            assume (now_a == x_ea || (commit && ((c_changes_d && c_d == x_a) || (c_changes_a && c_a == x_a))));
        end
        if (!past_rst_n || past_invariant) assert (invariant);
        // What ends a run leaves nothing behind it; a limit takes effect before the next word.
        if (past_rst_n && past_invariant && past_ends) assert (idle && !full && !x_full);
        if (past_rst_n && past_invariant && past_commit && stop_here) assert (leave && !commit);
        assert (!(commit && (traps || halt || blocked)));
        assert (!commit || full);
        // What is read past the register files is taken only if the step that writes it takes place.
        assert (!(look || takes) || stands == commit);
        assert (!look || !full || commit);
        assert (!(commit && fresh && again));
    end
    (* keep *) wire reach_taken = past_invariant && past_commit && commit && next_br != 24'd0;
    (* keep *) wire reach_wait  = past_invariant && waits && commit;
    (* keep *) wire reach_again = past_invariant && full && again && fresh && c_good;
    (* keep *) wire reach_flush = past_rst_n && past_invariant && past_ends;
