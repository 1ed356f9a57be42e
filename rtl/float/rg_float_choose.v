// rg_float_choose.v: the steps of a program that are no sum, product, quotient or root: choices, tables and
// integers, as isa/num/float/steps.c has them. Combinational. Numbers are packed, with N digits.
`default_nettype none

module rg_float_choose #(
    parameter N = 128,
    parameter Y = 20
) (
    input  wire [4:0]     op,
    input  wire [N+Y-1:0] a, b,
    output reg  [N+Y-1:0] result,
    output wire           positive          // a > 0
);
`include "rg_float_steps.vh"
`include "rg_float_tables.vh"
    localparam [Y-1:0] BIAS = (1 << (Y - 1)) - 1;
    localparam [Y-1:0] LIMIT = 16, NEAR = 8, HALF = 1, TOP = 31;
    localparam SURE = 88;                   // digits of a function that is within 2^-96
    localparam I = 32, WIDEST = 27;         // bits of an integer, and of one twice as large as a may be
    localparam [Y-1:0] ROOM = WIDEST - 2;
    localparam [6:0] HALVED_FROM = 7'd53;   // of the 128 parts of 1 .. 2 those above the root of 2

    wire negative = a[N+Y-1];
    wire [Y-1:0] field = a[N-1 +: Y];
    wire any = |field;
    assign positive = any && !negative;

    // Twice the magnitude, cut, where it is below 2^WIDEST; an integer that is rounded
    wire [Y-1:0] places = BIAS + ROOM - field;
    wire below_half = field < BIAS - HALF;
    wire [WIDEST-1:0] digits = {any, a[N-2 -: WIDEST-1]};
    wire [WIDEST-1:0] doubled = digits >> places[4:0];
    wire [WIDEST:0] up = {1'b0, doubled} + {{WIDEST{1'b0}}, 1'b1};
    wire [I-1:0] nearest = below_half ? {I{1'b0}} : {{(I-WIDEST){1'b0}}, up[WIDEST:1]};

    // 2^(a/64)
    wire [I-1:0] whole = (nearest ^ {I{negative}}) + {{(I-1){1'b0}}, negative};
    wire [N+Y-1:0] power = float_powers(whole[5:0]);
    wire [Y-1:0] power_field = power[N-1 +: Y] + whole[6 +: Y];

    // a = 2^e m
    wire [6:0] part = a[N-2 -: 7];
    wire halved = part >= HALVED_FROM;
    wire [Y-1:0] e = field - BIAS + {{(Y-1){1'b0}}, halved};
    wire [Y-1:0] e_magnitude = (e ^ {Y{e[Y-1]}}) + {{(Y-1){1'b0}}, e[Y-1]};

    // An integer as a number
    wire of_exponent = op == RG_STEP_EXPON;
    wire [I-1:0] integer_digits = of_exponent ? {{(I-Y){1'b0}}, e_magnitude} : nearest;
    wire integer_sign = of_exponent ? e[Y-1] : negative;
    wire [4:0] zeros;
    wire none;
    rg_leading_zeros #(.W(I)) count (.word(integer_digits), .zeros(zeros), .none(none));
    wire [I-1:0] first = integer_digits << zeros;
    wire [N+Y-1:0] of_integer = none ? {(N+Y){1'b0}}
        : {integer_sign, BIAS + TOP - {{(Y-5){1'b0}}, zeros}, first[I-2:0], {(N-I){1'b0}}};

    // The order of the magnitudes; whether a^b is negative, for an integer b
    wire exceeds = a[N+Y-2:0] > b[N+Y-2:0];
    wire [N+Y-2:0] great = exceeds ? a[N+Y-2:0] : b[N+Y-2:0], less = exceeds ? b[N+Y-2:0] : a[N+Y-2:0];
    localparam [N+Y-2:0] ONE = {BIAS, {(N-1){1'b0}}};
    wire [Y-1:0] from_bias = b[N-1 +: Y] - BIAS;
    wire [63:0] integer_b = {1'b1, b[N-2 -: 63]} >> (6'd63 - from_bias[5:0]);
    wire odd = b[N-1 +: Y] >= BIAS && from_bias[Y-1:6] == {(Y-6){1'b0}} && integer_b[0];

    wire signed [Y-1:0] sure_field;
    wire [SURE-1:0] sure_digits;
    rg_float_shorten #(.N(N), .Q(SURE), .X(Y)) surely (
        .exponent(field), .digits({any, a[N-2:0]}), .new_exponent(sure_field), .new_digits(sure_digits)
    );

    wire beyond = field >= BIAS + LIMIT;
    wire near = field < BIAS - NEAR;
    always @* begin
        case (op)
            RG_STEP_WHOLE, RG_STEP_EXPON: result = of_integer;
            RG_STEP_LIMIT: result = beyond ? {negative, BIAS + LIMIT, {(N-1){1'b0}}} : a;
            RG_STEP_POWER: result = {1'b0, power_field, power[N-2:0]};
            RG_STEP_FRACT: result = {1'b0, BIAS - {{(Y-1){1'b0}}, halved}, a[N-2:0]};
            RG_STEP_INV:   result = float_inverses(part);
            RG_STEP_LOG:   result = float_logs(part);
            RG_STEP_SIN:   result = float_sines(whole[6:0]);
            RG_STEP_ATAN:  result = float_angles(nearest[6:0]);
            RG_STEP_SURE:  result = {negative, sure_field, sure_digits[SURE-2:0], {(N-SURE){1'b0}}};
            RG_STEP_NEAR:  result = near ? a : b;
            RG_STEP_BELOW: result = negative ? {1'b0, a[N+Y-2:0]} : b;
            RG_STEP_GREAT: result = {1'b0, great};
            RG_STEP_LESS:  result = {1'b0, less};
            RG_STEP_ORDER: result = {exceeds, ONE};
            RG_STEP_ODD:   result = {negative && odd, ONE};
            default:       result = {b[N+Y-1] && any, a[N+Y-2:0]};
        endcase
    end

    wire unused = &{1'b0, sure_digits[SURE-1], places[Y-1:5], up[0], first[I-1], whole[I-1:Y+6], power[N+Y-1],
        integer_b[63:1]};
endmodule

`default_nettype wire
