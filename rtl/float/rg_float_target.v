// rg_float_target.v: the new value of the target of an update of Floats, and why it is none.
// Combinational.
// The highest L bits of the least words mark a register whose lowest bits are a float word. No sum
// reaches them. A float word is written over 0, and taken back by itself alone.
`default_nettype none

module rg_float_target #(
    parameter W = 256,
    parameter L = 64,
    parameter P = 53,
    parameter E = 11,
    parameter FIXED_MOST = 148    // magnitudes of a Fixed have so many bits at most
) (
    input  wire           minus,          // s = -1
    input  wire           once,           // := and =:
    input  wire           exchanges_bits, // ^=
    input  wire           negates,
    input  wire           logs,           // d and f are Logs
    input  wire           fixed,          // the target is a Fixed
    input  wire [W-1:0]   d,
    input  wire [W-1:0]   f,
    input  wire           apart,          // f is the float word `bits`
    input  wire [P+E-1:0] bits,
    output wire [W-1:0]   next_d,
    output wire           overflow,
    output wire           other_word,     // a float word stands where none may, or another one
    output wire           not_zero        // := or =: of a word that is not 0 before, or behind it
);
    localparam [L-1:0] MARK = {1'b1, {(L-1){1'b0}}};

    wire held = d[W-1:L] == {MARK[L-1], {(W-L-1){1'b0}}};
    wire [W-1:0] whole_f = apart ? {1'b1, {(W-1-P-E){1'b0}}, bits} : f;
    wire writes_once = !exchanges_bits && !logs && (apart || held);

    wire [W:0] sum = {d[W-1], d} + ({f[W-1], f} ^ {(W+1){minus}}) + {{W{1'b0}}, minus};
    wire [W-1:0] product;
    wire product_over;
    rg_float_log_product #(.W(W)) of_logs (
        .divide(minus), .x(d), .y(f), .product(product), .overflow(product_over)
    );
    wire [W-1:0] result = logs ? product : exchanges_bits ? d ^ f
                        : !writes_once ? sum[W-1:0] : minus ? {W{1'b0}} : whole_f;
    wire beyond = result[W-1 -: L] == MARK;
    wire d_beyond = d[W-1 -: L] == MARK;
    // Both, so that each sum that is made can be taken back.
    function beyond_fixed(input [W-1:0] x);
        beyond_fixed = x[W-1] ? !(&x[W-1:FIXED_MOST]) || ~|x[FIXED_MOST-1:0] : |x[W-1:FIXED_MOST];
    endfunction
    wire no_fixed = fixed && (beyond_fixed(d) || beyond_fixed(result));
    wire sum_over = logs ? product_over || beyond || d_beyond
                  : exchanges_bits ? beyond || d_beyond
                  : !writes_once && ((sum[W] ^ sum[W-1]) || beyond || no_fixed);

    wire [W-1:0] negated = held ? {d[W-1:P+E], !d[P+E-1], d[P+E-2:0]} : -d;
    wire negated_over = !held && negated[W-1 -: L] == MARK;

    assign next_d = negates ? negated : result;
    assign overflow = negates ? negated_over : sum_over;
    assign other_word = writes_once && !(once && apart && d == (minus ? whole_f : {W{1'b0}}));
    assign not_zero = once && (|(minus ? result : d));
endmodule

`default_nettype wire
