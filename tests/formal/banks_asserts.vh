// banks_asserts.vh: included at the end of a copy of rg_data.v, with FORWARD: a word read at any
// port in a clock is the word that stands in the bank after it, whichever port writes. The two
// write ports never meet in one word (an element whose operands are one word writes one).
    reg past_read_1, past_read_2, past_read_3;
    reg [LOG2-1:0] past_1, past_2, past_3;
    always @(posedge clk) begin
        past_read_1 <= read_1;  past_read_2 <= read_2;  past_read_3 <= read_3;
        past_1 <= raddr_1;  past_2 <= raddr_2;  past_3 <= raddr_3;
    end
    always @* begin
        assume (!(write_1 && write_2 && waddr_1 == waddr_2));
        if (past_read_1) assert (rdata_1 == ports.words[past_1]);
        if (past_read_2) assert (rdata_2 == ports.words[past_2]);
        if (past_read_3) assert (rdata_3 == ports.words[past_3]);
    end
    (* keep *) wire reach_both = read_1 && write_1 && write_2 && raddr_1 == waddr_2;
