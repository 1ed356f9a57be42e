// rg_float_undone.v: an update of Floats that does not trap is taken back by the opposite one, to the bit
// and without a trap (make wide-prove). Its target holds a word that a register may hold.
// The products are free, and so is what programs give: both steps read the same operands, so they get the same.
`default_nettype none

module rg_float_undone #(
    parameter W     = 16,
    parameter FRAC  = 8,
    parameter GW    = 32,
    parameter GFRAC = 16,
    parameter L     = 8,
    parameter P     = 4,
    parameter E     = 4,
    parameter Q     = 6,
    parameter N     = 12,
    parameter X     = 8,
    parameter FIXED_FRAC = 3,
    parameter FIXED_BITS = 8
) (
    input wire [6:0]          op,
    input wire                minus, once, exchanges_bits, active, has_a, a_float, b_float, b_immediate, same,
    input wire                to_fixed, fixed_target,
    input wire [W-1:0]        d, a, other_b,
    input wire [GW-1:0]       gd, ga, other_gb,
    input wire                ab_negative, to_a_negative, to_b_negative,
    input wire signed [X+1:0] ab_exponent, to_a_exponent, to_b_exponent,
    input wire [2*Q-1:0]      ab_digits, to_a_digits, to_b_digits,
    input wire                refused
);
`include "rg_isa.vh"
    wire [W-1:0] b = same ? a : other_b;
    wire [GW-1:0] gb = same ? ga : other_gb;

    wire [3:0] trap, trap_back;
    wire [W-1:0] there, back;
    wire [GW-1:0] gd_there, new_ga, new_gb, old_ga, old_gb;
    wire write_ga, write_gb;
    rg_float_step #(
        .W(W), .FRAC(FRAC), .GW(GW), .GFRAC(GFRAC), .L(L), .P(P), .E(E), .Q(Q), .N(N), .X(X),
        .FIXED_FRAC(FIXED_FRAC), .FIXED_BITS(FIXED_BITS)
    ) step (
        .clk(1'b0), .op(op), .minus(minus), .once(once), .exchanges_bits(exchanges_bits), .active(active),
        .has_a(has_a), .a_float(a_float), .b_float(b_float), .b_immediate(b_immediate), .to_fixed(to_fixed),
        .fixed_target(fixed_target), .same(same),
        .d(d), .a(a), .b(b), .gd(gd), .ga(ga), .gb(gb), .number_a(), .number_b(), .number_g(),
        .slope_a(), .slope_b(), .exchanges_shares(), .ab_negative(ab_negative), .to_a_negative(to_a_negative),
        .to_b_negative(to_b_negative), .ab_exponent(ab_exponent), .to_a_exponent(to_a_exponent),
        .to_b_exponent(to_b_exponent), .ab_digits(ab_digits), .to_a_digits(to_a_digits),
        .to_b_digits(to_b_digits), .refused(refused), .trap(trap), .next_d(there), .next_gd(gd_there),
        .write_ga(write_ga), .write_gb(write_gb), .next_ga(new_ga), .next_gb(new_gb), .few(),
        .gradient_few(), .less(), .greater(), .whole(), .no_whole(), .scale_b(), .shows_bits(),
        .shown_bits(), .shown_word()
    );
    wire negates = op == RG_OP_NEG;
    wire [GW-1:0] ga_there = write_ga ? new_ga : ga;
    wire [GW-1:0] gb_there = write_gb ? new_gb : gb;
    rg_float_step #(
        .W(W), .FRAC(FRAC), .GW(GW), .GFRAC(GFRAC), .L(L), .P(P), .E(E), .Q(Q), .N(N), .X(X),
        .FIXED_FRAC(FIXED_FRAC), .FIXED_BITS(FIXED_BITS)
    ) undo (
        .clk(1'b0), .op(op), .minus(!minus && !exchanges_bits), .once(once), .exchanges_bits(exchanges_bits),
        .active(active), .has_a(has_a), .a_float(a_float), .b_float(b_float),
        .b_immediate(b_immediate), .to_fixed(to_fixed),
        .fixed_target(fixed_target), .same(same), .d(there), .a(a), .b(b),
        .gd(gd), .ga(ga_there), .gb(gb_there), .number_a(), .number_b(),
        .number_g(), .slope_a(), .slope_b(), .exchanges_shares(),
        .ab_negative(ab_negative), .to_a_negative(to_a_negative),
        .to_b_negative(to_b_negative), .ab_exponent(ab_exponent), .to_a_exponent(to_a_exponent),
        .to_b_exponent(to_b_exponent), .ab_digits(ab_digits), .to_a_digits(to_a_digits),
        .to_b_digits(to_b_digits), .refused(refused), .trap(trap_back), .next_d(back), .next_gd(), .write_ga(),
        .write_gb(), .next_ga(old_ga), .next_gb(old_gb), .few(), .gradient_few(), .less(), .greater(),
        .whole(), .no_whole(), .scale_b(), .shows_bits(), .shown_bits(), .shown_word()
    );

    // What stands in a register: a wide word above the marker, or a float word that none is.
    wire d_possible, there_possible;
    rg_float_possible #(.W(W), .FRAC(FRAC), .L(L), .P(P), .E(E)) of_d (.word(d), .possible(d_possible));
    rg_float_possible #(.W(W), .FRAC(FRAC), .L(L), .P(P), .E(E)) of_there (
        .word(there), .possible(there_possible)
    );

    wire logs = op_kind(op) == RG_KIND_LOG;         // ^= is none of these
    wire rounds_to_fixed = to_fixed ? op == RG_OP_FMOV : !fixed_target;
    wire read_as_decoded = rounds_to_fixed && !(exchanges_bits && (once || active || minus || logs))
                       && !(b_immediate && (b_float || same));
    wire numbers = ab_digits[2*Q-1:2*Q-2] != 0 || ab_digits == 0;
    wire shares = (to_a_digits[2*Q-1:2*Q-2] != 0 || to_a_digits == 0)
               && (to_b_digits[2*Q-1:2*Q-2] != 0 || to_b_digits == 0);
    always @*
        if (d_possible && read_as_decoded && numbers && shares && trap == RG_TRAP_NONE) begin
            assert (trap_back == RG_TRAP_NONE);
            assert (back == d);
            assert (there_possible);
            assert (negates ? gd_there == -gd : (!write_ga || old_ga == ga) && (!write_gb || old_gb == gb));
        end
endmodule

`default_nettype wire
