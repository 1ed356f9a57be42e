// rg_counters.v: cycles, traffic, bits, overflows; and what ran, by class (rg_class_counts).
`default_nettype none

module rg_counters #(
    parameter XLEN = 64,
    parameter LATE = 0,                    // traffic, bits and overflows are counted a clock later
    parameter TANGENTS = 1,
    parameter TIMES = 33                   // bits of the number of elements of a stream
) (
    input  wire        clk, rst_n, clear,
    output wire        clearing,           // the counts by class are on their way to 0
    input  wire        running,            // this cycle counts
    input  wire        retire,             // a step is committed in this cycle
    input  wire [3:0]  cls,
    input  wire        dir, grad, tangent, // of the retired step, before it
    input  wire        in_program,         // it is an instruction of the program, not of the firmware
    input  wire [TIMES-1:0] times,         // 1, or the elements of a stream; the next are of each
    input  wire [2:0]  mem_read,
    input  wire [1:0]  mem_write, grad_read, grad_write,
    input  wire [1:0]  tan_read, tan_write, tan_grad_read, tan_grad_write, // tangents of values and of gradients
    input  wire        copied_out,         // OUT, OUTG
    input  wire        billed, billed_tangent,
    input  wire [TIMES+6:0] grad_overflows,
    input  wire [TIMES+1:0] value_overflows,
    input  wire        host_copied,        // the host read a word of state
    input  wire        host_erased,        // the host wrote over a word that was not 0
    input  wire        copying_in, copying_out, // the copy engine is at work
    input  wire [1:0]  copy_words, copy_erased, // words that it writes in this clock; over others that were not 0
    input  wire [1:0]  copy_sent,          // words that leave through it in this clock
    input  wire [TIMES-1:0] discarded,     // kept gradients that the host gives up in this clock
    input  wire        count_read,
    input  wire [6:0]  count_index,        // of the count that is shown in the clock after count_read
    output wire [63:0] count,
    output reg  [63:0] cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes, tan_reads,
        tan_writes,
    output reg  [63:0] program_f, program_b,        // those of cycles_f, cycles_b that the program took
    output reg  [63:0] bits_out, erased_grad, erased_host, words_in, cycles_in, words_out, cycles_out,
    output reg  [63:0] grad_ovf, val_ovf,           // net: backward steps count down
    output reg  [63:0] grad_ovf_all, val_ovf_all    // in either direction
);
    reg [63:0] spent;                       // cycles of the step under way, before this one
    localparam [31:0] BITS = XLEN;
    localparam LOG_BITS = $clog2(XLEN);
    localparam [63:0] ONE_WORD = {32'd0, BITS}, THREE_WORDS = {32'd0, 32'd3 * BITS};
    wire [63:0] n = {{(64-TIMES){1'b0}}, times};
    rg_class_counts class_counts (
        .clk(clk), .rst_n(rst_n), .clear(clear), .clearing(clearing), .retire(retire),
        .index({tangent, grad, dir, cls}), .times(n), .host_read(count_read), .host_index(count_index),
        .count(count)
    );

    wire        sums;                       // what a step moved is added in this clock
    wire        sums_back, sums_out, sums_bits, sums_tangent_bits;
    wire [63:0] sum_grad, sum_value, sum_times;
    wire [2:0]  reads;
    wire [1:0]  writes, g_reads, g_writes, t_reads, t_writes, u_reads, u_writes;
    wire [19:0] found_traffic = {mem_read, mem_write, grad_read, grad_write, tan_read, tan_write, tan_grad_read,
        tan_grad_write, copied_out, billed, billed_tangent};
    wire [63:0] found_grad  = {{(57-TIMES){1'b0}}, grad_overflows};
    wire [63:0] found_value = {{(62-TIMES){1'b0}}, value_overflows};
    generate
        if (LATE != 0) begin : later
            reg        late, back;
            reg [63:0] late_grad, late_value;
            reg [TIMES-1:0] late_times;
            reg [19:0] late_traffic;
            always @(posedge clk) begin
                late <= rst_n && retire;  back <= dir;  late_grad <= found_grad;  late_value <= found_value;
                late_times <= times;  late_traffic <= found_traffic;
            end
            assign {sums, sums_back, sum_grad, sum_value} = {late, back, late_grad, late_value};
            assign sum_times = {{(64-TIMES){1'b0}}, late_times};
            assign {reads, writes, g_reads, g_writes, t_reads, t_writes, u_reads, u_writes, sums_out, sums_bits,
                sums_tangent_bits} = late_traffic;
        end else begin : at_once
            assign {sums, sums_back, sum_grad, sum_value} = {retire, dir, found_grad, found_value};
            assign sum_times = n;
            assign {reads, writes, g_reads, g_writes, t_reads, t_writes, u_reads, u_writes, sums_out, sums_bits,
                sums_tangent_bits} = found_traffic;
        end
    endgenerate

    // Counters that one event moves share what they add, and so their adder where only one of them
    // moves at a time.
    wire [63:0] thrice = sum_times + {sum_times[62:0], 1'b0};
    wire [63:0] lasted = spent + 64'd1;     // cycles of the step that ends in this clock
    wire [63:0] ran    = (dir ? cycles_b : cycles_f) + lasted;
    wire [63:0] ran_in_program = (dir ? program_b : program_f) + lasted;
    function [63:0] words(input [1:0] each, input [63:0] once, input [63:0] three_times);
        words = each == 2'd3 ? three_times : each[1] ? {once[62:0], 1'b0} : each[0] ? once : 64'd0;
    endfunction
    function [63:0] bits(input [1:0] each);
        bits = words(each, ONE_WORD, THREE_WORDS);
    endfunction

    always @(posedge clk) begin
        if (!rst_n || clear) begin
            cycles <= 64'd0;  retired <= 64'd0;  cycles_f <= 64'd0;  cycles_b <= 64'd0;  spent <= 64'd0;
            mem_reads <= 64'd0;  mem_writes <= 64'd0;  grad_reads <= 64'd0;  grad_writes <= 64'd0;
            tan_reads <= 64'd0;  tan_writes <= 64'd0;  program_f <= 64'd0;  program_b <= 64'd0;
            bits_out <= 64'd0;  erased_grad <= 64'd0;  erased_host <= 64'd0;  grad_ovf <= 64'd0;  val_ovf <= 64'd0;
            grad_ovf_all <= 64'd0;  val_ovf_all <= 64'd0;  words_in <= 64'd0;  cycles_in <= 64'd0;
            words_out <= 64'd0;  cycles_out <= 64'd0;
        end else begin
            if (running) begin
                cycles <= cycles + 64'd1;
                spent  <= retire ? 64'd0 : lasted;
            end else begin
                spent  <= 64'd0;
            end
            if (retire) begin
                retired <= retired + 64'd1;
                if (dir) cycles_b <= ran;
                else     cycles_f <= ran;
                if (in_program && dir)  program_b <= ran_in_program;
                if (in_program && !dir) program_f <= ran_in_program;
            end
            if (sums) begin
                mem_reads <= mem_reads + words(reads[1:0], sum_times, thrice)
                    + (reads[2] ? {sum_times[61:0], 2'b00} : 64'd0);
                mem_writes <= mem_writes + words(writes, sum_times, thrice);
                grad_reads <= grad_reads + words(g_reads, sum_times, thrice);
                grad_writes <= grad_writes + words(g_writes, sum_times, thrice);
                if (TANGENTS != 0) begin
                    tan_reads  <= tan_reads + words(t_reads, sum_times, thrice) + words(u_reads, sum_times, thrice);
                    tan_writes <= tan_writes + words(t_writes, sum_times, thrice) + words(u_writes, sum_times, thrice);
                end
                erased_grad <= erased_grad
                    + bits({1'b0, sums_bits} + {1'b0, TANGENTS != 0 && sums_tangent_bits});
                grad_ovf <= sums_back ? grad_ovf - sum_grad : grad_ovf + sum_grad;
                val_ovf  <= sums_back ? val_ovf - sum_value : val_ovf + sum_value;
                grad_ovf_all <= grad_ovf_all + sum_grad;
                val_ovf_all  <= val_ovf_all + sum_value;
            end
            bits_out    <= bits_out + bits((sums && sums_out) || host_copied ? 2'd1 : copy_sent);
            erased_host <= erased_host + (host_erased ? ONE_WORD : copying_in ? bits(copy_erased)
                : {{(64-TIMES-LOG_BITS){1'b0}}, discarded, {LOG_BITS{1'b0}}});
            if (copying_in)  cycles_in  <= cycles_in + 64'd1;
            if (copying_out) cycles_out <= cycles_out + 64'd1;
            words_out <= words_out + {62'd0, copy_sent};
            words_in <= words_in + {62'd0, copy_words};
        end
    end
endmodule
`default_nettype wire
