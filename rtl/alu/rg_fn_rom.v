// rg_fn_rom.v: the micro-programs and tables of the function unit, generated from
// isa/functions.def.
`default_nettype none

module rg_fn_rom #(
    parameter PAIRS = 0               // a word has an operation of the ALU and one of the multiplier, or one
) (
    input  wire [6:0]  opcode,
    output wire [12:0] first,         // bit 12: this opcode has no micro-program
    output wire [12:0] first_second,  // the same of its second partials
    output wire [12:0] first_gradient, // and where gradient mode has a program of its own
    input  wire        read,          // micro-program and tables; 0 without it
    input  wire [11:0] micro_address,
    output wire [1:0]  stop,
    output wire [9:0]  k,             // an address in the tables, or the cause of a trap
    output wire        alu_on, product_on,
    output wire [33:0] alu_micro, product_micro,
    input  wire [9:0]  table_address,
    output reg  [63:0] entry_word,
    output reg  [63:0] factor_word    // the constant at k, of those by which the multiplier multiplies
);
// Drives entry_word and factor_word.
`include "rg_num_rom.vh"

    generate
        if (PAIRS != 0) begin : pairs
            rg_fn_pairs words (
                .opcode(opcode), .first(first), .first_second(first_second), .first_gradient(first_gradient),
                .read(read),
                .micro_address(micro_address), .stop(stop), .k(k), .alu_on(alu_on), .product_on(product_on),
                .alu_micro(alu_micro), .product_micro(product_micro)
            );
        end else begin : singles
            rg_fn_singles words (
                .opcode(opcode), .first(first), .first_second(first_second), .first_gradient(first_gradient),
                .read(read),
                .micro_address(micro_address), .stop(stop), .k(k), .product_on(product_on), .micro(alu_micro)
            );
            assign alu_on = read && !product_on;
            assign product_micro = alu_micro;
        end
    endgenerate
endmodule

`default_nettype wire
