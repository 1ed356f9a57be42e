// classes_asserts.vh: included at the end of a copy of rg_class_counts.v whose memories are boxes.
// They are taken at their word, which forward_asserts.vh proves: what is read is what stands there
// after the clock. Two clocks from an arbitrary state that holds the invariant: the count of a
// class, with what is on its way, grows by what a step adds, and the host is shown just that. A
// sweep, which a reset begins, ends with 0.
    reg  [63:0]     words [0:(1<<LOG2)-1];
    reg             past_retire, past_read;
    reg  [LOG2-1:0] past_index, past_host;
    always @(posedge clk) begin
        if (write) words[address] <= word;
        past_retire <= retire;  past_index <= index;  past_read <= host_read;  past_host <= host_index;
    end

    (* anyconst *) wire [LOG2-1:0] watched;
    wire [63:0] due = words[watched] + (adding && adding_index == watched ? adding_times : 64'd0);
    wire swept = clearing && {1'b0, watched} >= sweep; // this sweep has been there
    wire invariant = (!adding || (past_retire && past_index == adding_index)) && sweep <= ALL && !(adding && clearing)
        && (!swept || due == 64'd0);

    reg  [63:0] past_due, past_times;
    reg  [LOG2:0] past_sweep;
    reg  past_invariant, past_begins, past_reset;
    always @(posedge clk) begin
        past_invariant <= invariant;  past_due <= due;  past_times <= times;  past_sweep <= sweep;
        past_begins <= clear || !rst_n;  past_reset <= !rst_n;
    end
    wire [63:0] added = past_retire && past_index == watched ? past_times : 64'd0;
    always @* begin
        assume (!past_retire || old == words[past_index]);
        assume (!past_read || shown == words[past_host]);
        assume (!(retire && clearing)); // the core does not run while a sweep is under way
        if (past_reset) assert (sweep == ALL && !adding);
        if (past_invariant) begin
            assert (invariant);
            if (!past_begins && past_sweep == {(LOG2+1){1'b0}}) assert (sweep == past_sweep && due == past_due + added);
            if (!past_begins && past_sweep != {(LOG2+1){1'b0}}) assert (sweep == past_sweep - ONE);
            if (!past_begins && past_sweep == {1'b0, watched} + ONE) assert (due == 64'd0);
            if (past_read && past_host == watched && host_index == watched) assert (count == due);
        end
    end
    (* keep *) wire reach_add = past_invariant && added != 64'd0 && adding && due != past_due;
    (* keep *) wire reach_sweep = past_invariant && clearing && past_due != 64'd0 && due == 64'd0;
