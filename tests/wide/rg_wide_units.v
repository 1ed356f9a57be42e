// rg_wide_units.v: the units of wide words in three formats, for tests/wide/wide.cpp.
`default_nettype none

module rg_wide_units (
    input  wire [255:0] word,
    input  wire [63:0]  a,
    input  wire [63:0]  b,
    input  wire         subtract,
    output wire [63:0]  value_256,
    output wire [255:0] sum_256,
    output wire         overflow_256,
    output wire         few_256,
    output wire [63:0]  value_128,
    output wire [127:0] sum_128,
    output wire         overflow_128,
    output wire         few_128,
    output wire [7:0]   value_8,
    output wire [7:0]   sum_8,
    output wire         overflow_8,
    output wire         few_8
);
    rg_wide_unit standard (
        .word(word), .a(a), .b(b), .subtract(subtract), .value(value_256), .sum(sum_256),
        .overflow(overflow_256), .few(few_256)
    );
    rg_wide_unit #(.W(128), .FRAC(80)) narrow (
        .word(word[127:0]), .a(a), .b(b), .subtract(subtract), .value(value_128), .sum(sum_128),
        .overflow(overflow_128), .few(few_128)
    );
    rg_wide_unit #(.W(8), .FRAC(3), .P(4), .E(4)) toy (
        .word(word[7:0]), .a(a[7:0]), .b(b[7:0]), .subtract(subtract), .value(value_8),
        .sum(sum_8), .overflow(overflow_8), .few(few_8)
    );
endmodule

`default_nettype wire
