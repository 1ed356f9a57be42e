// counters_asserts.vh: included at the end of a copy of rg_counters.v. Two clocks from an arbitrary
// state. Each counter moves by exactly what happened: by 0 or more, so none goes backward. Only the
// two net overflow counters run down, by what a step that retires backward found.
    reg         past_valid;
    reg  [63:0] past_grad_ovf, past_erased_grad;
    // What each counter must be after this clock, from what is seen in it. It is held in registers,
    // so both sides of an assertion are sums of the same clock. The solver finds these to be one.
    reg  [63:0] due_cycles, due_retired, due_cycles_f, due_cycles_b, due_program_f, due_program_b, due_bits_out,
        due_erased_grad, due_erased_host;
    reg  [63:0] due_mem_reads, due_mem_writes, due_grad_reads, due_grad_writes, due_tan_reads, due_tan_writes;
    reg  [63:0] due_words_in, due_cycles_in, due_words_out, due_cycles_out;
    reg  [63:0] due_grad_ovf, due_val_ovf, due_grad_ovf_all, due_val_ovf_all;
    always @(posedge clk) begin
        past_valid <= rst_n && !clear;  past_grad_ovf <= grad_ovf;  past_erased_grad <= erased_grad;
        due_cycles <= running ? cycles + 64'd1 : cycles;
        due_retired <= retire ? retired + 64'd1 : retired;
        due_cycles_f <= retire && !dir ? cycles_f + spent + 64'd1 : cycles_f;
        due_cycles_b <= retire && dir ? cycles_b + spent + 64'd1 : cycles_b;
        due_program_f <= retire && in_program && !dir ? program_f + spent + 64'd1 : program_f;
        due_program_b <= retire && in_program && dir ? program_b + spent + 64'd1 : program_b;
        due_mem_reads <= retire ? mem_reads + words(mem_read[1:0], n, thrice)
            + (mem_read[2] ? {n[61:0], 2'b00} : 64'd0) : mem_reads;
        due_mem_writes <= retire ? mem_writes + words(mem_write, n, thrice) : mem_writes;
        due_grad_reads <= retire ? grad_reads + words(grad_read, n, thrice) : grad_reads;
        due_grad_writes <= retire ? grad_writes + words(grad_write, n, thrice) : grad_writes;
        due_tan_reads <= retire ? tan_reads + words(tan_read, n, thrice) + words(tan_grad_read, n, thrice) : tan_reads;
        due_tan_writes <= retire ? tan_writes + words(tan_write, n, thrice)
            + words(tan_grad_write, n, thrice) : tan_writes;
        due_bits_out <= bits_out + ((retire && copied_out) || host_copied ? ONE_WORD : bits(copy_sent));
        due_erased_grad <= retire ? erased_grad + (billed ? ONE_WORD : 64'd0) + (billed_tangent ? ONE_WORD : 64'd0)
            : erased_grad;
        due_erased_host <= host_erased ? erased_host + ONE_WORD
            : copying_in ? erased_host + bits(copy_erased)
                         : erased_host + {{(64-TIMES){1'b0}}, discarded} * ONE_WORD;
        due_words_in <= words_in + {62'd0, copy_words};  due_cycles_in <= copying_in ? cycles_in + 64'd1 : cycles_in;
        due_words_out <= words_out + {62'd0, copy_sent};
        due_cycles_out <= copying_out ? cycles_out + 64'd1 : cycles_out;
        due_grad_ovf <= !retire ? grad_ovf : dir ? grad_ovf - found_grad : grad_ovf + found_grad;
        due_val_ovf <= !retire ? val_ovf : dir ? val_ovf - found_value : val_ovf + found_value;
        due_grad_ovf_all <= retire ? grad_ovf_all + found_grad : grad_ovf_all;
        due_val_ovf_all <= retire ? val_ovf_all + found_value : val_ovf_all;
    end
    // The cycles of a step are those since the last one.
    reg  [63:0] due_spent;
    always @(posedge clk) due_spent <= running && !retire ? spent + 64'd1 : 64'd0;
    // What `words` and `bits` are: each times n, and each times XLEN.
    (* anyseq *) wire [1:0]  each_word;
    (* anyseq *) wire [63:0] some_times;
    wire [63:0] some_words = words(each_word, some_times, some_times + (some_times << 1));
    wire [63:0] some_bits = bits(each_word);
    always @* begin
        assume (rst_n);
        assert (some_words == (each_word == 2'd0 ? 64'd0 : each_word == 2'd1 ? some_times
            : each_word == 2'd2 ? some_times << 1
                               : some_times + (some_times << 1)));
        assert (some_bits == (each_word == 2'd0 ? 64'd0 : each_word == 2'd1 ? ONE_WORD
            : each_word == 2'd2 ? ONE_WORD << 1
                               : ONE_WORD + (ONE_WORD << 1)));
        assert (n == times && thrice == n + (n << 1));
        assert (found_grad == grad_overflows && found_value == value_overflows);
        if (past_valid) begin
            assert (cycles == due_cycles && retired == due_retired && cycles_f == due_cycles_f
                && cycles_b == due_cycles_b);
            assert (program_f == due_program_f && program_b == due_program_b && spent == due_spent);
            assert (mem_reads == due_mem_reads && mem_writes == due_mem_writes);
            assert (grad_reads == due_grad_reads && grad_writes == due_grad_writes);
            assert (tan_reads == due_tan_reads && tan_writes == due_tan_writes);
            assert (bits_out == due_bits_out && erased_grad == due_erased_grad && erased_host == due_erased_host);
            assert (words_in == due_words_in && cycles_in == due_cycles_in);
            assert (words_out == due_words_out && cycles_out == due_cycles_out);
            assert (grad_ovf == due_grad_ovf && val_ovf == due_val_ovf);
            assert (grad_ovf_all == due_grad_ovf_all && val_ovf_all == due_val_ovf_all);
        end
    end
    (* keep *) wire reach_bill = past_valid && erased_grad != past_erased_grad;
    (* keep *) wire reach_back = past_valid && grad_ovf + 64'd2 == past_grad_ovf;
