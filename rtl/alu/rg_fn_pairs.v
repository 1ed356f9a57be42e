// rg_fn_pairs.v: the micro-programs, one or two operations in each word.
`default_nettype none

module rg_fn_pairs #(
    parameter SECOND = 1                 // 0: without the programs of the second partials
) (
    input  wire [6:0]  opcode,
    output wire [12:0] first, first_second, first_gradient,
    input  wire        read,
    input  wire [11:0] micro_address,
    output wire [1:0]  stop, fit,
    output wire [10:0] k,
    output wire        alu_on, product_on,
    output wire [33:0] alu_micro, product_micro
);
    reg [84:0] word;
// Drives word.
`include "rg_micro_pairs.vh"

    assign {stop, fit, k, alu_on, alu_micro, product_on, product_micro} = word;
    assign first = entry({2'd0, opcode});
    assign first_second = SECOND != 0 ? entry({2'd1, opcode}) : 13'd4096;
    assign first_gradient = entry({2'd2, opcode});
endmodule

`default_nettype wire
