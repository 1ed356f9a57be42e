// stages_step.vh: included by stages_asserts.vh and deep_asserts.vh: what rg_step makes of the word in
// C, what memories and register files remember of their reads, and control state.
    wire [4:0]      c_d = word[21:17], c_a = word[16:12];
    wire [XLEN-1:0] now_d = $anyseq;             // as now_a: what C will read as D
    wire ends_run = trapping || halting || leave;

    // What memories and register files remember of their reads
    reg [XLEN-1:0]      c_rd, c_ra, c_rb;
    reg [IMEM_LOG2-1:0] fetched_from, word_from;
    reg [DMEM_LOG2-1:0] bank_from;
    always @(posedge clk) begin
        if (look) begin
            c_rd <= now_d;  c_ra <= now_a;  c_rb <= now_b;
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
    wire [12:0]     k_bits;
    wire            k_streamed, k_links, k_splits;
    rg_early_use k_use (
        .word(word), .imm_used(c_imm_used), .updates(c_updates), .streamed(k_streamed), .use_bits(k_bits),
        .links(k_links), .splits(k_splits)
    );
    // A word that is none, or outside the program, traps: what follows it is of no account.
    wire c_good   = (c_legal || streamed) && !fetch_fault;
    wire [48:0] after_c = full ? {c_next_pc, c_next_br, c_next_dir} : {pc, br, dir};
    wire pc_outside = {1'b0, pc} >= limit || pc >> IMEM_LOG2 != 24'd0;
    wire in_place = !full || word_from == pc[IMEM_LOG2-1:0];
    wire is_read  = !full || !c_uses_mem || bank_from == c_address[DMEM_LOG2-1:0];

    reg [IMEM_LOG2:0] past_code_words;
    reg        past_rst_n, past_invariant, past_commit, past_ends, past_rest;
    reg [48:0] past_next, past_control;
    always @(posedge clk) begin
        past_rst_n     <= rst_n;
        past_code_words <= code_words;
        past_invariant <= invariant;
        past_commit    <= commit;
        past_ends      <= ends_run;
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
        if (!past_rst_n || past_invariant) assert (invariant);
        // A limit takes effect before the next word.
        if (past_rst_n && past_invariant && past_commit && stop_here) assert (leave && !commit);
        assert (!(commit && (traps || halt || blocked)));
        assert (!commit || full);
        // What is read past the register files is taken only if the step that writes it takes place.
        assert (!(look || takes) || stands == commit);
        assert (!look || !full || commit);
        assert (!(commit && fresh && again));
    end
