// rg_data.v: a bank of data memory: for each lane three synchronous read ports and two write ports. Of two writes to one word the higher
// lane's stays, and that of port 2. With FORWARD a word read in the clock that writes it is the new one, else the old.
`default_nettype none

module rg_data #(
    parameter WIDTH   = 64,
    parameter LOG2    = 16,
    parameter FORWARD = 0,
    parameter LANES   = 1
) (
    input  wire                   clk,
    input  wire [LANES-1:0]       read_1, read_2, read_3,
    input  wire [LANES*LOG2-1:0]  raddr_1, raddr_2, raddr_3,
    output wire [LANES*WIDTH-1:0] rdata_1, rdata_2, rdata_3,
    input  wire [LANES-1:0]       write_1, write_2,
    input  wire [LANES*LOG2-1:0]  waddr_1, waddr_2,
    input  wire [LANES*WIDTH-1:0] wdata_1, wdata_2
);
    reg [WIDTH-1:0] words [0:(1<<LOG2)-1];

    // The word that stands at an address after this clock, where `old` stands before
    function [WIDTH-1:0] seen(input [LOG2-1:0] address, input [WIDTH-1:0] old);
        integer i;
        begin
            seen = old;
            if (FORWARD != 0) begin
                for (i = 0; i < LANES; i = i + 1)
                    if (write_1[i] && waddr_1[i*LOG2 +: LOG2] == address) seen = wdata_1[i*WIDTH +: WIDTH];
                for (i = 0; i < LANES; i = i + 1)
                    if (write_2[i] && waddr_2[i*LOG2 +: LOG2] == address) seen = wdata_2[i*WIDTH +: WIDTH];
            end
        end
    endfunction

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            reg [WIDTH-1:0] q_1, q_2, q_3;
            always @(posedge clk) begin
                if (read_1[l]) q_1 <= seen(raddr_1[l*LOG2 +: LOG2], words[raddr_1[l*LOG2 +: LOG2]]);
                if (read_2[l]) q_2 <= seen(raddr_2[l*LOG2 +: LOG2], words[raddr_2[l*LOG2 +: LOG2]]);
                if (read_3[l]) q_3 <= seen(raddr_3[l*LOG2 +: LOG2], words[raddr_3[l*LOG2 +: LOG2]]);
            end
            assign rdata_1[l*WIDTH +: WIDTH] = q_1;
            assign rdata_2[l*WIDTH +: WIDTH] = q_2;
            assign rdata_3[l*WIDTH +: WIDTH] = q_3;
        end
    endgenerate

    integer w;
    always @(posedge clk) begin
        for (w = 0; w < LANES; w = w + 1) if (write_1[w]) words[waddr_1[w*LOG2 +: LOG2]] <= wdata_1[w*WIDTH +: WIDTH];
        for (w = 0; w < LANES; w = w + 1) if (write_2[w]) words[waddr_2[w*LOG2 +: LOG2]] <= wdata_2[w*WIDTH +: WIDTH];
    end
endmodule
`default_nettype wire
