// rg_shift64.v: a / 2^n for signed n, rounded to nearest (ties to even) or down; to the left for n
// < 0; 0 while `on` is down. Combinational.
`default_nettype none

// One rotation to the right serves both directions, since to the left by m is to the right by 64 - m.
// A mask tells the bits that stay from those that left the word. Those of them that decide are then in
// one place: what a shift to the right rounds by, or what does not fit.
module rg_shift64 (
    input  wire              on,
    input  wire [63:0]       a,
    input  wire signed [8:0] n,
    input  wire              round,
    output reg  [63:0]       d,
    output reg               overflow
);
    wire to_left = n[8];
    wire far = to_left ? n[7:6] != 2'd3 || n[5:0] == 6'd0 : n[7:6] != 2'd0; // by 64 or more
    reg [63:0]  turned, unused;
    reg [63:0]  low, lost;               // the bits below 64 - n; those that left, or what differs from the sign
    reg         up;

    always @* begin
        {unused, turned} = 128'd0;
        low      = 64'd0;
        lost     = 64'd0;
        up       = 1'b0;
        d        = 64'd0;
        overflow = 1'b0;
        if (on) begin
            {unused, turned} = {a, a} >> n[5:0];
            low    = far ? {64{to_left}} : ~64'd0 >> n[5:0];
            lost   = to_left ? (turned ^ {64{turned[63] & ~far}}) & low : turned & ~low;
            up     = round & ~to_left & (far ? a[63] : lost[63] & (lost[62:0] != 63'd0 | turned[0]));
            d      = to_left ? turned & ~low : (turned & low) | ({64{a[63]}} & ~low);
            d      = d + {63'd0, up};
            overflow = to_left & lost != 64'd0;
        end
    end
endmodule

`default_nettype wire
