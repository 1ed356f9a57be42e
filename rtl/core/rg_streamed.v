// rg_streamed.v: whether a word is a legal stream. Combinational.
`default_nettype none

module rg_streamed (
    input  wire [31:0] word,
    output wire        streamed
);
`include "rg_isa.vh"

    wire [6:0] op    = word[31:25];
    wire [2:0] umode = word[24:22];
    wire [4:0] fmt   = op_format(op);
    wire two    = fmt == RG_FMT_U || fmt == RG_FMT_W;
    wire target = fmt != RG_FMT_W;
    // What is indexed is a word of memory, and B a register.
    wire by_register = word[10:8] == 3'd0 && (!word[5] || target) && (!word[6] || two);
    assign streamed = (two || (fmt == RG_FMT_U1 && word[16:12] == 5'd0)) && (word[11] || by_register)
                   && (umode == RG_MODE_STREAM_ADD || umode == RG_MODE_STREAM_SUB);
endmodule
`default_nettype wire
