// rg_float_log_read.v: what a program reads of Logs: log2 of the magnitude of A, or how far those of A and B
// are apart. It has N digits, the last of which says whether some were cut off. Combinational.
`default_nettype none

module rg_float_log_read #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter N    = 128,
    parameter Y    = 20
) (
    input  wire [6:0]     op,
    input  wire [W-1:0]   a, b,
    output wire           reads,    // it is an operation of Logs that reads them as numbers
    output wire           sums,     // or the sum or the difference of two
    output wire [N+Y-1:0] number,   // its operand A
    output wire [N+Y-1:0] sign      // sums: its operand B, -1 where the two numbers are of opposite signs, or 1
);
`include "rg_isa.vh"
    localparam [Y-1:0] BIAS = (1 << (Y - 1)) - 1;
    localparam [Y-1:0] HIGHEST = BIAS + W - FRAC;   // of a word whose first digit is 1

    wire subtracts = op == RG_OP_LSUB2;
    assign sums  = subtracts || op == RG_OP_LADD2;
    assign reads = sums || op == RG_OP_LPOW || op == RG_OP_LPOWI;

    wire [W-1:0] of_a = {a[W-1], a[W-1:1]}, of_b = {b[W-1], b[W-1:1]};
    wire [W-1:0] word = sums ? of_a - of_b : of_a;
    wire negative;
    wire [W-1:0] digits;
    wire [$clog2(W)-1:0] zeros;
    rg_wide_first #(.W(W)) first (.word(word), .negative(negative), .digits(digits), .zeros(zeros));
    wire [W+N-2:0] rest = {digits[W-2:0], {N{1'b0}}};  // behind the first digit
    wire [N-2:0] behind = {rest[W+N-2 -: N-2], |rest[W:0]};
    wire [Y-1:0] exponent = HIGHEST - {{(Y-$clog2(W)){1'b0}}, zeros};

    assign number = digits[W-1] ? {negative && !sums, exponent, behind} : {(N+Y){1'b0}};
    assign sign = {a[0] ^ b[0] ^ subtracts, BIAS, {(N-1){1'b0}}};
endmodule

`default_nettype wire
