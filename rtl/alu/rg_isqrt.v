// rg_isqrt.v: square root of an unsigned 128-bit number in 64 / DIGITS steps of DIGITS digits,
// rounded to nearest.
`default_nettype none

// load for one clock; the steps follow by themselves. `ready` is up from the clock after the last one to the
// next load. Then q and overflow are those of the root while `show` is up, else 0. A tie cannot occur.
module rg_isqrt #(
    parameter DIGITS = 1
) (
    input  wire         clk, rst_n,
    input  wire         load, show,
    input  wire [127:0] p,
    output wire         ready,
    output reg  [63:0]  q,
    output reg          overflow
);
    localparam [6:0] STEPS = 7'd64 / DIGITS[6:0];

    reg [6:0] left;    // steps to go
    assign ready = left == 7'd0;

    reg [127:0] radicand;
    reg [64:0] remainder; // at most twice the root
    reg [63:0] root;

    // The digits of one step
    reg [127:0] next_radicand;
    reg [64:0]  next_remainder;
    reg [63:0]  next_root;
    reg [66:0]  partial, trial;
    reg         fits;
    integer     i;
    always @* begin
        next_radicand  = radicand;
        next_remainder = remainder;
        next_root      = root;
        partial        = 67'd0;
        trial          = 67'd0;
        fits           = 1'b0;
        // Outside a step it neither switches nor costs a simulator time.
        if (!ready) for (i = 0; i < DIGITS; i = i + 1) begin
            partial = {next_remainder, next_radicand[127:126]};
            trial   = {1'b0, next_root, 2'b01};
            fits    = partial >= trial;
            next_radicand  = {next_radicand[125:0], 2'b00};
            next_remainder = fits ? partial[64:0] - trial[64:0] : partial[64:0];
            next_root      = {next_root[62:0], fits};
        end
    end

    reg [64:0] rounded;
    always @* begin
        rounded = 65'd0;
        if (show) rounded = {1'b0, root} + {64'd0, remainder > {1'b0, root}};
        q = rounded[63:0];
        overflow = rounded[64] | rounded[63];
    end

    always @(posedge clk) begin
        if (load) begin
            radicand <= p;
            remainder <= 65'd0;
            root <= 64'd0;
            left <= STEPS;
        end else if (!rst_n) begin
            left <= 7'd0;
        end else if (!ready) begin
            radicand <= next_radicand;
            remainder <= next_remainder;
            root <= next_root;
            left <= left - 7'd1;
        end
    end
endmodule

`default_nettype wire
