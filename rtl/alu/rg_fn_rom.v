// rg_fn_rom.v: the micro-programs and tables of the function unit, generated from
// isa/functions.def. A word, and the constant that it names, stand in registers: no step of a
// program depends on data, so the next word is known a clock before it is needed.
`default_nettype none

module rg_fn_rom #(
    parameter PAIRS = 0,              // a word has an operation of the ALU and one of the multiplier, or one
    parameter SECOND = 1              // 0: without the programs of the second partials
) (
    input  wire        clk,
    input  wire [6:0]  opcode,
    output wire [12:0] first,         // bit 12: this opcode has no micro-program
    output wire [12:0] first_second,  // the same of its second partials
    output wire [12:0] first_gradient, // and where gradient mode has a program of its own
    input  wire        step, read,    // the next clock has another word, that at micro_address or with !read none
    input  wire [11:0] micro_address,
    output wire [1:0]  stop,
    output wire [1:0]  fit,           // what becomes of the multiplier's result: RG_FIT_
    output wire        alu_on, product_on,
    output wire [33:0] alu_micro, product_micro,
    output reg  [63:0] constant,      // of the multiplier
    input  wire        looks_up,
    input  wire [10:0] entry_address,
    output reg  [63:0] entry_word     // of the ALU; 0 unless looks_up
);
    wire [1:0]  next_stop, next_fit;
    wire [10:0] next_k;
    wire        next_alu_on, next_product_on;
    wire [33:0] next_alu, next_product;
    reg  [63:0] next_constant;
// Drives entry_word and next_constant.
`include "rg_num_rom.vh"

    generate
        if (PAIRS != 0) begin : pairs
            rg_fn_pairs #(.SECOND(SECOND)) words (
                .opcode(opcode), .first(first), .first_second(first_second), .first_gradient(first_gradient),
                .read(read),
                .micro_address(micro_address), .stop(next_stop), .fit(next_fit), .k(next_k), .alu_on(next_alu_on),
                .product_on(next_product_on), .alu_micro(next_alu), .product_micro(next_product)
            );
        end else begin : singles
            rg_fn_singles #(.SECOND(SECOND)) words (
                .opcode(opcode), .first(first), .first_second(first_second), .first_gradient(first_gradient),
                .read(read),
                .micro_address(micro_address), .stop(next_stop), .fit(next_fit), .k(next_k),
                .product_on(next_product_on), .micro(next_alu)
            );
            assign next_alu_on = read && !next_product_on;
            assign next_product = next_alu;
        end
    endgenerate

    reg [73:0] word;
    always @(posedge clk) if (step) begin
        word     <= {next_stop, next_fit, next_alu_on, next_alu, next_product_on, next_product};
        constant <= next_constant;
    end
    assign {stop, fit, alu_on, alu_micro, product_on, product_micro} = word;
endmodule

`default_nettype wire
