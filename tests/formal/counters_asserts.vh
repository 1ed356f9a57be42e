// counters_asserts.vh: included at the end of a copy of rg_counters.v. Two clocks from an arbitrary state: each counter moves by
// exactly what happened: by 0 or more, so that none goes backward, but for the two net overflow counters, which run down by
// what a step that retires backward found, and never otherwise.
    reg         past_program;
    reg  [63:0] past_program_f, past_program_b;
    reg         past_rst_n, past_clear, past_running, past_retire, past_dir, past_copied, past_erased, past_billed, past_billed_tangent, past_out;
    reg  [7:0]  past_traffic, past_tangents;
    reg  [63:0] past_discarded, past_times;
    reg  [6:0]  past_index, past_asked;
    reg  [63:0] past_grad_overflows, past_value_overflows;
    reg  [63:0] past_count, past_cycles, past_retired, past_cycles_f, past_cycles_b, past_spent, past_bits_out, past_erased_grad;
    reg  [63:0] past_erased_host, past_grad_ovf, past_val_ovf, past_mem_reads, past_mem_writes, past_grad_reads, past_grad_writes;
    reg  [63:0] past_tan_reads, past_tan_writes, past_grad_ovf_all, past_val_ovf_all;
    always @(posedge clk) begin
        past_rst_n <= rst_n;  past_clear <= clear;  past_running <= running;  past_retire <= retire;  past_dir <= dir;
        past_program <= in_program;  past_program_f <= program_f;  past_program_b <= program_b;
        past_copied <= host_copied;  past_erased <= host_erased;  past_discarded <= discarded;  past_times <= times;  past_billed <= billed;  past_billed_tangent <= billed_tangent;  past_out <= copied_out;
        past_traffic <= {mem_read, mem_write, grad_read, grad_write};
        past_index <= index;  past_asked <= count_index;  past_count <= count;
        past_grad_overflows <= grad_overflows;  past_value_overflows <= value_overflows;
        past_cycles <= cycles;  past_retired <= retired;  past_cycles_f <= cycles_f;  past_cycles_b <= cycles_b;  past_spent <= spent;
        past_bits_out <= bits_out;  past_erased_grad <= erased_grad;  past_erased_host <= erased_host;
        past_grad_ovf <= grad_ovf;  past_val_ovf <= val_ovf;  past_grad_ovf_all <= grad_ovf_all;  past_val_ovf_all <= val_ovf_all;
        past_tangents <= {tan_read, tan_write, tan_grad_read, tan_grad_write};  past_tan_reads <= tan_reads;  past_tan_writes <= tan_writes;
        past_mem_reads <= mem_reads;  past_mem_writes <= mem_writes;  past_grad_reads <= grad_reads;  past_grad_writes <= grad_writes;
    end
    wire steps = past_rst_n && !past_clear;
    function [15:0] low(input [1:0] each);
        low = (each[0] ? past_times[15:0] : 16'd0) + (each[1] ? {past_times[14:0], 1'b0} : 16'd0);
    endfunction
    always @* begin
        assume (rst_n);
        if (steps) begin
            // Written as the RTL adds, so that the solver meets the same sums.
            assert (cycles == (past_running ? past_cycles + 64'd1 : past_cycles));
            assert (retired == (past_retire ? past_retired + 64'd1 : past_retired));
            assert (cycles_f == (past_retire && !past_dir ? past_cycles_f + past_spent + 64'd1 : past_cycles_f));
            assert (cycles_b == (past_retire && past_dir ? past_cycles_b + past_spent + 64'd1 : past_cycles_b));
            assert (program_f == (past_retire && past_program && !past_dir ? past_program_f + past_spent + 64'd1 : past_program_f));
            assert (program_b == (past_retire && past_program && past_dir ? past_program_b + past_spent + 64'd1 : past_program_b));
            assert (mem_reads == (past_retire ? past_mem_reads + words(past_traffic[7:6], past_times) : past_mem_reads));
            assert (mem_writes == (past_retire ? past_mem_writes + words(past_traffic[5:4], past_times) : past_mem_writes));
            assert (grad_reads == (past_retire ? past_grad_reads + words(past_traffic[3:2], past_times) : past_grad_reads));
            assert (grad_writes == (past_retire ? past_grad_writes + words(past_traffic[1:0], past_times) : past_grad_writes));
            // Sums of five terms: their low 16 bits, because the solver takes a quarter of an hour on all 64.
            assert (tan_reads[15:0] == (past_retire ? past_tan_reads[15:0] + low(past_tangents[7:6]) + low(past_tangents[3:2]) : past_tan_reads[15:0]));
            assert (tan_writes[15:0] == (past_retire ? past_tan_writes[15:0] + low(past_tangents[5:4]) + low(past_tangents[1:0]) : past_tan_writes[15:0]));
            assert (bits_out == ((past_retire && past_out) || past_copied ? past_bits_out + ONE_WORD : past_bits_out));
            assert (erased_grad == (past_retire ? past_erased_grad + (past_billed ? ONE_WORD : 64'd0) + (past_billed_tangent ? ONE_WORD : 64'd0) : past_erased_grad));
            assert (erased_host == (past_erased ? past_erased_host + ONE_WORD : past_erased_host + past_discarded * ONE_WORD));
            assert (grad_ovf == (!past_retire ? past_grad_ovf : past_dir ? past_grad_ovf - past_grad_overflows : past_grad_ovf + past_grad_overflows));
            assert (val_ovf == (!past_retire ? past_val_ovf : past_dir ? past_val_ovf - past_value_overflows : past_val_ovf + past_value_overflows));
            assert (grad_ovf_all == (!past_retire ? past_grad_ovf_all : past_grad_ovf_all + past_grad_overflows));
            assert (val_ovf_all == (!past_retire ? past_val_ovf_all : past_val_ovf_all + past_value_overflows));
        end
    end
    (* keep *) wire reach_bill = steps && erased_grad != past_erased_grad;
    (* keep *) wire reach_back = steps && grad_ovf + 64'd2 == past_grad_ovf;
