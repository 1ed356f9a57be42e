// rg_divider.v: p / by in 32 / DIGITS steps of DIGITS digits to the base 4, rounded to nearest (ties to even) or
// truncated; p and by as magnitudes, and whether the quotient is negative.
`default_nettype none

// load for one clock; the steps follow by themselves. `ready` is up from the clock after the last one to the
// next load. Then q and overflow are those of the quotient while `show` is up, else 0.
//
// A step of many digits compares with once, twice and three times the divisor at a time. That takes the time
// of one comparison and the choice of four, and gives two bits. One or two digits a clock have time for one bit
// after the other, which needs two subtractors in place of three, and no triple.
module rg_divider #(
    parameter DIGITS = 1                 // 1, 2, 4 .. 32
) (
    input  wire         clk, rst_n,
    input  wire         load, show,
    input  wire         round, minus,
    input  wire [127:0] p,
    input  wire [63:0]  by,
    output wire         ready,
    output reg  [63:0]  q,
    output reg          overflow
);
    localparam [5:0] STEPS = 6'd32 / DIGITS[5:0];

    reg [63:0] remainder, quotient, divisor;
    reg [5:0]  left;                     // steps to go
    reg negative, too_large, rounds;
    assign ready = left == 6'd0;

    // The digits of one step. Outside of it nothing switches, nor costs a simulator time.
    reg [63:0] next_remainder, next_quotient;
    integer    i;
    generate
        if (DIGITS <= 2) begin : bits
            reg [63:0] less;
            reg        below, unused;
            always @* begin
                next_remainder = remainder;
                next_quotient  = quotient;
                {below, unused, less} = 66'd0;
                if (!ready) for (i = 0; i < 2 * DIGITS; i = i + 1) begin
                    {below, unused, less} = {1'b0, next_remainder, next_quotient[63]} - {2'd0, divisor};
                    next_remainder = below ? {next_remainder[62:0], next_quotient[63]} : less;
                    next_quotient  = {next_quotient[62:0], !below};
                end
            end
        end else begin : fours
            reg [65:0] triple;           // of the divisor
            reg [65:0] trial;
            reg [63:0] less_one, less_two, less_three;
            reg        below_one, below_two, below_three;
            reg [1:0]  unused;
            always @(posedge clk) if (load) triple <= {2'd0, by} + {1'd0, by, 1'b0};
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
                    next_remainder = !below_three ? less_three : !below_two ? less_two : !below_one ? less_one
                        : trial[63:0];
                    next_quotient  = {next_quotient[61:0], !below_two, !below_three || (below_two && !below_one)};
                end
            end
        end
    endgenerate

    // Up where twice the remainder is above the divisor, or equal to it and the quotient odd. The negative of
    // x + 1 is that of x with all its bits changed, and of x one more.
    reg up;
    always @* begin
        up       = 1'b0;
        q        = 64'd0;
        overflow = 1'b0;
        if (show) begin
            up       = rounds & ({remainder, quotient[0]} > {1'b0, divisor});
            if (!too_large) q = (quotient ^ {64{negative}}) + {63'd0, up ^ negative};
            overflow = too_large | (negative ? quotient[63] & ~q[63] : quotient[63] | q[63]);
        end
    end

    always @(posedge clk) begin
        if (load) begin
            remainder <= p[127:64];
            quotient <= p[63:0];
            divisor <= by;
            negative <= minus;
            too_large <= p[127:64] >= by;
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
