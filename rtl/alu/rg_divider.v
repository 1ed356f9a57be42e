// rg_divider.v: p / by in 64 / DIGITS steps of DIGITS bits, rounded to nearest (ties to even) or
// truncated.
`default_nettype none

// load for one clock, step for 64 / DIGITS, finish for one; then q and overflow hold.
module rg_divider #(
    parameter DIGITS = 1                 // 1, 2, 4 .. 64
) (
    input  wire         clk,
    input  wire         load, step, finish,
    input  wire         round,
    input  wire [127:0] p,
    input  wire [63:0]  by,
    output reg  [63:0]  q,
    output reg          overflow
);
    reg [63:0] remainder, quotient, divisor;
    reg negative, too_large;

    // Each part works only in its clock: what is not asked neither switches nor costs a simulator
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
    reg [64:0] trial;
    reg        fits;
    integer    i;
    always @* begin
        next_remainder = remainder;
        next_quotient  = quotient;
        trial          = 65'd0;
        fits           = 1'b0;
        if (step) for (i = 0; i < DIGITS; i = i + 1) begin
            trial = {next_remainder, next_quotient[63]};
            fits  = trial >= {1'b0, divisor};
            next_remainder = fits ? trial[63:0] - divisor : trial[63:0];
            next_quotient  = {next_quotient[62:0], fits};
        end
    end

    wire [63:0] rest = divisor - remainder;
    wire up = round & ((remainder > rest) | ((remainder == rest) & quotient[0]));
    wire [64:0] rounded = {1'b0, quotient} + {64'd0, up};

    always @(posedge clk) begin
        if (load) begin
            remainder <= magnitude[127:64];
            quotient <= magnitude[63:0];
            divisor <= by_magnitude;
            negative <= p[127] ^ by[63];
            too_large <= magnitude[127:64] >= by_magnitude;
        end else if (step) begin
            remainder <= next_remainder;
            quotient <= next_quotient;
        end else if (finish) begin
            q <= too_large ? 64'd0 : negative ? 64'd0 - rounded[63:0] : rounded[63:0];
            overflow <= too_large | rounded[64] | (rounded[63] & ~(negative & (rounded[62:0] == 63'd0)));
        end
    end
endmodule

`default_nettype wire
