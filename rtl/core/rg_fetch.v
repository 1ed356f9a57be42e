// rg_fetch.v: the program counter.
`default_nettype none

module rg_fetch #(
    parameter IMEM_LOG2 = 16
) (
    input  wire                 clk, rst_n,
    input  wire                 load,       // the host sets pc
    input  wire [23:0]          load_pc,
    input  wire                 advance,    // the step is committed
    input  wire [23:0]          next_pc,
    input  wire [IMEM_LOG2:0]   code_words,
    output reg  [23:0]          pc,
    output wire                 fault       // pc is outside the program
);
    wire [24:0] limit = {{(24-IMEM_LOG2){1'b0}}, code_words};

    assign fault = {1'b0, pc} >= limit || {1'b0, pc} >= (25'd1 << IMEM_LOG2);

    always @(posedge clk) begin
        if (!rst_n)       pc <= 24'd0;
        else if (load)    pc <= load_pc;
        else if (advance) pc <= next_pc;
    end
endmodule
`default_nettype wire
