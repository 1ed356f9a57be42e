// rg_float_shorten.v: N digits rounded to Q of them, ties to even. Combinational.
`default_nettype none

module rg_float_shorten #(
    parameter N = 128,
    parameter Q = 106,
    parameter X = 16
) (
    input  wire signed [X-1:0] exponent,
    input  wire [N-1:0]        digits,       // the first is 1, or all are 0
    output wire signed [X-1:0] new_exponent,
    output wire [Q-1:0]        new_digits
);
    wire up = digits[N-1-Q] && (digits[N-Q] || (|digits[N-2-Q:0]));
    wire [Q:0] sum = {1'b0, digits[N-1 -: Q]} + {{Q{1'b0}}, up};

    assign new_exponent = exponent + {{(X-1){1'b0}}, sum[Q]};
    assign new_digits = {sum[Q-1] | sum[Q], sum[Q-2:0]};
endmodule

`default_nettype wire
