// rg_float_unit.v: the step of Floats with a multiplier for each of its products.
`default_nettype none

module rg_float_unit #(
    parameter W     = 256,
    parameter FRAC  = 128,
    parameter GW    = 512,
    parameter GFRAC = 256
) (
    input  wire [6:0]    op,
    input  wire          minus, once, exchanges_bits, active, has_a, a_float, b_float, b_immediate, same,
    input  wire [W-1:0]  d, a, b,
    input  wire [GW-1:0] gd, ga, gb,
    output wire [3:0]    trap,
    output wire [W-1:0]  next_d,
    output wire [GW-1:0] next_gd, next_ga, next_gb,
    output wire          write_ga, write_gb, few,
    output wire [1:0]    gradient_few,
    output wire          less, greater
);
    localparam Q = 106;
    localparam X = 14;

    wire [Q+X-1:0] number_a, number_b, number_g, slope_a, slope_b;
    wire ab_negative, to_a_negative, to_b_negative;
    wire signed [X+1:0] ab_exponent, to_a_exponent, to_b_exponent;
    wire [2*Q-1:0] ab_digits, to_a_digits, to_b_digits;

    rg_float_step #(.W(W), .FRAC(FRAC), .GW(GW), .GFRAC(GFRAC)) step (
        .op(op), .minus(minus), .once(once), .exchanges_bits(exchanges_bits), .active(active),
        .has_a(has_a), .a_float(a_float), .b_float(b_float), .b_immediate(b_immediate), .same(same),
        .d(d), .a(a), .b(b), .gd(gd), .ga(ga), .gb(gb), .number_a(number_a), .number_b(number_b),
        .number_g(number_g), .slope_a(slope_a), .slope_b(slope_b), .ab_negative(ab_negative),
        .to_a_negative(to_a_negative), .to_b_negative(to_b_negative), .ab_exponent(ab_exponent),
        .to_a_exponent(to_a_exponent), .to_b_exponent(to_b_exponent), .ab_digits(ab_digits),
        .to_a_digits(to_a_digits), .to_b_digits(to_b_digits), .trap(trap), .next_d(next_d),
        .next_gd(next_gd), .write_ga(write_ga), .write_gb(write_gb), .next_ga(next_ga),
        .next_gb(next_gb), .few(few), .gradient_few(gradient_few), .less(less), .greater(greater)
    );
    rg_wide_product #(.P(Q), .E(X)) value (
        .a(number_a), .b(number_b), .negative(ab_negative), .exponent(ab_exponent), .digits(ab_digits)
    );
    rg_wide_product #(.P(Q), .E(X)) to_a (
        .a(number_g), .b(slope_a), .negative(to_a_negative), .exponent(to_a_exponent),
        .digits(to_a_digits)
    );
    rg_wide_product #(.P(Q), .E(X)) to_b (
        .a(number_g), .b(slope_b), .negative(to_b_negative), .exponent(to_b_exponent),
        .digits(to_b_digits)
    );
endmodule

`default_nettype wire
