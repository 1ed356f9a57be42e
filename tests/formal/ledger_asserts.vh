// ledger_asserts.vh: included at the end of a copy of rg_ledger.v. Two clocks from an arbitrary
// state: an entry grows by a word where a step is billed there. It goes back to 0 only in a sweep,
// which covers every entry ever billed.
    (* anyconst *) wire [LOG2-1:0] watched;
    wire [63:0] now = entries[watched];
    reg  [63:0] past, past_word;
    reg         past_bill, past_clearing, past_clear, past_reset;
    reg  [LOG2-1:0] past_address;
    reg  [ROWS_LOG2:0] past_sweep;
    always @(posedge clk) begin
        past <= now;  past_bill <= billing;  past_word <= (bill ? ONE_WORD : 64'd0) + (bill_tangent ? ONE_WORD : 64'd0);
        past_clearing <= clearing;  past_clear <= clear || !rst_n;  past_reset <= !rst_n;  past_address <= address;
        past_sweep <= sweep;
    end
    wire [ROWS_LOG2:0] watched_row = {1'b0, watched[LOG2-1:ROW_LOG2]};
    wire swept = past_clearing && watched_row + ONE == past_sweep;
    wire billed_here = past_bill && past_address == watched;
    localparam [63:0] FAR = 64'd1 << 62;
    always @* begin
        // The core looks the entry up in the decode clock of the step it bills (rg_core), and does
        // not run while a sweep is under way.
        assume (!(bill || bill_tangent) || (entry == entries[address] && !clearing));
        assume (now < FAR);
        // A reset begins a sweep of everything, whatever the memory and the registers hold: so the
        // invariant holds after it.
        if (past_reset) assert (sweep == ALL && used == ALL && invariant);
        // The invariant: rows from `used` on are 0, and a sweep begins at `used`. Every clock keeps
        // it, except that a second clear within a sweep begins it again.
        if (past_invariant) begin
            assert (now == (swept ? 64'd0 : billed_here ? past + past_word : past));
            assert (past_clear || !past_clearing || sweep == past_sweep - ONE);
            assert (invariant);
        end
    end
    wire invariant = sweep <= ALL && used <= ALL && (!clearing || sweep == used)
        && (watched_row < used || now == 64'd0);
    reg past_invariant;
    always @(posedge clk) past_invariant <= invariant;
    (* keep *) wire reach_bill = billed_here && now != past;
    (* keep *) wire reach_sweep = swept && past != 64'd0;
