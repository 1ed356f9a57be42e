// rg_float_exact.v: sums, choices and moves of wide words, which are exact, and the order of two
// operands. Combinational.
// A float word that no wide word is stays one where it is written once.
`default_nettype none

module rg_float_exact #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter L    = 64,
    parameter P    = 53,
    parameter E    = 11,
    parameter FIXED_FRAC = 43,
    parameter FIXED_BITS = 64
) (
    input  wire [6:0]     op,
    input  wire           once,    // := and =:
    input  wire           to_fixed, // what is moved is rounded to a Fixed
    input  wire [W-1:0]   a, b,    // as wide words
    input  wire [P+E-1:0] a_bits, b_bits,
    input  wire           a_apart, b_apart, a_huge, b_huge, a_few, b_few,
    input  wire [L-1:0]   integer_b,
    output reg            taken,   // else a function makes it of numbers
    output reg  [W-1:0]   f,
    output reg            apart,   // it is the float word `bits`
    output reg  [P+E-1:0] bits,
    output reg            overflow, few,
    output reg            to_a, to_b, // the gradients of A and B get a share
    output reg            b_opposite, // that of B with the opposite sign
    output wire           less, greater
);
`include "rg_isa.vh"
    localparam SIGNIFICAND = 53; // digits that a sum must have to be one of wide words

    // Order. Where both round to one wide word they are compared as float words.
    function [P+E-1:0] rank(input [P+E-1:0] x);
        rank = x[P+E-1] ? ~x : {1'b1, x[P+E-2:0]};
    endfunction
    wire by_words = (!a_apart && !b_apart) || (!a_huge && !b_huge && a != b);
    assign less    = by_words ? $signed(a) < $signed(b) : rank(a_bits) < rank(b_bits);
    assign greater = by_words ? $signed(a) > $signed(b) : rank(a_bits) > rank(b_bits);

    // Sums
    wire down = op == RG_OP_FSUB;
    wire [W:0] sum = {a[W-1], a} + ({b[W-1], b} ^ {(W+1){down}}) + {{W{1'b0}}, down};
    wire sum_over = sum[W] ^ sum[W-1];
    wire short_sum;
    generate if (W > SIGNIFICAND + 1) begin : counts
        wire [W-1-SIGNIFICAND:0] top = sum[W-1:SIGNIFICAND];
        assign short_sum = ~|top || ((&top) && (|sum[SIGNIFICAND-1:0]));
    end else begin : is_short
        assign short_sum = 1'b1;
    end endgenerate
    wire unfit = a_huge || b_huge || (once && (sum_over || ((a_apart || b_apart) && short_sum)));

    // Magnitude
    wire b_negative = b_apart ? b_bits[P+E-1] : b[W-1];
    wire negated = op == RG_OP_FABS && b_negative;
    wire [W-1:0] magnitude = (b ^ {W{negated}}) + {{(W-1){1'b0}}, negated};
    wire least = negated && magnitude[W-1] && b[W-1];

    // An Int
    wire [W+L-1:0] of_integer = {{W{integer_b[L-1]}}, integer_b} << FRAC;
    wire [L:0] above = of_integer[W+L-1:W-1];

    wire [W-1:0] fixed;
    wire fixed_over, fixed_few;
    rg_float_fixed #(
        .W(W), .FRAC(FRAC), .P(P), .E(E), .FIXED_FRAC(FIXED_FRAC), .FIXED_BITS(FIXED_BITS)
    ) rounds (
        .word(b), .bits(b_bits), .apart(b_apart), .f(fixed), .overflow(fixed_over), .few(fixed_few)
    );

    wire choose_a = op == RG_OP_FMIN ? less : op == RG_OP_FMAX && greater;
    wire chosen_apart = choose_a ? a_apart : b_apart;
    wire chosen_huge  = choose_a ? a_huge : b_huge;
    wire chosen_few   = choose_a ? a_few : b_few;

    always @* begin
        taken = 1'b1;
        f = choose_a ? a : magnitude;
        bits = choose_a ? a_bits : {b_bits[P+E-1] && !negated, b_bits[P+E-2:0]};
        apart = once && chosen_apart;
        overflow = least || (!once && chosen_huge);
        few = !once && chosen_few;
        to_a = choose_a;
        to_b = !choose_a;
        b_opposite = 1'b0;
        case (op)
            RG_OP_FMIN, RG_OP_FMAX: ;
            RG_OP_FMOV: if (to_fixed) {f, apart, overflow, few} = {fixed, 1'b0, fixed_over, fixed_few};
            RG_OP_FABS: begin
                b_opposite = b_negative;
                to_b = b_negative || b_apart || (|b);
            end
            RG_OP_FADD, RG_OP_FSUB: begin
                taken = !unfit;
                f = sum[W-1:0];
                {apart, few, to_a, to_b, b_opposite} = {1'b0, 1'b0, 1'b1, 1'b1, down};
                overflow = sum_over;
            end
            RG_OP_ITOF: begin
                f = of_integer[W-1:0];
                overflow = (|above) && !(&above);
                {apart, few, to_a, to_b} = 4'd0;
            end
            default: taken = 1'b0;
        endcase
    end
endmodule

`default_nettype wire
