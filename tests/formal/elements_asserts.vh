// elements_asserts.vh: included at the end of a copy of rg_stream.v; check and addresses are boxes
// with free outputs. Two clocks from an arbitrary state that keeps the invariant. Nothing is
// written outside of a stream, and elements done are counted. A stream that traps or gives up has
// undone as many elements as it did. Elements committed and not undone, by the writes alone
    reg [TIMES-1:0] net;
    always @(posedge clk) begin
        if (begins)     net <= 64'd0;
        else if (write) net <= undo ? net - ONE : net + ONE;
    end
    wire resting   = state == IDLE;
    wire invariant = state <= INDEX && (!resting || !undo) && (resting || net == count)
                      && (state != SETUP || (count == 64'd0 && !undo))
                  && (state != TURN || undo) && (!undo || state != ELEMENT || count != 64'd0)
                      && (!undo || (state != READ && state != INDEX) || count != 64'd0);
    reg past_invariant, past_rst_n, past_done, past_write, past_begins;
    always @(posedge clk) begin
        past_invariant <= invariant;  past_rst_n <= rst_n;  past_done <= done;  past_write <= write;
        past_begins <= begins;
    end
    always @* begin
        assume (resting || !begins);
        if (past_rst_n && past_invariant) assert (invariant);
        if (invariant) begin
            assert (!(resting && (write || done)));
            // A trap or a stop leaves nothing; what retires has counted its elements.
            if (done && (gives_up || cause != RG_TRAP_NONE)) assert (net == 64'd0 && !write);
            if (done && !gives_up && cause == RG_TRAP_NONE && write) assert (elements == net + ONE && !undo);
            if (write && !undoing) assert (trap == RG_TRAP_NONE);
            if (undoing && write) assert (net != 64'd0);
        end
        if (past_rst_n && past_invariant && past_done) assert (resting);
    end
    (* keep *) wire reach_undo = invariant && undo && write && net == 64'd2;
    (* keep *) wire reach_done = invariant && done && write && net == 64'd3;
