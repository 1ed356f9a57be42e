// rg_float_commit.v: the words that a step of a core with Float leaves, of what rg_float_plain and the
// unit of Floats say. Combinational.
`default_nettype none

module rg_float_commit (
    input  wire [6:0]   op,
    input  wire [4:0]   fmt,
    input  wire         grad, update, negates,
    input  wire [255:0] rd, ra, m,
    input  wire [511:0] gd, ga, gm, top,
    input  wire         dies_d, dies_m, born_d, born_m,   // the gradient of an ancilla
    input  wire         plain_write_gm,
    input  wire [63:0]  plain_d, plain_m,
    input  wire [255:0] unit_d,
    input  wire [511:0] unit_gd, unit_ga, unit_gb,
    input  wire         unit_write_ga, unit_write_gb,
    output wire         write_gd, write_ga, write_gb, write_gm, write_w, write_gw,
    output reg  [255:0] next_d,
    output wire [255:0] next_a, next_m,
    output reg  [511:0] next_gd, next_gm,
    output wire [511:0] next_ga
);
`include "rg_isa.vh"
    wire to_memory   = fmt == RG_FMT_ST;
    wire from_memory = fmt == RG_FMT_LD;
    wire swaps = op == RG_OP_SWAP, exchanges = op == RG_OP_EXCH, shows = op == RG_OP_XGRAD;
    // Whose gradient B's is: of a register, of the memory word, of the accumulator, or of D
    wire gives_b = update && unit_write_gb;

    always @* begin
        if (update || negates) next_d = unit_d;
        else if (swaps)        next_d = ra;
        else if (exchanges)    next_d = m;
        else if (shows)        next_d = gd[383:128];
        else                   next_d = {rd[255:64], plain_d};
    end
    assign next_a  = rd;
    assign next_m  = update ? unit_d : exchanges ? rd : {m[255:64], plain_m};
    assign write_w = update && fmt == RG_FMT_W;

    always @* begin
        if (dies_d)         next_gd = 512'd0;
        else if (born_d)    next_gd = top;
        else if (to_memory) next_gd = unit_gb;
        else if (negates)   next_gd = unit_gd;
        else if (swaps)     next_gd = ga;
        else if (exchanges) next_gd = gm;
        else if (shows)     next_gd = {{128{rd[255]}}, rd, 128'd0};
        else                next_gd = {gd[511:192], -gd[191:128], gd[127:0]}; // NEG of an Int
    end
    always @* begin
        if (dies_m)         next_gm = 512'd0;
        else if (born_m)    next_gm = top;
        else if (exchanges) next_gm = gd;
        else                next_gm = unit_gb;
    end
    assign next_ga  = swaps ? gd : unit_ga;
    assign write_gd = dies_d || born_d || (gives_b && to_memory)
                   || (grad && (swaps || exchanges || shows || op == RG_OP_NEG));
    assign write_ga = (grad && swaps) || (update && unit_write_ga);
    assign write_gb = gives_b && !to_memory && !from_memory && fmt != RG_FMT_WO;
    assign write_gm = plain_write_gm && (dies_m || born_m || exchanges || (gives_b && from_memory));
    assign write_gw = gives_b && fmt == RG_FMT_WO;
endmodule
`default_nettype wire
