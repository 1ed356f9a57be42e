// rg_float_unit.v: the step of Floats in clocks, with one multiplier. From `start` on what it reads is
// held until `done`, and the outcome stands in that clock: 3 clocks, or 5 where gradients take part.
// Functions stay in clock 1 until their program has run (isa/num/float/clocks.def).
`default_nettype none

module rg_float_unit #(
    parameter W     = 256,
    parameter FRAC  = 128,
    parameter GW    = 512,
    parameter GFRAC = 256,
    parameter L     = 64,
    parameter P     = 53,
    parameter E     = 11,
    parameter Q     = 106,
    parameter N     = 128,
    parameter X     = 14,
    parameter FIXED_FRAC = 43,
    parameter FIXED_BITS = 64
) (
    input  wire          clk,
    input  wire          rst_n,
    input  wire          start,   // in one clock; the clocks behind it are counted
    output wire          done,
    input  wire [6:0]    op,
    input  wire          inverse,                   // of a rotation
    input  wire          minus, once, exchanges_bits, active, has_a, a_float, b_float, b_immediate, to_fixed,
    input  wire          fixed_target, same,
    input  wire [W-1:0]  d, a, b,
    input  wire [GW-1:0] gd, ga, gb,
    output wire [3:0]    trap,
    output wire [W-1:0]  next_d,
    output wire [GW-1:0] next_gd, next_ga, next_gb,
    output wire [W-1:0]  next_a,                    // of a rotation
    output wire          write_ga, write_gb,
    output wire [1:0]    few,
    output wire [2:0]    gradient_few,
    output wire          less, greater,
    output wire [L-1:0]  whole,
    output wire          no_whole,
    output wire           shows_bits,
    output wire [P+E-1:0] shown_bits,
    output wire [W-1:0]   shown_word
);
`include "rg_isa.vh"
`include "rg_float_programs.vh"
`include "rg_float_eighth.vh"
    localparam PRODUCT = 2 * Q + X + 3;
    localparam Y = 20;                              // bits of the exponents within a program
    localparam [Y-1:0] MORE = (1 << (Y - 1)) - (1 << (X - 1)); // between its bias and that of X bits

    wire slow = float_program(op);
    wire slow_done;
    wire reflects = op == RG_OP_HAD || op == RG_OP_IHAD;
    wire turns = reflects || op == RG_OP_ROT || op == RG_OP_IROT;
    wire turned;

    // Clock 1 has read the operands; products come in clocks 1, 2 and 3, the value in clock 2 of the
    // first of them, the shares behind the last.
    localparam [2:0] VALUE = 3'd3, GRADIENTS = 3'd5;
    reg [2:0] clocks;
    assign done = turns ? turned : clocks == (active ? GRADIENTS : VALUE);
    wire waits = turns ? !turned : slow && !slow_done;
    always @(posedge clk)
        if (!rst_n || done) clocks <= 3'd0;
        else if (start || (clocks != 3'd0 && !(clocks == 3'd1 && waits))) clocks <= clocks + 3'd1;

    wire [Q+X-1:0] number_a, number_b, number_g, slope_a, slope_b;
    // Numbers with zeros behind their digits. The multiplier takes these, or those of a program.
    function [N+Y-1:0] widened(input [Q+X-1:0] x);
        widened = |x[Q-1 +: X] ? {x[Q+X-1], {{(Y-X){1'b0}}, x[Q-1 +: X]} + MORE, x[Q-2:0], {(N-Q){1'b0}}}
                               : {(N+Y){1'b0}};
    endfunction
    wire [N+Y-1:0] wide_a = widened(number_a), wide_b = widened(number_b), wide_g = widened(number_g);
    wire [N+Y-1:0] factor_a, factor_b, turn_a, turn_b;
    reg turning;                                   // its sums have begun
    wire whole_negative;
    wire signed [Y+1:0] whole_exponent;
    wire [2*N-1:0] whole_digits;
    rg_wide_product #(.P(N), .E(Y)) multiplier (
        .a(turning ? turn_a : slow ? factor_a : clocks == 3'd1 ? wide_a : wide_g),
        .b(turning ? turn_b : slow ? factor_b : clocks == 3'd1 ? wide_b : widened(clocks == 3'd2 ? slope_a : slope_b)),
        .negative(whole_negative), .exponent(whole_exponent), .digits(whole_digits)
    );
    wire [PRODUCT-1:0] product = {whole_negative, whole_exponent[X+1:0], whole_digits[2*N-1 -: 2*Q]};
    wire unused = &{1'b0, whole_exponent[Y+1:X+2]};
    reg [PRODUCT-1:0] ab, to_a, to_b;
    always @(posedge clk) begin
        if (clocks == 3'd1) ab <= product;
        if (clocks == 3'd2 && active) to_a <= product;
        if (clocks == 3'd3 && active) to_b <= product;
    end

    reg begun;                                     // the numbers are read
    always @(posedge clk) begun <= rst_n && start && (slow || reflects);
    wire [PRODUCT-1:0] slow_value, slow_a, slow_b;
    wire refused;
    wire exchanges_shares;                         // the program gives the greater one first
    // Logs are read with all N digits
    wire reads_logs, sums_logs;
    wire [N+Y-1:0] log_now, sign_now;
    rg_float_log_read #(.W(W), .FRAC(FRAC), .N(N), .Y(Y)) log_read (
        .op(op), .a(a), .b(b), .reads(reads_logs), .sums(sums_logs), .number(log_now), .sign(sign_now)
    );
    reg [N+Y-1:0] log_number;
    always @(posedge clk) log_number <= log_now;
    wire [N+Y-1:0] program_a = reads_logs ? log_number : wide_a, program_b = sums_logs ? sign_now : wide_b;

    rg_float_program #(.Q(Q), .N(N), .X(X), .Y(Y)) program_of_steps (
        .clk(clk), .rst_n(rst_n), .start(begun && slow), .done(slow_done), .op(op), .active(active),
        .number_a(program_a), .number_b(program_b), .number_g(wide_g), .factor_a(factor_a),
        .factor_b(factor_b), .product_negative(whole_negative), .product_exponent(whole_exponent),
        .product_digits(whole_digits), .value(slow_value), .to_a(slow_a), .to_b(slow_b), .refused(refused)
    );
    wire [PRODUCT-1:0] first = slow ? slow_value : ab;
    wire [PRODUCT-1:0] share_a = exchanges_shares ? slow_b : slow ? slow_a : to_a;
    wire [PRODUCT-1:0] share_b = exchanges_shares ? slow_a : slow ? slow_b : to_b;

    // Rotations: a program gives the angle
    wire [N+Y-1:0] tangent, sine;
    wire [1:0] quarters;
    rg_float_angle #(.Q(Q), .N(N), .X(X), .Y(Y)) angle (
        .half(slow_value), .of_sine(slow_a), .of_cosine(slow_b), .tangent(tangent), .sine(sine), .quarters(quarters)
    );
    wire turn_starts = reflects ? begun : turns && slow_done;
    always @(posedge clk) turning <= rst_n && !turned && (turn_starts || turning);
    wire [W-1:0] turned_d, step_d;
    wire [GW-1:0] turned_gd, turned_ga, turned_gb, step_gd, step_ga, step_gb;
    wire no_room, step_write_a, step_write_b, step_few;
    wire [1:0] turned_few, step_gradient_few;
    wire [2:0] turned_gradient_few;
    wire [3:0] step_trap;
    wire signed [X-1:0] scale_b;
    wire by_angle = !reflects && !b_float;
    rg_float_rotate #(
        .W(W), .FRAC(FRAC), .GW(GW), .GFRAC(GFRAC), .L(L), .Q(Q), .N(N), .X(X), .Y(Y)
    ) rotate (
        .clk(clk), .rst_n(rst_n), .start(turn_starts), .done(turned), .reflects(reflects), .inverse(inverse),
        .active(active), .by_angle(by_angle), .x(d), .y(a), .gx(gd), .gy(ga), .g_angle(gb), .scale(scale_b),
        .tangent(reflects ? EIGHTH_TANGENT : tangent), .sine(reflects ? EIGHTH_SINE : sine),
        .quarters(reflects ? 2'd0 : quarters), .factor_a(turn_a), .factor_b(turn_b),
        .product_negative(whole_negative), .product_exponent(whole_exponent), .product_digits(whole_digits),
        .next_x(turned_d), .next_y(next_a), .next_gx(turned_gd), .next_gy(turned_ga), .next_g_angle(turned_gb),
        .overflow(no_room), .few(turned_few), .gradient_few(turned_gradient_few)
    );
    assign next_d   = turns ? turned_d : step_d;
    assign next_gd  = turns ? turned_gd : step_gd;
    assign next_ga  = turns ? turned_ga : step_ga;
    assign next_gb  = turns ? turned_gb : step_gb;
    assign write_ga = turns ? active : step_write_a;
    assign write_gb = turns ? active && by_angle : step_write_b;
    assign few      = turns ? turned_few : {1'b0, step_few};
    assign gradient_few = turns ? turned_gradient_few : {1'b0, step_gradient_few};
    assign trap = !turns ? step_trap : !reflects && refused ? RG_TRAP_DOMAIN
                : no_room ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;

    rg_float_step #(
        .W(W), .FRAC(FRAC), .GW(GW), .GFRAC(GFRAC), .L(L), .P(P), .E(E), .Q(Q), .N(N), .X(X),
        .FIXED_FRAC(FIXED_FRAC), .FIXED_BITS(FIXED_BITS), .CUTS(1)
    ) step (
        .clk(clk), .op(op), .minus(minus), .once(once), .exchanges_bits(exchanges_bits),
        .active(active), .has_a(has_a), .a_float(a_float), .b_float(b_float),
        .b_immediate(b_immediate), .to_fixed(to_fixed), .fixed_target(fixed_target),
        .same(same), .d(d), .a(a), .b(b), .gd(gd), .ga(ga), .gb(gb),
        .number_a(number_a), .number_b(number_b), .number_g(number_g), .slope_a(slope_a),
        .slope_b(slope_b), .exchanges_shares(exchanges_shares),
        .ab_negative(first[PRODUCT-1]), .to_a_negative(share_a[PRODUCT-1]),
        .to_b_negative(share_b[PRODUCT-1]), .ab_exponent(first[2*Q +: X+2]),
        .to_a_exponent(share_a[2*Q +: X+2]), .to_b_exponent(share_b[2*Q +: X+2]), .ab_digits(first[2*Q-1:0]),
        .to_a_digits(share_a[2*Q-1:0]), .to_b_digits(share_b[2*Q-1:0]), .refused(refused), .trap(step_trap),
        .next_d(step_d), .next_gd(step_gd), .write_ga(step_write_a), .write_gb(step_write_b), .next_ga(step_ga),
        .next_gb(step_gb), .few(step_few), .gradient_few(step_gradient_few), .scale_b(scale_b), .less(less),
        .greater(greater),
        .whole(whole), .no_whole(no_whole),
        .shows_bits(shows_bits), .shown_bits(shown_bits), .shown_word(shown_word)
    );
endmodule

`default_nettype wire
