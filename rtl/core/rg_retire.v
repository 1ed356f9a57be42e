// rg_retire.v: the retirement port: names for what is in the core anyway. Combinational.
`default_nettype none

module rg_retire #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16,
    parameter TIMES     = 33                   // bits of the number of elements of a stream
) (
    input  wire                 commit, trapping, halting, element,
    input  wire [3:0]           cause,
    input  wire [XLEN-1:0]      info,
    // the step
    input  wire [23:0]          pc, br, next_pc, next_br,
    input  wire                 dir, next_dir,
    input  wire [2:0]           mode, next_mode,
    input  wire [31:0]          word,
    input  wire                 out_valid,
    input  wire [XLEN-1:0]      out_word,
    input  wire                 billed, billed_tangent,
    input  wire [TIMES+6:0]     all_grad_overflows,
    input  wire [TIMES+1:0]     all_value_overflows,
    // what it reads
    input  wire [XLEN-1:0]      rd, ra, rb, gd, ga, gb, address, m, gm,
    input  wire                 reads_m, reads_gm,
    input  wire [2:0]           words,         // operands D, A, B that are words of memory, and where
    input  wire [DMEM_LOG2-1:0] word_d, word_a, word_b,
    input  wire [2*XLEN-1:0]    w, gw,
    // what it writes
    input  wire                 write_d, write_a, write_m, write_gd, write_ga, write_gb, write_gm, write_w, write_gw,
    input  wire                 write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um, write_tw,
    input  wire                 write_tgw,
    input  wire [XLEN-1:0]      next_d, next_a, next_m, next_gd, next_ga, next_gb, next_gm,
    input  wire [XLEN-1:0]      next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um,
    input  wire [2*XLEN-1:0]    written_w, next_gw, next_tw, next_tgw,
`include "rg_retire_ports.vh"
);
    assign {retire_valid, retire_trap, retire_halt} = {commit, trapping, halting};
    assign {retire_cause, retire_info}              = {cause, info};
    assign {retire_pc, retire_br, retire_dir, retire_mode, retire_word} = {pc, br, dir, mode, word};
    assign {retire_rd, retire_ra, retire_rb, retire_gd, retire_ga, retire_gb} = {rd, ra, rb, gd, ga, gb};
    assign {retire_address, retire_m, retire_gm, retire_reads} = {address, m, gm, reads_gm, reads_m};
    assign retire_writes = {write_gm, write_gb, write_ga, write_gd, write_m, write_a, write_d};
    assign {retire_next_d, retire_next_a, retire_next_m} = {next_d, next_a, next_m};
    assign {retire_next_gd, retire_next_ga, retire_next_gb, retire_next_gm} = {next_gd, next_ga, next_gb, next_gm};
    assign {retire_w, retire_gw, retire_next_w, retire_next_gw} = {w, gw, written_w, next_gw};
    assign retire_wide_writes = {write_gw, write_w};
    assign {retire_next_pc, retire_next_br, retire_next_dir} = {next_pc, next_br, next_dir};
    assign {retire_next_mode, retire_element, retire_out, retire_out_word} = {next_mode, element, out_valid, out_word};
    assign retire_billed = {1'b0, billed} + {1'b0, billed_tangent};
    assign retire_grad_overflows  = {{(57-TIMES){1'b0}}, all_grad_overflows};
    assign retire_value_overflows = {{(62-TIMES){1'b0}}, all_value_overflows};
    assign retire_tan_writes = {write_tgw, write_tw, write_um, write_ub, write_ua, write_ud, write_tm, write_ta,
        write_td};
    assign {retire_next_td, retire_next_ta, retire_next_tm} = {next_td, next_ta, next_tm};
    assign {retire_next_ud, retire_next_ua, retire_next_ub, retire_next_um} = {next_ud, next_ua, next_ub, next_um};
    assign {retire_next_tw, retire_next_tgw} = {next_tw, next_tgw};
    assign retire_words = words;
    assign retire_at_d = {{(24-DMEM_LOG2){1'b0}}, word_d};
    assign retire_at_a = {{(24-DMEM_LOG2){1'b0}}, word_a};
    assign retire_at_b = {{(24-DMEM_LOG2){1'b0}}, word_b};
endmodule
`default_nettype wire
