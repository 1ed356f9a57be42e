// rg_step_operands.v: what the step reads as registers D, A and B: registers, or words of memory, of
// an element of a stream or of operands there; and which of these are one word. Combinational.
`default_nettype none

module rg_step_operands #(
    parameter XLEN = 64,
    parameter LOG2 = 16
) (
    input  wire              streams,
    input  wire [2:0]        words,            // operands that are words of memory, D, A, B
    input  wire [3*LOG2-1:0] words_at,         // where
    input  wire [LOG2-1:0]   at_d, at_a, at_b, // where those of an element are
    input  wire              words_a_is_d, words_b_is_d, words_b_is_a,
    input  wire              stream_a_is_d, stream_b_is_d, stream_b_is_a,
    // values and gradients, then their tangents: of registers, and of memory
    input  wire [XLEN-1:0]   rd, ra, rb, gd, ga, gb, td, ta, tb, ud, ua, ub,
    input  wire [XLEN-1:0]   m, m_a, m_b, gm, gm_a, gm_b, tm, tm_a, tm_b, um, um_a, um_b,
    input  wire [XLEN-1:0]   step_b,           // the word at B of an element that is committed
    output wire [XLEN-1:0]   x_d, x_a, x_b, g_d, g_a, g_b, t_d, t_a, t_b, u_d, u_a, u_b,
    output wire [LOG2-1:0]   word_d, word_a, word_b,
    output wire              a_is_d, b_is_d, b_is_a
);
    wire uses_words = words != 3'd0;
    wire from_d = streams || words[0], from_a = streams || words[1], from_b = streams || words[2];
    assign {x_d, g_d, t_d, u_d} = from_d ? {m, gm, tm, um} : {rd, gd, td, ud};
    assign {x_a, g_a, t_a, u_a} = from_a ? {m_a, gm_a, tm_a, um_a} : {ra, ga, ta, ua};
    assign {g_b, t_b, u_b}      = from_b ? {gm_b, tm_b, um_b} : {gb, tb, ub};
    assign x_b = streams ? step_b : words[2] ? m_b : rb;
    assign {word_b, word_a, word_d} = uses_words ? words_at : {at_b, at_a, at_d};
    assign {a_is_d, b_is_d, b_is_a} = uses_words ? {words_a_is_d, words_b_is_d, words_b_is_a}
                                                 : {stream_a_is_d, stream_b_is_d, stream_b_is_a};
endmodule
`default_nettype wire
