// rg_data.v: a bank of data memory: three synchronous read ports and two write ports, the second of which wins. With FORWARD a word read
// in the clock that writes it is the new one, else the old.
`default_nettype none

module rg_data #(
    parameter WIDTH   = 64,
    parameter LOG2    = 16,
    parameter FORWARD = 0
) (
    input  wire             clk,
    input  wire             read_1, read_2, read_3,
    input  wire [LOG2-1:0]  raddr_1, raddr_2, raddr_3,
    output reg  [WIDTH-1:0] rdata_1, rdata_2, rdata_3,
    input  wire             write_1, write_2,
    input  wire [LOG2-1:0]  waddr_1, waddr_2,
    input  wire [WIDTH-1:0] wdata_1, wdata_2
);
    reg [WIDTH-1:0] words [0:(1<<LOG2)-1];

    always @(posedge clk) begin
        if (read_1) rdata_1 <= FORWARD != 0 && write_2 && waddr_2 == raddr_1 ? wdata_2
                              : FORWARD != 0 && write_1 && waddr_1 == raddr_1 ? wdata_1 : words[raddr_1];
        if (read_2) rdata_2 <= FORWARD != 0 && write_2 && waddr_2 == raddr_2 ? wdata_2
                              : FORWARD != 0 && write_1 && waddr_1 == raddr_2 ? wdata_1 : words[raddr_2];
        if (read_3) rdata_3 <= FORWARD != 0 && write_2 && waddr_2 == raddr_3 ? wdata_2
                              : FORWARD != 0 && write_1 && waddr_1 == raddr_3 ? wdata_1 : words[raddr_3];
        if (write_1) words[waddr_1] <= wdata_1;
        if (write_2) words[waddr_2] <= wdata_2;
    end
endmodule
`default_nettype wire
