// rg_stream_address.v: where an element of a stream stands: k of n in row i of m, and the
// addresses of its three words. It moves to the neighbour on either side; moves in opposite
// directions undo each other.
`default_nettype none

module rg_stream_address #(
    parameter LOG2  = 16,
    parameter LANES = 1
) (
    input  wire              clk,
    input  wire              load,           // the element at either end
    input  wire              move,
    input  wire              far,            // by LANES elements, which are in one row
    input  wire              back,           // towards k = 0, i = 0; with load: to the last element
    input  wire [LOG2-1:0]   n_last, m_last, // n - 1, m - 1
    input  wire [3*LOG2-1:0] from,           // addresses of the element at this end: target, A, B
    input  wire [3*LOG2-1:0] inner,          // to the next k
    input  wire [3*LOG2-1:0] row,            // from the last k of a row to the first of the next
    output reg  [3*LOG2-1:0] at,
    output wire [3*LOG2-1:0] next,           // where it will be
    output wire              ends, far_ends, // no neighbour on that side; none beyond LANES elements
    output wire              room,           // so many are in this row
    output wire              next_room       // and in that of `next`
);
    reg [LOG2-1:0] k, i;
    localparam [LOG2-1:0] ZERO = {LOG2{1'b0}}, ONE = {{(LOG2-1){1'b0}}, 1'b1};

    localparam LOG_LANES = LANES > 4 ? 3 : LANES > 2 ? 2 : LANES > 1 ? 1 : 0;
    localparam [LOG2-1:0] ALL = LANES[LOG2-1:0], MORE = ALL - ONE;
    wire [LOG2-1:0] left      = back ? k : n_last - k;
    wire            near_turn = left == ZERO, far_turn = left == MORE;
    wire            last_row  = back ? i == ZERO : i == m_last;
    wire            turns     = far ? far_turn : near_turn;
    assign ends     = near_turn && last_row;
    assign far_ends = far_turn && last_row;
    assign room     = {1'b0, left} + {1'b0, ONE} >= {1'b0, ALL};

    wire row_room = {1'b0, n_last} + {1'b0, ONE} >= {1'b0, ALL};
    assign next_room = load || turns ? row_room : far ? left >= ALL + MORE : left >= ALL;

    genvar o;
    generate
        for (o = 0; o < 3; o = o + 1) begin : operand
            wire [LOG2-1:0] here = at[o*LOG2 +: LOG2];
            wire [LOG2-1:0] in   = inner[o*LOG2 +: LOG2];
            wire [LOG2-1:0] all  = in << LOG_LANES;
            wire [LOG2-1:0] by   = turns ? row[o*LOG2 +: LOG2] + (far ? all - in : ZERO) : far ? all : in;
            assign next[o*LOG2 +: LOG2] = load ? from[o*LOG2 +: LOG2] : back ? here - by : here + by;
        end
    endgenerate

    always @(posedge clk) begin
        if (load || move) at <= next;
        if (load) begin
            k <= back ? n_last : ZERO;
            i <= back ? m_last : ZERO;
        end else if (move) begin
            k <= turns ? (back ? n_last : ZERO) : back ? k - (far ? ALL : ONE) : k + (far ? ALL : ONE);
            if (turns) i <= back ? i - ONE : i + ONE;
        end
    end
endmodule
`default_nettype wire
