// copy_asserts.vh: included at the end of a copy of rg_copy_in.v. Induction over one clock.
//
// A copy asks for the beats of its words and for no others. It writes each word to its address, and
// says how many it wrote.
    // What was asked at the start, and what has passed since.
    reg [63:3]          all_host;
    reg [DMEM_LOG2-1:0] all_word;
    reg [DMEM_LOG2:0]   all_count, got, due, wrote;  // beats that came, beats under way, words written
    wire [DMEM_LOG2:0]  total = all_count == NONE ? NONE
                              : (all_count >> 1) + {{DMEM_LOG2{1'b0}}, all_count[0] || all_host[3]};
    wire [DMEM_LOG2:0]  taken = all_count - left;
    wire [DMEM_LOG2:0]  writes = {{DMEM_LOG2{1'b0}}, write[0]} + {{DMEM_LOG2{1'b0}}, write[1]};
    // The words of the beats that came: two of each, but one of the first where it begins in the
    // middle, and of the last what is needed.
    wire [DMEM_LOG2+1:0] came = got == NONE ? {1'b0, NONE} : {got, 1'b0} - {{(DMEM_LOG2+1){1'b0}}, all_host[3]};
    wire [DMEM_LOG2+1:0] most = {1'b0, all_count};
    wire [DMEM_LOG2:0]  asked_for = total - beats;
    wire good_bursts = beats <= total && got <= total && due <= total && beats + due + got == total && owed <= BURSTS
        && {{(DMEM_LOG2-2){1'b0}}, owed} <= due && (owed == 3'd0) == (due == NONE)
        && line == all_host[63:4] + {{(59-DMEM_LOG2){1'b0}}, asked_for}
        && (!held || (beats != NONE && owed < BURSTS));
    wire good_words = left <= all_count && at == all_word + taken[DMEM_LOG2-1:0] && copied + writes == taken
        && wrote == copied && write != 2'd2 && (halting || response == 2'd0)
        && (halting || ({1'b0, taken} == (came < most ? came : most) && upper == (all_host[3] && got == NONE)))
        && {1'b0, all_word} <= (ONE << DMEM_LOG2) - all_count && all_count <= ONE << DMEM_LOG2;
    wire good = copying ? good_bursts && good_words : write == 2'd0 && owed == 3'd0 && !held;

    // What a memory does: a burst ends with its last beat.
    wire [2:0]          owed_next = owed + {2'd0, asked} - {2'd0, beat && m_rlast};
    wire [DMEM_LOG2:0]  due_next  = due + (asked ? {{(DMEM_LOG2-4){1'b0}}, burst} : NONE) - {{DMEM_LOG2{1'b0}}, beat};

    reg                 was_reset, was_good, waits, took, took_two, took_upper, ended, ended_early;
    reg [63:0]          past_address;
    reg [7:0]           past_length;
    reg [127:0]         past_beat;
    reg [DMEM_LOG2-1:0] past_at;
    always @(posedge clk) begin
        was_reset <= !rst_n;  was_good <= good && rst_n;
        waits     <= rst_n && m_arvalid && !m_arready;
        past_address <= m_araddr;  past_length <= m_arlen;
        took      <= rst_n && copying && takes;  took_two <= two;  took_upper <= upper;
        past_beat <= m_rdata;  past_at <= at;
        ended     <= rst_n && done;  ended_early <= halting;
        if (!copying && start) begin
            all_host <= host;  all_word <= word;  all_count <= count;  got <= NONE;  due <= NONE;  wrote <= NONE;
        end else if (copying) begin
            got <= got + {{DMEM_LOG2{1'b0}}, beat};  due <= due_next;  wrote <= wrote + writes;
        end
    end
    always @* begin
        assume (!start || ({1'b0, word} <= (ONE << DMEM_LOG2) - count && count <= ONE << DMEM_LOG2));
        assume (!copying || ((owed_next == 3'd0) == (due_next == NONE)
            && {{(DMEM_LOG2-2){1'b0}}, owed_next} <= due_next));
        if (was_reset || was_good) begin
            assert (good);
            // Of its own words, never over a boundary, and not too many at a time.
            if (m_arvalid) assert (copying && owed < BURSTS && burst != 5'd0 && {{(DMEM_LOG2-4){1'b0}}, burst} <= beats
                && {1'b0, line[7:4]} + burst <= 5'd16);
            // A copy that nothing ended early has moved all.
            if (done && !halting) assert (left == NONE);
            if (was_good && ended) assert (!copying && copied == wrote && (ended_early || copied == all_count));
        end
        // What is asked for stands until it is accepted.
        if (was_good && waits) assert (m_arvalid && m_araddr == past_address && m_arlen == past_length);
        // What was taken is written, and nothing else.
        if (was_good && took) assert (write == {took_two, 1'b1} && write_at == past_at
            && data[0 +: XLEN] == (took_upper ? past_beat[64 +: XLEN] : past_beat[0 +: XLEN])
            && data[XLEN +: XLEN] == past_beat[64 +: XLEN]);
        if (was_good && !took) assert (write == 2'd0);
        // No beat that was an error, nor any behind it.
        assert (!takes || (!m_rresp[1] && !halting));
    end
    (* keep *) wire reach_two   = was_good && good && copying && write == 2'd3;
    (* keep *) wire reach_error = was_good && good && copying && response != 2'd0 && owed != 3'd0;
    (* keep *) wire reach_done  = was_good && good && done && copied != NONE;
