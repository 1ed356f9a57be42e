// rg_macro.v: a memory macro: one synchronous read port and one write port. A word that is read in
// the clock that writes it is undefined, as block RAMs and compiled memories have it.
`default_nettype none

module rg_macro #(
    parameter WIDTH = 64,
    parameter LOG2  = 12
) (
    input  wire             clk,
    input  wire             read,
    input  wire [LOG2-1:0]  raddr,
    output reg  [WIDTH-1:0] rdata,
    input  wire             write,
    input  wire [LOG2-1:0]  waddr,
    input  wire [WIDTH-1:0] wdata
);
    /*verilator inline_module*/              // the model of the core names its words
    (* no_rw_check *) reg [WIDTH-1:0] words [0:(1<<LOG2)-1];

    always @(posedge clk) begin
        if (read)  rdata <= words[raddr];
        if (write) words[waddr] <= wdata;
    end
endmodule
`default_nettype wire
