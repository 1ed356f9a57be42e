// rg_mem.v: one memory bank: a synchronous read port and a write port. With FORWARD a word read in
// the clock that writes it is the new one, else the old.
`default_nettype none

module rg_mem #(
    parameter WIDTH   = 64,
    parameter LOG2    = 16,
    parameter FORWARD = 0
) (
    input  wire             clk,
    input  wire             read,
    input  wire [LOG2-1:0]  raddr,
    output reg  [WIDTH-1:0] rdata,
    input  wire             write,
    input  wire [LOG2-1:0]  waddr,
    input  wire [WIDTH-1:0] wdata
);
    reg [WIDTH-1:0] words [0:(1<<LOG2)-1];

    always @(posedge clk) begin
        if (read)  rdata <= (FORWARD != 0 && write && waddr == raddr) ? wdata : words[raddr];
        if (write) words[waddr] <= wdata;
    end
endmodule
`default_nettype wire
