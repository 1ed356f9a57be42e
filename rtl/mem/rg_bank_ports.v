// rg_bank_ports.v: who uses the ports of the value bank and the gradient bank: a step, an element
// of a stream, the copy engine, a scan, or the host. The first lane has the ports of every
// instruction, the others those of the elements beside it. Combinational.
`default_nettype none

module rg_bank_ports #(
    parameter XLEN     = 64,
    parameter LOG2     = 16,
    parameter LANES    = 1,
    parameter PIPELINE = 0
) (
    // what reads; reads_front: the element that a function unit takes next, its target at front_d
    input  wire                  read_banks, reads_m, reads_gm, reads_tm, reads_um, look_grad, look_tangent,
    input  wire                  host_read, scan_mem, scan_grad, copy_read, copy_read_g,
    input  wire                  element_reads, reads_front, read_front, ahead, more, target, two, reads_b, active,
    input  wire                  dual,
    input  wire                  index_reads,    // the indices of an element, for those that are indexed
    input  wire [2:0]            indexed,
    input  wire [2:0]            reads_words,    // operands in memory, D, A, B
    input  wire [3*LOG2-1:0]     words_read_at,  // where D is, below A and B
    input  wire                  idle, scanning,
    input  wire [LOG2-1:0]       scan_address, host_index, bank_address, copy_read_at, copy_at,
    input  wire                  copying,
    input  wire [1:0]            copy_write,
    input  wire [2*XLEN-1:0]     copy_data,
    input  wire [LOG2-1:0]       front_d,
    input  wire [2*LOG2-1:0]     operands_at,    // A, below B
    input  wire [LANES*LOG2-1:0] read_d_at, read_a_at, read_b_at, d_at, a_at, b_at,
    // what writes
    input  wire                  memv, memg_1, memg_2, element, group, share_a, share_b,
    input  wire [LOG2-1:0]       memv_index, memg_index_1, memg_index_2,
    input  wire [XLEN-1:0]       memv_data, memg_data_1, memg_data_2,
    input  wire [LANES*XLEN-1:0] lanes_next_d, lanes_next_ga, lanes_next_gb,
    output wire [LOG2-1:0]       mem_read_index, // where the first port of each memory reads
    // the same of tangents: t of values, u of gradients; those at A and B have ports and indices of their own
    output wire                  read_tm, read_um, read_ta, read_tb, read_ua, read_ub,
    output wire [LOG2-1:0]       index_a, index_b,
    output wire [LANES-1:0]      lanes_read, lanes_read_g, lanes_read_a, lanes_read_b, lanes_read_ga, lanes_read_gb,
    output wire [LANES-1:0]      lanes_write, lanes_write_ga, lanes_write_gb, second_write,
    output wire [LANES*LOG2-1:0] lanes_raddr, lanes_raddr_g, lanes_raddr_a, lanes_raddr_b, lanes_raddr_ga,
    output wire [LANES*LOG2-1:0] lanes_raddr_gb,
    output wire [LANES*LOG2-1:0] lanes_waddr, lanes_waddr_ga, lanes_waddr_gb, second_at,
    output wire [LANES*XLEN-1:0] lanes_wdata, lanes_wdata_ga, lanes_wdata_gb, second_data
);
    localparam [LOG2-1:0] ONE = {{(LOG2-1){1'b0}}, 1'b1};

    wire [LOG2-1:0] copy_read_next = copy_read_at + ONE;
    wire [LOG2-1:0] copy_next      = copy_at + ONE;

    assign mem_read_index = scanning ? scan_address : copying ? copy_read_at : idle ? host_index
        : element_reads || index_reads ? read_d_at[0 +: LOG2]
        : reads_words[0] ? words_read_at[0 +: LOG2] : bank_address;
    wire [2*LOG2-1:0] words_at = words_read_at[LOG2 +: 2*LOG2]; // where A is, below B

    // Which banks the step reads is known in D only as far as the word and the mode say.
    wire early = PIPELINE != 0;
    wire read_m  = (read_banks && (early || reads_m)) || (element_reads && target)
        || (index_reads && indexed[0]) || reads_words[0];
    wire read_gm = (read_banks && (early ? look_grad : reads_gm)) || (reads_front && active && target)
        || (reads_words[0] && look_grad);
    assign read_tm = (read_banks && (early ? look_tangent : reads_tm)) || (element_reads && dual && target)
        || (reads_words[0] && look_tangent);
    assign read_um = (read_banks && (early ? look_tangent && look_grad : reads_um))
        || (element_reads && dual && active && target) || (reads_words[0] && look_tangent && look_grad);
    wire of_a = element_reads && two && dual, of_b = element_reads && reads_b && dual;
    wire with_a = reads_words[1] && look_tangent, with_b = reads_words[2] && look_tangent;
    assign read_ta = of_a || with_a;
    assign read_tb = of_b || with_b;
    assign read_ua = (of_a && active) || (with_a && look_grad);
    assign read_ub = (of_b && active) || (with_b && look_grad);
    assign index_a = reads_words[1] ? words_at[0 +: LOG2] : read_a_at[0 +: LOG2];
    assign index_b = reads_words[2] ? words_at[LOG2 +: LOG2] : read_b_at[0 +: LOG2];

    genvar lane;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : ports
            wire here = element_reads && (lane == 0 || more);
            wire beside = element && group;      // the elements beside the first write
            assign lanes_read[lane]     = lane == 0 ? read_m || host_read || scan_mem || copy_read
                                        : here && target;
            assign lanes_read_g[lane]   = lane == 0 ? read_gm || host_read || scan_grad || copy_read_g
                                        : here && target && active;
            assign lanes_read_a[lane]   = lane == 0 ? (reads_front && two) || copy_read || (index_reads && indexed[1])
                    || reads_words[1]
                : here && two;
            assign lanes_read_b[lane]   = lane == 0 ? (reads_front && reads_b) || (index_reads && indexed[2])
                    || reads_words[2]
                : here && reads_b;
            assign lanes_read_ga[lane]  = (here && two && active)
                || (lane == 0 && (copy_read_g || (reads_words[1] && look_grad)));
            assign lanes_read_gb[lane]  = (here && reads_b && active) || (lane == 0 && reads_words[2] && look_grad);
            assign lanes_write[lane]    = lane == 0 ? memv || copy_write[0] : beside && target;
            assign lanes_write_ga[lane] = lane == 0 ? memg_1 : beside && share_a;
            assign lanes_write_gb[lane] = lane == 0 ? memg_2 : beside && share_b;

            wire [LOG2-1:0] d = read_d_at[lane*LOG2 +: LOG2], a = read_a_at[lane*LOG2 +: LOG2],
                b = read_b_at[lane*LOG2 +: LOG2];
            assign lanes_raddr[lane*LOG2 +: LOG2]    = lane == 0 ? mem_read_index : d;
            assign lanes_raddr_g[lane*LOG2 +: LOG2]  = lane != 0 ? d
                : ahead && read_front ? front_d : mem_read_index;
            assign lanes_raddr_a[lane*LOG2 +: LOG2]  = lane != 0 ? a
                : copying ? copy_read_next : reads_words[1] ? words_at[0 +: LOG2] : operands_at[0 +: LOG2];
            assign lanes_raddr_ga[lane*LOG2 +: LOG2] = lane == 0 && copying ? copy_read_next
                : lane == 0 && reads_words[1] ? words_at[0 +: LOG2] : a;
            assign lanes_raddr_b[lane*LOG2 +: LOG2]  = lane != 0 ? b
                : reads_words[2] ? words_at[LOG2 +: LOG2] : operands_at[LOG2 +: LOG2];
            assign lanes_raddr_gb[lane*LOG2 +: LOG2] = lane == 0 && reads_words[2] ? words_at[LOG2 +: LOG2] : b;
            assign lanes_waddr[lane*LOG2 +: LOG2]    = lane != 0 ? d_at[lane*LOG2 +: LOG2]
                : copying ? copy_at : memv_index;
            assign lanes_waddr_ga[lane*LOG2 +: LOG2] = lane == 0 ? memg_index_1 : a_at[lane*LOG2 +: LOG2];
            assign lanes_waddr_gb[lane*LOG2 +: LOG2] = lane == 0 ? memg_index_2 : b_at[lane*LOG2 +: LOG2];
            assign lanes_wdata[lane*XLEN +: XLEN]    = lane != 0 ? lanes_next_d[lane*XLEN +: XLEN]
                : copying ? copy_data[0 +: XLEN] : memv_data;
            assign lanes_wdata_ga[lane*XLEN +: XLEN] = lane == 0 ? memg_data_1 : lanes_next_ga[lane*XLEN +: XLEN];
            assign lanes_wdata_gb[lane*XLEN +: XLEN] = lane == 0 ? memg_data_2 : lanes_next_gb[lane*XLEN +: XLEN];
        end
    endgenerate

    // The second of two words of a copy goes through the write port that no step uses.
    assign second_write = {{(LANES-1){1'b0}}, copy_write[1]};
    assign second_at    = {LANES{copy_next}};
    assign second_data  = {LANES{copy_data[XLEN +: XLEN]}};
endmodule
`default_nettype wire
