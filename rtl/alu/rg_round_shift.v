// rg_round_shift.v: p / 2^n to nearest, ties to even, its low 64 bits, and whether they are not all. Combinational.
`default_nettype none

module rg_round_shift (
    input  wire [127:0] p,
    input  wire [6:0]   n,
    output wire [127:0] rounded,
    output wire [63:0]  q,
    output wire         overflow
);
    wire [255:0] wide = $signed({p, 128'd0}) >>> n;
    wire up = wide[127] & ((|wide[126:0]) | wide[128]);
    assign rounded = wide[255:128] + {127'd0, up};

    assign q = rounded[63:0];
    assign overflow = rounded[127:64] != {64{rounded[63]}};
endmodule

`default_nettype wire
