// rg_product.v: the operations that need one product or its rounding, with a full-width multiplier:
// mul, fmul, wmac, wout, bit for bit as their micro-programs. Values take one clock; the two
// gradient products none more with GRAD_LANES, else two more.
`default_nettype none

// start for one clock with operands stable until done. Where `known` is down the outputs mean
// nothing.
module rg_product #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter GRAD_LANES = 1
) (
    input  wire              clk, rst_n,
    input  wire              start,
    input  wire [6:0]        op,
    input  wire              grad, wrap,
    input  wire [XLEN-1:0]   a, b, gy,
    input  wire [2*XLEN-1:0] w,
    output wire              known,
    output wire              done,
    output wire [XLEN-1:0]   f, da, db,
    output wire [2*XLEN-1:0] product,
    output wire [3:0]        trap,
    output wire [2:0]        grad_ovf,
    output wire              value_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};
    localparam ROUND = FRAC > 0 ? FRAC - 1 : 0;
    localparam [127:0] BELOW = (128'd1 << ROUND) - 128'd1;

    function [63:0] extend(input [XLEN-1:0] v);
        extend = {{(65-XLEN){v[XLEN-1]}}, v[XLEN-2:0]};
    endfunction

    // round(p / 2^FRAC), ties to even, in XLEN bits, and above it whether it does not fit
    function [XLEN:0] scaled(input [127:0] p);
        reg [127:0] q;
        begin
            q = $signed(p) >>> FRAC;
            if (FRAC > 0 && p[ROUND] && ((p & BELOW) != 128'd0 || q[0])) q = q + 128'd1;
            scaled = {q[127:XLEN-1] != {(129-XLEN){q[XLEN-1]}}, q[XLEN-1:0]};
        end
    endfunction

    wire fixed      = op == RG_OP_FMUL;
    wire integer_op = op == RG_OP_MUL;
    wire adds       = op == RG_OP_WMAC;
    wire reads      = op == RG_OP_WOUT;
    wire shares     = grad && (fixed || adds);
    assign known = fixed || integer_op || adds || reads;

    wire [XLEN-1:0] m_left, m_right;  // operands of the multiplier that forms the value
    wire [127:0] m;
    rg_mul64 multiplier (.on(fixed || integer_op || adds), .a(extend(m_left)), .b(extend(m_right)), .p(m));
    reg  [XLEN:0] rounded;
    always @* begin
        rounded = {1'b0, ZERO};
        if (fixed || adds || reads) rounded = scaled(reads ? {{(129-2*XLEN){w[2*XLEN-1]}}, w[2*XLEN-2:0]} : m);
    end

    // The value: as it comes, and as the results show it
    wire misfit = (fixed || reads) && rounded[XLEN];
    wire [XLEN-1:0] value = fixed || reads ? rounded[XLEN-1:0] : m[XLEN-1:0];
    wire v_misfit;
    wire [XLEN-1:0] v_value;
    wire [XLEN:0] g_a, g_b;           // the gradient products
    assign trap      = v_misfit && !(fixed && wrap) ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign value_ovf = v_misfit && fixed && wrap;
    wire plain       = trap == RG_TRAP_NONE;
    assign f         = plain ? v_value : ZERO;
    assign da        = plain && shares ? g_a[XLEN-1:0] : ZERO;
    assign db        = plain && shares ? g_b[XLEN-1:0] : ZERO;
    assign grad_ovf  = plain && shares ? {2'd0, g_a[XLEN]} + {2'd0, g_b[XLEN]} : 3'd0;

    generate
        if (GRAD_LANES != 0) begin : parallel
            wire [127:0] of_a, of_b;
            rg_mul64 lane_a (.on(shares), .a(extend(gy)), .b(extend(b)), .p(of_a));
            rg_mul64 lane_b (.on(shares), .a(extend(gy)), .b(extend(a)), .p(of_b));
            reg [XLEN:0] scaled_a, scaled_b;
            always @* begin
                scaled_a = {1'b0, ZERO};
                scaled_b = {1'b0, ZERO};
                if (shares) begin
                    scaled_a = scaled(of_a);
                    scaled_b = scaled(of_b);
                end
            end
            assign g_a      = scaled_a;
            assign g_b      = scaled_b;
            assign m_left   = a;
            assign m_right  = b;
            assign v_misfit = misfit;
            assign v_value  = value;
            assign product  = m[2*XLEN-1:0];
            assign done     = start;
        end else begin : shared
            // Value, gradient of A, gradient of B, one after the other.
            reg              second, third, held_misfit;
            reg [XLEN-1:0]   held;
            reg [XLEN:0]     held_a;
            reg [2*XLEN-1:0] held_product;
            always @(posedge clk) begin
                second <= rst_n && start && shares;
                third  <= rst_n && second;
                if (start) begin
                    held <= value;  held_misfit <= misfit;  held_product <= m[2*XLEN-1:0];
                end
                if (second) held_a <= rounded;
            end
            assign m_left   = second || third ? gy : a;
            assign m_right  = third ? a : b;
            assign g_a      = held_a;
            assign g_b      = rounded;
            assign v_misfit = shares ? held_misfit : misfit;
            assign v_value  = shares ? held : value;
            assign product  = shares ? held_product : m[2*XLEN-1:0];
            assign done     = shares ? third : start;
        end
    endgenerate
endmodule
`default_nettype wire
