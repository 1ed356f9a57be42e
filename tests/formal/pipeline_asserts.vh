// pipeline_asserts.vh: included at the end of a copy of rg_pipeline.v. Two clocks from an arbitrary
// state that keeps the invariant. The instruction in C is the one at pc, its operands and its
// memory word were read for it, and D holds what follows it. What rg_operands and the memories
// remember of their reads (bypass_asserts.vh, forward_asserts.vh)
    reg [XLEN-1:0]      c_rd, c_ra, c_rb;
    reg [IMEM_LOG2-1:0] fetched_from, word_from;
    reg [DMEM_LOG2-1:0] bank_from;
    always @(posedge clk) begin
        if (look) begin
            c_rd <= now_d;  c_ra <= now_a;  c_rb <= now_b;  word_from <= fetched_from;
        end
        if (fetch)      fetched_from <= fetch_address;
        if (read_banks) bank_from <= bank_address;
    end

    // What rg_step makes of the word in C: the same two modules, as in rg_step.v
    wire [6:0]      c_op;
    wire [3:0]      c_cls;
    wire [23:0]     c_offset, c_next_pc, c_next_br;
    wire [XLEN-1:0] c_imm;
    wire            c_imm_used, c_uses_mem, c_next_dir;
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) c_decode (
        .word(word), .op(c_op), .imm_used(c_imm_used), .imm(c_imm), .offset(c_offset), .cls(c_cls),
        .uses_mem(c_uses_mem)
    );
    rg_control #(.XLEN(XLEN)) c_control (
        .op(c_op), .cls(c_cls), .offset(c_offset), .pc(pc), .br(br), .dir(dir), .rd(c_rd), .ra(c_ra), .imm5(c_imm),
        .next_br(c_next_br), .next_pc(c_next_pc), .next_dir(c_next_dir)
    );
    wire [XLEN-1:0] c_address = c_ra + (c_imm_used ? c_imm : c_rb);

    wire ordered  = state == RUN || (!full && (state == IDLE || state == FETCH));
    wire follows  = state != RUN || {d_pc, d_br, d_dir} == (full ? {c_next_pc, c_next_br, c_next_dir} : {pc, br, dir});
    wire at_hand  = state != RUN || fetched_from == d_pc[IMEM_LOG2-1:0];
    wire in_place = !full || word_from == pc[IMEM_LOG2-1:0];
    wire is_read  = !full || !c_uses_mem || bank_from == c_address[DMEM_LOG2-1:0];
    wire invariant = ordered && follows && at_hand && in_place && is_read;

    reg        past_rst_n, past_invariant, past_commit, past_ends, past_rest;
    reg [48:0] past_next, past_control;
    always @(posedge clk) begin
        past_rst_n     <= rst_n;
        past_invariant <= invariant;
        past_commit    <= commit;
        past_ends      <= trapping || halting || leave;
        past_rest      <= idle;
        past_next      <= {c_next_pc, c_next_br, c_next_dir};
        past_control   <= {pc, br, dir};
    end
    always @* begin
        // Control state, as core_asserts.vh has it
        if (past_commit)     assume ({pc, br, dir} == past_next);
        else if (!past_rest) assume ({pc, br, dir} == past_control);
        if (!past_rst_n || past_invariant) assert (invariant);
        // What ends a run leaves nothing behind it; a limit takes effect before the next
        // instruction.
        if (past_rst_n && past_invariant && past_ends) assert (idle && !full);
        if (past_rst_n && past_invariant && past_commit && stop_here) assert (leave && !commit);
        assert (!(commit && (traps || halt || blocked)));
        assert (!commit || full);
        // What is read past the register files is taken only if the step that writes it takes place.
        assert (!(look) || stands == commit);
        assert (!look || !full || commit);
    end
    (* keep *) wire reach_taken = past_invariant && past_commit && commit && next_br != 24'd0;
    (* keep *) wire reach_read  = past_invariant && past_commit && commit && c_uses_mem;
    (* keep *) wire reach_flush = past_rst_n && past_invariant && past_ends;
