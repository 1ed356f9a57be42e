// rg_isqrt.v: square root of an unsigned 128-bit number in 64 steps of one digit, rounded to nearest.
`default_nettype none

// load for one clock, step for 64, finish for one; then q and overflow hold. A tie cannot occur.
module rg_isqrt (
    input  wire         clk,
    input  wire         load, step, finish,
    input  wire [127:0] p,
    output reg  [63:0]  q,
    output reg          overflow
);
    reg [127:0] radicand;
    reg [64:0] remainder; // at most twice the root
    reg [63:0] root;

    wire [66:0] next = {remainder, radicand[127:126]};
    wire [66:0] trial = {1'b0, root, 2'b01};
    wire fits = next >= trial;
    wire [64:0] difference = next[64:0] - trial[64:0];
    wire [64:0] rounded = {1'b0, root} + {64'd0, remainder > {1'b0, root}};

    always @(posedge clk) begin
        if (load) begin
            radicand <= p;
            remainder <= 65'd0;
            root <= 64'd0;
        end else if (step) begin
            radicand <= {radicand[125:0], 2'b00};
            remainder <= fits ? difference : next[64:0];
            root <= {root[62:0], fits};
        end else if (finish) begin
            q <= rounded[63:0];
            overflow <= rounded[64] | rounded[63];
        end
    end
endmodule

`default_nettype wire
