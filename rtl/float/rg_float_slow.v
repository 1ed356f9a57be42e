// rg_float_slow.v: quotients and roots of Floats: what stands for the product in the step, and the shares of
// both gradients, which are products of the target's and 1/B, -F/B, or 1/(2F). The multiplier is that of
// rg_float_unit.
`default_nettype none

module rg_float_slow #(
    parameter Q = 106,
    parameter N = 128,
    parameter X = 14
) (
    input  wire                clk, rst_n,
    input  wire                start,       // in one clock; what it reads is held until `done`
    output wire                done,        // the outcome stands in this clock, until the next start
    input  wire                root, active,
    input  wire [Q+X-1:0]      number_a, number_b, number_g,
    // the multiplier
    output wire [Q+X-1:0]      slope,       // the factor of number_g
    input  wire                product_negative,
    input  wire signed [X+1:0] product_exponent,
    input  wire [2*Q-1:0]      product_digits,
    // outcome, as products stand
    output wire [2*Q+X+2:0]    value,
    output reg  [2*Q+X+2:0]    to_a, to_b
);
    localparam Y = X + 2, TAIL = N - Q;
    localparam signed [Y-1:0] BIAS = (1 << (X - 1)) - 1;
    // F; 1 over the divisor; F / B; then twice a product and the sum of its two parts
    localparam [2:0] IDLE = 3'd0, FIRST = 3'd1, INVERSE = 3'd2, SECOND = 3'd3, PRODUCT = 3'd4, SUM = 3'd5, END = 3'd6;

    reg  [2:0] state;
    reg        begins, of_b;                // a digit begins; the share of B is worked out
    wire       ready;
    assign done = state == END;

    wire a_sign = number_a[Q+X-1], b_sign = number_b[Q+X-1];
    wire signed [Y-1:0] a_exponent = $signed({2'b00, number_a[Q-1 +: X]}) - BIAS;
    wire signed [Y-1:0] b_exponent = $signed({2'b00, number_b[Q-1 +: X]}) - BIAS;
    wire [N-1:0] a_digits = {|number_a[Q-1 +: X], number_a[Q-2:0], {TAIL{1'b0}}};
    wire [N-1:0] b_digits = {|number_b[Q-1 +: X], number_b[Q-2:0], {TAIL{1'b0}}};

    reg  signed [Y-1:0] f_exponent, inverse_exponent, second_exponent;
    reg  [N-1:0] f, inverse, second;
    wire signed [Y-1:0] exponent;
    wire [N-1:0] digits;
    // What the divider reads
    wire inverts = state == INVERSE;
    wire of_f    = root && inverts;
    wire of_root = root && state == FIRST;
    wire [N-1:0] numerator = inverts ? {1'b1, {(N-1){1'b0}}} : state == SECOND ? f : of_root ? b_digits : a_digits;
    wire signed [Y-1:0] numerator_exponent = inverts ? {Y{1'b0}} : state == SECOND ? f_exponent
        : of_root ? b_exponent : a_exponent;
    rg_float_digits #(.N(N), .X(Y)) divider (
        .clk(clk), .rst_n(rst_n), .start(begins), .done(ready), .root(of_root), .a_exponent(numerator_exponent),
        .b_exponent(of_f ? f_exponent : b_exponent), .a(numerator), .b(of_f ? f : b_digits), .exponent(exponent),
        .digits(digits)
    );
    wire f_negative = !root && (a_sign ^ b_sign);
    wire no_f = ~|f;

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  begins <= 1'b0;  of_b <= 1'b0;
        end else begin
            begins <= start || (ready && active && (state == FIRST || (state == INVERSE && !root)));
            case (state)
                IDLE:    if (start) state <= FIRST;
                FIRST:   if (ready) state <= active ? INVERSE : END;
                INVERSE: if (ready) state <= root ? PRODUCT : SECOND;
                SECOND:  if (ready) state <= PRODUCT;
                PRODUCT: state <= SUM;
                SUM:     state <= of_b ? END : PRODUCT;
                default: state <= IDLE;
            endcase
            if (state == IDLE)              of_b <= 1'b0;
            else if (state == SUM && !of_b) of_b <= 1'b1;
            else if (state == INVERSE)      of_b <= root;  // A has no share
        end
        if (ready && state == FIRST)   begin f <= digits;  f_exponent <= exponent; end
        if (ready && state == INVERSE) begin inverse <= digits;  inverse_exponent <= exponent; end
        if (ready && state == SECOND)  begin second <= digits;  second_exponent <= exponent; end
    end
    assign value = {f_negative, f_exponent, f, {(2*Q-N){1'b0}}};

    // The slope: Q digits for the multiplier, the others times the gradient beside it
    wire takes_second = of_b && !root;
    wire [N-1:0] whole = root && no_f ? {N{1'b0}} : takes_second ? second : inverse;
    wire slope_negative = root ? 1'b0 : takes_second ? !(f_negative ^ b_sign) : b_sign;
    wire signed [Y-1:0] slope_exponent = takes_second ? second_exponent
        : inverse_exponent - {{(Y-1){1'b0}}, root};
    wire signed [Y-1:0] field = slope_exponent + BIAS;
    assign slope = whole[N-1] ? {slope_negative, field[X-1:0], whole[N-2 -: Q-1]} : {(Q+X){1'b0}};

    wire [Q-1:0] g_digits = {|number_g[Q-1 +: X], number_g[Q-2:0]};
    reg [Q+TAIL-1:0] tail;
    reg [2*Q+X+2:0]  head;
    wire [2*Q+TAIL-1:0] sum = {head[2*Q-1:0], {TAIL{1'b0}}} + {{Q{1'b0}}, tail};
    wire [2*Q+X+2:0] share = {head[2*Q+X+2:2*Q], sum[2*Q+TAIL-1:TAIL+1], sum[TAIL] | (|sum[TAIL-1:0])};
    always @(posedge clk) begin
        if (state == PRODUCT) begin
            tail <= g_digits * whole[TAIL-1:0];
            head <= {product_negative, product_exponent, product_digits};
        end
        if (state == SUM && !of_b) to_a <= share;
        if (state == SUM && of_b)  to_b <= share;
    end

    wire unused = &{1'b0, field[Y-1:X], number_g[Q+X-1]};
endmodule

`default_nettype wire
