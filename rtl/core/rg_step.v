// rg_step.v: one step of docs/reference/isa.md as a function of all it reads, giving all that it
// changes. Combinational.
// The core sequences it; proofs use it alone, with the results of the function unit left free.
`default_nettype none

module rg_step #(
    parameter XLEN      = 64,
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter TANGENTS  = 1,                     // 0: without them; then the mode bit must stay 0
    parameter SWITCHES  = 1,                     // 0: `mode` with that bit is illegal
    parameter DECODED   = 0                      // 1: `decoded` says what the word is (rg_decoded)
) (
    input  wire [31:0]     word,
    input  wire [XLEN+40:0] decoded,
    input  wire            fetch_fault,          // pc is outside the program
    input  wire [23:0]     pc, br,
    input  wire            dir,
    input  wire [2:0]      mode,
    input  wire [XLEN-1:0] rd, ra, rb,           // values of the registers named by the fields D, A, B
    input  wire [XLEN-1:0] gd, ga, gb,           // their gradients
    input  wire [XLEN-1:0] m, gm,                // memory word at `address`, and its gradient
    input  wire [XLEN-1:0] td, ta, tb, tm,       // tangents of all these words
    input  wire [XLEN-1:0] ud, ua, ub, um,       // and of their gradients
    input  wire [2*XLEN-1:0] w, gw,              // the accumulator and its gradient
    input  wire            keep, undo, kept_full, kept_empty, // the stack of kept gradients
    input  wire [XLEN-1:0] kept_top, kept_count,
    input  wire [2*XLEN-1:0] tw, tgw,            // tangents of these two
    // function unit
    input  wire [XLEN-1:0] f, da, db, y2, a2, gy2, ga2,
    input  wire [2*XLEN-1:0] product, w2, gw2,
    input  wire [3:0]      exec_trap,
    input  wire [2:0]      exec_grad_ovf,
    input  wire            exec_value_ovf,
    input  wire [XLEN-1:0] pa, qb, pu, qu, ha, hb, td2, ta2, ud2, ua2, ub_part, // its passes for tangents
    input  wire [5:0]      exec_tan_ovf,
    // what the sequencer and the function unit need first; these depend on word, ra, rb, dir and
    // mode only
    output wire [6:0]      op,
    output wire [3:0]      cls,
    output wire            uses_mem, uses_exec,
    output wire [XLEN-1:0] operand_b,
    output wire [XLEN-1:0] address,
    output wire            active,               // gradients take part
    output wire [XLEN-1:0] gd_in,                // gradient of D that the function unit works with
    output wire            dual,                 // tangents take part
    output wire            reg_b,                // the second operand is a register
    output wire [4:0]      fmt,
    output wire            inverse,              // ROT, IROT: rotate by minus the angle; HAD, IHAD, RNG, MULDIV: undo
    // outcome; valid when the function unit is done
    output wire [3:0]      trap,
    output wire [XLEN-1:0] trap_info,
    output wire            halt,                 // stop before this word; nothing changes
    output wire [23:0]     next_pc, next_br,
    output wire            next_dir,
    output wire [2:0]      next_mode,
    output wire            write_d, write_a, write_m,
    output wire [XLEN-1:0] next_d, next_a, next_m,
    output wire            write_gd, write_ga, write_gb, write_gm,
    output wire [XLEN-1:0] next_gd, next_ga, next_gb, next_gm,
    output wire            write_w, write_gw,
    output wire [2*XLEN-1:0] next_w, next_gw,
    output wire            write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um, write_tw, write_tgw,
    output wire [XLEN-1:0] next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um,
    output wire [2*XLEN-1:0] next_tw, next_tgw,
    output wire            out_valid,            // a word for the OUT queue
    output wire [XLEN-1:0] out_word,
    output wire            keep_push, keep_pop,
    output wire [XLEN-1:0] keep_word,
    output wire            billed,               // a gradient that was not 0 is dropped: XLEN bits
    output wire            billed_tangent,       // so is a tangent of one
    output wire [6:0]      grad_overflows,       // the counters move by this much times the direction
    output wire [1:0]      value_overflows,
    output wire            reads_m, reads_gm, reads_tm, reads_um // traffic
);
`include "rg_isa.vh"

    wire [2:0]      umode;
    wire [4:0]      field_a, field_b;
    wire            imm_used, alias_hit, updates, decoded_legal, uses_mem_word, uses_exec_word;
    wire [XLEN-1:0] imm;
    wire [23:0]     offset;
    wire [1:0]      kind;

    wire [XLEN+40:0] found;
    wire             a_is_b;               // A and B name one register
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC), .SWITCHES(SWITCHES)) decode (
        .word(word), .op(op), .umode(umode), .a(field_a), .b(field_b), .alias_hit(alias_hit),
        .imm(found[XLEN+39:40]), .offset(found[39:16]), .fmt(found[15:11]), .kind(found[10:9]), .cls(found[8:5]),
        .imm_used(found[4]), .legal(found[3]), .uses_mem(found[2]), .uses_exec(found[1]), .updates(found[0])
    );
    assign found[XLEN+40] = field_a == field_b;
    assign {a_is_b, imm, offset, fmt, kind, cls, imm_used, decoded_legal, uses_mem_word, uses_exec_word, updates}
        = DECODED != 0 ? decoded : found;

    wire has_undo = fmt == RG_FMT_RM || fmt == RG_FMT_MD;
    wire legal = decoded_legal && !fetch_fault;
    wire grad = mode[RG_BIT_GRADIENT];
    wire wrap = mode[RG_BIT_WRAP];
    wire tangent = TANGENTS != 0 && mode[RG_BIT_TANGENT];

    assign uses_mem  = uses_mem_word && legal;
    assign uses_exec = uses_exec_word && legal;
    assign operand_b = imm_used ? imm : rb;
    assign address   = ra + operand_b;
    assign inverse   = (op == RG_OP_IROT || op == RG_OP_IHAD
        || (has_undo && (umode == RG_MODE_SUB || umode == RG_MODE_UNSET))) ^ dir;
    assign active    = grad && (fmt == RG_FMT_R3 || fmt == RG_FMT_R2X || fmt == RG_FMT_W || fmt == RG_FMT_MD
                     || (updates && (kind == RG_KIND_FIX || kind == RG_KIND_LOG) && umode != RG_MODE_XOR));

    assign dual      = tangent && (fmt == RG_FMT_R3 || fmt == RG_FMT_R2X || fmt == RG_FMT_W
                     || (updates && (kind == RG_KIND_FIX || kind == RG_KIND_LOG) && umode != RG_MODE_XOR));
    assign reg_b     = !imm_used;

    // Values
    wire            minus, ancilla_mode, update_over, overflow_trap, dirty_trap, update_d, update_a;
    wire [XLEN-1:0] addend, dirty_word, updated_d, updated_a;

    rg_update #(.XLEN(XLEN)) update (
        .op(op), .fmt(fmt), .kind(kind), .umode(umode), .updates(updates), .dir(dir), .wrap(wrap),
        .rd(rd), .ra(ra), .b(operand_b), .m(m), .gd(gd), .f(f), .y2(y2), .a2(a2),
        .minus(minus), .ancilla_mode(ancilla_mode), .addend(addend),
        .write_d(update_d), .write_a(update_a), .write_m(write_m),
        .next_d(updated_d), .next_a(updated_a), .next_m(next_m),
        .overflow(update_over), .overflow_trap(overflow_trap), .dirty_trap(dirty_trap), .dirty_word(dirty_word)
    );

    // The accumulator
    wire wide_over, wide_grad_over;
    wire exchanges_w = op == RG_OP_WXCH;

    rg_wide #(.XLEN(XLEN)) accumulator (
        .op(op), .grad(grad), .active(active), .minus(minus), .rd(rd), .ra(ra), .gd(gd_in), .ga(ga),
        .w(w), .gw(gw), .product(product), .w2(w2), .gw2(gw2), .write_w(write_w), .write_gw(write_gw), .next_w(next_w),
        .next_gw(next_gw),
        .overflow(wide_over), .grad_overflow(wide_grad_over)
    );
    wire sum_over = update_over || wide_over;

    // Ancillas
    wire            dies_d, dies_m, born_d, born_m, bills, looks, space_trap, kept_dirty;
    wire [XLEN-1:0] gm_in;

    rg_ancilla #(.XLEN(XLEN)) ancilla (
        .op(op), .fmt(fmt), .grad(grad), .active(active), .dir(dir), .minus(minus), .ancilla_mode(ancilla_mode),
        .keep(keep), .undo(undo), .full(kept_full), .empty(kept_empty), .gd(gd), .gm(gm), .top(kept_top),
        .dies_d(dies_d), .dies_m(dies_m), .born_d(born_d), .born_m(born_m), .gd_in(gd_in), .gm_in(gm_in), .bills(bills),
        .push(keep_push), .pop(keep_pop), .looks(looks), .pushed(keep_word), .space_trap(space_trap),
        .dirty_trap(kept_dirty)
    );

    // Control
    wire            control_d, zero_link, landing_trap, condition_trap, loop_trap, portal_trap;
    wire [XLEN-1:0] controlled_d;

    rg_control #(.XLEN(XLEN)) control (
        .op(op), .cls(cls), .offset(offset), .pc(pc), .br(br), .dir(dir), .rd(rd), .ra(ra), .imm5(imm),
        .next_br(next_br), .next_pc(next_pc), .next_dir(next_dir), .write_d(control_d), .next_d(controlled_d),
        .zero_link(zero_link), .landing_trap(landing_trap), .condition_trap(condition_trap),
        .loop_trap(loop_trap), .portal_trap(portal_trap)
    );

    assign write_d   = update_d || control_d || exchanges_w;
    assign next_d    = control_d ? controlled_d : exchanges_w ? w[XLEN-1:0] : updated_d;
    assign write_a   = update_a || exchanges_w;
    assign next_a    = exchanges_w ? w[2*XLEN-1:XLEN] : updated_a;
    assign next_mode = (op == RG_OP_MODE) ? mode ^ imm[2:0] : mode;

    // Gradients
    wire drops_memory;
    wire [3:0] own_grad_overflows;

    rg_grad #(.XLEN(XLEN)) gradient (
        .op(op), .fmt(fmt), .grad(grad), .dir(dir), .active(active), .shares(umode <= RG_MODE_SUB), .minus(minus),
        .dies_d(dies_d), .dies_m(dies_m), .born_d(born_d), .born_m(born_m), .bills(bills),
        .b_is_reg(!imm_used), .a_is_b(a_is_b), .rd(rd), .gd(gd_in), .ga(ga), .gb(gb), .gm(gm_in), .gw(gw),
        .da(da), .db(db), .gy2(gy2), .ga2(ga2), .product_overflows(exec_grad_ovf),
        .write_gd(write_gd), .write_ga(write_ga), .write_gb(write_gb), .write_gm(write_gm),
        .next_gd(next_gd), .next_ga(next_ga), .next_gb(next_gb), .next_gm(next_gm),
        .drops_memory(drops_memory), .billed(billed), .overflows(own_grad_overflows)
    );

    // Tangents
    wire            tangent_dirty;
    wire [XLEN-1:0] dirty_tangent;
    wire [6:0]      tangent_overflows;
    wire            one_more;
    wire            set_unset = updates && (umode == RG_MODE_SET || umode == RG_MODE_UNSET);

    generate if (TANGENTS != 0) begin : carries
        rg_tangent #(.XLEN(XLEN)) tangents (
            .op(op), .fmt(fmt), .tangent(tangent), .grad(grad), .dir(dir), .dual(dual), .minus(minus),
            .set_unset(set_unset), .dropping(set_unset && minus), .b_is_reg(!imm_used), .a_is_b(a_is_b),
            .td(td), .ta(ta), .tm(tm), .ud(ud), .ua(ua), .ub(ub), .um(um), .tw(tw), .tgw(tgw), .pa(pa), .qb(qb),
            .pu(pu), .qu(qu), .ha(ha), .hb(hb), .td2(td2), .ta2(ta2), .ud2(ud2), .ua2(ua2), .ub_part(ub_part),
            .product_overflows(exec_tan_ovf), .write_td(write_td), .write_ta(write_ta), .write_tm(write_tm),
            .write_ud(write_ud), .write_ua(write_ua), .write_ub(write_ub), .write_um(write_um), .next_td(next_td),
            .next_ta(next_ta), .next_tm(next_tm), .next_ud(next_ud), .next_ua(next_ua), .next_ub(next_ub),
            .next_um(next_um), .write_tw(write_tw), .write_tgw(write_tgw), .next_tw(next_tw), .next_tgw(next_tgw),
            .reads_tm(reads_tm), .reads_um(reads_um), .billed(billed_tangent), .dirty(tangent_dirty),
            .dirty_word(dirty_tangent), .overflows(tangent_overflows),
            .last_overflows(one_more)
        );
    end else begin : leaves_out
        wire unused = &{set_unset, tm, ua, ub, um, pa, qb, pu, qu, ha, hb, td2, ta2, ud2, ua2, ub_part, exec_tan_ovf};
        assign {write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um, write_tw, write_tgw} = 9'd0;
        assign {next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um} = {(7*XLEN){1'b0}};
        assign {next_tw, next_tgw, dirty_tangent} = {(5*XLEN){1'b0}};
        assign {reads_tm, reads_um, billed_tangent, tangent_dirty, tangent_overflows, one_more} = 12'd0;
    end endgenerate
    // Both counts are there before it is known which.
    wire [6:0] without_last = {3'd0, own_grad_overflows} + {6'd0, wide_grad_over} + tangent_overflows;
    wire [6:0] with_last    = {3'd0, own_grad_overflows} + {6'd0, wide_grad_over} + tangent_overflows + 7'd1;
    assign grad_overflows = one_more ? with_last : without_last;

    // MULDIV carries no tangents.
    wire meets_tangents = op == RG_OP_MULDIV && tangent
                       && ((td | ta | tb) != {XLEN{1'b0}} || tw != {(2*XLEN){1'b0}}
                           || (grad && (ud != {XLEN{1'b0}} || tgw != {(2*XLEN){1'b0}})));

    assign value_overflows = {1'b0, sum_over} + {1'b0, uses_exec && exec_value_ovf};

    // Checks
    wire            less  = $signed(rd) < $signed(operand_b);
    wire            equal = rd == operand_b;
    reg             asserted;
    always @* begin
        case (umode)
            RG_COND_EQ: asserted = equal;
            RG_COND_NE: asserted = !equal;
            RG_COND_LT: asserted = less;
            default:    asserted = !less;
        endcase
    end
    wire in_bounds = !rd[XLEN-1] && rd != {XLEN{1'b0}} && $signed(rd) <= $signed(m);

    wire outside = uses_mem_word && address[XLEN-1:DMEM_LOG2] != {(XLEN-DMEM_LOG2){1'b0}};

    rg_traps #(.XLEN(XLEN)) traps (
        .fetch(fetch_fault),
        .illegal(!decoded_legal || zero_link),
        .landing(landing_trap),
        .alias_hit(alias_hit),
        .mode((!grad && (op == RG_OP_XGRAD || op == RG_OP_OUTG)) || meets_tangents),
        .address(outside || space_trap),
        .bounds(op == RG_OP_CHKB && !in_bounds),
        .exec(uses_exec_word ? exec_trap : RG_TRAP_NONE),
        .overflow(overflow_trap || (wide_over && !wrap)),
        .condition(condition_trap),
        .loop(loop_trap),
        .portal(portal_trap),
        .dirty(dirty_trap || kept_dirty || tangent_dirty),
        .assertion(fmt == RG_FMT_AS && !asserted),
        .pc(pc), .br(br), .word(word), .addr(outside ? address : kept_count), .rd(rd),
        .b(fmt == RG_FMT_R2X ? ra : fmt == RG_FMT_MD ? rd : fmt == RG_FMT_WO ? w[XLEN-1:0] : operand_b),
        .addend(addend), .dirty_word(dirty_trap ? dirty_word : kept_dirty ? keep_word : dirty_tangent),
        .cause(trap), .info(trap_info)
    );

    assign halt      = op == RG_OP_HALT && trap == RG_TRAP_NONE;
    assign out_valid = op == RG_OP_OUT || op == RG_OP_OUTG;
    assign out_word  = (op == RG_OP_OUTG) ? gd : rd;
    assign reads_m   = uses_mem_word;
    assign reads_gm  = (active && uses_mem_word) || (grad && op == RG_OP_EXCH) || drops_memory || looks;
endmodule
`default_nettype wire
