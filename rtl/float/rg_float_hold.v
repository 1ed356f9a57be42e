// rg_float_hold.v: a register between two stages, or with HELD = 0 none.
`default_nettype none

module rg_float_hold #(
    parameter N    = 1,
    parameter HELD = 0
) (
    input  wire         clk,
    input  wire [N-1:0] next,
    output wire [N-1:0] now
);
    generate if (HELD != 0) begin : holds
        reg [N-1:0] kept;
        always @(posedge clk) kept <= next;
        assign now = kept;
    end else begin : passes
        wire unused = &{1'b0, clk};
        assign now = next;
    end endgenerate
endmodule

`default_nettype wire
