// rg_traffic.v: the words of data memory that a step, or each element of a stream, reads and writes,
// for the counters. Combinational.
`default_nettype none

// An element reads its operands and its target, if that is a word, and writes the target. Of their
// gradients it reads all, and writes those of the active operands. Tangents are moved as values are,
// and with gradients as gradients are. So it is with operands of an update that are in memory.
module rg_traffic (
    input  wire [6:0] op,
    input  wire       streams, target, two, reads_b, active, dual,
    input  wire [2:0] indexed, words,
    input  wire       reads_m, reads_gm, reads_tm, reads_um, write_m, write_gm, write_tm, write_um, // of other steps
    output wire [2:0] mem_read,
    output wire [1:0] mem_write, grad_read, grad_write, tan_read, tan_write, tan_grad_read, tan_grad_write
);
`include "rg_isa.vh"

    wire       moves = streams || words != 3'd0;
    wire       d = streams ? target : words[0], a = streams ? two : words[1], b = streams ? reads_b : words[2];
    wire       active_a = op_has_ga(op) && a, active_b = op_has_gb(op) && b;
    wire [1:0] read = {1'b0, a} + {1'b0, b}, shared = {1'b0, active_a} + {1'b0, active_b}, targets = {1'b0, d};
    wire [2:0] indices = {2'd0, indexed[0]} + {2'd0, indexed[1]} + {2'd0, indexed[2]};

    assign mem_read       = moves ? {1'b0, read + targets} + indices : {2'd0, reads_m};
    assign mem_write      = {1'b0, moves ? d : write_m};
    assign grad_read      = moves ? (active ? shared + targets : 2'd0) : {1'b0, reads_gm};
    assign grad_write     = moves ? (active ? shared : 2'd0) : {1'b0, write_gm};
    assign tan_read       = moves ? (dual ? shared + targets : 2'd0) : {1'b0, reads_tm};
    assign tan_write      = {1'b0, moves ? dual && d : write_tm};
    assign tan_grad_read  = moves ? (dual && active ? shared + targets : 2'd0) : {1'b0, reads_um};
    assign tan_grad_write = moves ? (dual && active ? shared : 2'd0) : {1'b0, write_um};
endmodule
`default_nettype wire
