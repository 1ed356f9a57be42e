// rg_float_function.v: a sum, a product or a function of numbers, rounded once. What is written once is
// rounded to a float word, and that stays one where no wide word has all of its digits. All else is rounded
// to a wide word. Combinational; with CUTS a sum comes a clock later, as a product does.
`default_nettype none

module rg_float_function #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter P    = 53,
    parameter E    = 11,
    parameter Q    = 106,
    parameter N    = 128,
    parameter X    = 14,
    parameter CUTS = 0
) (
    input  wire                clk,
    input  wire                multiplies, subtracts,
    input  wire                given,            // the product is the value of a program
    input  wire                shortens,         // and that is within 2^-96: SURE digits of it are kept
    input  wire                of_log,           // it is a logarithm, in words of W - 1 bits
    input  wire                once,             // := and =:
    input  wire [Q+X-1:0]      a, b,
    input  wire                product_negative, // a b, from the multiplier
    input  wire signed [X+1:0] product_exponent,
    input  wire [2*Q-1:0]      product_digits,
    output wire [W-1:0]        f,
    output wire                apart,            // it is the float word `bits`
    output wire [P+E-1:0]      bits,
    output wire                overflow, few
);
    localparam ENOUGH = 30;                      // digits that are not few
    localparam SURE = Q < 88 ? Q : 88;
    localparam signed [X+1:0] PLACE = FRAC + 1 - W, ONE = 1;
    localparam signed [X+1:0] SHORTER = Q - FRAC; // a logarithm below 2^SHORTER ends in front of Q digits

    wire signed [X+1:0] cut_exponent;
    wire [N-1:0] cut_digits;
    rg_float_cut #(.M(2*Q), .N(N), .X(X + 2)) product (
        .exponent(product_exponent), .digits(product_digits),
        .new_exponent(cut_exponent), .new_digits(cut_digits)
    );
    wire sum_negative, new_negative;
    wire signed [X+1:0] sum_exponent, new_exponent;
    wire [N-1:0] sum_digits, new_digits;
    rg_float_sum #(.Q(Q), .X(X), .N(N)) sum (
        .a(a), .b(b), .subtract(subtracts),
        .negative(new_negative), .exponent(new_exponent), .digits(new_digits)
    );
    rg_float_hold #(.N(N+X+3), .HELD(CUTS)) summed (
        .clk(clk), .next({new_negative, new_exponent, new_digits}),
        .now({sum_negative, sum_exponent, sum_digits})
    );
    wire from_outside = multiplies || given;
    wire negative = from_outside ? product_negative : sum_negative;
    wire signed [X+1:0] exponent = from_outside ? cut_exponent : sum_exponent;
    wire [N-1:0] digits = from_outside ? cut_digits : sum_digits;

    wire over;
    wire split;
    rg_float_round #(.N(N), .P(P), .E(E), .X(X + 2)) round (
        .negative(negative), .exponent(exponent), .digits(digits), .bits(bits), .overflow(over)
    );
    wire huge;
    rg_float_apart #(.W(W), .FRAC(FRAC), .P(P), .E(E)) fits (.bits(bits), .apart(split), .huge(huge));
    assign apart = once && split;

    // A wide word gets all digits of a product, SURE digits of what is within 2^-96, and Q digits of all
    // else. A logarithm is rounded once: to Q digits, or at its last place if that stands in front of them.
    wire signed [X+1:0] before_exponent = given ? cut_exponent : sum_exponent;
    wire [N-1:0] before_digits = given ? cut_digits : sum_digits;
    wire signed [X+1:0] short_exponent, sure_exponent;
    wire [Q-1:0] short_digits;
    wire [SURE-1:0] sure_digits;
    rg_float_shorten #(.N(N), .Q(Q), .X(X + 2)) shorten (
        .exponent(before_exponent), .digits(before_digits), .new_exponent(short_exponent), .new_digits(short_digits)
    );
    rg_float_shorten #(.N(N), .Q(SURE), .X(X + 2)) surely (
        .exponent(before_exponent), .digits(before_digits), .new_exponent(sure_exponent), .new_digits(sure_digits)
    );
    wire all_digits = multiplies || (of_log && exponent < SHORTER);
    wire [N-1:0] kept = all_digits ? digits : shortens ? {sure_digits, {(N-SURE){1'b0}}}
        : {short_digits, {(N-Q){1'b0}}};
    wire signed [X+1:0] kept_exponent = all_digits ? exponent : shortens ? sure_exponent : short_exponent;
    wire [W+N-1:0] padded = {kept, {W{1'b0}}};
    wire [W-1:0] placed;
    wire [W-1:0] cut;
    wire lost;
    wire inexact;
    rg_wide_place #(.W(W), .K(X + 2)) place (
        .magnitude(padded[W+N-1 -: W]), .shift(of_log ? kept_exponent + PLACE - ONE : kept_exponent + PLACE),
        .placed(placed), .cut(cut), .lost(lost), .inexact(inexact)
    );
    wire least = negative && ~|placed[W-2:0];
    wire unfit = lost || (placed[W-1] && !least);
    wire least_log = negative && ~|placed[W-3:0];
    wire unfit_log = lost || placed[W-1] || (placed[W-2] && !least_log);

    assign f = (placed ^ {W{negative}}) + {{(W-1){1'b0}}, negative};
    assign overflow = of_log ? unfit_log : over || (!apart && unfit);
    assign few = !apart && inexact && ~|(cut >> (ENOUGH - 1));

    wire unused = &{1'b0, huge, padded[N-1:0]};
endmodule

`default_nettype wire
