// rg_shift64.v: a / 2^n for signed n, rounded to nearest (ties to even) or down; to the left for n
// < 0; 0 while `on` is down. Combinational.
`default_nettype none

module rg_shift64 (
    input  wire              on,
    input  wire [63:0]       a,
    input  wire signed [8:0] n,
    input  wire              round,
    output reg  [63:0]       d,
    output reg               overflow
);
    wire [8:0] left = 9'd0 - n;
    wire [6:0] right = n > 9'sd64 ? 7'd65 : n[6:0];
    reg [128:0] wide;
    reg         up;
    wire [63:0] raised = a << left[5:0];
    wire [63:0] lowered = $signed(raised) >>> left[5:0];

    always @* begin
        wide = 129'd0;
        up   = 1'b0;
        if (!on) begin
            d = 64'd0;
            overflow = 1'b0;
        end else if (!n[8]) begin
            wide = $signed({a, 65'd0}) >>> right;
            up = round & wide[64] & ((|wide[63:0]) | wide[65]);
            d = wide[128:65] + {63'd0, up};
            overflow = 1'b0;
        end else if (left[8:6] != 3'd0) begin
            d = 64'd0;
            overflow = a != 64'd0;
        end else begin
            d = raised;
            overflow = lowered != a;
        end
    end
endmodule

`default_nettype wire
