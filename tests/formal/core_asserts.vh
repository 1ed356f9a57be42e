// core_asserts.vh: included at the end of a copy of rg_core.v. Two clocks from an arbitrary state
// of the core: what happens between a step and the state is what step_pair.v takes for granted.
    // The bus writes windows and gives commands only while the core is idle.
    always @* begin
        assume (rst_n);
        assume (idle || !(write_regv || write_regg || write_memv || write_memg || write_wide || write_twide || set_mode
            || set_pc || set_br || set_dir || cmd_turn));
        assume ({2'd0, write_regv} + {2'd0, write_regg} + {2'd0, write_memv} + {2'd0, write_memg} <= 3'd1);
        // An idle core commits nothing: so for one sequencer by its states, for the other by the
        // invariant of pipeline_asserts.vh.
        assume (PIPELINE == 0 || !idle || !commit);
        assert (!idle || !commit);
        // A trap or a halt commits nothing.
        assert (!commit || (cause == 4'd0 && !halt));
        // An element of a stream is committed while the stream is under way (stream_asserts.vh).
        assume (!element || (streams && !idle));
        // Without a commit or the host nothing is written; a commit writes exactly what the step
        // says. An element writes what the step says to the words of memory that it names, and no
        // register.
        if (element) begin
            assert (!(regv_1 || regv_2 || regg_1 || regg_2 || regg_3));
            assert ({memv, memg_1, memg_2} == {write_d, write_ga, write_gb});
            assert (memv_index == at_d && memv_data == next_d);
            assert (memg_index_1 == at_a && memg_data_1 == next_ga && memg_index_2 == at_b && memg_data_2 == next_gb);
        end else if (commit && streams) begin
            assert (!(regv_1 || regv_2 || regg_1 || regg_2 || regg_3 || memv || memg_1 || memg_2));
        end else if (commit) begin
            // So does a commit with operands in memory, but what it says of a register at D, A or B
            // goes to the word of memory that stands for it.
            assert ({regv_1, regv_2} == {write_d && !words[0], write_a});
            assert (memv == (words[0] ? write_d : write_m));
            assert ({memg_1, memg_2} == {words[1] ? write_ga : write_gm, words[2] && write_gb});
            assert ({regg_1, regg_2, regg_3}
                == {write_gd && !words[0], write_ga && !words[1], write_gb && !words[2]});
            assert (regv_index_1 == word[21:17] && regv_data_1 == next_d && regv_index_2 == word[16:12]
                && regv_data_2 == next_a);
            assert (regg_index_1 == word[21:17] && regg_data_1 == next_gd && regg_index_2 == word[16:12]
                && regg_data_2 == next_ga);
            assert (regg_index_3 == word[4:0] && regg_data_3 == next_gb);
            assert (memv_index == (words[0] ? words_at[0 +: DMEM_LOG2] : address[DMEM_LOG2-1:0])
                && memv_data == (words[0] ? next_d : next_m));
            assert (memg_index_1 == (words[1] ? words_at[DMEM_LOG2 +: DMEM_LOG2] : address[DMEM_LOG2-1:0])
                && memg_data_1 == (words[1] ? next_ga : next_gm));
            assert (!words[2] || (memg_index_2 == words_at[2*DMEM_LOG2 +: DMEM_LOG2] && memg_data_2 == next_gb));
        end else if (!idle) begin
            assert (!(regv_1 || regv_2 || regg_1 || regg_2 || regg_3 || memv || memg_1 || memg_2));
        end
    end

    reg        was_commit, was_turn, was_still, past_dir, past_next_dir;
    reg [23:0] past_pc, past_br, past_next_pc, past_next_br;
    reg [2:0]  past_mode, past_next_mode;
    always @(posedge clk) begin
        was_commit    <= commit;
        was_turn      <= cmd_turn && !set_pc && !set_br && !set_dir && !set_mode;
        was_still     <= !commit && !(cmd_turn || set_pc || set_br || set_dir || set_mode);
        past_pc       <= pc;        past_br      <= br;        past_dir      <= dir;       past_mode      <= mode;
        past_next_pc  <= next_pc;   past_next_br <= next_br;   past_next_dir <= next_dir;  past_next_mode <= next_mode;
    end
    always @* begin
        if (was_commit) assert (pc == past_next_pc && br == past_next_br && dir == past_next_dir
            && mode == past_next_mode);
        if (was_still)  assert (pc == past_pc && br == past_br && dir == past_dir && mode == past_mode);
        // T of docs/reference/isa.md
        if (was_turn) begin
            assert (br == past_br && mode == past_mode && dir == !past_dir);
            assert (pc == (past_br != 24'd0 ? past_pc ^ past_br : past_dir ? past_pc + 24'd1 : past_pc - 24'd1));
        end
    end
    // What stands in a register of br
    reg was_at_rest;
    always @(posedge clk) was_at_rest <= at_rest == (br == 24'd0);
    always @* if (was_at_rest) assert (at_rest == (br == 24'd0));
    // W and its tangents: with a step, or with each element of a stream and not when that retires
    reg               past_wide_commit, past_wide_still;
    always @(posedge clk) begin
        past_wide_commit <= streams ? element : commit;
        past_wide_still  <= streams ? !element : !commit;
    end
    reg               past_write_w, past_write_gw, past_write_wide;
    reg [2*XLEN-1:0]  past_w, past_gw, past_next_w, past_next_gw;
    always @(posedge clk) begin
        past_write_w <= write_w;  past_write_gw <= write_gw;  past_write_wide <= write_wide;
        past_w <= w;  past_gw <= gw;  past_next_w <= next_w;  past_next_gw <= next_gw;
    end
    always @* begin
        if (past_wide_commit) assert (w == (past_write_w ? past_next_w : past_w)
            && gw == (past_write_gw ? past_next_gw : past_gw));
        if (past_wide_still && !past_write_wide) assert (w == past_w && gw == past_gw);
    end
    reg               past_write_tw, past_write_tgw, past_write_twide;
    reg [2*XLEN-1:0]  past_tw, past_tgw, past_next_tw, past_next_tgw;
    always @(posedge clk) begin
        past_write_tw <= write_tw;  past_write_tgw <= write_tgw;  past_write_twide <= write_twide;
        past_tw <= tw;  past_tgw <= tgw;  past_next_tw <= next_tw;  past_next_tgw <= next_tgw;
    end
    always @* begin
        if (past_wide_commit) assert (tw == (past_write_tw ? past_next_tw : past_tw)
            && tgw == (past_write_tgw ? past_next_tgw : past_tgw));
        if (past_wide_still && !past_write_twide) assert (tw == past_tw && tgw == past_tgw);
    end
    // With three stages: what is kept of the word in C is what rg_decode finds in it, as far as a step
    // asks. An element of a stream may differ in fields that no step asks for.
    wire             k_target, k_two, k_reg_b, k_streamed;
    wire [2:0]       k_indexed;
    wire [31:0]      k_element;
    wire [XLEN+39:0] k_found;
    rg_streamed k_stream (.word(word), .streamed(k_streamed));
    rg_element k_ordinary (
        .word(word), .words(words), .streamed(streamed), .a_is_d(a_is_d), .b_is_d(b_is_d), .b_is_a(b_is_a),
        .target(k_target), .two(k_two), .reg_b(k_reg_b), .indexed(k_indexed), .element(k_element)
    );
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC), .SWITCHES(TANGENTS)) k_decode (
        .word(k_element), .imm(k_found[XLEN+39:40]), .offset(k_found[39:16]), .fmt(k_found[15:11]),
        .kind(k_found[10:9]), .cls(k_found[8:5]), .imm_used(k_found[4]), .legal(k_found[3]), .uses_mem(k_found[2]),
        .uses_exec(k_found[1]), .updates(k_found[0])
    );
    wire k_branches = k_found[8:5] == RG_CLASS_BRANCH || k_found[8:5] == RG_CLASS_LOOP;
    wire k_same = streamed == k_streamed && element_word == k_element && decoded[15:0] == k_found[15:0]
        && {target, two, reads_b, indexed} == {k_target, k_two, k_reg_b, k_indexed}
        && (!k_found[4] || decoded[XLEN+39:40] == k_found[XLEN+39:40])
        && (k_found[4] || decoded[XLEN+40] == (k_element[16:12] == k_element[4:0]))
        && (!k_branches || decoded[39:16] == k_found[39:16]);
    reg  k_was_same;
    always @(posedge clk) k_was_same <= k_same || look;
    always @* if (FUNCTION_STAGE != 0 && k_was_same) assert (k_same);
    (* keep *) wire reach_commit = commit && write_d && write_gm;
    (* keep *) wire reach_trap = trapping;
    (* keep *) wire reach_turn   = was_turn && past_br != 24'd0;
