// rg_float_commit.v: the words that a step of a core with Float leaves, of what rg_float_plain and the
// unit of Floats say. Combinational.
`default_nettype none

module rg_float_commit (
    input  wire [6:0]   op,
    input  wire [4:0]   fmt,
    input  wire         grad, update, negates, turns,
    input  wire [255:0] rd, ra, m,
    input  wire [511:0] gd, ga, gm, top,
    input  wire [255:0] w, w2,                            // the accumulator
    input  wire [511:0] gw, gw2,
    input  wire         dies_d, dies_m, born_d, born_m,   // the gradient of an ancilla
    input  wire         plain_write_gm,
    input  wire [63:0]  plain_d, plain_m,
    input  wire [255:0] unit_d, unit_a,
    input  wire [511:0] unit_gd, unit_ga, unit_gb,
    input  wire         unit_write_ga, unit_write_gb,
    output wire         write_gd, write_ga, write_gb, write_gm, write_w, write_gw, write_w2, write_gw2,
    output reg  [255:0] next_d,
    output wire [255:0] next_a, next_m, next_w, next_w2,
    output reg  [511:0] next_gd, next_gm,
    output wire [511:0] next_ga, next_gw, next_gw2
);
`include "rg_isa.vh"
    wire to_memory   = fmt == RG_FMT_ST;
    wire from_memory = fmt == RG_FMT_LD;
    wire swaps = op == RG_OP_SWAP, exchanges = op == RG_OP_EXCH, shows = op == RG_OP_XGRAD;
    wire exchanges_w = op == RG_OP_WXCH;
    // Whose gradient B's is: of a register, of the memory word, of the accumulator, or of D
    wire gives_b = (update || turns) && unit_write_gb;

    always @* begin
        if (update || negates || turns) next_d = unit_d;
        else if (swaps)        next_d = ra;
        else if (exchanges)    next_d = m;
        else if (exchanges_w)  next_d = w;
        else if (shows)        next_d = gd[383:128];
        else                   next_d = {rd[255:64], plain_d};
    end
    assign next_a  = turns ? unit_a : exchanges_w ? w2 : rd;
    assign next_m  = update ? unit_d : exchanges ? rd : {m[255:64], plain_m};
    assign next_w  = exchanges_w ? rd : unit_d;
    assign next_w2 = ra;
    assign write_w = exchanges_w || (update && fmt == RG_FMT_W);
    assign write_w2 = exchanges_w;

    always @* begin
        if (dies_d)         next_gd = 512'd0;
        else if (born_d)    next_gd = top;
        else if (to_memory) next_gd = unit_gb;
        else if (negates || turns) next_gd = unit_gd;
        else if (swaps)     next_gd = ga;
        else if (exchanges) next_gd = gm;
        else if (exchanges_w) next_gd = gw;
        else if (shows)     next_gd = {{128{rd[255]}}, rd, 128'd0};
        else                next_gd = {gd[511:192], -gd[191:128], gd[127:0]}; // NEG of an Int
    end
    always @* begin
        if (dies_m)         next_gm = 512'd0;
        else if (born_m)    next_gm = top;
        else if (exchanges) next_gm = gd;
        else                next_gm = unit_gb;
    end
    assign next_ga  = swaps ? gd : exchanges_w ? gw2 : unit_ga;
    assign next_gw  = exchanges_w ? gd : unit_gb;
    assign next_gw2 = ga;
    assign write_gd = dies_d || born_d || (gives_b && to_memory)
                   || (grad && (swaps || exchanges || exchanges_w || shows || turns || op == RG_OP_NEG));
    assign write_ga = (grad && (swaps || exchanges_w)) || ((update || turns) && unit_write_ga);
    assign write_gb = gives_b && !to_memory && !from_memory && fmt != RG_FMT_WO;
    assign write_gm = plain_write_gm && (dies_m || born_m || exchanges || (gives_b && from_memory));
    assign write_gw = (grad && exchanges_w) || (gives_b && fmt == RG_FMT_WO);
    assign write_gw2 = grad && exchanges_w;
endmodule
`default_nettype wire
