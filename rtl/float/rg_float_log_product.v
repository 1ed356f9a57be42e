// rg_float_log_product.v: the product or the quotient of two Logs. Combinational.
`default_nettype none

module rg_float_log_product #(
    parameter W = 256
) (
    input  wire         divide,
    input  wire [W-1:0] x, y,
    output wire [W-1:0] product,
    output wire         overflow
);
    wire [W-1:0] sum = {x[W-1], x[W-1:1]} + ({y[W-1], y[W-1:1]} ^ {W{divide}}) + {{(W-1){1'b0}}, divide};
    assign product = {sum[W-2:0], x[0] ^ y[0]};
    assign overflow = sum[W-1] ^ sum[W-2];
endmodule

`default_nettype wire
