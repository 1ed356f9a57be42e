// rg_float_copied.v: a pair of 64-bit words of data memory as the copy engine reads them. Combinational
// behind the register that keeps where they stand.
`default_nettype none

module rg_float_copied #(
    parameter LOG2 = 16
) (
    input  wire            clk,
    input  wire            read,
    input  wire [LOG2+1:0] read_at,
    output wire [LOG2-1:0] at, at_2,          // the words in which they stand
    input  wire [255:0]    words, words_2,    // these, in the clock behind the read
    input  wire [255:0]    views, views_2,    // and of gradients
    output wire [127:0]    values, gradients,
    input  wire [1:0]      writes,            // over what was read
    input  wire [127:0]    data,
    output wire [1:0]      erased             // how many were not 0, nor the same
);
    wire [LOG2+1:0] behind = read_at + {{(LOG2+1){1'b0}}, 1'b1};
    assign at   = read_at[LOG2+1:2];
    assign at_2 = behind[LOG2+1:2];

    reg [1:0] limb;
    always @(posedge clk) if (read) limb <= read_at[1:0];
    wire [1:0] limb_2 = limb + 2'd1;

    assign values    = {words_2[{limb_2, 6'd0} +: 64], words[{limb, 6'd0} +: 64]};
    assign gradients = {views_2[{limb_2, 6'd0} +: 64], views[{limb, 6'd0} +: 64]};

    wire [1:0] over = {values[127:64] != 64'd0 && values[127:64] != data[127:64],
                       values[63:0] != 64'd0 && values[63:0] != data[63:0]} & writes;
    assign erased = {1'b0, over[0]} + {1'b0, over[1]};

    wire unused = &{1'b0, behind[1:0]};
endmodule
`default_nettype wire
