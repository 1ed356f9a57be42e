// cut_spec.v: what the step in reversible gates must do. Both modules have the lines that a step
// reads and changes; `spec` makes them by rg_step, `circuit` by the net of gate-step, cut at its
// registers, its memory and its unit.
//
// What the unit gives is free, as in the proofs of rg_step. Behind the commit it takes the same from
// its lines. Where new words replaced operands, it takes these operands: the contract that
// tests/property/test_unit_contract.c tests.
`default_nettype none

`define RESULTS (8 * XLEN + 8)
// Register words of A and B are those of D or A where the fields name the same one.
`define STEP_PORTS \
    input  wire [31:0] word, \
    input  wire        fault, dir, \
    input  wire [23:0] pc, br, \
    input  wire [1:0]  mode, \
    input  wire        keep, undo, blocked, \
    input  wire [XLEN-1:0] top, \
    input  wire [XLEN-1:0] rd, other_a, other_b, gd, other_ga, other_gb, m, gm, \
    input  wire [2*XLEN-1:0] wide, gwide, \
    input  wire [63:0] gradovf, valovf, \
    input  wire [`RESULTS-1:0] unit, \
    output wire [3:0]  trap, \
    output wire        halted, next_dir, billed, clean, \
    output wire [23:0] next_pc, next_br, \
    output wire [2:0]  next_mode, \
    output wire [XLEN-1:0] next_d, next_a, next_b, next_gd, next_ga, next_gb, next_m, next_gm, next_top, copied, \
    output wire [2*XLEN-1:0] next_w, next_gw, \
    output wire [63:0] next_gradovf, next_valovf

// What the word reads, and the words of its registers.
`define OPERANDS \
    wire [XLEN-1:0] enters_top = keep && undo && !blocked ? top : {XLEN{1'b0}}; \
    wire [6:0] op = word[31:25]; \
    wire [4:0] fmt = op_format(op); \
    wire has_b = fmt == RG_FMT_U || fmt == RG_FMT_U1 || fmt == RG_FMT_LD || fmt == RG_FMT_ST || fmt == RG_FMT_X \
              || fmt == RG_FMT_M || fmt == RG_FMT_RB || fmt == RG_FMT_AS || fmt == RG_FMT_W; \
    wire three = fmt == RG_FMT_R3 || fmt == RG_FMT_MD; \
    wire reads_d = !(fmt == RG_FMT_NONE || fmt == RG_FMT_M || fmt == RG_FMT_I || fmt == RG_FMT_N || fmt == RG_FMT_J \
                  || fmt == RG_FMT_W) && !too_wide; \
    wire reads_a = (fmt == RG_FMT_U || fmt == RG_FMT_LD || fmt == RG_FMT_ST || fmt == RG_FMT_X || fmt == RG_FMT_M \
                 || fmt == RG_FMT_R2 || fmt == RG_FMT_BR || fmt == RG_FMT_W || fmt == RG_FMT_R2X || three); \
    wire reads_b = three || (has_b && !word[11]); \
    wire too_wide = XLEN <= 32 && (op == RG_OP_LI2 || op == RG_OP_LI3); \
    wire a_is_d = word[16:12] == word[21:17], b_is_d = word[4:0] == word[21:17], a_is_b = word[16:12] == word[4:0]; \
    wire [XLEN-1:0] ra = a_is_d ? rd : other_a, ga = a_is_d ? gd : other_ga; \
    wire [XLEN-1:0] rb = b_is_d ? rd : a_is_b ? other_a : other_b; \
    wire [XLEN-1:0] gb = b_is_d ? gd : a_is_b ? other_ga : other_gb; \
    wire own_a = reads_a && !(a_is_d && reads_d); \
    wire own_b = reads_b && !(b_is_d && reads_d) && !(a_is_b && reads_a); \
    wire turns = fmt == RG_FMT_R3 || fmt == RG_FMT_R2X; \
    wire gives = fmt == RG_FMT_U || fmt == RG_FMT_U1 || fmt == RG_FMT_W || turns || fmt == RG_FMT_MD; \
    wire uses_unit = gives || fmt == RG_FMT_WO || fmt == RG_FMT_RM; \
    wire with_gradients = mode[0] && gives && op_kind(op) != RG_KIND_INT \
                       && !((fmt == RG_FMT_U || fmt == RG_FMT_U1) && word[24:22] == RG_MODE_XOR); \
    wire [`RESULTS-1:0] given = {with_gradients ? unit[8*XLEN+5 +: 3] : 3'd0, \
                                 uses_unit ? unit[8*XLEN+4:0] : {(8*XLEN+5){1'b0}}}

module spec #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter DMEM_LOG2 = 16
) (
    `STEP_PORTS
);
`include "rg_isa.vh"
    `OPERANDS;
    wire [XLEN-1:0] f = given[0 +: XLEN];
    wire [3:0]  cause;
    wire        halt, sets_d, sets_a, sets_m, sets_gd, sets_ga, sets_gb, sets_gm, sets_w, sets_gw, bills, out_valid;
    wire        pushes, pops, going;
    wire [23:0] to_pc, to_br;
    wire        to_dir;
    wire [2:0]  to_mode;
    wire [XLEN-1:0] to_d, to_a, to_m, to_gd, to_ga, to_gb, to_gm, out_word, pushed;
    wire [2*XLEN-1:0] to_w, to_gw;
    wire [6:0]  grad_overflows;
    wire [1:0]  value_overflows;
    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .TANGENTS(0)) step (
        .decoded({(XLEN+41){1'b0}}),
        .word(word), .fetch_fault(fault), .pc(pc), .br(br), .dir(dir), .mode({1'b0, mode}),
        .rd(rd), .ra(ra), .rb(rb), .gd(gd), .ga(ga), .gb(gb), .m(m), .gm(gm),
        .td(ZERO), .ta(ZERO), .tb(ZERO), .tm(ZERO), .ud(ZERO), .ua(ZERO), .ub(ZERO), .um(ZERO),
        .w(wide), .gw(gwide), .keep(keep), .undo(undo), .kept_full(blocked && !undo),
        .kept_empty(blocked && undo), .kept_top(top), .kept_count(ZERO), .tw({2*XLEN{1'b0}}), .tgw({2*XLEN{1'b0}}),
        .f(f), .da(given[6*XLEN +: XLEN]), .db(given[7*XLEN +: XLEN]), .y2(f), .a2(given[XLEN +: XLEN]),
        .gy2(given[3*XLEN +: XLEN]), .ga2(given[4*XLEN +: XLEN]), .product(given[0 +: 2*XLEN]),
        .w2(given[XLEN +: 2*XLEN]), .gw2(given[4*XLEN +: 2*XLEN]), .exec_trap(given[8*XLEN +: 4]),
        .exec_grad_ovf(given[8*XLEN+5 +: 3]), .exec_value_ovf(given[8*XLEN+4]),
        .pa(ZERO), .qb(ZERO), .pu(ZERO), .qu(ZERO), .ha(ZERO), .hb(ZERO), .td2(ZERO), .ta2(ZERO), .ud2(ZERO),
        .ua2(ZERO), .ub_part(ZERO), .exec_tan_ovf(6'd0),
        .trap(cause), .halt(halt), .next_pc(to_pc), .next_br(to_br), .next_dir(to_dir), .next_mode(to_mode),
        .write_d(sets_d), .write_a(sets_a), .write_m(sets_m), .next_d(to_d), .next_a(to_a), .next_m(to_m),
        .write_gd(sets_gd), .write_ga(sets_ga), .write_gb(sets_gb), .write_gm(sets_gm),
        .next_gd(to_gd), .next_ga(to_ga), .next_gb(to_gb), .next_gm(to_gm),
        .write_w(sets_w), .write_gw(sets_gw), .next_w(to_w), .next_gw(to_gw),
        .out_valid(out_valid), .out_word(out_word), .billed(bills), .keep_push(pushes),
        .keep_pop(pops), .keep_word(pushed),
        .grad_overflows(grad_overflows), .value_overflows(value_overflows)
    );

    assign going     = cause == RG_TRAP_NONE && !halt;
    assign trap      = cause;
    assign halted    = halt;
    assign next_pc   = going ? to_pc : pc;
    assign next_br   = going ? to_br : br;
    assign next_dir  = going ? to_dir : dir;
    assign next_mode = going ? to_mode : {1'b0, mode};
    assign next_d    = going && sets_d ? to_d : rd;
    assign next_a    = !own_a ? ZERO : going && sets_a ? to_a : ra;
    assign next_b    = !own_b ? ZERO : rb;
    assign next_gd   = going && sets_gd ? to_gd : gd;
    assign next_ga   = !own_a ? ZERO : going && sets_ga ? to_ga : ga;
    assign next_gb   = !own_b ? ZERO : going && sets_gb ? to_gb : gb;
    assign next_m    = going && sets_m ? to_m : m;
    assign next_gm   = going && sets_gm ? to_gm : gm;
    assign next_w    = going && sets_w ? to_w : wide;
    assign next_gw   = going && sets_gw ? to_gw : gwide;
    assign next_top  = going && pops ? ZERO : going && pushes ? pushed : enters_top;
    assign copied    = going && out_valid ? out_word : ZERO;
    assign billed    = going && bills;
    assign next_gradovf = !going ? gradovf : dir ? gradovf - grad_overflows : gradovf + grad_overflows;
    assign next_valovf  = !going ? valovf : dir ? valovf - value_overflows : valovf + value_overflows;
    assign clean = 1'b1;
endmodule

module circuit #(
    parameter XLEN = 64,
    parameter ANCILLAS = 1
) (
    `STEP_PORTS
);
`include "rg_isa.vh"
    `OPERANDS;
    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};
    wire [XLEN-1:0] enters_d = reads_d ? rd : ZERO, enters_gd = reads_d ? gd : ZERO;
    wire [XLEN-1:0] enters_a = own_a ? ra : ZERO, enters_ga = own_a ? ga : ZERO;
    wire [XLEN-1:0] enters_b = own_b ? rb : ZERO, enters_gb = own_b ? gb : ZERO;
    wire [XLEN-1:0] d, a, b, d_g, a_g, b_g, kept;
    wire [3*XLEN+2:0] memory_lines;
    wire [`RESULTS-1:0] results;
    wire [ANCILLAS-1:0] ancilla;
    wire [64*XLEN-1:0] registers;
    wire inverse;

    // The operands that the unit finds again.
    wire done = trap == RG_TRAP_NONE && !halted, bank = fmt == RG_FMT_MD;
    wire new_g = done && mode[0] && (turns || bank);
    wire [`RESULTS-1:0] taken;
    assign taken[0 +: XLEN] = done && (turns || bank || fmt == RG_FMT_RM) ? rd : given[0 +: XLEN];
    assign taken[XLEN +: XLEN] = done && turns ? ra : done && bank ? wide[0 +: XLEN] : given[XLEN +: XLEN];
    assign taken[2*XLEN +: XLEN] = done && bank ? wide[XLEN +: XLEN] : given[2*XLEN +: XLEN];
    assign taken[3*XLEN +: XLEN] = new_g ? gd : given[3*XLEN +: XLEN];
    assign taken[4*XLEN +: XLEN] = !new_g ? given[4*XLEN +: XLEN] : turns ? ga : gwide[0 +: XLEN];
    assign taken[5*XLEN +: XLEN] = new_g && bank ? gwide[XLEN +: XLEN] : given[5*XLEN +: XLEN];
    assign taken[`RESULTS-1:6*XLEN] = given[`RESULTS-1:6*XLEN];

    rg_circuit_cut net (
        .word(word), .fault(fault), .pc(pc), .pc_out(next_pc), .br(br), .br_out(next_br), .dir(dir), .dir_out(next_dir),
        .mode({1'b0, mode}), .mode_out(next_mode), .registers({64*XLEN{1'b0}}), .registers_out(registers),
        .wide(wide), .wide_out(next_w), .gwide(gwide), .gwide_out(next_gw), .gradovf(gradovf),
        .gradovf_out(next_gradovf), .valovf(valovf), .valovf_out(next_valovf), .trap(4'd0), .trap_out(trap),
        .halted(1'b0), .halted_out(halted), .copied(ZERO), .copied_out(copied),
        .kept(ZERO), .kept_out(kept), .stack({blocked, undo, keep}),
        .memory_lines({(3*XLEN+3){1'b0}}), .memory_lines_out(memory_lines),
        .values({enters_b, enters_a, enters_d}), .values_out({b, a, d}),
        .gradients({enters_gb, enters_ga, enters_gd}), .gradients_out({b_g, a_g, d_g}),
        .inverse(1'b0), .inverse_out(inverse), .results({`RESULTS{1'b0}}), .results_out(results),
        .memory({gm, m}), .memory_out({next_gm, next_m}),
        .top(enters_top), .top_out(next_top), .given(given), .taken(taken),
        .ancilla({ANCILLAS{1'b0}}), .ancilla_out(ancilla)
    );
    assign next_d  = reads_d ? d : rd;
    assign next_a  = own_a ? a : ZERO;
    assign next_b  = own_b ? b : ZERO;
    assign next_gd = reads_d ? d_g : gd;
    assign next_ga = own_a ? a_g : ZERO;
    assign next_gb = own_b ? b_g : ZERO;
    assign billed  = kept != ZERO;
    // Work lines that hold no register, and ancillas, are zero again.
    assign clean = {memory_lines, results, ancilla, registers, inverse} == 0
                && (reads_d || {d, d_g} == 0) && (own_a || {a, a_g} == 0) && (own_b || {b, b_g} == 0);
endmodule

`default_nettype wire
