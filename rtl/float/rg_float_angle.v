// rg_float_angle.v: an angle as right angles and one of at most 45 degrees, of which it gives the sine, and
// the tangent of its half. The program gives the sine and the cosine of the whole angle, and the magnitude
// of that tangent. Combinational.
`default_nettype none

module rg_float_angle #(
    parameter Q = 106,
    parameter N = 128,
    parameter X = 14,
    parameter Y = 20
) (
    input  wire [2*Q+X+2:0] half, of_sine, of_cosine, // as products stand
    output wire [N+Y-1:0]   tangent, sine,
    output wire [1:0]       quarters
);
    localparam signed [Y-1:0] BIAS = (1 << (Y - 1)) - 1;

    wire sine_negative = of_sine[2*Q+X+2], cosine_negative = of_cosine[2*Q+X+2];
    wire signed [X+1:0] half_exponent = half[2*Q +: X+2], sine_exponent = of_sine[2*Q +: X+2],
        cosine_exponent = of_cosine[2*Q +: X+2];
    wire [N-1:0] half_digits = half[2*Q-1 -: N], sine_digits = of_sine[2*Q-1 -: N],
        cosine_digits = of_cosine[2*Q-1 -: N];

    // The lesser one of both is the sine beside the right angle.
    wire low = sine_exponent < cosine_exponent
            || (sine_exponent == cosine_exponent && sine_digits <= cosine_digits);
    assign quarters = low ? {cosine_negative, 1'b0} : {sine_negative, 1'b1};
    wire negative = low ? sine_negative ^ cosine_negative : !(sine_negative ^ cosine_negative);

    function [N+Y-1:0] number(input of_negative, input signed [X+1:0] exponent, input [N-1:0] digits);
        reg [Y-1:0] field;
        begin
            field = {{(Y-X-2){exponent[X+1]}}, exponent} + BIAS;
            number = digits[N-1] ? {of_negative, field, digits[N-2:0]} : {(N+Y){1'b0}};
        end
    endfunction
    wire signed [X+1:0] short_exponent;
    wire [Q-1:0] short_digits;
    rg_float_shorten #(.N(N), .Q(Q), .X(X + 2)) shorten (
        .exponent(half_exponent), .digits(half_digits), .new_exponent(short_exponent), .new_digits(short_digits)
    );
    assign tangent = number(negative, short_exponent, {short_digits, {(N-Q){1'b0}}});
    assign sine = number(negative, low ? sine_exponent : cosine_exponent, low ? sine_digits : cosine_digits);

    wire unused = &{1'b0, half[2*Q+X+2], half[2*Q-N-1:0], of_sine[2*Q-N-1:0], of_cosine[2*Q-N-1:0]};
endmodule

`default_nettype wire
