// rg_float_share.v: what the gradient of an operand gets of the target's: that times +-2^k, or a product,
// rounded once behind the point. Combinational.
`default_nettype none

module rg_float_share #(
    parameter W    = 512,
    parameter FRAC = 256,
    parameter Q    = 106,
    parameter X    = 14
) (
    input  wire                given,            // there is a share, else it is 0
    input  wire                rounded,          // it is the product
    input  wire                opposite,         // it is times -2^k
    input  wire signed [X-1:0] k,
    input  wire signed [X-1:0] scale,            // units of the target over those of the operand, log2
    input  wire [W-1:0]        g,                // the target's gradient
    input  wire                product_negative,
    input  wire signed [X+1:0] product_exponent,
    input  wire [2*Q-1:0]      product_digits,
    output wire [W-1:0]        share,
    output wire                overflow, few
);
    localparam ENOUGH = 30;                      // digits that are not few
    localparam signed [X+1:0] PLACE = FRAC + 1 - W;

    wire signed [X+1:0] first_exponent;
    wire [2*Q-1:0] first_digits;
    rg_float_cut #(.M(2*Q), .N(2*Q), .X(X + 2)) product (
        .exponent(product_exponent), .digits(product_digits),
        .new_exponent(first_exponent), .new_digits(first_digits)
    );
    wire signed [X+1:0] exponent;
    wire [Q-1:0] digits;
    rg_float_shorten #(.N(2*Q), .Q(Q), .X(X + 2)) shorten (
        .exponent(first_exponent), .digits(first_digits), .new_exponent(exponent), .new_digits(digits)
    );

    wire [W-1:0] magnitude = (g ^ {W{g[W-1]}}) + {{(W-1){1'b0}}, g[W-1]};
    wire [W-1:0] number = rounded ? {digits, {(W-Q){1'b0}}} : magnitude;
    wire signed [X+1:0] wide_scale = {{2{scale[X-1]}}, scale};
    wire signed [X+1:0] wide_k = {{2{k[X-1]}}, k};
    wire signed [X+1:0] shift = wide_scale + (rounded ? exponent + PLACE : wide_k);

    wire [W-1:0] placed;
    wire [W-1:0] cut;
    wire lost;
    wire inexact;
    rg_wide_place #(.W(W), .K(X + 2)) place (
        .magnitude(given ? number : {W{1'b0}}), .shift(shift),
        .placed(placed), .cut(cut), .lost(lost), .inexact(inexact)
    );
    wire negative = rounded ? product_negative : g[W-1] ^ opposite;
    wire least = negative && (rounded || !opposite) && ~|placed[W-2:0];

    assign share = (placed ^ {W{negative}}) + {{(W-1){1'b0}}, negative};
    assign overflow = lost || (placed[W-1] && !least);
    assign few = inexact && ~|(cut >> (ENOUGH - 1));
endmodule

`default_nettype wire
