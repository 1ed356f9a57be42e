// rg_float_file.v: a register file of values or gradients: three synchronous read ports, three write
// ports. The last of these wins.
`default_nettype none

module rg_float_file #(
    parameter WIDTH = 256
) (
    input  wire             clk,
    input  wire             read,
    input  wire [4:0]       d, a, b,
    output reg  [WIDTH-1:0] rd, ra, rb,
    input  wire             write_d, write_a, write_b,
    input  wire [4:0]       at_d, at_a, at_b,
    input  wire [WIDTH-1:0] next_d, next_a, next_b
);
    reg [WIDTH-1:0] words [0:31];

    always @(posedge clk) begin
        if (read) begin
            rd <= words[d];
            ra <= words[a];
            rb <= words[b];
        end
        if (write_d) words[at_d] <= next_d;
        if (write_a) words[at_a] <= next_a;
        if (write_b) words[at_b] <= next_b;
    end
endmodule
`default_nettype wire
