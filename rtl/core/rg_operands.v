// rg_operands.v: the register files for values and gradients. Three synchronous read ports, two
// value and three gradient write ports. The gradient file is read only when asked, so that value
// mode does not clock it. With BYPASS a word that is written in the same clock is read as it will
// be. The inputs `ahead` are the writes before it is known that they take place. Where they do not,
// nothing that is read is used. With EARLY an instruction reads a clock before: values, and the
// gradient of D.
`default_nettype none

module rg_operands #(
    parameter XLEN   = 64,
    parameter BYPASS = 0,
    parameter EARLY  = 0
) (
    input  wire            clk,
    input  wire            read, read_grad,
    input  wire [4:0]      d, a, b,
    output wire [XLEN-1:0] now_d, now_a, now_b,      // values as they would be read in this clock
    output wire [XLEN-1:0] now_x,                    // that of the index of operands in memory
    output reg  [XLEN-1:0] rd, ra, rb, gd, ga, gb,
    input  wire [4:0]      first_d, first_a, first_b,
    output wire [XLEN-1:0] early_d, early_a, early_b, early_gd,
    input  wire            ahead_1, ahead_2, ahead_g1, ahead_g2, ahead_g3,
    input  wire            write_1, write_2,
    input  wire [4:0]      index_1, index_2,
    input  wire [XLEN-1:0] data_1, data_2,
    input  wire            gwrite_1, gwrite_2, gwrite_3,
    input  wire [4:0]      gindex_1, gindex_2, gindex_3,
    input  wire [XLEN-1:0] gdata_1, gdata_2, gdata_3
);
`include "rg_isa.vh"

    reg [XLEN-1:0] values    [0:31];
    reg [XLEN-1:0] gradients [0:31];

    // The last port wins, as in the files.
    function [XLEN-1:0] value(input [4:0] index, input [XLEN-1:0] old);
        value = BYPASS == 0 ? old : ahead_2 && index_2 == index ? data_2 : ahead_1 && index_1 == index ? data_1 : old;
    endfunction
    assign now_d = value(d, values[d]);
    assign now_a = value(a, values[a]);
    assign now_b = value(b, values[b]);
    assign now_x = value(RG_INDEX_REGISTER, values[RG_INDEX_REGISTER]);

    function [XLEN-1:0] gradient(input [4:0] index, input [XLEN-1:0] old);
        gradient = BYPASS == 0 ? old : ahead_g3 && gindex_3 == index ? gdata_3 : ahead_g2 && gindex_2 == index ? gdata_2
                 : ahead_g1 && gindex_1 == index ? gdata_1 : old;
    endfunction

    generate
        if (EARLY != 0) begin : ahead
            assign early_d  = value(first_d, values[first_d]);
            assign early_a  = value(first_a, values[first_a]);
            assign early_b  = value(first_b, values[first_b]);
            assign early_gd = gradient(first_d, gradients[first_d]);
        end else begin : at_once
            wire unused_first = &{first_d, first_a, first_b};
            assign {early_d, early_a, early_b, early_gd} = {(4*XLEN){1'b0}};
        end
    endgenerate

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
