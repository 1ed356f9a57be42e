// rg_float_units_of.v: the units of the gradient of a word, log2: the exponent of a float word, and 0 for
// a wide word. Combinational.
`default_nettype none

module rg_float_units_of (
    input  wire [255:0]       value,
    output wire signed [15:0] scale
);
    wire held   = value[255:64] == {1'b1, 191'd0};
    wire proper = |value[62:52] && !(&value[62:52]);
    assign scale = held && proper ? $signed({5'd0, value[62:52]}) - 16'sd1023 : 16'sd0;

    wire unused = &{1'b0, value[63], value[51:0]};
endmodule
`default_nettype wire
