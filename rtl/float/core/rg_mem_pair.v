// rg_mem_pair.v: a memory with two synchronous read ports and a write port.
`default_nettype none

module rg_mem_pair #(
    parameter WIDTH = 64,
    parameter LOG2  = 16
) (
    input  wire             clk,
    input  wire             read_1, read_2,
    input  wire [LOG2-1:0]  raddr_1, raddr_2,
    output reg  [WIDTH-1:0] rdata_1, rdata_2,
    input  wire             write,
    input  wire [LOG2-1:0]  waddr,
    input  wire [WIDTH-1:0] wdata
);
    reg [WIDTH-1:0] words [0:(1<<LOG2)-1];

    always @(posedge clk) begin
        if (read_1) rdata_1 <= words[raddr_1];
        if (read_2) rdata_2 <= words[raddr_2];
        if (write)  words[waddr] <= wdata;
    end
endmodule
`default_nettype wire
