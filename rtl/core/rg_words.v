// rg_words.v: which operands of an update are words of memory (isa/modes.def). Combinational.
`default_nettype none

module rg_words #(
    parameter NONE = 0          // there is no such instruction: banks and a stage of functions do not fit
) (
    input  wire [31:0] word,
    output wire [2:0]  words    // D, A, B; 0 for what is no such instruction
);
`include "rg_isa.vh"

    wire unused_fields = &{word[21:17], word[4:0]};
    wire [6:0] op    = word[31:25];
    wire [4:0] fmt   = op_format(op);
    wire [2:0] umode = word[10:8];
    wire       ancilla = umode == RG_MODE_SET || umode == RG_MODE_UNSET;
    wire       allowed = umode <= RG_MODE_UNSET && !(umode == RG_MODE_XOR && op_kind(op) == RG_KIND_LOG)
                      && !(ancilla && word[5]);
    wire       has_a   = fmt == RG_FMT_U || (fmt == RG_FMT_U1 && word[16:12] == 5'd0 && !word[6]);

    assign words = NONE == 0 && word[24:22] == RG_MODE_WORDS && !word[11] && has_a && allowed ? word[7:5] : 3'd0;
endmodule
`default_nettype wire
