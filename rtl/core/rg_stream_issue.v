// rg_stream_issue.v: with functions computed ahead, which element of a stream starts next, in which
// of the units, and whether it must wait for those under way (docs/explanation/streams.md).
`default_nettype none

// The operands of an element are read in one clock and start its unit in the next; units are used
// in rotation, and elements are committed in order. An element that reads what one under way will
// write is read in the clock that commits that one, or later. With CLOCKS an element is committed so
// many clocks after its start, or all are dropped. Then nothing here depends on which: that a step
// does not trap is known last in a clock, and what starts in it must not wait for that.
module rg_stream_issue #(
    parameter LOG2  = 16,
    parameter UNITS = 2,
    parameter LOG_UNITS = 1,
    parameter CLOCKS = 0                // 0: any number; 1 or 2
) (
    input  wire                 clk, rst_n,
    input  wire                 enters,          // the first element is read
    input  wire                 drop,            // those under way are forgotten
    input  wire                 frozen,          // words wait for their banks: none starts, none is read
    input  wire                 holds,           // with CLOCKS: an outcome waits with them
    input  wire                 commits,         // the oldest of them is written in this clock
    input  wire                 back,
    input  wire [LOG2-1:0]      n_last, m_last,  // counts less one
    input  wire [3*LOG2-1:0]    from, inner, row,
    input  wire                 target,          // it changes a word at D
    input  wire                 two, reg_b,      // it reads a word at A; at B
    input  wire                 shares,          // those words get cotangents
    output wire                 read,            // operands of the element at `read_at`
    output wire [3*LOG2-1:0]    read_at,
    output wire                 start,           // those that were read go into unit `into`
    output reg  [LOG_UNITS-1:0] into,
    output reg  [LOG_UNITS-1:0] oldest           // the unit of the element that is committed next
);
    localparam [LOG_UNITS-1:0] FIRST = {LOG_UNITS{1'b0}};
    localparam [31:0]          STEP  = UNITS > 1 ? 32'd1 : 32'd0;
    localparam [LOG_UNITS-1:0] ONE   = STEP[LOG_UNITS-1:0];

    reg                running;                  // not all have started
    reg                loaded;                   // the element at `at` has been read and waits for its unit
    reg  [UNITS-1:0]   busy;
    reg  [3*LOG2-1:0]  held [0:UNITS-1];         // where the element of each unit stands
    wire [3*LOG2-1:0]  at, next;
    wire               ends;

    wire [UNITS-1:0] one = {{(UNITS-1){1'b0}}, 1'b1};
    reg  [UNITS-1:0] started;                    // the unit that started in the clock before, or is held
    wire [UNITS-1:0] freed = CLOCKS == 1 ? {UNITS{1'b1}} : CLOCKS == 2 ? ~started
        : commits ? one << oldest : {UNITS{1'b0}};
    wire [UNITS-1:0] under_way = busy & ~freed;
    assign start = loaded && !under_way[into] && !frozen;

    // The element at x reads what the one at y writes: its target; with cotangents those of its
    // operands.
    function meets(input [3*LOG2-1:0] x, input [3*LOG2-1:0] y, input has_a, input has_b, input gives);
        meets = (has_a && (x[LOG2 +: LOG2] == y[0 +: LOG2]     || (gives && x[0 +: LOG2] == y[LOG2 +: LOG2])))
             || (has_b && (x[2*LOG2 +: LOG2] == y[0 +: LOG2]   || (gives && x[0 +: LOG2] == y[2*LOG2 +: LOG2])));
    endfunction

    integer u;
    reg waits;
    always @* begin
        waits = 1'b0;
        if (running) begin
            waits = loaded && target && meets(next, at, two, reg_b, shares);
            for (u = 0; u < UNITS; u = u + 1)
                if (under_way[u] && target && meets(next, held[u], two, reg_b, shares)) waits = 1'b1;
        end
    end

    wire goes_on = running && (start || !loaded) && !ends && !waits && !frozen && !drop;
    assign read    = enters || goes_on;
    assign read_at = next;

    wire unused_far;
    wire unused_room, unused_next_room;
    rg_stream_address #(.LOG2(LOG2), .LANES(1)) address (
        .clk(clk), .load(enters), .move(goes_on), .far(1'b0), .back(back), .n_last(n_last), .m_last(m_last),
        .from(from), .inner(inner),
        .row(row), .at(at), .next(next), .ends(ends), .far_ends(unused_far), .room(unused_room),
        .next_room(unused_next_room)
    );

    always @(posedge clk) begin
        if (!rst_n || drop) begin
            running <= 1'b0;  loaded <= 1'b0;  busy <= {UNITS{1'b0}};
        end else begin
            if (enters)             running <= 1'b1;
            else if (start && ends) running <= 1'b0;
            if (read)       loaded <= 1'b1;
            else if (start) loaded <= 1'b0;
            busy <= start ? under_way | one << into : under_way;
        end
        if (enters) begin
            into <= FIRST;  oldest <= FIRST;
        end else begin
            if (start)   into   <= into + ONE;
            if (commits) oldest <= oldest + ONE;
        end
        if (start) held[into] <= at;
        if (!holds) started <= start ? one << into : {UNITS{1'b0}};
    end
endmodule
`default_nettype wire
