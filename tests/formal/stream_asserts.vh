// stream_asserts.vh: included at the end of a copy of rg_stream_address.v. Two clocks from an
// arbitrary position within the counts. A move in the other direction would lead exactly back, so
// the sequence backward is the sequence forward, reversed. A move never leaves the counts.
    reg              past_moved, past_back, past_ends;
    reg [LOG2-1:0]   past_k, past_i, past_n, past_m;
    reg [3*LOG2-1:0] past_at, past_inner, past_row;
    always @(posedge clk) begin
        past_moved <= move && !load;  past_back <= back;  past_ends <= ends;
        past_k <= k;  past_i <= i;  past_at <= at;
        past_n <= n_last;  past_m <= m_last;  past_inner <= inner;  past_row <= row;
    end
    // The neighbour on the side that it came from
    wire              home_turns = past_back ? k == n_last : k == ZERO;
    wire [LOG2-1:0]   home_k = home_turns ? (past_back ? ZERO : n_last) : past_back ? k + ONE : k - ONE;
    wire [LOG2-1:0]   home_i = !home_turns ? i : past_back ? i + ONE : i - ONE;
    wire [3*LOG2-1:0] home_delta = home_turns ? row : inner;
    wire [LOG2-1:0]   home_d = past_back ? at[0 +: LOG2] + home_delta[0 +: LOG2]
        : at[0 +: LOG2] - home_delta[0 +: LOG2];
    wire [LOG2-1:0]   home_a = past_back ? at[LOG2 +: LOG2] + home_delta[LOG2 +: LOG2]
        : at[LOG2 +: LOG2] - home_delta[LOG2 +: LOG2];
    wire [LOG2-1:0]   home_b = past_back ? at[2*LOG2 +: LOG2] + home_delta[2*LOG2 +: LOG2]
        : at[2*LOG2 +: LOG2] - home_delta[2*LOG2 +: LOG2];
    wire within = past_k <= past_n && past_i <= past_m;
    always @* begin
        assume ({past_n, past_m, past_inner, past_row} == {n_last, m_last, inner, row});
        if (past_moved && !past_ends && within) begin
            assert ({home_k, home_i} == {past_k, past_i});
            assert ({home_b, home_a, home_d} == past_at);
            assert (k <= n_last && i <= m_last);
        end
    end
    (* keep *) wire reach_turn = past_moved && !past_ends && within && home_turns && past_i != ZERO;
    (* keep *) wire reach_end  = past_moved && within && ends;
