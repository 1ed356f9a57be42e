// bitstream.v: what a decompiled bitstream (icebox_vlog) needs beside it: its pins as those of
// rg_board, and a block RAM of the iCE40. The cell library that comes with Yosys has
// Verilog that not every tool reads.
`default_nettype none

module rg_board (
    input  wire       clk, rx,
    output wire       tx,
    output wire [2:0] lamps
);
    // +broken=N: the LUT with this number is inverted (breakable.awk). 0: none.
    reg [7:0] broken;
    initial if (!$value$plusargs("broken=%d", broken)) broken = 8'd0;
    bitstream device (
        .clk(clk), .rx(rx), .tx(tx), .\lamps[0] (lamps[0]), .\lamps[1] (lamps[1]), .\lamps[2] (lamps[2])
    );
endmodule

// 256 words of 16 bits; with mode 1, 2, 3 of a port 512, 1024, 2048 words of 8, 4, 2. The upper bits
// of an address then choose the bit of each group of 2, 4, 8; the group's line is in its middle.
module SB_RAM40_4K #(
    parameter READ_MODE = 0, WRITE_MODE = 0,
    parameter [255:0]
        INIT_0 = 256'd0, INIT_1 = 256'd0, INIT_2 = 256'd0, INIT_3 = 256'd0, INIT_4 = 256'd0, INIT_5
        = 256'd0, INIT_6 = 256'd0, INIT_7 = 256'd0, INIT_8 = 256'd0, INIT_9 = 256'd0, INIT_A =
        256'd0, INIT_B = 256'd0, INIT_C = 256'd0, INIT_D = 256'd0, INIT_E = 256'd0, INIT_F = 256'd0
) (
    output wire [15:0] RDATA,
    input  wire        RCLK, RCLKE, RE,
    input  wire [10:0] RADDR,
    input  wire        WCLK, WCLKE, WE,
    input  wire [10:0] WADDR,
    input  wire [15:0] MASK, WDATA
);
    localparam [4095:0] CONTENT = {
        INIT_F, INIT_E, INIT_D, INIT_C, INIT_B, INIT_A, INIT_9, INIT_8, INIT_7, INIT_6, INIT_5,
        INIT_4, INIT_3, INIT_2, INIT_1, INIT_0
    };
    reg [15:0] words [0:255];
    reg [15:0] read;
    reg [2:0]  group;                    // the bit of each group that was read
    integer i;
    initial for (i = 0; i < 256; i = i + 1) words[i] = CONTENT[16 * i +: 16];

    // The bit of its group that an address chooses, and the line that carries bit i.
    function [2:0] chosen(input integer mode, input [2:0] upper);
        chosen = mode == 0 ? 3'd0 : mode == 1 ? {2'd0, upper[0]} : mode == 2 ? {1'b0, upper[1:0]} : upper;
    endfunction
    function integer line(input integer mode, input integer at);
        line = mode == 0 ? at : (at >> mode << mode) + (mode == 1 ? 0 : mode == 2 ? 1 : 3);
    endfunction

    always @(posedge WCLK)
        if (WE && WCLKE)
            for (i = 0; i < 16; i = i + 1)
                if (WRITE_MODE == 0 ? !MASK[i] : i % (1 << WRITE_MODE) == {29'd0, chosen(WRITE_MODE, WADDR[10:8])})
                    words[WADDR[7:0]][i] <= WDATA[line(WRITE_MODE, i)];

    always @(posedge RCLK)
        if (RE && RCLKE) begin
            read  <= words[RADDR[7:0]];
            group <= chosen(READ_MODE, RADDR[10:8]);
        end

    genvar g;
    generate
        for (g = 0; g < 16; g = g + 1) begin : lines
            if (READ_MODE == 0) begin : whole
                assign RDATA[g] = read[g];
            end else begin : part
                // The group of which g is the line
                localparam FIRST = g >> READ_MODE << READ_MODE;
                localparam MIDDLE = READ_MODE == 1 ? 0 : READ_MODE == 2 ? 1 : 3;
                assign RDATA[g] = g == FIRST + MIDDLE && read[FIRST + {29'd0, group}];
            end
        end
    endgenerate
endmodule
`default_nettype wire
