// rg_float_program.v: functions of Floats by micro-programs, a step in a clock: what stands for the product
// in rg_float_step, and the shares of both gradients. The steps are those of isa/num/float, as
// isa/gen_steps.c writes them. The multiplier stands outside: rg_float_unit has one for all.
`default_nettype none

module rg_float_program #(
    parameter Q = 106,
    parameter N = 128,
    parameter X = 14,
    parameter Y = 20                        // bits of the exponents of numbers in between
) (
    input  wire                clk, rst_n,
    input  wire                start,       // in one clock; what it reads is held until `done`
    output wire                done,        // the outcome stands in this clock, until the next start
    input  wire [6:0]          op,
    input  wire                active,      // the shares are worked out, too
    input  wire [N+Y-1:0]      number_a, number_b, number_g,
    // the multiplier
    output wire [N+Y-1:0]      factor_a, factor_b,
    input  wire                product_negative,
    input  wire signed [Y+1:0] product_exponent,
    input  wire [2*N-1:0]      product_digits,
    // outcome, as products stand; the function has no value there
    output wire [2*Q+X+2:0]    value, to_a, to_b,
    output wire                refused
);
`include "rg_isa.vh"
`include "rg_float_programs.vh"
`include "rg_float_steps.vh"
`include "rg_float_memory.vh"
    localparam NUMBER = N + Y;
    localparam [Y-1:0] BIAS = (1 << (Y - 1)) - 1;

    // Sequence: a step and the constant that it reads are fetched in the clock before.
    reg                     running, ended, no_value;
    reg  [RG_STEP_AT-1:0]   next;
    reg  [RG_STEP_BITS-1:0] step;
    reg  [NUMBER-1:0]       constant;
    wire                    ready;
    wire [RG_STEP_AT-1:0]   at = start ? float_first(op) : next;
    wire [RG_STEP_BITS-1:0] fetched = float_step(at);
    wire [4:0] work;
    wire [3:0] target, source_a, source_b;
    wire value_ends, all_ends, turn_a, turn_b;
    wire [RG_CONSTANT_AT-1:0] unused_address;
    assign {value_ends, all_ends, work, target, turn_a, source_a, turn_b, source_b, unused_address} = step;
    wire last = all_ends || (value_ends && !active);
    assign done = ended;
    assign refused = no_value;
    always @(posedge clk) begin
        if (!rst_n)                running <= 1'b0;
        else if (start)            running <= 1'b1;
        else if (running && ready) running <= !last;
        ended <= rst_n && running && ready && last;
        if (start || ready) begin
            next     <= at + {{(RG_STEP_AT-1){1'b0}}, 1'b1};
            step     <= fetched;
            constant <= float_constant(fetched[RG_CONSTANT_AT-1:0]);
        end
    end

    // What a step reads
    reg [NUMBER-1:0] registers [0:RG_STEP_REGISTERS-1];
    function [NUMBER-1:0] turned(input turn, input [NUMBER-1:0] x);
        turned = {x[NUMBER-1] ^ (turn && |x[N-1 +: Y]), x[NUMBER-2:0]};
    endfunction
    genvar k;
    generate for (k = 0; k < 2; k = k + 1) begin : reading
        wire [3:0] source = k == 0 ? source_a : source_b;
        reg  [NUMBER-1:0] word;
        always @* case (source)
            RG_READS_A:        word = number_a;
            RG_READS_B:        word = number_b;
            RG_READS_GRADIENT: word = number_g;
            RG_READS_CONSTANT: word = constant;
            default:           word = registers[source];
        endcase
    end endgenerate
    wire [NUMBER-1:0] a = turned(turn_a, reading[0].word), b = turned(turn_b, reading[1].word);
    // Large angles
    wire turned_around;
    wire turns = work == RG_STEP_TURN;
    wire [NUMBER-1:0] of_turn, beside, whole_turn;
    rg_float_turn #(.N(N), .Y(Y)) turner (
        .clk(clk), .rst_n(rst_n), .working(running && turns), .done(turned_around), .a(a), .factor(of_turn),
        .product(product_digits), .rest(beside), .whole(whole_turn)
    );
    assign {factor_a, factor_b} = {a, turns ? of_turn : b};

    // Quotients and roots
    wire divides = work == RG_STEP_DIV || work == RG_STEP_ROOT;
    wire begins, divided;
    reg  begun;
    assign begins = running && divides && !begun;
    assign ready  = running && (divides ? begun && divided : !turns || turned_around);
    always @(posedge clk) begun <= rst_n && running && divides && !ready;
    wire signed [Y:0] a_exponent = $signed({1'b0, a[N-1 +: Y]}) - $signed({1'b0, BIAS});
    wire signed [Y:0] b_exponent = $signed({1'b0, b[N-1 +: Y]}) - $signed({1'b0, BIAS});
    wire signed [Y:0] quotient_exponent;
    wire [N-1:0] quotient;
    wire any_a = |a[N-1 +: Y], any_b = |b[N-1 +: Y], of_root = work == RG_STEP_ROOT;
    rg_float_digits #(.N(N), .X(Y + 1)) divider (
        .clk(clk), .rst_n(rst_n), .start(begins), .done(divided), .root(of_root), .a_exponent(a_exponent),
        .b_exponent(b_exponent), .a({any_a, a[N-2:0]}), .b({any_b, b[N-2:0]}), .exponent(quotient_exponent),
        .digits(quotient)
    );
    wire no_quotient = !of_root && !any_b;

    // Sums and products
    wire sum_negative;
    wire signed [Y+1:0] sum_exponent;
    wire [N-1:0] sum;
    rg_float_sum #(.Q(N), .X(Y), .N(N)) adder (
        .a(a), .b(b), .subtract(1'b0), .negative(sum_negative), .exponent(sum_exponent), .digits(sum)
    );
    wire signed [Y+1:0] cut_exponent;
    wire [N-1:0] product;
    rg_float_cut #(.M(2 * N), .N(N), .X(Y + 2)) cut (
        .exponent(product_exponent), .digits(product_digits), .new_exponent(cut_exponent), .new_digits(product)
    );
    wire [NUMBER-1:0] chosen;
    wire positive;
    rg_float_choose #(.N(N), .Y(Y)) choose (.op(work), .a(a), .b(b), .result(chosen), .positive(positive));

    // What it leaves
    wire adds = work == RG_STEP_ADD, multiplies = work == RG_STEP_MUL;
    wire negative = adds ? sum_negative : multiplies ? product_negative : !of_root && (a[NUMBER-1] ^ b[NUMBER-1]);
    wire signed [Y+1:0] exponent = adds ? sum_exponent : multiplies ? cut_exponent
        : {quotient_exponent[Y], quotient_exponent};
    wire [N-1:0] digits = adds ? sum : multiplies ? product : no_quotient ? {N{1'b0}} : quotient;
    wire signed [Y+1:0] field = exponent + $signed({2'b00, BIAS});
    wire [NUMBER-1:0] worked_out = digits[N-1] ? {negative, field[Y-1:0], digits[N-2:0]} : {NUMBER{1'b0}};
    wire [NUMBER-1:0] result = adds || multiplies || divides ? worked_out : turns ? beside
        : work == RG_STEP_PART ? whole_turn : chosen;
    always @(posedge clk) begin
        if (start)                                       no_value <= 1'b0;
        else if (ready && work == RG_STEP_CHECK && !positive) no_value <= 1'b1;
        if (ready) registers[target] <= result;
    end

    // Exponents that no word has room for stay beyond it.
    function [2*Q+X+2:0] outcome(input [NUMBER-1:0] x);
        reg signed [Y:0] of_x;
        reg signed [X+1:0] kept;
        begin
            of_x = $signed({1'b0, x[N-1 +: Y]}) - $signed({1'b0, BIAS});
            kept = of_x > $signed(FARTHEST) ? FARTHEST[X+1:0] : of_x < -$signed(FARTHEST) ? -FARTHEST[X+1:0]
                 : of_x[X+1:0];
            outcome = {x[NUMBER-1], kept, |x[N-1 +: Y], x[N-2:0], {(2*Q-N){1'b0}}};
        end
    endfunction
    localparam signed [Y:0] FARTHEST = 1 << X;
    assign value = outcome(registers[0]);
    assign to_a  = outcome(registers[1]);
    assign to_b  = outcome(registers[2]);

    wire unused = &{1'b0, unused_address, field[Y+1:Y]};
endmodule

`default_nettype wire
