// rg_stream.v: an update on words of memory, element by element (docs/explanation/streams.md).
// Checks the descriptors, lets the core evaluate rg_step for each element; where one traps, or the
// host stops the core, it undoes those that are done.
`default_nettype none

// begins for one clock with the word stable until `done`. With OVERLAP the words of an element are
// read in the clock that commits the one before, else in a clock of their own.
module rg_stream #(
    parameter XLEN    = 64,
    parameter LOG2    = 16,
    parameter OVERLAP = 0,
    parameter LANES   = 1,
    parameter UNITS   = 1,
    parameter LOG_UNITS = 1,
    parameter STAGED  = 0,               // functions of one clock have a stage of their own, or two
    parameter BANKS   = 0,
    parameter TIMES   = 33                // bits of the number of elements: 2 LOG2 + 1
) (
    input  wire              clk, rst_n,
    input  wire              begins,
    input  wire [4:0]        d, a, b,            // fields of the word
    input  wire              target,             // its elements change a word at D
    input  wire              two, reg_b,         // they read a word at A; at B
    input  wire [2:0]        indexed,            // indices in memory address the words at D, A, B
    input  wire              dir,
    input  wire              stop,               // of the host
    input  wire              frozen,             // words wait for their banks: nothing goes on
    input  wire              last_waits,         // what this element writes, or its group, will
    output wire [3*LANES-1:0] keep,              // by D, A, B: the words that are read are those read before
    // registers
    output wire              look,
    output wire [4:0]        index_1, index_2, index_3,
    input  wire [XLEN-1:0]   r1, r2, r3,
    // the elements
    output wire              read_index,         // read the indices of an element at read_d, read_a, read_b
    input  wire [XLEN-1:0]   index_d, index_a, index_b, // and here they are
    output wire              read,               // read their words there
    output wire [LANES*LOG2-1:0] read_d, read_a, read_b,
    output wire [LANES*LOG2-1:0] at_d, at_a, at_b,   // of the element that is evaluated, and of those after it
    output wire              one_d, one_a, one_b,    // which are one word
    input  wire              in_lanes,           // the lanes do this operation
    output wire              more,               // lanes beside the first are read
    output wire              offered,            // LANES elements may be committed at once
    input  wire              group,              // and are
    output wire              a_is_d, b_is_d, b_is_a,
    output wire              start,              // of the function unit
    // with several function units, or STAGED: the operands of an element are read ahead of the words
    // it changes
    input  wire              ahead, shares,      // elements go through them; their operands get cotangents
    output wire              read_front,         // read operands at `front_at`
    output wire [3*LOG2-1:0] front_at,
    output wire              issues,             // the operands that were read start the unit `into`
    input  wire              holds,              // with STAGED: an outcome waits for banks
    output wire [LOG_UNITS-1:0] into, oldest,    // that of the element that is evaluated
    output wire              drop,               // those under way come to nothing
    output wire              undoing,            // 0 between streams
    input  wire              ready,              // the function unit is done
    input  wire [3:0]        trap,               // and this is the outcome
    input  wire [XLEN-1:0]   trap_info,
    input  wire [6:0]        grad_overflows,
    input  wire [1:0]        value_overflows,
    output wire              write,              // the element is committed
    // the stream
    output wire              done,
    output wire              gives_up,           // nothing has changed: the host stops the core
    output wire [3:0]        cause,              // or this trap
    output wire [XLEN-1:0]   info,
    output wire [TIMES-1:0]  elements,
    output wire [TIMES+6:0]  all_grad_overflows,
    output wire [TIMES+1:0]  all_value_overflows
);
`include "rg_isa.vh"

    localparam [2:0] IDLE = 3'd0, SETUP = 3'd1, READ = 3'd2, ELEMENT = 3'd3, TURN = 3'd4, INDEX = 3'd5,
        DRAIN = 3'd6;
    localparam [2:0] CHECK = 3'd4;               // last step of SETUP
    localparam [2:0] ARRAYS = 3'd5, EXTENTS = 3'd6, COUNTS = 3'd7; // steps before the others, where indexed
    localparam [3:0]  IN_GROUP = LANES > 4 ? 4'd8 : LANES > 2 ? 4'd4 : LANES > 1 ? 4'd2 : 4'd1;
    localparam [TIMES-1:0] ONE = {{(TIMES-1){1'b0}}, 1'b1}, GROUP = {{(TIMES-4){1'b0}}, IN_GROUP};

    wire waits   = BANKS != 0 && frozen;
    wire lingers = BANKS != 0 && last_waits;
    reg  [2:0]      state, step;
    reg             fresh, undo, abandoned;
    reg  [3:0]      found;                       // trap of an element
    reg  [XLEN-1:0] found_info;
    reg  [TIMES-1:0] count;                      // elements done, and what they add
    reg  [TIMES+6:0] grad_sum;
    reg  [TIMES+1:0] value_sum;

    // Descriptors
    wire              empty, offends;
    wire [XLEN-1:0]   offender;
    wire [3*LOG2-1:0] from, inner, row;
    wire [LOG2-1:0]   n_last, m_last;
    wire [3*LOG2-1:0] array, extent;
    wire              by_index = indexed != 3'd0;
    wire              setup  = begins || state == SETUP;
    wire              checks = state == SETUP && step == CHECK;
    wire              enters = checks && !empty && !offends;
    assign look = setup && !checks;
    rg_stream_check #(.XLEN(XLEN), .LOG2(LOG2)) check (
        .clk(clk), .step(begins && by_index ? ARRAYS : begins || state != SETUP ? 3'd0 : step), .d(d), .a(a),
        .b(b), .target(target), .two(two),
        .reg_b(reg_b), .indexed(indexed), .dir(dir), .index_1(index_1), .index_2(index_2),
        .index_3(index_3), .r1(r1), .r2(r2), .r3(r3), .empty(empty), .offends(offends), .offender(offender),
        .from(from),
        .n_last(n_last), .m_last(m_last), .inner(inner), .row(row), .array(array), .extent(extent)
    );

    // Words by index: read in one clock, they address the words read in the next. `at` is where the
    // index stands, `word` the word.
    wire [3*LOG2-1:0] next, at, read_at, found_at, word_at;
    reg  [3*LOG2-1:0] held_at;
    wire [3*XLEN-1:0] indices = {index_b, index_a, index_d};
    wire [2:0]        beyond, is_target;
    genvar o;
    generate
        for (o = 0; o < 3; o = o + 1) begin : operand
            wire [XLEN-1:0] index = indices[o*XLEN +: XLEN];
            wire [LOG2-1:0] here  = at[o*LOG2 +: LOG2],
                base = array[o*LOG2 +: LOG2], most = extent[o*LOG2 +: LOG2];
            assign found_at[o*LOG2 +: LOG2] = indexed[o] ? base + index[LOG2-1:0] : here;
            assign word_at[o*LOG2 +: LOG2]  = indexed[o] ? held_at[o*LOG2 +: LOG2] : here;
            assign beyond[o]    = indexed[o] && index - {{(XLEN-1){1'b0}}, 1'b1} >= {{(XLEN-LOG2){1'b0}}, most};
            assign is_target[o] = indexed[o] && target && here == word_at[0 +: LOG2];
        end
    endgenerate
    reg              outside;                    // an index of this element is no index of its array
    reg [XLEN-1:0]   outside_index;
    wire [3:0]       element_trap = outside && by_index ? RG_TRAP_BOUNDS : is_target != 3'd0 ? RG_TRAP_ALIAS : trap;
    wire [XLEN-1:0]  element_info = outside && by_index ? outside_index : is_target != 3'd0 ? {XLEN{1'b0}} : trap_info;

    // Elements
    wire ends, far_ends, room;
    wire finished = state == ELEMENT && ready && !waits;
    wire fails    = finished && !undo && element_trap != RG_TRAP_NONE;
    wire last     = undo ? count == ONE : group ? far_ends : ends;
    wire leaves   = finished && !undo && !fails && stop && !last;
    wire goes_on  = finished && !fails && !leaves && !last;
    wire turned   = state == TURN && count != {TIMES{1'b0}} && !waits;
    wire drains   = finished && !undo && !fails && last && lingers; // the next instruction reads no busy memory
    wire move     = goes_on || leaves || turned;
    assign write  = finished && !fails;
    // With banks no word is read that lanes do not take.
    wire   next_room;
    assign more    = LANES > 1 && !undo && !by_index && (BANKS == 0 || (in_lanes && next_room));
    assign offered = LANES > 1 && finished && !undo && !by_index && room && trap == RG_TRAP_NONE
        && grad_overflows == 7'd0 && value_overflows == 2'd0;
    rg_stream_address #(.LOG2(LOG2), .LANES(LANES)) address (
        .clk(clk), .load(enters), .move(move), .far(group), .back(dir ^ undo), .n_last(n_last), .m_last(m_last),
        .from(from), .inner(inner), .row(row),
        .at(at), .next(next), .ends(ends), .far_ends(far_ends), .room(room), .next_room(next_room)
    );

    wire   comes   = OVERLAP != 0 ? enters || goes_on || turned : state == READ && !waits;
    assign read_index = comes && by_index;
    assign read    = by_index ? state == INDEX && !waits : comes;
    assign read_at = state == INDEX ? found_at : OVERLAP != 0 ? next : at;
    assign undoing = undo;
    wire   keeps = BANKS != 0 && goes_on && !by_index && OVERLAP != 0 && !ahead;
    wire [LANES-1:0] kept;
    generate
        if (LANES > 1 && BANKS != 0) begin : with_lanes
            reg lanes_read;                      // those beside this element
            always @(posedge clk) if (read) lanes_read <= more;
            assign kept = {{(LANES-1){lanes_read}}, 1'b1};
        end else begin : first_alone
            assign kept = {{(LANES-1){1'b0}}, 1'b1};
        end
        for (o = 0; o < 3; o = o + 1) begin : held
            assign keep[o*LANES +: LANES] =
                keeps && next[o*LOG2 +: LOG2] == at[o*LOG2 +: LOG2] ? kept : {LANES{1'b0}};
        end
    endgenerate
    generate
        if (UNITS > 1 || STAGED != 0) begin : several
            assign start = state == ELEMENT && fresh && !waits && !ahead;
            assign drop  = ahead && (fails || leaves);
            rg_stream_issue #(.LOG2(LOG2), .UNITS(STAGED > 1 ? 2 : UNITS), .LOG_UNITS(LOG_UNITS),
                    .CLOCKS(STAGED)) issue (
                .clk(clk), .rst_n(rst_n), .enters(enters && ahead), .drop(drop), .frozen(waits), .holds(holds),
                .commits(write && ahead), .back(dir),
                .n_last(n_last),
                .m_last(m_last), .from(from), .inner(inner), .row(row), .target(target), .two(two), .reg_b(reg_b),
                .shares(shares), .read(read_front),
                .read_at(front_at), .start(issues), .into(into), .oldest(oldest)
            );
        end else begin : single
            wire unused_units = &{shares, holds};
            assign start      = state == ELEMENT && fresh && !waits;
            assign drop       = 1'b0;
            assign issues     = 1'b0;
            assign read_front = 1'b0;
            assign front_at   = {(3*LOG2){1'b0}};
            assign into       = {LOG_UNITS{1'b0}};
            assign oldest     = {LOG_UNITS{1'b0}};
        end
    endgenerate

    wire [LOG2-1:0] here_d = word_at[0 +: LOG2], here_a = word_at[LOG2 +: LOG2], here_b = word_at[2*LOG2 +: LOG2];
    assign a_is_d = target && two && here_a == here_d;
    assign b_is_d = target && reg_b && here_b == here_d;
    assign b_is_a = reg_b && here_b == here_a;

    // Lanes
    localparam [LOG2-1:0] NOTHING = {LOG2{1'b0}};
    wire [LOG2-1:0] in_d = inner[0 +: LOG2], in_a = inner[LOG2 +: LOG2], in_b = inner[2*LOG2 +: LOG2];
    assign one_d = in_d == NOTHING;
    assign one_a = in_a == NOTHING;
    assign one_b = in_b == NOTHING;
    function [LOG2-1:0] beside(input [LOG2-1:0] first, input [LOG2-1:0] by, input [LOG2-1:0] times, input back);
        beside = back ? first - by * times : first + by * times;
    endfunction
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            localparam [31:0] NUMBER = l;
            localparam [LOG2-1:0] L = NUMBER[LOG2-1:0];
            assign at_d[l*LOG2 +: LOG2]   = beside(here_d, in_d, L, dir);
            assign at_a[l*LOG2 +: LOG2]   = beside(here_a, in_a, L, dir);
            assign at_b[l*LOG2 +: LOG2]   = beside(here_b, in_b, L, dir);
            assign read_d[l*LOG2 +: LOG2] = beside(read_at[0 +: LOG2], in_d, L, dir);
            assign read_a[l*LOG2 +: LOG2] = beside(read_at[LOG2 +: LOG2], in_a, L, dir);
            assign read_b[l*LOG2 +: LOG2] = beside(read_at[2*LOG2 +: LOG2], in_b, L, dir);
        end
    endgenerate

    localparam [2:0] FIRST = OVERLAP != 0 ? ELEMENT : READ;
    wire [2:0] first = OVERLAP != 0 && by_index ? INDEX : FIRST;   // state in which an element begins
    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  step <= 3'd0;  fresh <= 1'b0;
        end else begin
            step  <= begins ? (by_index ? EXTENTS : 3'd1) : step == COUNTS ? 3'd1 : step + 3'd1;
            fresh <= read || (fresh && waits);
            case (state)
                IDLE:    if (begins) state <= SETUP;
                SETUP:   if (enters) state <= first;
                         else if (checks) state <= IDLE;
                READ:    if (!waits) state <= by_index ? INDEX : ELEMENT;
                INDEX:   if (!waits) state <= ELEMENT;
                ELEMENT: if (fails || leaves)     state <= TURN;
                         else if (finished)       state <= !last ? first : undo ? TURN : drains ? DRAIN : IDLE;
                DRAIN:   if (!waits) state <= IDLE;
                default: if (turned) state <= first;
                         else if (count == {TIMES{1'b0}}) state <= IDLE;
            endcase
        end
        if (!rst_n || begins || (state == TURN && count == {TIMES{1'b0}})) undo <= 1'b0;
        if (begins) begin
            abandoned <= 1'b0;  found <= RG_TRAP_NONE;
            count <= {TIMES{1'b0}};  grad_sum <= {(TIMES+7){1'b0}};  value_sum <= {(TIMES+2){1'b0}};
        end
        if (fails || leaves) begin
            undo <= 1'b1;  abandoned <= leaves;  found <= element_trap;  found_info <= element_info;
        end
        if (state == INDEX && !waits) begin
            held_at <= found_at;  outside <= beyond != 3'd0;
            outside_index <= beyond[0] ? index_d : beyond[1] ? index_a : index_b;
        end
        if (write) begin
            count <= undo ? count - ONE : elements;
            grad_sum  <= all_grad_overflows;
            value_sum <= all_value_overflows;
        end
    end

    assign done     = (checks && !enters) || (finished && !undo && !fails && last && !drains)
        || (state == DRAIN && !waits) || (state == TURN && count == {TIMES{1'b0}});
    assign gives_up = state == TURN && abandoned;
    assign cause    = state == TURN ? (abandoned ? RG_TRAP_NONE : found) : offends && checks ? RG_TRAP_ADDRESS
        : RG_TRAP_NONE;
    assign info     = state == TURN ? found_info : offender;
    assign elements = !write ? count : group ? count + GROUP : count + ONE;

    // What this element adds is known last in the clock. So the upper bits are there without a carry
    // and with one, and wait for the carry alone.
    wire [6:0]       new_grad  = write ? grad_overflows : 7'd0;
    wire [1:0]       new_value = write ? value_overflows : 2'd0;
    wire [7:0]       low_grad  = {1'b0, grad_sum[6:0]} + {1'b0, new_grad};
    wire [2:0]       low_value = {1'b0, value_sum[1:0]} + {1'b0, new_value};
    wire [TIMES-1:0] next_grad = grad_sum[TIMES+6:7] + ONE, next_value = value_sum[TIMES+1:2] + ONE;
    assign all_grad_overflows  = {low_grad[7] ? next_grad : grad_sum[TIMES+6:7], low_grad[6:0]};
    assign all_value_overflows = {low_value[2] ? next_value : value_sum[TIMES+1:2], low_value[1:0]};
endmodule
`default_nettype wire
