// rg_divider.v: p / by in 32 / DIGITS steps of DIGITS digits to the base 4, rounded to nearest (ties to even) or
// truncated.
`default_nettype none

// load for one clock; the steps follow by themselves. `ready` is up from the clock after the last one to the
// next load. Then q and overflow are those of the quotient while `show` is up, else of 0.
//
// A step compares with once, twice and three times the divisor at a time. That takes the time of one comparison
// and the choice of four, and gives two bits.
module rg_divider #(
    parameter DIGITS = 1                 // 1, 2, 4 .. 32
) (
    input  wire         clk, rst_n,
    input  wire         load, show,
    input  wire         round,
    input  wire [127:0] p,
    input  wire [63:0]  by,
    output wire         ready,
    output reg  [63:0]  q,
    output reg          overflow
);
    localparam [5:0] STEPS = 6'd32 / DIGITS[5:0];

    reg [63:0] remainder, quotient, divisor;
    reg [65:0] triple;                   // of the divisor
    reg [5:0]  left;                     // steps to go
    reg negative, too_large, rounds;
    assign ready = left == 6'd0;

    // Each part works only in its clocks: what is not asked neither switches nor costs a simulator
    // time.
    reg [127:0] magnitude;
    reg [63:0]  by_magnitude;
    always @* begin
        magnitude    = 128'd0;
        by_magnitude = 64'd0;
        if (load) begin
            magnitude    = p[127] ? 128'd0 - p : p;
            by_magnitude = by[63] ? 64'd0 - by : by;
        end
    end

    // The digits of one step
    reg [63:0] next_remainder, next_quotient;
    reg [65:0] trial;
    reg [63:0] less_one, less_two, less_three;
    reg        below_one, below_two, below_three;
    reg [1:0]  unused;
    integer    i;
    always @* begin
        next_remainder = remainder;
        next_quotient  = quotient;
        trial          = 66'd0;
        {below_one, unused, less_one}     = 67'd0;
        {below_two, unused, less_two}     = 67'd0;
        {below_three, unused, less_three} = 67'd0;
        if (!ready) for (i = 0; i < DIGITS; i = i + 1) begin
            trial = {next_remainder, next_quotient[63:62]};
            {below_one, unused, less_one}     = {1'b0, trial} - {3'd0, divisor};
            {below_two, unused, less_two}     = {1'b0, trial} - {2'd0, divisor, 1'b0};
            {below_three, unused, less_three} = {1'b0, trial} - {1'b0, triple};
            next_remainder = !below_three ? less_three : !below_two ? less_two : !below_one ? less_one : trial[63:0];
            next_quotient  = {next_quotient[61:0], !below_two, !below_three || (below_two && !below_one)};
        end
    end

    reg [63:0] rest;
    reg [64:0] rounded;
    reg        up;
    always @* begin
        rest    = 64'd0;
        up      = 1'b0;
        rounded = 65'd0;
        if (show) begin
            rest    = divisor - remainder;
            up      = rounds & ((remainder > rest) | ((remainder == rest) & quotient[0]));
            rounded = {1'b0, quotient} + {64'd0, up};
        end
        q        = too_large ? 64'd0 : negative ? 64'd0 - rounded[63:0] : rounded[63:0];
        overflow = too_large | rounded[64] | (rounded[63] & ~(negative & (rounded[62:0] == 63'd0)));
    end

    always @(posedge clk) begin
        if (load) begin
            remainder <= magnitude[127:64];
            quotient <= magnitude[63:0];
            divisor <= by_magnitude;
            triple <= {2'd0, by_magnitude} + {1'd0, by_magnitude, 1'b0};
            negative <= p[127] ^ by[63];
            too_large <= magnitude[127:64] >= by_magnitude;
            rounds <= round;
            left <= STEPS;
        end else if (!rst_n) begin
            left <= 6'd0;
        end else if (!ready) begin
            remainder <= next_remainder;
            quotient <= next_quotient;
            left <= left - 6'd1;
        end
    end
endmodule

`default_nettype wire
