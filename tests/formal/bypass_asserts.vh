// bypass_asserts.vh: included at the end of a copy of rg_operands.v, with BYPASS: a word read in a clock is the word that stands in the
// file after it, whatever is written meanwhile; and so is what the ports `now` show.
    reg past_read, past_read_grad;
    reg [4:0] past_d, past_a, past_b;
    reg [XLEN-1:0] past_now_d, past_now_a, past_now_b;
    always @(posedge clk) begin
        past_read <= read;  past_read_grad <= read_grad;  past_d <= d;  past_a <= a;  past_b <= b;
        past_now_d <= now_d;  past_now_a <= now_a;  past_now_b <= now_b;
    end
    always @* begin
        assert (past_now_d == values[past_d] && past_now_a == values[past_a] && past_now_b == values[past_b]);
        if (past_read)      assert (rd == values[past_d] && ra == values[past_a] && rb == values[past_b]);
        if (past_read_grad) assert (gd == gradients[past_d] && ga == gradients[past_a] && gb == gradients[past_b]);
    end
    (* keep *) wire reach_both = write_1 && write_2 && index_1 == d && index_2 == d && data_1 != data_2;
