// rg_float_step.v: one update of Floats as a function of the words that it reads, giving the words that it
// changes (docs/development/float-core.md). Combinational, or with CUTS in three clocks: operands, value,
// shares. What stands behind the last of them is combinational in either.
// The multiplier stands outside: a core uses one for the three products, and proofs leave them free.
`default_nettype none

module rg_float_step #(
    parameter W    = 256,                           // bits of a register, and those behind the point
    parameter FRAC = 128,
    parameter GW   = 512,                           // and of a gradient: 2 W, and FRAC + W / 2
    parameter GFRAC = 256,
    parameter L    = 64,                            // the lowest bits, which hold a float word or an Int
    parameter P    = 53,
    parameter E    = 11,
    parameter Q    = 106,                           // digits of what a function reads
    parameter N    = 128,                           // digits of what it gives
    parameter X    = 14,                            // bits of the exponents of these
    parameter FIXED_FRAC = 43,                      // a Fixed beside Float
    parameter FIXED_BITS = 64,
    parameter CUTS = 0                              // registers between its stages
) (
    input  wire                clk,                 // CUTS = 1: what it reads is held until it is done
    input  wire [6:0]          op,
    input  wire                minus,               // s = -1
    input  wire                once,                // := and =:
    input  wire                exchanges_bits,      // ^=
    input  wire                active,              // gradients take part
    input  wire                has_a,               // A is read
    input  wire                a_float, b_float,    // constants: float words in the lowest bits
    input  wire                b_immediate,         // b is a constant as a wide word
    input  wire                to_fixed,            // FMOV: what it adds is rounded to a Fixed
    input  wire                fixed_target,        // and the target is one, too
    input  wire                same,                // A and B are one register
    input  wire [W-1:0]        d, a, b,             // values, before the step; ITOF: b is an Int
    input  wire [GW-1:0]      gd, ga, gb,          // their gradients
    // the multiplier: factors as packed numbers, and a b, g times the slope by a, and by b
    output wire [Q+X-1:0]      number_a, number_b, number_g, slope_a, slope_b,
    output wire                exchanges_shares,    // of a program: the first is that of B
    input  wire                ab_negative, to_a_negative, to_b_negative,
    input  wire signed [X+1:0] ab_exponent, to_a_exponent, to_b_exponent,
    input  wire [2*Q-1:0]      ab_digits, to_a_digits, to_b_digits,
    input  wire                refused,             // of a program: the function has no value there
    // outcome
    output wire [3:0]          trap,                // then nothing else counts
    output wire [W-1:0]        next_d,
    output wire [GW-1:0]      next_gd,             // of NEG alone
    output wire                write_ga, write_gb,
    output wire [GW-1:0]      next_ga, next_gb,
    output wire                few,                 // results with few digits, for the counters
    output wire [1:0]          gradient_few,
    output wire                less, greater,       // A and B as numbers
    output wire [L-1:0]        whole,               // B as an Int, and that there is none
    output wire                no_whole,
    output wire signed [X-1:0] scale_b,             // of the gradient of B, log2
    // what a trap shows: these bits, or that word as a number
    output wire                shows_bits,
    output wire [P+E-1:0]      shown_bits,
    output wire [W-1:0]        shown_word
);
`include "rg_isa.vh"
`include "rg_float_programs.vh"
    localparam [X-1:0] ONE_FIELD = (1 << (X - 1)) - 1;
    localparam [Q+X-1:0] ONE = {1'b0, ONE_FIELD, {(Q-1){1'b0}}};
    localparam signed [X-1:0] BIAS = (1 << (E - 1)) - 1;

    wire multiplies = op == RG_OP_FMUL;
    wire divides    = op == RG_OP_FDIV;
    wire roots      = op == RG_OP_FSQRT;
    wire given      = float_program(op);            // its value stands for the product, and so do the shares
    wire subtracts  = op == RG_OP_FSUB;
    wire negates    = op == RG_OP_NEG;
    wire powers     = op == RG_OP_FPOWI || op == RG_OP_LPOWI; // B is an Int
    wire of_log     = op == RG_OP_LTOF;             // B is a Log, and A is 1 with its sign

    // Operands
    localparam READ = W + P + E + Q + X + 3 + X;    // bits of what is read of one
    wire [READ-1:0] a_read, b_read, a_kept, b_kept;
    wire unused = &{1'b0, of_integer[W+L+FRAC-1:W]};
    rg_float_operand #(.W(W), .FRAC(FRAC), .L(L), .P(P), .E(E), .Q(Q), .X(X)) operand_a (
        .register(has_a ? a : {W{1'b0}}), .wide(1'b0), .constant(a_float), .value(a_read[READ-1 -: W]),
        .bits(a_read[Q+2*X+3 +: P+E]), .number(a_read[X+3 +: Q+X]), .apart(a_read[X+2]),
        .huge(a_read[X+1]), .few(a_read[X]), .scale(a_read[X-1:0])
    );
    wire [W+L+FRAC-1:0] of_integer = {{W{b[L-1]}}, b[L-1:0], {FRAC{1'b0}}};
    wire [W-1:0] b_number = powers ? of_integer[W-1:0] : of_log ? {b[W-1:1], 1'b0} : b;
    rg_float_operand #(.W(W), .FRAC(FRAC), .L(L), .P(P), .E(E), .Q(Q), .X(X)) operand_b (
        .register(b_number), .wide(of_log), .constant(b_float), .value(b_read[READ-1 -: W]),
        .bits(b_read[Q+2*X+3 +: P+E]), .number(b_read[X+3 +: Q+X]), .apart(b_read[X+2]),
        .huge(b_read[X+1]), .few(b_read[X]), .scale(b_read[X-1:0])
    );
    wire [Q+X-1:0] g_read;
    rg_wide_read #(.W(GW), .FRAC(GFRAC), .P(Q), .E(X)) read_gradient (.word(gd), .value(g_read));
    rg_float_hold #(.N(2*READ+Q+X), .HELD(CUTS)) read (
        .clk(clk), .next({a_read, b_read, g_read}), .now({a_kept, b_kept, number_g})
    );
    wire [W-1:0] a_word, b_word;
    wire [P+E-1:0] a_bits, b_bits;
    wire a_apart, a_huge, a_few, b_apart, b_huge, b_few;
    wire signed [X-1:0] a_scale, b_scale;
    wire [Q+X-1:0] a_number;
    assign {a_word, a_bits, a_number, a_apart, a_huge, a_few, a_scale} = a_kept;
    assign number_a = of_log ? {b[0], ONE[Q+X-2:0]} : a_number;
    assign {b_word, b_bits, number_b, b_apart, b_huge, b_few, b_scale} = b_kept;
    assign scale_b = b_scale;
    wire b_constant = b_float || b_immediate;
    rg_float_integer #(.W(W), .FRAC(FRAC), .L(L)) integer_of_b (
        .op(op), .b(b_word), .apart(b_apart), .huge(b_huge), .negative(b_bits[P+E-1]), .f(whole),
        .overflow(no_whole)
    );

    // The value, one of three ways
    wire exact_taken, exact_apart, exact_over, exact_few, exact_to_a, exact_to_b, b_opposite;
    wire [W-1:0] exact_f;
    wire [P+E-1:0] exact_bits;
    rg_float_exact #(
        .W(W), .FRAC(FRAC), .L(L), .P(P), .E(E), .FIXED_FRAC(FIXED_FRAC), .FIXED_BITS(FIXED_BITS)
    ) exact (
        .op(op), .once(once), .to_fixed(to_fixed), .a(a_word), .b(b_word), .a_bits(a_bits), .b_bits(b_bits),
        .a_apart(a_apart), .b_apart(b_apart), .a_huge(a_huge), .b_huge(b_huge), .a_few(a_few),
        .b_few(b_few), .integer_b(b[L-1:0]), .taken(exact_taken), .f(exact_f), .apart(exact_apart),
        .bits(exact_bits), .overflow(exact_over), .few(exact_few), .to_a(exact_to_a),
        .to_b(exact_to_b), .b_opposite(b_opposite), .less(less), .greater(greater)
    );
    wire logs, log_rounds, of_number, exact_log_over, no_log, log_to_a, log_to_b, log_opposite;
    wire [W-1:0] exact_log;
    rg_float_log #(.W(W)) log (
        .op(op), .a(a), .b(b), .b_negative(number_b[Q+X-1]), .taken(logs), .rounds(log_rounds), .of_number(of_number),
        .f(exact_log), .overflow(exact_log_over), .no_value(no_log), .to_a(log_to_a), .to_b(log_to_b),
        .b_opposite(log_opposite), .exchanges(exchanges_shares)
    );
    wire known = logs || multiplies || given || subtracts || negates || op == RG_OP_FADD || op == RG_OP_FMOV
              || op == RG_OP_FMIN || op == RG_OP_FMAX || op == RG_OP_FABS || op == RG_OP_ITOF;
    wire scale_taken, scale_over, scale_few, scales_a, scale_negative;
    wire signed [X-1:0] k;
    wire [W-1:0] scale_f;
    rg_float_scale #(.W(W), .P(P), .E(E), .X(X)) scale (
        .multiplies(multiplies), .divides(divides), .once(once), .a(a_word), .b(b_word), .a_bits(a_bits),
        .b_bits(b_bits),
        .a_apart(a_apart), .b_apart(b_apart), .a_constant(a_float), .b_constant(b_constant),
        .taken(scale_taken), .f(scale_f), .overflow(scale_over), .few(scale_few), .of_a(scales_a),
        .negative(scale_negative), .k(k)
    );
    wire function_apart, function_over, function_few;
    wire [W-1:0] function_f;
    wire [P+E-1:0] function_bits;
    rg_float_function #(
        .W(W), .FRAC(FRAC), .P(P), .E(E), .Q(Q), .N(N), .X(X), .CUTS(CUTS)
    ) rounds (
        .clk(clk), .multiplies(multiplies), .given(given), .shortens(given && !divides && !roots && !logs),
        .subtracts(subtracts), .of_log(log_rounds), .once(once),
        .a(number_a), .b(number_b),
        .product_negative(ab_negative), .product_exponent(ab_exponent), .product_digits(ab_digits),
        .f(function_f), .apart(function_apart), .bits(function_bits), .overflow(function_over),
        .few(function_few)
    );
    wire [W-1:0] rounded_log;
    wire rounded_log_over;
    rg_float_log_product #(.W(W)) with_rest (
        .divide(1'b0), .x(exact_log), .y({function_f[W-2:0], 1'b0}), .product(rounded_log), .overflow(rounded_log_over)
    );
    wire [W-1:0] log_f = log_rounds ? rounded_log : exact_log;
    wire log_over = log_rounds ? function_over || rounded_log_over : exact_log_over;
    wire rounds_now = log_rounds || (!logs && !exact_taken && !scale_taken);
    wire [W-1:0] f;
    wire [P+E-1:0] bits;
    wire apart, f_over, rounded, scaled, shares_a, shares_b;
    rg_float_hold #(.N(W+P+E+7), .HELD(CUTS)) value (
        .clk(clk),
        .next({logs ? log_f : exact_taken ? exact_f : scale_taken ? scale_f : function_f,
               exact_taken ? exact_bits : function_bits,
               logs ? 1'b0 : exact_taken ? exact_apart : !scale_taken && function_apart,
               logs ? log_over : exact_taken ? exact_over : scale_taken ? scale_over : function_over,
               logs ? 1'b0 : exact_taken ? exact_few : scale_taken ? scale_few : function_few,
               rounds_now, scale_taken && !exact_taken,
               logs ? log_to_a : exact_taken ? exact_to_a : !scale_taken || scales_a,
               logs ? log_to_b : exact_taken ? exact_to_b : !scale_taken || !scales_a}),
        .now({f, bits, apart, f_over, few, rounded, scaled, shares_a, shares_b})
    );

    wire target_over, other_word, not_zero;
    rg_float_target #(
        .W(W), .L(L), .P(P), .E(E), .FIXED_MOST(FIXED_BITS - 1 + FRAC - FIXED_FRAC)
    ) target (
        .minus(minus), .once(once), .exchanges_bits(exchanges_bits), .negates(negates), .logs(logs),
        .fixed(fixed_target), .d(d), .f(f),
        .apart(apart), .bits(bits), .next_d(next_d), .overflow(target_over), .other_word(other_word),
        .not_zero(not_zero)
    );

    // Gradients
    wire signed [X-1:0] bits_exponent = $signed({{(X-E){1'b0}}, bits[P-1 +: E]}) - BIAS;
    wire signed [X-1:0] target_scale = apart ? bits_exponent : {X{1'b0}};
    wire integer_b = op == RG_OP_ITOF || powers;
    wire gives_a = has_a && !a_float;
    wire gives_b = !b_constant && !integer_b;
    wire one_register = same && gives_a && gives_b;

    assign slope_a = multiplies ? number_b : ONE;
    assign slope_b = multiplies ? number_a : {subtracts, ONE[Q+X-2:0]};

    wire signed [X-1:0] exponent_k = scaled ? k : {X{1'b0}};
    wire [GW-1:0] share_a, share_b, to_a_now, to_b_now;
    wire over_a, over_b, few_a, few_b, over_a_now, over_b_now, few_a_now, few_b_now, gradient_over;
    rg_float_share #(.W(GW), .FRAC(GFRAC), .Q(Q), .X(X)) to_a (
        .given(active && gives_a && shares_a), .rounded(rounded), .opposite(scaled && scale_negative),
        .k(exponent_k), .scale(logs ? {X{1'b0}} : a_scale - target_scale), .g(gd), .product_negative(to_a_negative),
        .product_exponent(to_a_exponent), .product_digits(to_a_digits), .share(to_a_now),
        .overflow(over_a_now), .few(few_a_now)
    );
    rg_float_share #(.W(GW), .FRAC(GFRAC), .Q(Q), .X(X)) to_b (
        .given(active && gives_b && shares_b), .rounded(rounded),
        .opposite(scaled ? scale_negative : logs ? log_opposite : b_opposite), .k(exponent_k),
        .scale(logs && !of_number ? {X{1'b0}} : b_scale - target_scale),
        .g(gd), .product_negative(to_b_negative), .product_exponent(to_b_exponent),
        .product_digits(to_b_digits), .share(to_b_now), .overflow(over_b_now), .few(few_b_now)
    );
    rg_float_hold #(.N(2*GW+4), .HELD(CUTS)) shared (
        .clk(clk), .next({to_a_now, to_b_now, over_a_now, over_b_now, few_a_now, few_b_now}),
        .now({share_a, share_b, over_a, over_b, few_a, few_b})
    );
    rg_float_gradients #(.W(GW)) gradients (
        .minus(minus), .has_a(gives_a), .has_b(gives_b), .same(one_register), .ga(ga), .gb(gb),
        .to_a(share_a), .to_b(share_b), .next_ga(next_ga), .next_gb(next_gb), .overflow(gradient_over)
    );
    wire gradients_over = active && (over_a || over_b || gradient_over);

    assign next_gd  = -gd;
    assign write_ga = active && gives_a && !negates;
    assign write_gb = active && gives_b && !negates;
    assign gradient_few = {1'b0, few_a} + {1'b0, few_b};
    wire no_quotient = (divides && rounded && ~|number_b[Q-1 +: X])
                    || (op == RG_OP_FPOWI && ~|number_a[Q-1 +: X] && number_b[Q+X-1]);
    wire no_root     = roots && number_b[Q+X-1];
    wire no_value    = no_log || (given && refused);
    assign trap = !known ? RG_TRAP_ILLEGAL
                : no_quotient ? RG_TRAP_DIVZERO
                : no_root || no_value ? RG_TRAP_DOMAIN
                : negates ? (target_over ? RG_TRAP_OVERFLOW : RG_TRAP_NONE)
                : f_over ? RG_TRAP_OVERFLOW
                : other_word ? RG_TRAP_DIRTY
                : target_over || gradients_over ? RG_TRAP_OVERFLOW
                : not_zero ? RG_TRAP_DIRTY : RG_TRAP_NONE;

    wire held = d[W-1:L] == {1'b1, {(W-L-1){1'b0}}};
    wire b_held = b[W-1:L] == {1'b1, {(W-L-1){1'b0}}};
    wire b_as_it_is = integer_b || b_float || b_held;
    wire no_word = apart && rounded;                // f is a float word alone
    wire makes_int = op >= RG_OP_FLOOR && op <= RG_OP_TRUNC;
    wire turns = op == RG_OP_ROT || op == RG_OP_IROT; // rg_float_rotate does it
    wire of_b = turns || no_quotient || no_root || no_value || f_over || makes_int;
    wire shows_b = logs && of_number && no_value;
    assign shows_bits = shows_b || (!negates && !logs && (of_b || other_word));
    wire [P+E-1:0] greatest = {b[0], {(E-1){1'b1}}, 1'b0, {(P-1){1'b1}}};
    wire [P+E-1:0] shown_b = b_as_it_is ? b[P+E-1:0] : b_bits;
    assign shown_bits = of_log && f_over ? (|bits[P-1 +: E] ? bits : greatest) : of_b ? shown_b
                      : held ? d[P+E-1:0] : bits;
    assign shown_word = negates ? d : logs && (f_over || no_value) ? (of_number ? a : b)
                      : !(target_over || gradients_over) ? (minus ? next_d : d)
                      : no_word ? {W{1'b0}} : f;
endmodule

`default_nettype wire
