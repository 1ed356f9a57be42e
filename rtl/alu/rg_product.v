// rg_product.v: the operations that need one product or its rounding, with a full-width multiplier:
// mul, fmul, wmac, wout, bit for bit as their micro-programs. Values take one clock; the two
// gradient products none more with GRAD_LANES, else two more. With HALVES, which needs GRAD_LANES, the
// products are formed in the clock of `next`, and rounded in the clock after it.
`default_nettype none

// start for one clock with operands stable until done. Where `known` is down the outputs mean
// nothing.
module rg_product #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter GRAD_LANES = 1,
    parameter HALVES = 0
) (
    input  wire              clk, rst_n,
    input  wire              start, next,
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
    localparam [2*XLEN-1:0] UNIT  = {{(2*XLEN-1){1'b0}}, 1'b1};
    localparam [2*XLEN-1:0] BELOW = (UNIT << ROUND) - UNIT;

    // round(p / 2^FRAC), ties to even, in XLEN bits, and above it whether it does not fit
    function [XLEN:0] scaled(input [2*XLEN-1:0] p);
        reg [2*XLEN-1:0] q;
        begin
            q = $signed(p) >>> FRAC;
            if (FRAC > 0 && p[ROUND] && ((p & BELOW) != {2*XLEN{1'b0}} || q[0])) q = q + UNIT;
            scaled = {q[2*XLEN-1:XLEN-1] != {(XLEN+1){q[XLEN-1]}}, q[XLEN-1:0]};
        end
    endfunction

    // Which product is formed, and which is rounded
    wire multiplies = op == RG_OP_FMUL || op == RG_OP_MUL || op == RG_OP_WMAC;
    wire [6:0] at_op;
    wire       at_grad, at_wrap;
    wire fixed      = at_op == RG_OP_FMUL;
    wire integer_op = at_op == RG_OP_MUL;
    wire adds       = at_op == RG_OP_WMAC;
    wire reads      = at_op == RG_OP_WOUT;
    wire shares     = at_grad && (fixed || adds);
    assign known = fixed || integer_op || adds || reads;

    wire [XLEN-1:0] m_left, m_right;  // operands of the multiplier that forms the value
    wire [2*XLEN-1:0] formed, m;
    rg_multiplier #(.WIDTH(XLEN)) multiplier (
        .on(multiplies), .a(m_left), .b(m_right), .p(formed)
    );
    reg  [XLEN:0] rounded;
    always @* begin
        rounded = {1'b0, ZERO};
        if (fixed || adds || reads) rounded = scaled(reads ? w : m);
    end

    // The value: as it comes, and as the results show it
    wire misfit = (fixed || reads) && rounded[XLEN];
    wire [XLEN-1:0] value = fixed || reads ? rounded[XLEN-1:0] : m[XLEN-1:0];
    wire v_misfit;
    wire [XLEN-1:0] v_value;
    wire [XLEN:0] g_a, g_b;           // the gradient products
    assign trap      = v_misfit && !(fixed && at_wrap) ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign value_ovf = v_misfit && fixed && at_wrap;
    wire plain       = trap == RG_TRAP_NONE;
    assign f         = plain ? v_value : ZERO;
    assign da        = plain && shares ? g_a[XLEN-1:0] : ZERO;
    assign db        = plain && shares ? g_b[XLEN-1:0] : ZERO;
    assign grad_ovf  = plain && shares ? {2'd0, g_a[XLEN]} + {2'd0, g_b[XLEN]} : 3'd0;

    generate
        if (GRAD_LANES != 0) begin : parallel
            wire has_shares = grad && (op == RG_OP_FMUL || op == RG_OP_WMAC);
            wire [2*XLEN-1:0] of_a, of_b;
            wire [2*XLEN-1:0] formed_a, formed_b;
            rg_multiplier #(.WIDTH(XLEN)) lane_a (.on(has_shares), .a(gy), .b(b), .p(formed_a));
            rg_multiplier #(.WIDTH(XLEN)) lane_b (.on(has_shares), .a(gy), .b(a), .p(formed_b));
            if (HALVES != 0) begin : later
                reg [6*XLEN+8:0] held;
                always @(posedge clk) if (next) held <= {op, grad, wrap, formed, formed_a, formed_b};
                assign {at_op, at_grad, at_wrap, m, of_a, of_b} = held;
            end else begin : at_once
                wire unused_next = next;
                assign {at_op, at_grad, at_wrap, m, of_a, of_b} = {op, grad, wrap, formed, formed_a, formed_b};
            end
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
            assign product  = m;
            assign done     = start;
        end else begin : shared
            // Value, gradient of A, gradient of B, one after the other.
            wire unused_next = next;
            assign {at_op, at_grad, at_wrap, m} = {op, grad, wrap, formed};
            reg              second, third, held_misfit;
            reg [XLEN-1:0]   held;
            reg [XLEN:0]     held_a;
            reg [2*XLEN-1:0] held_product;
            always @(posedge clk) begin
                second <= rst_n && start && shares;
                third  <= rst_n && second;
                if (start) begin
                    held <= value;  held_misfit <= misfit;  held_product <= m;
                end
                if (second) held_a <= rounded;
            end
            assign m_left   = second || third ? gy : a;
            assign m_right  = third ? a : b;
            assign g_a      = held_a;
            assign g_b      = rounded;
            assign v_misfit = shares ? held_misfit : misfit;
            assign v_value  = shares ? held : value;
            assign product  = shares ? held_product : m;
            assign done     = shares ? third : start;
        end
    endgenerate
endmodule
`default_nettype wire
