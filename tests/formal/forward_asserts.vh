// forward_asserts.vh: included at the end of a copy of rg_mem.v, with FORWARD: a word read in a
// clock is the word that stands in the bank after it.
    reg past_read;
    reg [LOG2-1:0] past_raddr;
    always @(posedge clk) begin
        past_read <= read;  past_raddr <= raddr;
    end
    always @* if (past_read) assert (rdata == words[past_raddr]);
    (* keep *) wire reach_both = read && write && raddr == waddr;
