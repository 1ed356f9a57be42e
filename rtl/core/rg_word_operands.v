// rg_word_operands.v: the addresses of operands in memory: which are one word, and which lie
// outside. With AHEAD they are formed while the instruction is decoded, else from its registers.
`default_nettype none

module rg_word_operands #(
    parameter XLEN  = 64,
    parameter LOG2  = 16,
    parameter AHEAD = 0,
    parameter NONE  = 0                                    // there are none: `words` stays 0
) (
    input  wire              clk,
    input  wire              look,                         // registers are read
    input  wire [XLEN-1:0]   now_d, now_a, now_b, now_x,   // of the word that is decoded; x: the index
    input  wire [XLEN-1:0]   rd, ra, rb,                   // of that in the step
    input  wire [4:0]        field_d, field_a, field_b,    // and which these are
    input  wire [2:0]        words,
    input  wire              two,                          // it has an operand A
    output wire [3*LOG2-1:0] reads_at,                     // D, above it A, B: to be read
    output wire [3*LOG2-1:0] at,                           // those of the step
    output wire              a_is_d, b_is_d, b_is_a,       // which operands are one word or register
    output wire              outside,                      // one is not in memory
    output wire [XLEN-1:0]   outside_at                    // the first of these
);
`include "rg_isa.vh"

    reg  [XLEN-1:0] rx;
    wire [3*XLEN-1:0] whole;
    always @(posedge clk) if (look) rx <= now_x;

    generate
        if (NONE != 0) begin : none
            wire unused_registers = &{now_d, now_a, now_b, rd, ra, rb, rx};
            assign {whole, reads_at} = {(3*XLEN+3*LOG2){1'b0}};
        end else if (AHEAD != 0) begin : ahead
            wire [3*XLEN-1:0] next = {now_b + now_x, now_a + now_x, now_d + now_x};
            reg  [3*XLEN-1:0] held;
            wire unused_registers = &{rd, ra, rb, rx};
            always @(posedge clk) if (look) held <= next;
            assign whole    = held;
            assign reads_at = {next[2*XLEN +: LOG2], next[XLEN +: LOG2], next[0 +: LOG2]};
        end else begin : afterwards
            wire unused_now = &{now_d, now_a, now_b};
            assign whole    = {rb + rx, ra + rx, rd + rx};
            assign reads_at = at;
        end
    endgenerate
    wire [2:0]      there = NONE != 0 ? 3'd0 : words;
    wire [XLEN-1:0] d = whole[0 +: XLEN], a = whole[XLEN +: XLEN], b = whole[2*XLEN +: XLEN];
    assign at = {b[LOG2-1:0], a[LOG2-1:0], d[LOG2-1:0]};

    // A target in a register is none of those that are read.
    wire reads_d = field_d == RG_INDEX_REGISTER || field_d == field_b || (two && field_d == field_a);
    assign a_is_d = two && there[1:0] == 2'b11 && a == d;
    assign b_is_d = there[0] ? there[2] && b == d : reads_d;
    assign b_is_a = two && there[1] == there[2] && (there[1] ? a == b : field_a == field_b);

    wire out_d = there[0] && d[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}};
    wire out_a = there[1] && a[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}};
    wire out_b = there[2] && b[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}};
    assign outside    = out_d || out_a || out_b;
    assign outside_at = out_d ? d : out_a ? a : b;
endmodule
`default_nettype wire
