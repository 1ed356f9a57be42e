// rg_bank.v: MULDIV: one pass of multiply-divide for the value with its bank and, in gradient mode,
// the opposite one for the gradient with the bank's gradient.
`default_nettype none

// start for one clock with operands stable until done; done for one clock, outputs hold until the
// next start.
module rg_bank #(
    parameter XLEN = 64,
    parameter DIGITS = 1
) (
    input  wire              clk, rst_n,
    input  wire              start,
    input  wire              grad, inverse,
    input  wire [XLEN-1:0]   y, a, b, gy,
    input  wire [2*XLEN-1:0] w, gw,
    output wire              done,
    output wire [XLEN-1:0]   y2, gy2,
    output wire [2*XLEN-1:0] w2, gw2,
    output wire [3:0]        trap
);
`include "rg_isa.vh"

    wire pass_done, pass_over;
    wire [XLEN-1:0]   pass_v;
    wire [2*XLEN-1:0] pass_w;
    reg  second, overflow, zero;
    reg  [XLEN-1:0]   value;
    reg  [2*XLEN-1:0] accumulator;
    wire again = pass_done && grad && !second;
    wire of_gradient = !start && (second || again); // which pass starts, or is under way

    rg_muldiv #(.XLEN(XLEN), .DIGITS(DIGITS)) pass (
        .clk(clk), .rst_n(rst_n), .start(start || again), .inverse(inverse ^ of_gradient), .v(of_gradient ? gy : y),
        .n(a), .d(b),
        .w(of_gradient ? gw : w), .done(pass_done), .v2(pass_v), .w2(pass_w), .overflow(pass_over)
    );

    always @(posedge clk) begin
        if (!rst_n || start) second <= 1'b0;
        else if (again) second <= 1'b1;
        if (start) zero <= a == {XLEN{1'b0}} || b == {XLEN{1'b0}};
        if (again) begin
            value       <= pass_v;
            accumulator <= pass_w;
            overflow    <= pass_over;
        end
    end

    assign done = pass_done && (second || !grad);
    assign y2   = second ? value : pass_v;
    assign w2   = second ? accumulator : pass_w;
    assign gy2  = pass_v;
    assign gw2  = pass_w;
    assign trap = zero ? RG_TRAP_DOMAIN : pass_over || (second && overflow) ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
endmodule
`default_nettype wire
