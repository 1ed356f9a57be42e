// muldiv_pair.v: rg_muldiv and its inverse one after the other, from every value, ratio and bank of
// a small width: the inverse does not overflow and gives both back. One run from reset; the
// operands are those of the clock after it.
`default_nettype none

module muldiv_pair #(
    parameter XLEN = 3
) (
    input wire              clk, rst_n,
    input wire              inverse_in,
    input wire [XLEN-1:0]   v_in, n_in, d_in,
    input wire [2*XLEN-1:0] w_in,
    output wire             reach_done, reach_overflow
);
    reg              begun, started, inverse;
    reg [XLEN-1:0]   v, n, d;
    reg [2*XLEN-1:0] w;
    wire             there, back, over, over_back;
    wire [XLEN-1:0]  v2, v3;
    wire [2*XLEN-1:0] w2, w3;

    always @(posedge clk) begin
        begun   <= rst_n;
        started <= rst_n && begun;
        if (!begun) begin
            inverse <= inverse_in;  v <= v_in;  n <= n_in;  d <= d_in;  w <= w_in;
        end
    end

    rg_muldiv #(.XLEN(XLEN)) first (
        .clk(clk), .rst_n(rst_n), .start(begun && !started), .inverse(inverse), .v(v), .n(n), .d(d), .w(w),
        .done(there), .v2(v2), .w2(w2), .overflow(over)
    );
    rg_muldiv #(.XLEN(XLEN)) second (
        .clk(clk), .rst_n(rst_n), .start(there), .inverse(!inverse), .v(v2), .n(n), .d(d), .w(w2),
        .done(back), .v2(v3), .w2(w3), .overflow(over_back)
    );

    wire ratio = n != {XLEN{1'b0}} && d != {XLEN{1'b0}};
    assign reach_done     = back && ratio && !over && w != {(2*XLEN){1'b0}} && inverse;
    assign reach_overflow = there && ratio && over;
    always @* if (back && ratio && !over) assert (!over_back && v3 == v && w3 == w);
endmodule
`default_nettype wire
