// rg_board_product.v: mul, fmul, wmac and wout a bit a clock, bit for bit as rg_product. A product
// takes XLEN clocks and the rounding one; with gradients there are three products, one after the other.
`default_nettype none

// start for one clock with operands stable until done.
module rg_board_product #(
    parameter XLEN = 16,
    parameter FRAC = 8
) (
    input  wire              clk, rst_n,
    input  wire              start,
    input  wire [6:0]        op,
    input  wire              grad, wrap,
    input  wire [XLEN-1:0]   a, b, gy,
    input  wire [2*XLEN-1:0] w,
    output wire              known,      // op is one of these
    output wire              done,
    output reg  [XLEN-1:0]   f, da, db,
    output reg  [2*XLEN-1:0] product,    // what WMAC adds
    output wire [3:0]        trap,
    output wire [2:0]        grad_ovf,
    output wire              value_ovf
);
`include "rg_isa.vh"

    localparam LOG2 = $clog2(XLEN);
    localparam [2*XLEN-1:0] BELOW = (1 << (FRAC - 1)) - 1;

    wire fixed = op == RG_OP_FMUL, adds = op == RG_OP_WMAC, reads = op == RG_OP_WOUT;
    wire shares = grad && (fixed || adds);
    assign known = fixed || adds || reads || op == RG_OP_MUL;

    // One product: the multiplier is shifted out below while the sum is shifted in above. The last bit
    // is the sign, and counts against the sum.
    reg [2*XLEN-1:0] p;
    reg [LOG2-1:0]   left;               // bits to go
    reg [1:0]        which;              // value, gradient of A, gradient of B
    reg              busy, rounds;
    wire [XLEN-1:0]  factor = which == 2'd0 ? a : gy;
    wire             last   = left == {LOG2{1'b0}};
    wire [XLEN:0]    high   = {p[2*XLEN-1], p[2*XLEN-1:XLEN]};
    wire [XLEN:0]    longer = {factor[XLEN-1], factor};
    wire [XLEN:0]    sum    = !p[0] ? high : last ? high - longer : high + longer;
    wire [2*XLEN-1:0] begun = {{XLEN{1'b0}}, which == 2'd0 ? a : b}; // of the product after `which`

    // round(p / 2^FRAC), ties to even, and whether it does not fit
    wire [2*XLEN-1:0] whole   = $signed(p) >>> FRAC;
    wire              up      = p[FRAC-1] && ((p & BELOW) != {2*XLEN{1'b0}} || whole[0]);
    wire [2*XLEN-1:0] rounded = whole + {{(2*XLEN-1){1'b0}}, up};
    wire              misfits = rounded[2*XLEN-1:XLEN-1] != {(XLEN+1){rounded[XLEN-1]}};

    reg  value_misfits, a_misfits, b_misfits;
    assign done      = !busy;
    assign trap      = value_misfits && !(fixed && wrap) ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign value_ovf = value_misfits && fixed && wrap;
    assign grad_ovf  = {2'd0, a_misfits} + {2'd0, b_misfits};

    always @(posedge clk) begin
        if (!rst_n) begin
            busy <= 1'b0;
        end else if (start && known) begin
            busy   <= 1'b1;
            rounds <= reads;
            which  <= 2'd0;
            left   <= {LOG2{1'b1}};
            p      <= reads ? w : {{XLEN{1'b0}}, b};
            {value_misfits, a_misfits, b_misfits} <= 3'd0;
            {da, db} <= {(2*XLEN){1'b0}};
        end else if (busy && !rounds) begin
            p      <= {sum, p[XLEN-1:1]};
            left   <= left - 1'b1;
            rounds <= last;
        end else if (busy) begin
            case (which)
                2'd0: begin
                    f       <= fixed || reads ? rounded[XLEN-1:0] : p[XLEN-1:0];
                    product <= p;
                    value_misfits <= misfits && (fixed || reads);
                end
                2'd1:    begin db <= rounded[XLEN-1:0];  b_misfits <= misfits; end
                default: begin da <= rounded[XLEN-1:0];  a_misfits <= misfits; end
            endcase
            busy   <= shares && which != 2'd2;
            which  <= which + 2'd1;
            rounds <= 1'b0;
            p      <= begun;
        end
    end
endmodule
`default_nettype wire
