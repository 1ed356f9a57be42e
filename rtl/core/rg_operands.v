// rg_operands.v: the register files for values and gradients. Three synchronous read ports, two
// value and three gradient write ports. The gradient file is read only when asked, so that value
// mode does not clock it. With BYPASS a word that is written in the same clock is read as it will
// be.
`default_nettype none

module rg_operands #(
    parameter XLEN   = 64,
    parameter BYPASS = 0
) (
    input  wire            clk,
    input  wire            read, read_grad,
    input  wire [4:0]      d, a, b,
    output wire [XLEN-1:0] now_d, now_a, now_b,      // values as they would be read in this clock
    output wire [XLEN-1:0] now_x,                    // that of the index of operands in memory
    output reg  [XLEN-1:0] rd, ra, rb, gd, ga, gb,
    input  wire            write_1, write_2,
    input  wire [4:0]      index_1, index_2,
    input  wire [XLEN-1:0] data_1, data_2,
    input  wire            gwrite_1, gwrite_2, gwrite_3,
    input  wire [4:0]      gindex_1, gindex_2, gindex_3,
    input  wire [XLEN-1:0] gdata_1, gdata_2, gdata_3
);
`include "rg_isa.vh"

    localparam [4:0] X = RG_INDEX_REGISTER;
    reg [XLEN-1:0] values    [0:31];
    reg [XLEN-1:0] gradients [0:31];

    // The last port wins, as in the files.
    generate
        if (BYPASS != 0) begin : bypassed
            assign now_d = write_2 && index_2 == d ? data_2 : write_1 && index_1 == d ? data_1 : values[d];
            assign now_a = write_2 && index_2 == a ? data_2 : write_1 && index_1 == a ? data_1 : values[a];
            assign now_b = write_2 && index_2 == b ? data_2 : write_1 && index_1 == b ? data_1 : values[b];
            assign now_x = write_2 && index_2 == X ? data_2 : write_1 && index_1 == X ? data_1 : values[X];
        end else begin : direct
            assign now_d = values[d];
            assign now_a = values[a];
            assign now_b = values[b];
            assign now_x = values[X];
        end
    endgenerate

    function [XLEN-1:0] gradient(input [4:0] index, input [XLEN-1:0] old);
        gradient = BYPASS == 0 ? old : gwrite_3 && gindex_3 == index ? gdata_3 : gwrite_2 && gindex_2 == index ? gdata_2
                 : gwrite_1 && gindex_1 == index ? gdata_1 : old;
    endfunction

    always @(posedge clk) begin
        if (read) begin
            rd <= now_d;
            ra <= now_a;
            rb <= now_b;
        end
        if (read_grad) begin
            gd <= gradient(d, gradients[d]);
            ga <= gradient(a, gradients[a]);
            gb <= gradient(b, gradients[b]);
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
