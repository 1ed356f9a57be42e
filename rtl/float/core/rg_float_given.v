// rg_float_given.v: a gradient that the host writes, 64 bits of its view. Combinational.
`default_nettype none

module rg_float_given (
    input  wire [255:0] view,        // what is there
    input  wire         alone,       // the word has no other bits on the bus
    input  wire [1:0]   limb,
    input  wire [63:0]  data,
    input  wire [255:0] value,       // of what
    output wire [511:0] gradient
);
    wire held = view[255:64] == {1'b1, 191'd0};
    wire [255:0] old = held || alone ? 256'd0 : view;
    reg  [255:0] given;
    always @* begin
        given = old;
        given[{limb, 6'd0} +: 64] = data;
    end

    wire signed [15:0] scale;
    rg_float_units_of units (.value(value), .scale(scale));
    wire negative = given[255];
    wire [511:0] magnitude = ({{256{negative}}, given} ^ {512{negative}}) + {511'd0, negative};
    wire [511:0] placed, cut;
    wire lost, inexact;
    rg_wide_place #(.W(512), .K(16)) place (
        .magnitude(magnitude), .shift(16'sd128 + scale), .placed(placed), .cut(cut), .lost(lost), .inexact(inexact)
    );
    assign gradient = (placed ^ {512{negative}}) + {511'd0, negative};

    wire unused = &{1'b0, cut, lost, inexact};
endmodule
`default_nettype wire
