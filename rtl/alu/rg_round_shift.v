// rg_round_shift.v: p / 2^n to nearest, ties to even, its low 64 bits, and whether they are not
// all; 0 while `on` is down. Combinational.
`default_nettype none

module rg_round_shift (
    input  wire         on,
    input  wire [127:0] p,
    input  wire [6:0]   n,
    output reg  [127:0] rounded,
    output wire [63:0]  q,
    output wire         overflow
);
    reg [255:0] wide;
    reg         up;
    always @* begin
        wide    = 256'd0;
        up      = 1'b0;
        rounded = 128'd0;
        if (on) begin
            wide    = $signed({p, 128'd0}) >>> n;
            up      = wide[127] & ((|wide[126:0]) | wide[128]);
            rounded = wide[255:128] + {127'd0, up};
        end
    end

    assign q = rounded[63:0];
    assign overflow = rounded[127:64] != {64{rounded[63]}};
endmodule

`default_nettype wire
