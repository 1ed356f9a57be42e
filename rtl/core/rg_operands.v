// rg_operands.v: the register files for values and gradients. Three synchronous read ports, two value and three gradient
// write ports. The gradient file is read only when asked, so that value mode does not clock it.
`default_nettype none

module rg_operands #(
    parameter XLEN = 64
) (
    input  wire            clk,
    input  wire            read, read_grad,
    input  wire [4:0]      d, a, b,
    output reg  [XLEN-1:0] rd, ra, rb, gd, ga, gb,
    input  wire            write_1, write_2,
    input  wire [4:0]      index_1, index_2,
    input  wire [XLEN-1:0] data_1, data_2,
    input  wire            gwrite_1, gwrite_2, gwrite_3,
    input  wire [4:0]      gindex_1, gindex_2, gindex_3,
    input  wire [XLEN-1:0] gdata_1, gdata_2, gdata_3
);
    reg [XLEN-1:0] values    [0:31];
    reg [XLEN-1:0] gradients [0:31];

    always @(posedge clk) begin
        if (read) begin
            rd <= values[d];
            ra <= values[a];
            rb <= values[b];
        end
        if (read_grad) begin
            gd <= gradients[d];
            ga <= gradients[a];
            gb <= gradients[b];
        end
    end

    always @(posedge clk) begin
        if (write_1) values[index_1] <= data_1;
        if (write_2) values[index_2] <= data_2;
    end

    always @(posedge clk) begin
        if (gwrite_1) gradients[gindex_1] <= gdata_1;
        if (gwrite_2) gradients[gindex_2] <= gdata_2;
        if (gwrite_3) gradients[gindex_3] <= gdata_3;
    end
endmodule
`default_nettype wire
