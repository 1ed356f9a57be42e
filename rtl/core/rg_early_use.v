// rg_early_use.v: what a word needs before its step, and what of that it writes, in any mode: the
// word alone says it, so that two words meet in the same clocks in both directions. Combinational.
`default_nettype none

module rg_early_use (
    input  wire [31:0] word,
    input  wire        imm_used, updates,         // as of rg_decode
    output wire        branches,                  // it needs registers D, A to find the next pc
    output wire        streamed,                  // a legal stream, which needs none of this
    output wire [12:0] use_bits,                  // in the order of rg_use.vh
    // with five stages: a function of one clock; a stream, which has their stages for itself, or the
    // word that changes the mode, by which they compute; one that reverses the direction where it returns
    output wire        early, alone, turns,
    // what it needs to find the next pc counts on the side of it where it splits alone; or on neither
    // side where br is not 0
    output wire        splits, links
);
`include "rg_isa.vh"
`include "rg_uops.vh"

    wire [6:0]  op    = word[31:25];
    wire [2:0]  umode = word[24:22];
    wire [4:0]  fmt   = op_format(op);
    wire [1:0]  kind  = op_kind(op);
    wire [3:0]  cls   = op_class(op);
    wire        two   = fmt == RG_FMT_U || fmt == RG_FMT_W;
    wire        sums  = fmt == RG_FMT_U || fmt == RG_FMT_U1;
    wire        wide  = fmt == RG_FMT_W;
    wire        derives  = (kind == RG_KIND_FIX || kind == RG_KIND_LOG) && umode != RG_MODE_XOR;
    wire        ancilla  = umode == RG_MODE_SET || umode == RG_MODE_UNSET;

    rg_streamed as_stream (.word(word), .streamed(streamed));

    // Functions of one clock (rg_function_now), and branches
    wire multiplies = op == RG_OP_MUL || op == RG_OP_FMUL || op == RG_OP_WMAC || op == RG_OP_WOUT;
    assign early    = (sums || wide || fmt == RG_FMT_WO) && !streamed
        && (multiplies || !has_micro_program({1'b0, op}));
    wire compares   = fmt == RG_FMT_BR;
    assign branches = cls == RG_CLASS_BRANCH || cls == RG_CLASS_LOOP;
    wire needs_d, needs_a, needs_b;               // values
    wire needs_gd;                                // the gradient of D, for a function that has gradients
    wire needs_w, needs_gw;
    assign needs_d  = branches && (compares || fmt == RG_FMT_BI || fmt == RG_FMT_R1);
    assign needs_a  = branches ? compares : early && two;
    assign needs_b  = early && (sums || wide) && !imm_used;
    assign needs_gd = early && sums && derives;
    assign needs_w  = early && fmt == RG_FMT_WO;
    assign needs_gw = early && wide;

    wire writes_d, writes_a, writes_w, writes_gw; // values, and W and its gradient
    wire gives_d, gives_a, gives_b;               // gradients
    // Of the instructions that are no updates
    wire pair       = fmt == RG_FMT_R2 || fmt == RG_FMT_R2X || fmt == RG_FMT_R3;
    wire changes    = op == RG_OP_EXCH || op == RG_OP_NEG || op == RG_OP_XGRAD;
    wire exchanges  = op == RG_OP_WXCH || fmt == RG_FMT_MD;
    assign writes_a = pair;
    assign writes_d = pair || changes || fmt == RG_FMT_RB || fmt == RG_FMT_RM || fmt == RG_FMT_MD
        || op == RG_OP_PORTAL || op == RG_OP_FOREND || (updates && fmt != RG_FMT_ST && !streamed);
    assign gives_d  = pair || changes || fmt == RG_FMT_MD || op == RG_OP_ALLOC || op == RG_OP_FREE
        || (updates && derives && !streamed && (fmt == RG_FMT_ST || ancilla));
    assign gives_a  = pair || fmt == RG_FMT_MD || (two && derives && !streamed);
    assign gives_b  = fmt == RG_FMT_R3 || fmt == RG_FMT_MD || ((sums || wide) && derives && !streamed && !imm_used);
    assign alone     = streamed || op == RG_OP_MODE;
    assign splits    = op >= RG_OP_BEQS && op <= RG_OP_BRAL;
    assign links     = branches && op != RG_OP_PORTAL;
    assign turns     = op == RG_OP_UNCALL || op == RG_OP_UNCALLX;
    assign writes_w  = wide || exchanges;
    assign writes_gw = exchanges || fmt == RG_FMT_WO;
    assign use_bits  = {needs_d, needs_a, needs_b, needs_gd, needs_w, needs_gw, writes_d, writes_a, gives_d, gives_a,
        gives_b, writes_w, writes_gw};
endmodule
`default_nettype wire
