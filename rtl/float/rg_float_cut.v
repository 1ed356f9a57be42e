// rg_float_cut.v: a product of M digits as N of them, the first of which is 1 unless it is 0. What is cut
// off sets the last one (rounding to odd). Combinational.
`default_nettype none

module rg_float_cut #(
    parameter M = 212,
    parameter N = 128,
    parameter X = 16
) (
    input  wire signed [X-1:0] exponent,
    input  wire [M-1:0]        digits,       // one of the first two is 1, or all are 0
    output wire signed [X-1:0] new_exponent,
    output wire [N-1:0]        new_digits
);
    wire [M-1:0] first = digits[M-1] ? digits : digits << 1;

    assign new_exponent = exponent - {{(X-1){1'b0}}, !digits[M-1]};
    generate if (M > N) begin : cuts
        assign new_digits = {first[M-1 -: N-1], first[M-N] | (|first[M-N-1:0])};
    end else begin : has_room
        wire [M+N-1:0] padded = {first, {N{1'b0}}};
        wire unused = &{1'b0, padded[M-1:0]};
        assign new_digits = padded[M+N-1 -: N];
    end endgenerate
endmodule

`default_nettype wire
