// rg_fn_rom.v: the micro-programs and tables of the function unit, generated from
// isa/functions.def.
`default_nettype none

module rg_fn_rom (
    input  wire [6:0]  opcode,
    output wire [12:0] first,         // bit 12: this opcode has no micro-program
    output wire [12:0] first_second,  // the same of its second partials
    input  wire        read,          // micro-program and tables; 0 without it
    input  wire [11:0] micro_address,
    output reg  [45:0] micro,
    input  wire [9:0]  table_address,
    output reg  [63:0] entry_word
);
// Drives micro and entry_word.
`include "rg_num_rom.vh"
`include "rg_uops.vh"

    assign first = program_of({1'b0, opcode});
    assign first_second = program_of({1'b1, opcode});
endmodule

`default_nettype wire
