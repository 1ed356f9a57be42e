// rg_float_log.v: products, quotients, moves and the maximum of Logs, which are exact. Combinational.
// A Log is its sign in the lowest bit, and log2 of its magnitude above it (development/wide-numbers.md).
`default_nettype none

module rg_float_log #(
    parameter W = 256
) (
    input  wire [6:0]   op,
    input  wire [W-1:0] a, b,
    output wire         taken,          // it is one of these
    output wire [W-1:0] f,
    output wire         overflow,
    output wire         to_a, to_b,     // the gradients of A and B get a share
    output wire         b_opposite      // that of B with the opposite sign
);
`include "rg_isa.vh"
    wire multiplies = op == RG_OP_LMUL2, divides = op == RG_OP_LDIV2, chooses = op == RG_OP_LMAX;
    assign taken = multiplies || divides || chooses || op == RG_OP_LMUL;

    wire a_over_b = $signed(a[W-1:1]) > $signed(b[W-1:1]), a_under_b = $signed(a[W-1:1]) < $signed(b[W-1:1]);
    wire greater = a[0] != b[0] ? b[0] : a[0] ? a_under_b : a_over_b;
    wire [W-1:0] product;
    wire over;
    rg_float_log_product #(.W(W)) both (.divide(divides), .x(a), .y(b), .product(product), .overflow(over));

    wire sums = multiplies || divides;
    assign f = sums ? product : chooses && greater ? a : b;
    assign overflow = sums && over;
    assign to_a = sums || (chooses && greater);
    assign to_b = !(chooses && greater);
    assign b_opposite = divides;
endmodule

`default_nettype wire
