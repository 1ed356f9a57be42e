// rg_float_integer.v: a number as an Int, by floor, ceil, round or trunc. Combinational.
// A number that no wide word has all digits of is huge, or closer to 0 than any other.
`default_nettype none

module rg_float_integer #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter L    = 64             // bits of an Int
) (
    input  wire [6:0]   op,
    input  wire [W-1:0] b,          // as a wide word
    input  wire         apart, huge, negative,
    output wire [L-1:0] f,
    output wire         overflow    // the Int has no room for it
);
`include "rg_isa.vh"
    localparam [W-1:0] LEAST = {{(W-1){1'b0}}, 1'b1};

    wire [W-1:0] word = !apart ? b : negative ? {W{1'b1}} : LEAST;
    wire half = word[FRAC-1], rest = |word[FRAC-2:0];
    reg up;                         // above the greatest Int that is not greater
    always @* begin
        case (op)
            RG_OP_CEIL:  up = half || rest;
            RG_OP_ROUND: up = half && (rest || word[FRAC]);
            RG_OP_TRUNC: up = word[W-1] && (half || rest);
            default:     up = 1'b0;
        endcase
    end
    wire [W-FRAC:0] whole = {word[W-1], word[W-1:FRAC]} + {{(W-FRAC){1'b0}}, up};
    wire [W-FRAC+L:0] extended = {{L{whole[W-FRAC]}}, whole};
    wire [W-FRAC+1:0] above = extended[W-FRAC+L:L-1];
    assign f = extended[L-1:0];
    assign overflow = huge || ((|above) && !(&above));
endmodule

`default_nettype wire
