// rg_stream_check.v: the descriptors of a stream. Reads their registers in four clocks, in six
// where some are indexed; checks them in the order of docs/reference/isa.md, and forms what addresses
// its elements.
`default_nettype none

// In the clock after `step` 0 the registers asked for in step 0 are at r1, r2, r3; step 4 shows the
// outcome. Steps 5, 6 and 7 stand in place of step 0 where operands are indexed.
module rg_stream_check #(
    parameter XLEN = 64,
    parameter LOG2 = 16
) (
    input  wire              clk,
    input  wire [2:0]        step,
    input  wire [4:0]        d, a, b,        // fields of the word
    input  wire              target,         // there is a word at D
    input  wire              two, reg_b,     // words at A and B are read
    input  wire [2:0]        indexed,        // indices address the words at D, A, B
    input  wire              dir,
    output reg  [4:0]        index_1, index_2, index_3, // registers asked for
    input  wire [XLEN-1:0]   r1, r2, r3,
    // step 4
    output wire              empty,          // no elements
    output wire              offends,        // trap ADDRESS
    output wire [XLEN-1:0]   offender,
    output wire [3*LOG2-1:0] from,           // rg_stream_address
    // from step 4 on
    output wire [LOG2-1:0]   n_last, m_last, // elements in a row - 1, rows - 1
    output wire [3*LOG2-1:0] inner, row,
    output reg  [3*LOG2-1:0] array, extent   // indices 1 .. extent are the words behind `array`
);
    localparam STRIDE = LOG2 + 2;            // a stride that is allowed, with its sign
    localparam SPAN   = 2 * LOG2 + 2;
    localparam CORNER = 2 * LOG2 + 4;
    localparam [XLEN-1:0] WORDS = {{(XLEN-LOG2-1){1'b0}}, 1'b1, {LOG2{1'b0}}};

    // Above WORDS; a negative one is above all. Asked of the bits above LOG2, which needs no subtractor.
    function bad_count(input [XLEN-1:0] count);
        bad_count = count[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}} && count != WORDS;
    endfunction

    // Above WORDS, or below -WORDS
    function bad_stride(input [XLEN-1:0] stride);
        bad_stride = bad_count(stride) && stride[XLEN-1:LOG2] != {(XLEN-LOG2){1'b1}};
    endfunction

    // The product of a count - 1 and a stride: of two numbers that are not negative, less what the
    // sign of the stride stands for. As one product of signed numbers it has twice the adders.
    function [SPAN-1:0] span(input [LOG2-1:0] last, input [STRIDE-1:0] stride);
        reg [SPAN-1:0] x, y, sign;
        begin
            x = {{(SPAN-LOG2){1'b0}}, last};
            y = {{(SPAN-STRIDE+1){1'b0}}, stride[STRIDE-2:0]};
            sign = {1'b0, last & {LOG2{stride[STRIDE-1]}}, {(STRIDE-1){1'b0}}};
            span = x * y - sign;
        end
    endfunction

    function [CORNER-1:0] corner(input [LOG2-1:0] base, input [SPAN-1:0] x);
        corner = {{(CORNER-LOG2){1'b0}}, base} + {{(CORNER-SPAN){x[SPAN-1]}}, x};
    endfunction

    function outside(input [CORNER-1:LOG2] above); // bits of an address
        outside = above != {(CORNER-LOG2){1'b0}};
    endfunction

    localparam [4:0] ONE = 5'd1, TWO = 5'd2, THREE = 5'd3, FOUR = 5'd4, FIVE = 5'd5, SIX = 5'd6;
    always @* begin
        case (step)
            3'd5:    begin index_1 = d + FIVE;   index_2 = a + THREE; index_3 = b + THREE; end
            3'd6:    begin index_1 = d + SIX;    index_2 = a + FOUR;  index_3 = b + FOUR; end
            3'd0,
            3'd7:    begin index_1 = d + THREE;  index_2 = d + FOUR;  index_3 = d + ONE; end
            3'd1:    begin index_1 = d + TWO;    index_2 = a + ONE;   index_3 = b + ONE; end
            3'd2:    begin index_1 = d;          index_2 = a + TWO;   index_3 = b + TWO; end
            default: begin index_1 = d;          index_2 = a;         index_3 = b; end
        endcase
    end

    reg  [LOG2-1:0]   n_less, m_less;
    reg               many_n, many_m, none;
    reg  [STRIDE-1:0] d_inner, d_outer;
    reg  [LOG2-1:0]   a_inner, b_inner;
    reg  [SPAN-1:0]   d_row, a_row, b_row, d_column, a_column, b_column;
    reg  [LOG2-1:0]   d_turn, a_turn, b_turn;
    reg               bad;
    reg  [XLEN-1:0]   bad_word;

    localparam [XLEN-1:0] UNIT = {{(XLEN-1){1'b0}}, 1'b1};
    localparam [LOG2-1:0] LESS = {{(LOG2-1){1'b0}}, 1'b1};
    wire none_now = r1 == {XLEN{1'b0}} || r2 == {XLEN{1'b0}};

    // The strides that arrive in this step: 0 where not in use
    wire [STRIDE-1:0] d_stride = target && (step == 3'd1 ? r1 > UNIT : many_m)
        ? (step == 3'd1 ? r3[STRIDE-1:0] : r1[STRIDE-1:0]) : {STRIDE{1'b0}};
    wire              many     = step == 3'd2 ? many_n : many_m;
    wire [STRIDE-1:0] a_stride = two && many ? r2[STRIDE-1:0] : {STRIDE{1'b0}};
    wire [STRIDE-1:0] b_stride = reg_b && many ? r3[STRIDE-1:0] : {STRIDE{1'b0}};
    // 0 outside the two steps of the products: so they do not follow each instruction's registers.
    wire [LOG2-1:0]   last     = step == 3'd2 ? n_less : step == 3'd3 ? m_less : {LOG2{1'b0}};
    wire [SPAN-1:0]   d_span   = span(last, step == 3'd2 ? d_inner : d_outer);
    wire [SPAN-1:0]   a_span   = span(last, a_stride);
    wire [SPAN-1:0]   b_span   = span(last, b_stride);

    // What is wrong with the registers that arrive in this step
    reg            wrong;
    reg [XLEN-1:0] wrong_word;
    always @* begin
        wrong = 1'b0;  wrong_word = r1;
        case (step)
            3'd1: begin
                wrong = bad_count(r1) || bad_count(r2) || (target && !none_now && r1 != UNIT && bad_stride(r3));
                wrong_word = bad_count(r1) ? r1 : bad_count(r2) ? r2 : r3;
            end
            3'd2: begin
                wrong = (target && many_m && bad_stride(r1))
                    || (many_n && ((two && bad_stride(r2)) || (reg_b && bad_stride(r3))));
                wrong_word = target && many_m && bad_stride(r1) ? r1 : two && many_n && bad_stride(r2) ? r2 : r3;
            end
            3'd3: begin
                wrong = many_m && ((two && bad_stride(r2)) || (reg_b && bad_stride(r3)));
                wrong_word = two && bad_stride(r2) ? r2 : r3;
            end
            default: ;
        endcase
    end

    always @(posedge clk) begin
        case (step)
            3'd1: begin
                n_less  <= r1[LOG2-1:0] - LESS;  many_n <= r1 > UNIT;
                m_less  <= r2[LOG2-1:0] - LESS;  many_m <= r2 > UNIT;
                none    <= none_now;
                d_inner <= d_stride;
                bad     <= wrong;
                bad_word <= wrong_word;
            end
            3'd2: begin
                d_outer <= d_stride;
                a_inner <= a_stride[LOG2-1:0];  b_inner <= b_stride[LOG2-1:0];
                d_row   <= d_span;  a_row <= a_span;  b_row <= b_span;
            end
            3'd3: begin
                d_column <= d_span;  a_column <= a_span;  b_column <= b_span;
                d_turn   <= d_outer[LOG2-1:0] - d_row[LOG2-1:0];
                a_turn   <= a_stride[LOG2-1:0] - a_row[LOG2-1:0];
                b_turn   <= b_stride[LOG2-1:0] - b_row[LOG2-1:0];
            end
            default: ;
        endcase
        if ((step == 3'd2 || step == 3'd3) && !bad && !none && wrong) begin
            bad <= 1'b1;  bad_word <= wrong_word;
        end
    end

    // Arrays of indexed operands: the first that is not in memory from end to end
    function too_long(input [XLEN-1:0] count, input [LOG2-1:0] base);
        too_long = count >= WORDS - {{(XLEN-LOG2){1'b0}}, base};
    endfunction

    // No address of a word: as unsigned numbers, so a negative one is none
    wire beyond_1 = r1[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}}, beyond_2 = r2[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}},
        beyond_3 = r3[XLEN-1:LOG2] != {(XLEN-LOG2){1'b0}};
    wire [2:0] bases = indexed & {beyond_3, beyond_2, beyond_1};
    wire [2:0] ends  = indexed & {too_long(r3, array[2*LOG2 +: LOG2]), too_long(r2, array[LOG2 +: LOG2]),
        too_long(r1, array[0 +: LOG2])};
    reg  [2:0] bad_base;
    reg        bad_array;
    reg  [XLEN-1:0] array_word;              // of the first base that is wrong, then of all
    always @(posedge clk) begin
        case (step)
            3'd6: begin
                array    <= {r3[LOG2-1:0], r2[LOG2-1:0], r1[LOG2-1:0]};
                bad_base <= bases;
                array_word <= bases[0] ? r1 : bases[1] ? r2 : r3;
            end
            3'd7: begin
                extent    <= {r3[LOG2-1:0], r2[LOG2-1:0], r1[LOG2-1:0]};
                bad_array <= bad_base != 3'd0 || ends != 3'd0;
                array_word <= bad_base[0] ? array_word : ends[0] ? r1 : bad_base[1] ? array_word : ends[1] ? r2
                    : bad_base[2] ? array_word : r3;
            end
            default: ;
        endcase
    end
    wire wrong_array = indexed != 3'd0 && bad_array;

    // The corners of one operand whose first element is inside: whether one is outside, and the
    // first that is
    function [CORNER:0] corners(input used, input [LOG2-1:0] base, input [SPAN-1:0] x, input [SPAN-1:0] y);
        reg [CORNER-1:0] c_x, c_y, c_xy;
        reg              out_x, out_y;
        begin
            c_x  = corner(base, x);
            c_y  = corner(base, y);
            c_xy = c_x + {{(CORNER-SPAN){y[SPAN-1]}}, y};
            out_x = outside(c_x[CORNER-1:LOG2]);
            out_y = outside(c_y[CORNER-1:LOG2]);
            corners = {used && (out_x || out_y || outside(c_xy[CORNER-1:LOG2])), out_x ? c_x : out_y ? c_y : c_xy};
        end
    endfunction

    wire d_base = target && beyond_1, a_base = two && beyond_2, b_base = reg_b && beyond_3;
    wire [CORNER:0] d_corners = corners(target, r1[LOG2-1:0], d_row, d_column);
    wire [CORNER:0] a_corners = corners(two, r2[LOG2-1:0], a_row, a_column);
    wire [CORNER:0] b_corners = corners(reg_b, r3[LOG2-1:0], b_row, b_column);
    wire d_bad = d_base || d_corners[CORNER], a_bad = a_base || a_corners[CORNER], b_bad = b_base || b_corners[CORNER];
    wire [CORNER-1:0] first = d_bad ? d_corners[CORNER-1:0] : a_bad ? a_corners[CORNER-1:0] : b_corners[CORNER-1:0];
    wire [XLEN-1:0] first_word;
    generate
        if (XLEN > CORNER) begin : wider
            assign first_word = {{(XLEN-CORNER){first[CORNER-1]}}, first};
        end else begin : narrower
            assign first_word = first[XLEN-1:0];
        end
    endgenerate

    assign offends  = bad || (!none && (d_bad || a_bad || b_bad || wrong_array));
    assign offender = bad ? bad_word : d_bad ? (d_base ? r1 : first_word) : a_bad ? (a_base ? r2 : first_word)
        : b_base ? r3 : b_bad ? first_word : array_word;
    assign empty    = none;

    function [LOG2-1:0] start(input [LOG2-1:0] base, input [LOG2-1:0] x, input [LOG2-1:0] y);
        start = base + x + y;
    endfunction

    localparam [LOG2-1:0] NOTHING = {LOG2{1'b0}};
    assign from = {start(r3[LOG2-1:0], dir ? b_row[LOG2-1:0] : NOTHING, dir ? b_column[LOG2-1:0] : NOTHING),
                   start(r2[LOG2-1:0], dir ? a_row[LOG2-1:0] : NOTHING, dir ? a_column[LOG2-1:0] : NOTHING),
                   start(r1[LOG2-1:0], dir ? d_row[LOG2-1:0] : NOTHING, dir ? d_column[LOG2-1:0] : NOTHING)};
    // A stream with one element in each inner loop is one row: the lanes take elements of one row,
    // whichever loop runs through them.
    assign n_last = many_n ? n_less : m_less;
    assign m_last = many_n ? m_less : NOTHING;
    assign inner  = many_n ? {b_inner, a_inner, d_inner[LOG2-1:0]} : row;
    assign row    = {b_turn, a_turn, d_turn};
endmodule
`default_nettype wire
