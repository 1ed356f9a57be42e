// rg_grad.v: the new gradients of one step and what they cost: contributions, moves, drops,
// overflow count. Combinational.
`default_nettype none

module rg_grad #(
    parameter XLEN = 64
) (
    input  wire [6:0]      op,
    input  wire [4:0]      fmt,
    input  wire            grad,         // gradient mode
    input  wire            dir,
    input  wire            active,       // an update or rotation that carries gradients in this step
    input  wire            shares,       // MULDIV gives to the gradients of A and B
    input  wire            minus,        // s = -1
    input  wire            dies_d, dies_m, // the gradient of D, or of the memory word, becomes zero
    input  wire            born_d, born_m, // it came from the stack of kept gradients, and stands in gd, gm
    input  wire            bills,        // what becomes zero is dropped
    input  wire            b_is_reg,     // B names a register
    input  wire            a_is_b,       // A and B name the same register
    input  wire [XLEN-1:0] rd,           // value of D, for XGRAD
    input  wire [XLEN-1:0] gd, ga, gb, gm, // gradients of D, A, B and the memory word, before the step
    input  wire [2*XLEN-1:0] gw,         // gradient of the accumulator
    input  wire [XLEN-1:0] da, db,       // rounded products g * partial
    input  wire [XLEN-1:0] gy2, ga2,     // rotated gradients
    input  wire [2:0]      product_overflows,
    output reg             write_gd, write_ga, write_gb, write_gm,
    output reg  [XLEN-1:0] next_gd, next_ga, next_gb, next_gm,
    output reg             drops_memory, // the gradient of the memory word is dropped
    output reg             billed,       // a gradient that was not 0 is dropped
    output wire [3:0]      overflows     // e of docs/reference/isa.md
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    // One accumulation g - s c: the wrapped sum, and whether it overflowed.
    function [XLEN:0] accumulate(input [XLEN-1:0] g, input [XLEN-1:0] c, input subtract);
        reg [XLEN-1:0] sum;
        begin
            sum = subtract ? g - c : g + c;
            accumulate = {(g[XLEN-1] ^ c[XLEN-1]) == subtract && sum[XLEN-1] != g[XLEN-1], sum};
        end
    endfunction

    // Two contributions to one register are added in reverse order where s = -1: the same sums are
    // passed again, so the overflow count runs down exactly.
    wire [XLEN-1:0] first  = minus ? db : da;
    wire [XLEN-1:0] second = minus ? da : db;
    wire          inverse = (op == RG_OP_IROT) ^ dir;
    // Without gradients in this step the sums are 0: they neither switch nor cost a simulator time.
    localparam [XLEN:0] NONE = {1'b0, ZERO};
    reg  [XLEN:0] to_a, to_b, both_1, both_2, to_m, to_d, to_angle;
    always @* begin
        {to_a, to_b, both_1, both_2, to_m, to_d, to_angle} = {NONE, NONE, NONE, NONE, NONE, NONE, NONE};
        if (active) begin
            to_a     = accumulate(ga, da, !minus);
            to_b     = accumulate(gb, db, !minus);
            both_1   = accumulate(ga, first, !minus);
            both_2   = accumulate(both_1[XLEN-1:0], second, !minus);
            to_m     = accumulate(gm, gd, !minus);
            to_d     = accumulate(gd, gm, !minus);
            to_angle = accumulate(gb, db, !inverse);
        end
    end

    wire          reads_a = fmt == RG_FMT_U || fmt == RG_FMT_W;

    reg sum_over_1, sum_over_2, product_used;
    assign overflows = (product_used ? {1'b0, product_overflows} : 4'd0) + {3'd0, sum_over_1} + {3'd0, sum_over_2};

    always @* begin
        write_gd = 1'b0;  next_gd = gd;
        write_ga = 1'b0;  next_ga = ga;
        write_gb = 1'b0;  next_gb = gb;
        write_gm = 1'b0;  next_gm = gm;
        drops_memory = 1'b0;
        billed       = 1'b0;
        sum_over_1   = 1'b0;
        sum_over_2   = 1'b0;
        product_used = 1'b0;
        if (active) begin
            case (fmt)
                RG_FMT_U, RG_FMT_U1, RG_FMT_W: begin
                    product_used = 1'b1;
                    if (reads_a && b_is_reg && a_is_b) begin
                        write_ga = 1'b1;
                        next_ga  = both_2[XLEN-1:0];
                        sum_over_1 = both_1[XLEN];
                        sum_over_2 = both_2[XLEN];
                    end else begin
                        if (reads_a) begin
                            write_ga = 1'b1;
                            next_ga  = to_a[XLEN-1:0];
                            sum_over_1 = to_a[XLEN];
                        end
                        if (b_is_reg) begin
                            write_gb = 1'b1;
                            next_gb  = to_b[XLEN-1:0];
                            sum_over_2 = to_b[XLEN];
                        end
                    end
                end
                RG_FMT_LD: begin
                    write_gm = 1'b1;
                    next_gm  = to_m[XLEN-1:0];
                    sum_over_1 = to_m[XLEN];
                end
                RG_FMT_ST: begin
                    write_gd = 1'b1;
                    next_gd  = to_d[XLEN-1:0];
                    sum_over_1 = to_d[XLEN];
                end
                RG_FMT_R3: begin
                    product_used = 1'b1;
                    write_gd = 1'b1;  next_gd = gy2;
                    write_ga = 1'b1;  next_ga = ga2;
                    write_gb = 1'b1;  next_gb = to_angle[XLEN-1:0];
                    sum_over_1 = to_angle[XLEN];
                end
                RG_FMT_R2X: begin
                    product_used = 1'b1;
                    write_gd = 1'b1;  next_gd = gy2;
                    write_ga = 1'b1;  next_ga = ga2;
                end
                RG_FMT_MD: begin
                    write_gd = 1'b1;  next_gd = gy2;
                    product_used = shares;
                    write_ga     = shares;  next_ga = to_a[XLEN-1:0];
                    write_gb     = shares;  next_gb = to_b[XLEN-1:0];
                    sum_over_1   = shares && to_a[XLEN];
                    sum_over_2   = shares && to_b[XLEN];
                end
                default: ;
            endcase
        end else if (grad) begin
            case (op)
                RG_OP_SWAP: begin
                    write_gd = 1'b1;  next_gd = ga;
                    write_ga = 1'b1;  next_ga = gd;
                end
                RG_OP_WXCH: begin
                    write_gd = 1'b1;  next_gd = gw[XLEN-1:0];
                    write_ga = 1'b1;  next_ga = gw[2*XLEN-1:XLEN];
                end
                RG_OP_EXCH: begin
                    write_gd = 1'b1;  next_gd = gm;
                    write_gm = 1'b1;  next_gm = gd;
                end
                RG_OP_NEG:   begin write_gd = 1'b1;  next_gd = -gd; end
                RG_OP_XGRAD: begin write_gd = 1'b1;  next_gd = rd; end
                default: ;
            endcase
        end
        if (dies_d || born_d) write_gd = 1'b1;
        if (dies_m || born_m) write_gm = 1'b1;
        if (dies_d) next_gd = ZERO;
        if (dies_m) next_gm = ZERO;
        drops_memory = dies_m || born_m;
        billed = bills && ((dies_d && gd != ZERO) || (dies_m && gm != ZERO));
    end
endmodule
`default_nettype wire
