// rg_wide_first.v: a wide word as a sign, its digits from the first place on, and the zeros that stood in
// front of them. W is a power of two. Combinational.
`default_nettype none

module rg_wide_first #(
    parameter W = 256
) (
    input  wire [W-1:0]         word,
    output wire                 negative,
    output wire [W-1:0]         digits, // the first is 1, or all are 0
    output wire [$clog2(W)-1:0] zeros
);
    wire none;
    wire [W-1:0] magnitude = (word ^ {W{negative}}) + {{(W-1){1'b0}}, negative};
    rg_leading_zeros #(.W(W)) count (.word(magnitude), .zeros(zeros), .none(none));

    assign negative = word[W-1];
    assign digits = magnitude << zeros;
    wire unused = &{1'b0, none};
endmodule

`default_nettype wire
