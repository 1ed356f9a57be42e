// rg_writeback.v: who writes the register files and the banks: a committed step, also with operands
// in memory, an element of a stream, or the host while the core is stopped.
`default_nettype none

module rg_writeback #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16
) (
    input  wire                 stands, commit,  // a step is there, and takes place
    input  wire [4:0]           d, a, b,
    input  wire [DMEM_LOG2-1:0] address,
    input  wire                 element,         // what goes to registers D, A, B goes to these words of memory
    input  wire [2:0]           words,           // so it is for these of a committed step
    input  wire [DMEM_LOG2-1:0] at_d, at_a, at_b,
    input  wire                 write_d, write_a, write_m,
    input  wire [XLEN-1:0]      next_d, next_a, next_m,
    input  wire                 write_gd, write_ga, write_gb, write_gm,
    input  wire [XLEN-1:0]      next_gd, next_ga, next_gb, next_gm,
    input  wire                 host_regv, host_regg, host_memv, host_memg,   // write strobes
    input  wire [DMEM_LOG2-1:0] host_index,
    input  wire [XLEN-1:0]      host_data,
    output wire                 regv_1, regv_2,
    output wire                 ahead_v1, ahead_v2, ahead_g1, ahead_g2, ahead_g3, // which it writes, if it does
    output wire [4:0]           regv_index_1, regv_index_2,
    output wire [XLEN-1:0]      regv_data_1, regv_data_2,
    output wire                 regg_1, regg_2, regg_3,
    output wire [4:0]           regg_index_1, regg_index_2, regg_index_3,
    output wire [XLEN-1:0]      regg_data_1, regg_data_2, regg_data_3,
    output wire                 memv, memg_1, memg_2,
    output wire [DMEM_LOG2-1:0] memv_index, memg_index_1, memg_index_2,
    output wire [XLEN-1:0]      memv_data, memg_data_1, memg_data_2
);
    // Whether the step takes place, its traps decide late. What is read past the register files is
    // taken only if it does.
    assign ahead_v1     = stands && write_d && !words[0];
    assign ahead_v2     = stands && write_a;
    assign ahead_g1     = stands && write_gd && !words[0];
    assign ahead_g2     = stands && write_ga && !words[1];
    assign ahead_g3     = stands && write_gb && !words[2];

    assign regv_1       = host_regv || (commit && write_d && !words[0]);
    assign regv_index_1 = host_regv ? host_index[4:0] : d;
    assign regv_data_1  = host_regv ? host_data : next_d;
    assign regv_2       = commit && write_a;
    assign regv_index_2 = a;
    assign regv_data_2  = next_a;

    assign regg_1       = host_regg || (commit && write_gd && !words[0]);
    assign regg_index_1 = host_regg ? host_index[4:0] : d;
    assign regg_data_1  = host_regg ? host_data : next_gd;
    assign regg_2       = commit && write_ga && !words[1];
    assign regg_index_2 = a;
    assign regg_data_2  = next_ga;
    assign regg_3       = commit && write_gb && !words[2];
    assign regg_index_3 = b;
    assign regg_data_3  = next_gb;

    wire to_d = element || words[0], to_a = element || words[1], to_b = element || words[2];
    wire now  = element || commit;
    assign memv         = host_memv || (now && (to_d ? write_d : write_m));
    assign memv_index   = host_memv ? host_index : to_d ? at_d : address;
    assign memv_data    = host_memv ? host_data : to_d ? next_d : next_m;
    assign memg_1       = host_memg || (now && (to_a ? write_ga : write_gm));
    assign memg_index_1 = host_memg ? host_index : to_a ? at_a : address;
    assign memg_data_1  = host_memg ? host_data : to_a ? next_ga : next_gm;
    assign memg_2       = now && to_b && write_gb;
    assign memg_index_2 = at_b;
    assign memg_data_2  = next_gb;
endmodule
`default_nettype wire
