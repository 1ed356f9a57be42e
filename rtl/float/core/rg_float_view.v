// rg_float_view.v: a gradient as the host sees it: a wide word where that has all of it, else the nearest
// float word (docs/development/wide-numbers.md#gradients). Combinational.
`default_nettype none

module rg_float_view (
    input  wire [511:0] gradient,
    input  wire [255:0] value,       // of what
    output wire [255:0] view
);
    localparam [63:0] LARGEST = 64'h7fefffffffffffff;

    wire signed [15:0] scale;
    rg_float_units_of units (.value(value), .scale(scale));

    wire negative = gradient[511];
    wire [511:0] magnitude = (gradient ^ {512{negative}}) + {511'd0, negative};
    wire [511:0] placed, cut;
    wire lost, inexact;
    rg_wide_place #(.W(512), .K(16)) place (
        .magnitude(magnitude), .shift(-(16'sd128 + scale)), .placed(placed), .cut(cut), .lost(lost), .inexact(inexact)
    );
    wire [255:0] wide = (placed[255:0] ^ {256{negative}}) + {255'd0, negative};
    wire marks = wide[255:192] == {1'b1, 63'd0};
    wire whole = !lost && !inexact && ~|placed[511:255] && !marks;

    wire [511:0] digits;
    wire [8:0] zeros;
    wire first_negative;
    rg_wide_first #(.W(512)) first (.word(gradient), .negative(first_negative), .digits(digits), .zeros(zeros));
    wire [63:0] bits;
    wire over;
    rg_float_round #(.N(512), .P(53), .E(11), .X(16)) round (
        .negative(first_negative), .exponent(16'sd255 - $signed({7'd0, zeros}) - scale), .digits(digits), .bits(bits),
        .overflow(over)
    );
    assign view = whole ? wide : {1'b1, 191'd0, over ? LARGEST | {negative, 63'd0} : bits};

    wire unused = &{1'b0, cut};
endmodule
`default_nettype wire
