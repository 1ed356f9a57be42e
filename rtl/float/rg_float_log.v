// rg_float_log.v: functions of Logs: products, quotients, moves and the maximum, which are exact; and of sums,
// powers and numbers as Logs what is exact of them, to which a rounded logarithm is added. Combinational.
// A Log is its sign in the lowest bit, and log2 of its magnitude above it (development/wide-numbers.md).
`default_nettype none

module rg_float_log #(
    parameter W = 256
) (
    input  wire [6:0]   op,
    input  wire [W-1:0] a, b,
    input  wire         b_negative,     // B as a number
    output wire         taken,          // it is one of these
    output wire         rounds,         // and not exact
    output wire         of_number,      // B is no Log
    output wire [W-1:0] f,
    output wire         overflow,
    output wire         no_value,
    output wire         to_a, to_b,     // the gradients of A and B get a share
    output wire         b_opposite,     // that of B with the opposite sign
    output wire         exchanges       // rounded shares: the first is that of B
);
`include "rg_isa.vh"
    wire multiplies = op == RG_OP_LMUL2, divides = op == RG_OP_LDIV2, chooses = op == RG_OP_LMAX;
    wire subtracts = op == RG_OP_LSUB2, adds = op == RG_OP_LADD2 || subtracts;
    wire powers = op == RG_OP_LPOW, whole_powers = op == RG_OP_LPOWI, converts = op == RG_OP_LMULF;
    assign of_number = powers || whole_powers || converts;
    assign rounds = adds || of_number;
    assign taken = rounds || multiplies || divides || chooses || op == RG_OP_LMUL;

    wire a_over_b = $signed(a[W-1:1]) > $signed(b[W-1:1]), a_under_b = $signed(a[W-1:1]) < $signed(b[W-1:1]);
    wire greater = a[0] != b[0] ? b[0] : a[0] ? a_under_b : a_over_b;
    wire [W-1:0] product;
    wire over;
    rg_float_log_product #(.W(W)) both (.divide(divides), .x(a), .y(b), .product(product), .overflow(over));

    wire is_product = multiplies || divides;
    wire [W-1:0] greatest = a_under_b ? {b[W-1:1], b[0] ^ subtracts} : a;
    wire negative = converts ? b_negative : whole_powers && a[0] && b[0];
    assign f = of_number ? {{(W-1){1'b0}}, negative} : adds ? greatest : is_product ? product
             : chooses && greater ? a : b;
    assign overflow = is_product && over;
    assign no_value = (powers && a[0]) || (adds && !a_over_b && !a_under_b && (a[0] ^ b[0] ^ subtracts));
    assign to_a = rounds || is_product || (chooses && greater);
    assign to_b = !(chooses && greater);
    assign b_opposite = divides;
    assign exchanges = adds && a_under_b;
endmodule

`default_nettype wire
