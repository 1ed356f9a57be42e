// host_asserts.vh: included at the end of a copy of rg_host.v. What a request may do, and that what
// is refused does nothing.
    wire changes_state = write_regv || write_regg || write_memv || write_memg || write_wide || write_regt || write_regtg
        || write_memt
                      || write_memtg || write_twide;
    wire sets = set_mode || set_pc || set_br || set_dir || set_keep || discard_kept;
    wire [3:0] written = {3'd0, write_regv} + {3'd0, write_regg} + {3'd0, write_memv} + {3'd0, write_memg}
        + {3'd0, write_wide}
                       + {3'd0, write_regt} + {3'd0, write_regtg} + {3'd0, write_memt} + {3'd0, write_memtg}
                           + {3'd0, write_twide}
                       + {3'd0, write_imem};
    wire acts = changes_state || sets || write_imem || cmd_run || cmd_stop || cmd_turn || cmd_clear || cmd_scan
        || cmd_copy_in || cmd_copy_out;
    reg was_reset, went, past_req, past_idle, past_clearing;
    reg [63:0] past_steps, past_limit;
    reg [63:3] past_copy_host;
    reg [5:0]  past_settings;
    always @(posedge clk) begin
        was_reset <= !rst_n;
        past_req  <= req && rst_n;  past_idle <= idle;  past_clearing <= clearing;
        went       <= rst_n && !(writing && in_reg);
        past_steps <= steps;  past_limit <= cycle_limit;  past_copy_host <= copy_host;
        past_settings <= {irq_enable, protect};
    end
    always @* begin
        // Nothing happens without an answer, and no answer without a request.
        assert (!acts || (ack && ack_resp == OKAY));
        assert (!(out_pop || host_copied || host_erased) || (ack && ack_resp == OKAY));
        if (ack && !was_reset) assert (past_req && !past_clearing && was_idle == past_idle);
        if (was_reset) assert (!ack);
        // Whole words, at whole words; reads write nothing and writes copy nothing.
        if (!req_whole || !req_write || req_addr[2:0] != 3'd0) assert (!acts);
        if (req_write || req_addr[2:0] != 3'd0) assert (!out_pop && !host_copied);
        if (ack && req_write && !req_whole) assert (ack_resp != OKAY);
        if (ack && req_addr[2:0] != 3'd0) assert (ack_resp == DECERR);
        if (ack && ack_resp != OKAY && !(known && read_ok)) assert (ack_rdata == 64'd0);
        // While it runs, scans or copies the machine only takes a stop, and shows no state.
        if (!was_idle) assert (!changes_state && !sets && !write_imem && !cmd_run && !cmd_turn && !cmd_clear
            && !cmd_scan && !cmd_copy_in && !cmd_copy_out && !host_copied);
        assert (!(cmd_run && cmd_scan) && !(cmd_copy_in && cmd_copy_out) && !(cmd_copy_gradients && !cmd_copy_out));
        // Without the protection that is asked for nothing is done, and nothing told.
        if (!permitted) assert (!acts && irq_clear == 3'd0 && (!ack || (ack_resp != OKAY && ack_rdata == 64'd0)));
        // A copy stays in data memory.
        if (cmd_copy_in || cmd_copy_out)
            assert (req_wdata[31:0] <= WORDS[31:0] && req_wdata[63:32] <= WORDS[31:0] - req_wdata[31:0]);
        // One word of one window, and every overwritten word that was not 0 is reported.
        assert (written <= 4'd1);
        assert (host_copied == (ack && ack_resp == OKAY && !req_write && in_state && aligned));
        assert (host_erased == (changes_state && old_word != {XLEN{1'b0}}));
        assert (!out_pop || out_level != 5'd0);
        // The limits stay when no register is written.
        if (went) assert (steps == past_steps && cycle_limit == past_limit && copy_host == past_copy_host
            && {irq_enable, protect} == past_settings);
    end
    (* keep *) wire reach_write = changes_state && host_erased;
    (* keep *) wire reach_stop  = cmd_stop && !was_idle;
    (* keep *) wire reach_read  = host_copied;
    (* keep *) wire reach_empty = ack && known && !req_write && in_reg && register == RG_REG_OUT && out_level == 5'd0;
