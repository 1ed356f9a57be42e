// rg_leading_zeros.v: how many zeros stand first in a word of W bits, a power of two, as a tree of
// halves. Combinational.
`default_nettype none

module rg_leading_zeros #(
    parameter W = 256
) (
    input  wire [W-1:0]         word,
    output wire [$clog2(W)-1:0] zeros, // W - 1 where there is no 1
    output wire                 none
);
    generate if (W == 2) begin : leaf
        assign zeros = !word[1];
        assign none = ~|word;
    end else begin : halves
        wire [$clog2(W)-2:0] upper, lower;
        wire none_above, none_below;
        rg_leading_zeros #(.W(W / 2)) high (.word(word[W-1:W/2]), .zeros(upper), .none(none_above));
        rg_leading_zeros #(.W(W / 2)) low (.word(word[W/2-1:0]), .zeros(lower), .none(none_below));
        assign zeros = {none_above, none_above ? lower : upper};
        assign none = none_above && none_below;
    end endgenerate
endmodule

`default_nettype wire
