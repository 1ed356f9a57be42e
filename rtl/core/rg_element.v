// rg_element.v: the ordinary instruction that an element of a stream is: += or -= on three
// registers, or on W and two, named after what its words have in common. So is an update with
// operands in memory, in its own mode. Every other word comes through as it is.
`default_nettype none

module rg_element (
    input  wire [31:0] word,
    input  wire [2:0]  words,                  // operands that are words of memory (rg_words)
    input  wire        streamed,               // as of rg_streamed
    input  wire        a_is_d, b_is_d, b_is_a, // which words of the element are one
    output wire        target,                 // it changes a word at D; else W
    output wire        two, reg_b,             // it reads a word at A; at B
    output wire [2:0]  indexed,                // indices in memory address the words at D, A, B
    output wire [31:0] element
);
`include "rg_isa.vh"

    localparam [4:0] D = 5'd1, A = 5'd2, B = 5'd3;

    wire [6:0] op    = word[31:25];
    wire [2:0] umode = word[24:22];
    wire [4:0] fmt   = op_format(op);

    assign target = fmt != RG_FMT_W;
    assign two   = fmt == RG_FMT_U || fmt == RG_FMT_W;
    assign reg_b = !word[11];
    assign indexed  = streamed && reg_b ? word[7:5] : 3'd0;

    wire [4:0] d = target ? D : 5'd0;
    wire [4:0] a = !two ? 5'd0 : a_is_d ? D : A;
    wire [4:0] b = b_is_d ? D : two && b_is_a ? A : B;
    assign element = words != 3'd0 ? {op, word[10:8], d, a, 1'b0, 6'd0, b}
                   : !streamed ? word
                   : {op, umode == RG_MODE_STREAM_ADD ? RG_MODE_ADD : RG_MODE_SUB, d, a, word[11],
                       reg_b ? {6'd0, b} : word[10:0]};
endmodule
`default_nettype wire
