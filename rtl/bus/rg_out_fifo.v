// rg_out_fifo.v: the OUT queue, 16 words copied out and waiting for the host.
`default_nettype none

module rg_out_fifo #(
    parameter XLEN = 64
) (
    input  wire            clk, rst_n,
    input  wire            push,
    input  wire [XLEN-1:0] push_data,
    input  wire            pop,
    output wire [XLEN-1:0] front,
    output reg  [4:0]      level,
    output wire            full
);
    reg [XLEN-1:0] words [0:15];
    reg [3:0]      head;                 // oldest word
    wire [3:0]     tail = head + level[3:0];

    assign front = words[head];
    assign full  = level[4];

    always @(posedge clk) begin
        if (push) words[tail] <= push_data;
        if (!rst_n) begin
            head  <= 4'd0;
            level <= 5'd0;
        end else begin
            if (pop) head <= head + 4'd1;
            level <= level + {4'd0, push} - {4'd0, pop};
        end
    end
endmodule
`default_nettype wire
