// rg_wide_product.v: the exact product of two float words, as rg_wide_add takes it. Combinational.
`default_nettype none

module rg_wide_product #(
    parameter P = 53,
    parameter E = 11
) (
    input  wire [P+E-1:0]      a,
    input  wire [P+E-1:0]      b,
    output wire                negative,
    output wire signed [E+1:0] exponent,
    output wire [2*P-1:0]      digits
);
    localparam signed [E+1:0] BIASES = 2 * ((1 << (E - 1)) - 1) - 1;

    wire [E-1:0] ea = a[P-1 +: E];
    wire [E-1:0] eb = b[P-1 +: E];
    wire [P-1:0] da = {|ea, a[P-2:0]};
    wire [P-1:0] db = {|eb, b[P-2:0]};

    assign negative = a[P+E-1] ^ b[P+E-1];
    assign exponent = $signed({2'b00, ea}) + $signed({2'b00, eb}) - BIASES;
    assign digits = da * db;
endmodule

`default_nettype wire
