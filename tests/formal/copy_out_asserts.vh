// copy_out_asserts.vh: included at the end of a copy of rg_copy_out.v. Induction over one clock.
//
// A copy asks to write the beats of its words and no others. It sends each word once, in order, and
// says how many were answered well. The solver does not end on all of it at once, but in seconds on
// each bit of `holds`.
    localparam HOLDS = 29;
    // What was asked at the start, and what has passed since.
    reg [63:3]          all_host;
    reg [DMEM_LOG2-1:0] all_word;
    reg [DMEM_LOG2:0]   beats_sent, words_sent;
    reg                 spoilt;                     // an answer was an error
    wire [DMEM_LOG2:0]  total = all == NONE ? NONE
                              : (all >> 1) + {{DMEM_LOG2{1'b0}}, all[0] || all_host[3]};
    wire [DMEM_LOG2:0]  taken = all - left;         // words that were read
    wire [DMEM_LOG2:0]  showing = shown ? {{(DMEM_LOG2-1){1'b0}}, high && low, high != low} : NONE;
    wire [DMEM_LOG2:0]  asked_for = total - beats;
    wire [DMEM_LOG2:0]  read_beats = beats_sent + {{DMEM_LOG2{1'b0}}, shown};
    // The words of the first beats: two of each, but one of the first where it begins in the middle, and
    // of the last what is needed.
    wire [DMEM_LOG2+1:0] before = read_beats == NONE ? {1'b0, NONE}
                                : {read_beats, 1'b0} - {{(DMEM_LOG2+1){1'b0}}, all_host[3]};
    wire [3:0] next_place = all_host[7:4] + read_beats[3:0];
    // What is true after each clock of a copy, and between copies
    wire [18:0] during;
    assign during[0]  = beats <= total;
    assign during[1]  = beats_sent + {{(DMEM_LOG2-6){1'b0}}, granted} == asked_for;
    assign during[2]  = beats_sent <= total;
    assign during[3]  = line == all_host[63:4] + {{(59-DMEM_LOG2){1'b0}}, asked_for};
    assign during[4]  = owed <= BURSTS && granted <= {owed, 4'd0};
    assign during[5]  = !held || (beats != NONE && owed < BURSTS);
    assign during[6]  = left <= all;
    assign during[7]  = read_beats <= total;
    assign during[8]  = at == all_word + taken[DMEM_LOG2-1:0];
    assign during[9]  = words_sent + showing == taken;
    assign during[10] = {1'b0, taken} == (before < {1'b0, all} ? before : {1'b0, all});
    assign during[11] = middle == (all_host[3] && read_beats == NONE);
    assign during[12] = place == next_place - 4'd1;
    assign during[13] = !shown || (low != (all_host[3] && read_beats == ONE) && (low || high));
    assign during[14] = {1'b0, all_word} <= (ONE << DMEM_LOG2) - all && all <= ONE << DMEM_LOG2
        && began_high == all_host[3];
    assign during[15] = unanswered >= beats && unanswered <= total;
    assign during[16] = good <= total - unanswered;
    assign during[17] = answer_place == all_host[7:4] + total[3:0] - unanswered[3:0];
    assign during[18] = response == 2'd0 ? !spoilt && good == total - unanswered
        : spoilt && halting && response[1];
    wire between = !shown && owed == 3'd0 && !held;
    wire fine = copying ? &during : between;

    // What a memory does: it answers a burst whose beats are there. So no beat is owed to a burst that
    // was answered, and none is unanswered where no burst is.
    wire [DMEM_LOG2:0] unanswered_next = unanswered - (answer ? {{(DMEM_LOG2-4){1'b0}}, answered} : NONE);
    wire [DMEM_LOG2:0] beats_next = beats - (asked ? {{(DMEM_LOG2-4){1'b0}}, burst} : NONE);
    wire [2:0]         owed_next  = owed + {2'd0, asked} - {2'd0, answer};
    wire [6:0]         granted_next = granted + (asked ? {2'd0, burst} : 7'd0) - {6'd0, sends};

    reg                 was_reset, was_fine, waits, stalls, takes, ended, ended_early;
    reg [63:0]          past_address;
    reg [7:0]           past_length;
    reg [15:0]          past_strobes;
    reg                 past_last;
    reg [DMEM_LOG2-1:0] past_at;
    reg                 ends;                       // an answer was an error, and others may follow
    reg [DMEM_LOG2:0]   past_good;
    always @(posedge clk) begin
        was_reset <= !rst_n;  was_fine <= fine && rst_n;
        waits     <= rst_n && m_awvalid && !m_awready;
        past_address <= m_awaddr;  past_length <= m_awlen;
        stalls    <= rst_n && m_wvalid && !m_wready;
        past_strobes <= m_wstrb;  past_last <= m_wlast;
        takes     <= rst_n && read && !done;  past_at <= at;
        ends      <= rst_n && copying && spoilt;  past_good <= good;
        ended     <= rst_n && done;  ended_early <= halting;
        if (!copying && start) begin
            all_host <= host;  all_word <= word;  beats_sent <= NONE;  words_sent <= NONE;  spoilt <= 1'b0;
        end else if (copying) begin
            beats_sent <= beats_sent + {{DMEM_LOG2{1'b0}}, sends};
            words_sent <= words_sent + {{(DMEM_LOG2-1){1'b0}}, sent};
            spoilt     <= spoilt || (answer && m_bresp[1]);
        end
    end
    always @* begin
        assume (!start || ({1'b0, word} <= (ONE << DMEM_LOG2) - count && count <= ONE << DMEM_LOG2));
        assume (!answer || answered <= unanswered - beats);
        assume (!copying || (unanswered_next >= beats_next && granted_next <= {owed_next, 4'd0}
            && (owed_next == 3'd0) == (unanswered_next == beats_next)
            && {{(DMEM_LOG2-6){1'b0}}, granted_next} <= unanswered_next - beats_next));
    end

    // What holds after each clock: the above, so that it goes on, and what it is for.
    wire was = was_reset || was_fine, two_halves = high && low;
    wire [DMEM_LOG2-1:0] moved = at - past_at;
    wire [DMEM_LOG2:0]   words_shown = {{DMEM_LOG2{1'b0}}, m_wstrb[8]} + {{DMEM_LOG2{1'b0}}, m_wstrb[0]};
    (* keep *) wire [HOLDS-1:0] holds;
    assign holds[0] = !was || copying || between;
    // Of its own words, never over a boundary, and not too many at a time.
    assign holds[1] = !was || !m_awvalid || (copying && owed < BURSTS && burst != 5'd0
        && {{(DMEM_LOG2-4){1'b0}}, burst} <= beats && {1'b0, line[7:4]} + burst <= 5'd16);
    // A beat belongs to a burst that was asked for, and the last beat of a burst says so.
    assign holds[2] = !was || !m_wvalid || (copying && granted != 7'd0
        && m_wlast == (next_place == 4'd0 || read_beats == total));
    // It counts what the host's memory takes, and reads nothing when it does not copy.
    assign holds[3] = !was || ((!copying || (sent != 2'd0) == sends) && (copying || !read));
    // A copy that nothing ended early has moved all.
    assign holds[4] = !was_fine || !ended || (!copying && (ended_early || (copied == all && words_sent == all)));
    // What is asked for, and a beat that is offered, stand until they are accepted.
    assign holds[5] = !was_fine || !waits || (m_awvalid && m_awaddr == past_address && m_awlen == past_length);
    assign holds[6] = !was_fine || !stalls || (m_wvalid && m_wstrb == past_strobes && m_wlast == past_last && !takes);
    // What was read is offered next, and its words are where the strobes say.
    assign holds[7] = !was_fine || !takes || (shown && m_wdata[64 +: XLEN] == (low ? second : first)
        && m_wdata[0 +: XLEN] == first
        && moved == {{(DMEM_LOG2-2){1'b0}}, two_halves, !two_halves});
    // Behind the first error no word counts.
    assign holds[8] = !was_fine || !ends || good == past_good;
    // The strobes are those of the words that were read and not yet sent; the first may be the upper one.
    assign holds[9] = !was || !m_wvalid || (m_wstrb[7:0] == {8{!(all_host[3] && read_beats == ONE)}}
        && m_wstrb[15:8] == {8{m_wstrb[8]}} && words_shown == taken - words_sent);
    assign holds[HOLDS-1:10] = during | {(HOLDS-10){!was || !copying}};
    (* keep *) wire reach_two   = was_fine && fine && copying && sent == 2'd2;
    (* keep *) wire reach_error = was_fine && fine && copying && response != 2'd0 && owed != 3'd0;
    (* keep *) wire reach_done  = was_fine && fine && done && copied != NONE && copied == all;
