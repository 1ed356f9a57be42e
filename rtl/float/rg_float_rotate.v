// rg_float_rotate.v: a rotation of two words, or HADAMARD: three sums of products of the pair, and three of
// its gradients. Then two give the share of the angle. Each takes 4 clocks and the multiplier of
// rg_float_unit. Values and gradients stand in GW bits here. What it reads is held until `done`.
`default_nettype none

module rg_float_rotate #(
    parameter W     = 256,
    parameter FRAC  = 128,
    parameter GW    = 512,
    parameter GFRAC = 256,
    parameter L     = 64,
    parameter Q     = 106,
    parameter N     = 128,
    parameter X     = 14,
    parameter Y     = 20
) (
    input  wire                clk, rst_n,
    input  wire                start,              // in one clock
    output reg                 done,
    input  wire                reflects,           // HADAMARD
    input  wire                inverse, active,
    input  wire                by_angle,           // the angle has a gradient
    input  wire [W-1:0]        x, y,
    input  wire [GW-1:0]       gx, gy, g_angle,
    input  wire signed [X-1:0] scale,              // of the angle's gradient
    input  wire [N+Y-1:0]      tangent, sine,      // of half the angle, and of the angle, at most 45 degrees
    input  wire [1:0]          quarters,
    // the multiplier
    output reg  [N+Y-1:0]      factor_a, factor_b,
    input  wire                product_negative,
    input  wire signed [Y+1:0] product_exponent,
    input  wire [2*N-1:0]      product_digits,
    // outcome
    output reg  [W-1:0]        next_x, next_y,
    output reg  [GW-1:0]       next_gx, next_gy,
    output wire [GW-1:0]       next_g_angle,
    output reg                 overflow,
    output reg  [1:0]          few,                // results with few digits
    output reg  [2:0]          gradient_few
);
    localparam ENOUGH = 30;
    localparam signed [X+1:0] PLACE = FRAC + 1 - GW, GRADIENT_PLACE = GFRAC + 1 - GW;
    localparam [X-1:0] DEEPER = GFRAC - FRAC;
    localparam [Y-1:0] MORE = (1 << (Y - 1)) - (1 << (X - 1)); // between the biases of Y bits and of X
    localparam [W-1:0] LEAST = {1'b1, {(W-1){1'b0}}};
    localparam [GW-1:0] LEAST_GRADIENT = {1'b1, {(GW-1){1'b0}}};

    // Sums of the pair, of its gradients, of the share; each pair is put in order behind its third sum
    localparam [3:0] FIRST = 4'd0, SECOND = 4'd1, VALUES = 4'd3, GRADIENT_FIRST = 4'd4,
        GRADIENT_SECOND = 4'd5, GRADIENTS = 4'd7, SHARE_FIRST = 4'd8, SHARE_SECOND = 4'd9, SCALE = 4'd10;
    localparam [1:0] READ = 2'd0, TAKE = 2'd1, MULTIPLY = 2'd2; // and then it is added
    reg       running;
    reg [3:0] at;
    reg [1:0] work;
    wire of_gradient = at >= GRADIENT_FIRST;
    wire sums   = at != VALUES && at != GRADIENTS && at != SCALE;
    wire shares = at == SHARE_FIRST || at == SHARE_SECOND;
    wire last   = at == SCALE || (at == VALUES && !active) || (at == GRADIENTS && reflects);

    // Negations and quarters of a circle. Where a word is negated that has no opposite, it overflows.
    reg  [GW-1:0] px, py;
    wire [GW-1:0] least = of_gradient ? LEAST_GRADIENT : {{(GW-W){1'b1}}, LEAST};
    wire starts_gradients = at == VALUES && running;
    wire [GW-1:0] wide_x = {{(GW-W){x[W-1]}}, x}, wide_y = {{(GW-W){y[W-1]}}, y};
    wire [GW-1:0] from_x = starts_gradients ? gx : wide_x, from_y = starts_gradients ? gy : wide_y;
    wire [GW-1:0] from_least = starts_gradients ? LEAST_GRADIENT : {{(GW-W){1'b1}}, LEAST};
    wire [1:0] back = inverse ? 2'd0 - quarters : quarters;
    function [2*GW-1:0] turned(input [1:0] by, input [GW-1:0] u, input [GW-1:0] v);
        case (by)
            2'd0:    turned = {u, v};
            2'd1:    turned = {-v, u};
            2'd2:    turned = {-u, -v};
            default: turned = {v, -u};
        endcase
    endfunction
    function no_turn(input [1:0] by, input back_there, input [GW-1:0] u, input [GW-1:0] v, input [GW-1:0] end_of);
        case (by)
            2'd0:    no_turn = 1'b0;
            2'd1:    no_turn = (back_there ? u : v) == end_of;
            default: no_turn = u == end_of || v == end_of;
        endcase
    endfunction
    // In front of the sums, and behind them
    wire first_negates = reflects && !inverse, last_negates = reflects && inverse;
    wire first_turns = inverse && !reflects, last_turns = !inverse && !reflects;
    wire [2*GW-1:0] prepared = first_negates ? {from_x, -from_y} : turned(first_turns ? back : 2'd0, from_x, from_y);
    wire prepared_over = first_negates ? from_y == from_least
        : first_turns && no_turn(quarters, 1'b1, from_x, from_y, from_least);
    wire [2*GW-1:0] behind = last_negates ? {px, -py} : turned(last_turns ? back : 2'd0, px, py);
    wire behind_over = last_negates ? py == least : last_turns && no_turn(quarters, 1'b0, px, py, least);
    wire [GW-1:0] new_x = behind[2*GW-1:GW], new_y = behind[GW-1:0];

    // What a sum reads: a number of the pair times the tangent or the sine; for the share of the angle the
    // pair and its gradients as they are turned, whichever way it goes.
    wire of_x = at == SECOND || at == GRADIENT_SECOND || at == SHARE_SECOND;
    wire [GW-1:0] share_value = at == SHARE_FIRST ? (inverse ? wide_x : {{(GW-W){next_x[W-1]}}, next_x})
                                                  : (inverse ? wide_y : {{(GW-W){next_y[W-1]}}, next_y});
    wire [GW-1:0] share_gradient = at == SHARE_FIRST ? (inverse ? gy : next_gy) : (inverse ? gx : next_gx);
    wire reads_value = work == READ && shares;
    wire [GW-1:0] read = reads_value ? share_value : shares ? share_gradient : of_x ? px : py;
    wire [Q+X-1:0] deep;
    rg_wide_read #(.W(GW), .FRAC(GFRAC), .P(Q), .E(X)) reading (.word(read), .value(deep));
    wire any = |deep[Q-1 +: X];
    wire [X-1:0] field = deep[Q-1 +: X] + (of_gradient && !reads_value ? {X{1'b0}} : DEEPER);
    wire [N+Y-1:0] number = any ? {deep[Q+X-1], {{(Y-X){1'b0}}, field} + MORE, deep[Q-2:0], {(N-Q){1'b0}}}
                                : {(N+Y){1'b0}};

    reg signed [X+1:0] exponent;
    reg [N-1:0] digits;
    reg negative;
    wire signed [Y+1:0] cut_exponent;
    wire [N-1:0] cut_digits;
    rg_float_cut #(.M(2 * N), .N(N), .X(Y + 2)) product (
        .exponent(product_exponent), .digits(product_digits), .new_exponent(cut_exponent), .new_digits(cut_digits)
    );

    // Placing: a product, or the share in the units of the angle's gradient
    reg  [GW-1:0] share;
    wire [GW-1:0] share_magnitude = (share ^ {GW{share[GW-1]}}) + {{(GW-1){1'b0}}, share[GW-1]};
    wire scales = at == SCALE;
    wire [GW-1:0] placed, cut;
    wire lost, inexact;
    rg_wide_place #(.W(GW), .K(X + 2)) place (
        .magnitude(scales ? share_magnitude : {digits, {(GW-N){1'b0}}}),
        .shift(scales ? {{2{scale[X-1]}}, scale} : exponent + (of_gradient ? GRADIENT_PLACE : PLACE)),
        .placed(placed), .cut(cut), .lost(lost), .inexact(inexact)
    );
    wire minus = scales ? share[GW-1] : negative;
    wire [GW:0] signed_place = ({1'b0, placed} ^ {(GW+1){minus}}) + {{GW{1'b0}}, minus};
    wire few_digits = inexact && ~|(cut >> (ENOUGH - 1));
    function fits(input gradient, input [GW:0] word);
        fits = gradient ? word[GW] == word[GW-1] : (&word[GW:W-1]) || ~|word[GW:W-1];
    endfunction
    wire [GW-1:0] target = shares ? share : of_x ? py : px;
    wire takes = at == SHARE_FIRST ? 1'b0 : at == SHARE_SECOND ? 1'b1 : of_x ? inverse : !inverse;
    wire [GW:0] sum = {target[GW-1], target} + (signed_place ^ {(GW+1){takes}}) + {{GW{1'b0}}, takes};
    wire sum_over = lost || !fits(of_gradient, signed_place) || !fits(of_gradient, sum);

    // The gradient of the angle
    wire [GW:0] angle_sum = {g_angle[GW-1], g_angle} + ({share[GW-1], share} ^ {(GW+1){!inverse}})
        + {{GW{1'b0}}, !inverse};
    assign next_g_angle = angle_sum[GW-1:0];

    // A word that marks a float word is no number.
    localparam [L-1:0] MARK = {1'b1, {(L-1){1'b0}}};
    reg ends;
    always @(posedge clk) begin
        done <= rst_n && ends;
        ends <= rst_n && running && last && !sums;
        if (!rst_n) begin
            running <= 1'b0;
        end else if (start) begin
            running <= 1'b1;  at <= FIRST;  work <= READ;  share <= {GW{1'b0}};
            {px, py} <= prepared;
            overflow <= x[W-1 -: L] == MARK || y[W-1 -: L] == MARK || prepared_over;
            few <= 2'd0;  gradient_few <= 3'd0;
        end else if (running && sums) begin
            work <= work + 2'd1;
            case (work)
                READ:     factor_a <= shares ? number : at == SECOND || at == GRADIENT_SECOND ? sine : tangent;
                TAKE:     factor_b <= number;
                MULTIPLY: {negative, exponent, digits} <= {product_negative, cut_exponent[X+1:0], cut_digits};
                default: begin
                    at <= at + 4'd1;
                    if (!shares || by_angle) overflow <= overflow || sum_over;
                    if (shares)    share <= sum[GW-1:0];
                    else if (of_x) py <= sum[GW-1:0];
                    else           px <= sum[GW-1:0];
                    if (few_digits && !of_gradient) few <= few + 2'd1;
                    if (few_digits && of_gradient && (!shares || by_angle)) gradient_few <= gradient_few + 3'd1;
                end
            endcase
        end else if (running) begin
            at <= at + 4'd1;  work <= READ;  running <= !last;
            if (at == VALUES) begin
                {next_x, next_y} <= {new_x[W-1:0], new_y[W-1:0]};
                {px, py} <= prepared;
                overflow <= overflow || behind_over || new_x[W-1 -: L] == MARK || new_y[W-1 -: L] == MARK
                    || (active && prepared_over);
            end else if (at == GRADIENTS) begin
                {next_gx, next_gy} <= {new_x, new_y};
                overflow <= overflow || behind_over;
            end else begin
                share <= signed_place[GW-1:0];
                if (by_angle) overflow <= overflow || lost || !fits(1'b1, signed_place);
                if (by_angle && few_digits) gradient_few <= gradient_few + 3'd1;
            end
        end
        if (ends && !reflects && active && by_angle && angle_sum[GW] != angle_sum[GW-1]) overflow <= 1'b1;
    end

    wire unused = &{1'b0, cut_exponent[Y+1:X+2]};
endmodule

`default_nettype wire
