// rg_mul64.v: signed 64 x 64 product from four 32 x 32 unsigned ones. It is 0 while `on` is down.
// So an idle unit neither switches what is behind it nor costs a simulator time. Combinational.
`default_nettype none

module rg_mul64 (
    input  wire         on,
    input  wire [63:0]  a, b,
    output reg  [127:0] p
);
    reg [63:0] ll, lh, hl, hh, correction;
    always @* begin
        {ll, lh, hl, hh, correction} = 320'd0;
        p = 128'd0;
        if (on) begin
            ll = {32'd0, a[31:0]} * {32'd0, b[31:0]};
            lh = {32'd0, a[31:0]} * {32'd0, b[63:32]};
            hl = {32'd0, a[63:32]} * {32'd0, b[31:0]};
            hh = {32'd0, a[63:32]} * {32'd0, b[63:32]};
            correction = (a[63] ? b : 64'd0) + (b[63] ? a : 64'd0);
            p = {hh, ll} + {32'd0, lh, 32'd0} + {32'd0, hl, 32'd0} - {correction, 64'd0};
        end
    end
endmodule

`default_nettype wire
