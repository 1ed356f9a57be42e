// rg_float_gradients.v: the new gradients of both operands. Where they are one register the step back adds
// in the opposite order, so that the sums in between fit both ways. Combinational.
`default_nettype none

module rg_float_gradients #(
    parameter W = 512
) (
    input  wire         minus,          // s = -1: shares are added, else subtracted
    input  wire         has_a, has_b, same,
    input  wire [W-1:0] ga, gb, to_a, to_b,
    output wire [W-1:0] next_ga, next_gb,
    output wire         overflow
);
    wire turned = same && minus;
    wire [W-1:0] share_1 = turned ? to_b : to_a;
    wire [W-1:0] share_2 = turned ? to_a : to_b;

    wire [W:0] sum_1 = {ga[W-1], ga} + ({share_1[W-1], share_1} ^ {(W+1){!minus}}) + {{W{1'b0}}, !minus};
    wire [W-1:0] base = same ? sum_1[W-1:0] : gb;
    wire [W:0] sum_2 = {base[W-1], base} + ({share_2[W-1], share_2} ^ {(W+1){!minus}}) + {{W{1'b0}}, !minus};

    assign next_ga = same ? sum_2[W-1:0] : sum_1[W-1:0];
    assign next_gb = sum_2[W-1:0];
    assign overflow = (has_a && (sum_1[W] ^ sum_1[W-1])) || (has_b && (sum_2[W] ^ sum_2[W-1]));
endmodule

`default_nettype wire
