// rg_float_digits.v: a quotient or a root of numbers of N digits, two digits in a clock. What is cut off sets
// the last one (rounding to odd), as rg_ext_div and rg_ext_sqrt of isa/num/float do. Of a root the last
// four digits are cut off. The clocks do not depend on the numbers.
`default_nettype none

module rg_float_digits #(
    parameter N = 128,
    parameter X = 16
) (
    input  wire                clk, rst_n,
    input  wire                start,       // in one clock; what it reads is held until `done`
    output wire                done,        // the outcome stands in this clock, until the next start
    input  wire                root,        // of A, else A / B; B is not 0
    input  wire signed [X-1:0] a_exponent, b_exponent,
    input  wire [N-1:0]        a, b,        // the first digit is 1, or all are 0
    output wire signed [X-1:0] exponent,
    output wire [N-1:0]        digits
);
    localparam COUNT = $clog2(N);
    localparam [31:0] PAIRS = N / 2;

    reg [COUNT-1:0] pairs;                  // that are still to come
    reg             running;
    reg [N:0]       result;                 // of a quotient one digit more: the first is always 1
    reg [N+1:0]     rest;
    reg [N+1:0]     left;                   // digits of the radicand
    assign done = running && pairs == {COUNT{1'b0}};

    // A quotient in [1, 2): A is doubled where it is below B.
    wire below = a < b;
    wire [N:0] doubled = below ? {a, 1'b0} : {1'b0, a};
    wire odd = a_exponent[0];
    wire signed [X-1:0] even = a_exponent - {{(X-1){1'b0}}, odd};

    // One digit: {the rest, the result}
    function [2*N+2:0] digit(input is_root, input [N+1:0] old, input [1:0] two, input [N:0] so_far,
                             input [N-1:0] divisor);
        reg [N+2:0] more, trial;
        reg [N+1:0] kept;
        reg one;
        begin
            more  = is_root ? {old[N:0], two} : {old[N+1:0], 1'b0};
            trial = is_root ? {so_far[N:0], 2'b01} : {3'd0, divisor};
            one   = more >= trial;
            kept  = more[N+1:0] - (one ? trial[N+1:0] : {(N+2){1'b0}}); // at most twice the result, or below B
            digit = {kept, so_far[N-1:0], one};
        end
    endfunction
    wire [N+1:0] rest_1, rest_2;
    wire [N:0]   result_1, result_2;
    assign {rest_1, result_1} = digit(root, rest, left[N+1:N], result, b);
    assign {rest_2, result_2} = digit(root, rest_1, left[N-1:N-2], result_1, b);

    always @(posedge clk) begin
        if (!rst_n) begin
            running <= 1'b0;  pairs <= {COUNT{1'b0}};
        end else if (start) begin
            running <= 1'b1;  pairs <= PAIRS[COUNT-1:0];
        end else if (running) begin
            running <= !done;
            pairs   <= pairs - {{(COUNT-1){1'b0}}, 1'b1};
        end
        if (start) begin
            result <= root ? {(N+1){1'b0}} : {{N{1'b0}}, 1'b1};
            rest   <= root ? {(N+2){1'b0}} : {1'b0, doubled - {1'b0, b}};
            left   <= odd ? {a, 2'b00} : {1'b0, a, 1'b0};
        end else if (running && !done) begin
            {rest, result} <= {rest_2, result_2};
            left <= left << 4;
        end
    end

    wire more = |rest;
    wire none = ~|a;
    wire [N-1:0] quotient = {result[N:2], result[1] | result[0] | more};
    wire [N-1:0] of_root  = {result[N-1:4], 3'd0, (|result[3:0]) | more};
    assign digits   = none ? {N{1'b0}} : root ? of_root : quotient;
    wire signed [X-1:0] halved = {even[X-1], even[X-1:1]};
    assign exponent = root ? halved : a_exponent - b_exponent - {{(X-1){1'b0}}, below};
endmodule

`default_nettype wire
