// rg_stream_address.v: where an element of a stream stands: k of n in round i of m, and the addresses of its three words. It moves to the
// neighbour on either side; moves in opposite directions undo each other.
`default_nettype none

module rg_stream_address #(
    parameter LOG2 = 16
) (
    input  wire              clk,
    input  wire              load,           // the element at either end
    input  wire              move,
    input  wire              back,           // towards k = 0, i = 0; with load: to the last element
    input  wire [LOG2-1:0]   n_last, m_last, // n - 1, m - 1
    input  wire [3*LOG2-1:0] from,           // addresses of the element at this end: target, A, B
    input  wire [3*LOG2-1:0] inner,          // to the next k
    input  wire [3*LOG2-1:0] row,            // from the last k of a round to the first of the next
    output reg  [3*LOG2-1:0] at,
    output wire [3*LOG2-1:0] next,           // where it will be
    output wire              ends            // no neighbour on that side
);
    reg [LOG2-1:0] k, i;
    localparam [LOG2-1:0] ZERO = {LOG2{1'b0}}, ONE = {{(LOG2-1){1'b0}}, 1'b1};

    wire turns = back ? k == ZERO : k == n_last;
    assign ends = turns && (back ? i == ZERO : i == m_last);

    wire [3*LOG2-1:0] delta = turns ? row : inner;
    genvar o;
    generate
        for (o = 0; o < 3; o = o + 1) begin : operand
            wire [LOG2-1:0] here = at[o*LOG2 +: LOG2];
            wire [LOG2-1:0] by   = delta[o*LOG2 +: LOG2];
            assign next[o*LOG2 +: LOG2] = load ? from[o*LOG2 +: LOG2] : back ? here - by : here + by;
        end
    endgenerate

    always @(posedge clk) begin
        if (load || move) at <= next;
        if (load) begin
            k <= back ? n_last : ZERO;
            i <= back ? m_last : ZERO;
        end else if (move) begin
            k <= turns ? (back ? n_last : ZERO) : back ? k - ONE : k + ONE;
            if (turns) i <= back ? i - ONE : i + ONE;
        end
    end
endmodule
`default_nettype wire
