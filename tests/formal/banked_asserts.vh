// banked_asserts.vh: included at the end of a copy of rg_banks.v; macros are boxes with free
// outputs. Two clocks from an arbitrary state that keeps the invariant, for an arbitrary word
// `watch`. What was written there last is in its macro or on its way there. A port that has read it
// shows what was written last when it was read, as soon as it waits no more. A macro promises its
// word only where no write of that word is in the same clock.
    reg  [LOG2-1:0]    watch;
    reg  [WIDTH-1:0]   last, stored;         // written last; in the macro
    reg  [R*LOG2-1:0]  port_at;              // where each port has read, and what it must show
    reg  [R*WIDTH-1:0] hope;
    wire [DIGIT-1:0]   its_bank;
    wire [ROW-1:0]     its_row = watch[LOG2-1:DIGIT];
    wire               unused_leads, unused_served, unused_more;
    rg_bank_turns #(.LOG2(LOG2), .BANKS(BANKS), .PORTS(1)) of_watch (
        .wanted(1'b1), .at(watch), .bank(its_bank), .leads(unused_leads), .served(unused_served), .more(unused_more)
    );

    wire to_macro   = macro_writes[its_bank] && macro_to[its_bank*ROW +: ROW] == its_row;
    wire from_macro = macro_reads[its_bank] && macro_from[its_bank*ROW +: ROW] == its_row;
    reg [WIDTH-1:0] next_last;
    reg [W-1:0]     pending;
    reg [R-1:0]     sees, waits;
    integer n, o;
    always @* begin
        next_last = last;
        pending   = {W{1'b0}};
        sees      = {R{1'b0}};
        waits     = {R{1'b0}};
        for (n = 0; n < W; n = n + 1) begin
            if (!busy && write[n] && waddr[n*LOG2 +: LOG2] == watch) next_last = wdata[n*WIDTH +: WIDTH];
            pending[n] = busy && writes_left[n] && writes_at[n*LOG2 +: LOG2] == watch;
        end
        for (n = 0; n < R; n = n + 1) begin
            sees[n]  = port_at[n*LOG2 +: LOG2] == watch;
            waits[n] = busy && reads_left[n];
        end
    end

    reg [WIDTH-1:0] past_stored;
    reg             past_clean, past_invariant, past_rst_n;
    always @(posedge clk) begin
        watch  <= rst_n ? watch : raddr[LOG2-1:0];
        last   <= next_last;
        stored <= to_macro ? macro_data[its_bank*WIDTH +: WIDTH] : stored;
        for (n = 0; n < R; n = n + 1)
            if (!busy && read[n]) begin
                port_at[n*LOG2 +: LOG2] <= raddr[n*LOG2 +: LOG2];
                hope[n*WIDTH +: WIDTH]  <= next_last;
            end
        past_stored <= stored;  past_clean <= from_macro && !to_macro;
        past_invariant <= invariant;  past_rst_n <= rst_n;
    end

    reg invariant;
    always @* begin
        invariant = pending != {W{1'b0}} || stored == last;
        for (n = 0; n < W; n = n + 1) begin
            if (pending[n] && writes_data[n*WIDTH +: WIDTH] != last) invariant = 1'b0;
            for (o = 0; o < n; o = o + 1) if (pending[n] && pending[o]) invariant = 1'b0;
        end
        for (n = 0; n < R; n = n + 1) begin
            if (waits[n] && reads_at[n*LOG2 +: LOG2] != port_at[n*LOG2 +: LOG2]) invariant = 1'b0;
            if (sees[n] && !waits[n] && rdata[n*WIDTH +: WIDTH] != hope[n*WIDTH +: WIDTH]) invariant = 1'b0;
            if (sees[n] && waits[n] && given[n] && (fresh[n] || held[n*WIDTH +: WIDTH] != hope[n*WIDTH +: WIDTH]))
                invariant = 1'b0;
            if (sees[n] && waits[n] && !given[n] && (pending != {W{1'b0}} || stored != hope[n*WIDTH +: WIDTH]))
                invariant = 1'b0;
        end
    end

    always @* begin
        for (n = 0; n < R; n = n + 1) begin
            // A port holds the word that it has read, which nobody has written since.
            assume (!keep[n] || (read[n] && raddr[n*LOG2 +: LOG2] == port_at[n*LOG2 +: LOG2]));
            assume (!(keep[n] && sees[n] && !busy && hope[n*WIDTH +: WIDTH] != last));
        end
        if (past_clean) assume (words[its_bank*WIDTH +: WIDTH] == past_stored);
        if (past_rst_n && past_invariant) assert (invariant);
    end
    (* keep *) wire reach_both = invariant && busy && reads_left != {R{1'b0}} && writes_left != {W{1'b0}};
