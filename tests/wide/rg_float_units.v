// rg_float_units.v: the step of Floats in two formats, for tests/wide/float_unit.cpp.
`default_nettype none

module rg_float_units (
    input  wire         clk, rst_n, start,
    output wire         done,
    input  wire [6:0]   op,
    input  wire         inverse, minus, once, exchanges_bits, active, has_a, a_float, b_float, b_immediate, to_fixed,
    input  wire         fixed_target, same,
    input  wire         narrow, // the words have 128 bits
    input  wire [255:0] d, a, b,
    input  wire [511:0] gd, ga, gb,
    output wire [3:0]   trap,
    output wire [255:0] next_d,
    output wire [511:0] next_gd, next_ga, next_gb,
    output wire         write_ga, write_gb,
    output wire [1:0]   few,
    output wire [2:0]   gradient_few,
    output wire [255:0] next_a,
    output wire         less, greater,
    // the sum of two packed numbers by itself
    input  wire [119:0] sum_x, sum_y,
    input  wire         subtract,
    output wire         sum_negative,
    output wire [15:0]  sum_exponent,
    output wire [127:0] sum_digits
);
    rg_float_sum sum (
        .a(sum_x), .b(sum_y), .subtract(subtract), .negative(sum_negative), .exponent(sum_exponent),
        .digits(sum_digits)
    );

    wire [3:0] trap_256, trap_128;
    wire [255:0] d_256;
    wire [127:0] d_128;
    wire [511:0] gd_256, ga_256, gb_256;
    wire [255:0] gd_128, ga_128, gb_128;
    wire [8:0] flags_256, flags_128;
    wire [255:0] a_256;
    wire [127:0] a_128;
    wire done_256, done_128;
    wire shows_256, shows_128;
    wire [63:0] bits_256, bits_128;
    wire [255:0] shown_256;
    wire [127:0] shown_128;
    wire [63:0] whole_256, whole_128;
    wire no_whole_256, no_whole_128;
    wire unused = &{1'b0, whole_256, whole_128, no_whole_256, no_whole_128, shows_256, shows_128, bits_256,
        bits_128, shown_256, shown_128};

    rg_float_unit standard (
        .clk(clk), .rst_n(rst_n), .start(start), .done(done_256), .op(op), .inverse(inverse),
        .minus(minus), .once(once),
        .exchanges_bits(exchanges_bits), .active(active),
        .has_a(has_a), .a_float(a_float), .b_float(b_float), .b_immediate(b_immediate), .to_fixed(to_fixed),
        .fixed_target(fixed_target), .same(same),
        .d(d), .a(a), .b(b), .gd(gd), .ga(ga), .gb(gb), .trap(trap_256), .next_d(d_256), .next_a(a_256),
        .next_gd(gd_256), .next_ga(ga_256), .next_gb(gb_256), .write_ga(flags_256[0]),
        .write_gb(flags_256[1]), .few(flags_256[3:2]), .gradient_few(flags_256[6:4]),
        .less(flags_256[7]), .greater(flags_256[8]), .whole(whole_256),
        .no_whole(no_whole_256), .shows_bits(shows_256), .shown_bits(bits_256),
        .shown_word(shown_256)
    );
    rg_float_unit #(.W(128), .FRAC(80), .GW(256), .GFRAC(144)) half (
        .clk(clk), .rst_n(rst_n), .start(start), .done(done_128), .op(op), .inverse(inverse),
        .minus(minus), .once(once),
        .exchanges_bits(exchanges_bits), .active(active),
        .has_a(has_a), .a_float(a_float), .b_float(b_float), .b_immediate(b_immediate), .to_fixed(to_fixed),
        .fixed_target(fixed_target), .same(same),
        .d(d[127:0]), .a(a[127:0]), .b(b[127:0]), .gd(gd[255:0]), .ga(ga[255:0]), .gb(gb[255:0]),
        .trap(trap_128), .next_d(d_128), .next_a(a_128), .next_gd(gd_128), .next_ga(ga_128), .next_gb(gb_128),
        .write_ga(flags_128[0]), .write_gb(flags_128[1]), .few(flags_128[3:2]),
        .gradient_few(flags_128[6:4]), .less(flags_128[7]), .greater(flags_128[8]),
        .whole(whole_128), .no_whole(no_whole_128), .shows_bits(shows_128),
        .shown_bits(bits_128), .shown_word(shown_128)
    );

    assign done = narrow ? done_128 : done_256;
    assign trap = narrow ? trap_128 : trap_256;
    assign next_d = narrow ? {{128{d_128[127]}}, d_128} : d_256;
    assign next_a = narrow ? {{128{a_128[127]}}, a_128} : a_256;
    assign next_gd = narrow ? {{256{gd_128[255]}}, gd_128} : gd_256;
    assign next_ga = narrow ? {{256{ga_128[255]}}, ga_128} : ga_256;
    assign next_gb = narrow ? {{256{gb_128[255]}}, gb_128} : gb_256;
    assign {greater, less, gradient_few, few, write_gb, write_ga} = narrow ? flags_128 : flags_256;
endmodule

`default_nettype wire
