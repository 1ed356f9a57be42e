// rg_isqrt.v: square root of an unsigned 128-bit number in 32 / DIGITS steps of DIGITS digits to the
// base 4, rounded to nearest.
`default_nettype none

// load for one clock; the steps follow by themselves. `ready` is up from the clock after the last one to the
// next load. Then q and overflow are those of the root while `show` is up, else 0. A tie cannot occur.
//
// With the root r so far, the digit k is the largest with (4 r + k)^2 - (4 r)^2 = 8 r k + k^2 in what remains.
// For k = 3 that is 8 u + 1 with u = 3 r + 1, which is formed along: of 4 r + k it is 4 u + 3 (k - 1). One
// or two digits a clock have time for one bit after the other, and need no u.
module rg_isqrt #(
    parameter DIGITS = 1                 // 1, 2, 4 .. 32
) (
    input  wire         clk, rst_n,
    input  wire         load, show,
    input  wire [127:0] p,
    output wire         ready,
    output reg  [63:0]  q,
    output reg          overflow
);
    localparam [5:0] STEPS = 6'd32 / DIGITS[5:0];

    reg [127:0] radicand;
    reg [64:0]  remainder;               // at most twice the root
    reg [63:0]  root;
    reg [5:0]   left;                    // steps to go
    assign ready = left == 6'd0;

    // The digits of one step. Outside of it nothing switches, nor costs a simulator time.
    reg [127:0] next_radicand;
    reg [64:0]  next_remainder;
    reg [63:0]  next_root;
    integer     i;
    generate
        if (DIGITS <= 2) begin : bits
            reg [66:0] partial;
            reg [64:0] less;
            reg [1:0]  unused;
            reg        below;
            always @* begin
                next_radicand  = radicand;
                next_remainder = remainder;
                next_root      = root;
                partial        = 67'd0;
                {below, unused, less} = 68'd0;
                if (!ready) for (i = 0; i < 2 * DIGITS; i = i + 1) begin
                    partial = {next_remainder, next_radicand[127:126]};
                    {below, unused, less} = {1'b0, partial} - {2'd0, next_root, 2'b01};
                    next_radicand  = {next_radicand[125:0], 2'd0};
                    next_remainder = below ? partial[64:0] : less;
                    next_root      = {next_root[62:0], !below};
                end
            end
        end else begin : fours
            reg [65:0] triple, next_triple;      // u
            reg [63:0] above, below;             // u + 1, u - 1 without what no root needs
            reg [68:0] partial;
            reg [64:0] less_one, less_two, less_three;
            reg        below_one, below_two, below_three;
            reg [3:0]  unused;
            always @* begin
                next_radicand  = radicand;
                next_remainder = remainder;
                next_root      = root;
                next_triple    = triple;
                partial        = 69'd0;
                above          = 64'd0;
                below          = 64'd0;
                {below_one, unused, less_one}     = 70'd0;
                {below_two, unused, less_two}     = 70'd0;
                {below_three, unused, less_three} = 70'd0;
                if (!ready) for (i = 0; i < DIGITS; i = i + 1) begin
                    partial = {next_remainder, next_radicand[127:124]};
                    above   = next_triple[63:0] + 64'd1;
                    below   = next_triple[63:0] - 64'd1;
                    {below_one, unused, less_one}     = {1'b0, partial} - {3'd0, next_root, 3'b001};
                    {below_two, unused, less_two}     = {1'b0, partial} - {2'd0, next_root, 4'b0100};
                    {below_three, unused, less_three} = {1'b0, partial} - {1'b0, next_triple, 3'b001};
                    next_radicand  = {next_radicand[123:0], 4'd0};
                    next_remainder = !below_three ? less_three : !below_two ? less_two : !below_one ? less_one
                        : partial[64:0];
                    next_triple    = !below_three ? {above, 2'b10} : !below_two ? {next_triple[63:0], 2'b11}
                        : !below_one ? {next_triple[63:0], 2'b00} : {below, 2'b01};
                    next_root      = {next_root[61:0], !below_two, !below_three || (below_two && !below_one)};
                end
            end
            always @(posedge clk) begin
                if (load) triple <= 66'd1;
                else if (!ready) triple <= next_triple;
            end
        end
    endgenerate

    reg [64:0] rounded;
    always @* begin
        rounded = 65'd0;
        if (show) rounded = {1'b0, root} + {64'd0, remainder > {1'b0, root}};
        q        = rounded[63:0];
        overflow = rounded[64] | rounded[63];
    end

    always @(posedge clk) begin
        if (load) begin
            radicand  <= p;
            remainder <= 65'd0;
            root      <= 64'd0;
            left      <= STEPS;
        end else if (!rst_n) begin
            left <= 6'd0;
        end else if (!ready) begin
            radicand  <= next_radicand;
            remainder <= next_remainder;
            root      <= next_root;
            left      <= left - 6'd1;
        end
    end
endmodule

`default_nettype wire
