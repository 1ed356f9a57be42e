// rg_float_plain.v: the step of all but Floats: rg_step with its function unit on the lowest 64 bits of
// registers and data words. What it says of gradients is not used, but that they are read and written.
`default_nettype none

module rg_float_plain #(
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16
) (
    input  wire        clk, rst_n,
    input  wire        start,                   // of the function unit
    input  wire [31:0] word,
    input  wire        fetch_fault,
    input  wire [23:0] pc, br,
    input  wire        dir,
    input  wire [2:0]  mode,
    input  wire [63:0] rd, ra, rb, m,
    input  wire        keep, undo, kept_full, kept_empty,
    input  wire [63:0] kept_count,
    input  wire        by_unit,                 // the unit of Floats has the value of the function, or traps
    input  wire [63:0] of_unit,
    input  wire [3:0]  unit_trap,
    output wire [6:0]  op,
    output wire [3:0]  cls,
    output wire [4:0]  fmt,
    output wire        uses_mem, uses_exec, active, reg_b,
    output wire [63:0] address,
    output wire        done,
    output wire [3:0]  trap,
    output wire [63:0] info,
    output wire        halt,
    output wire [23:0] next_pc, next_br,
    output wire        next_dir,
    output wire [2:0]  next_mode,
    output wire        write_d, write_a, write_m, write_gm,
    output wire [63:0] next_d, next_m,
    output wire        out_valid, reads_m, reads_gm
);
    wire [63:0] b, f, f_of_unit, y2;
    wire        inverse, value_ovf;
    wire [3:0]  exec_trap;
    wire        unused_second;
    wire [127:0] unused_product, unused_w2, unused_gw2;
    wire [63:0] unused_da, unused_db, unused_a2, unused_gy2, unused_ga2;
    wire [2:0]  unused_grad_ovf;

    rg_exec #(.XLEN(64), .FRAC(FRAC), .TANGENTS(0)) exec (
        .clk(clk), .rst_n(rst_n), .start(start), .at_once(1'b0), .op(op), .grad(1'b0), .inverse(inverse),
        .wrap(mode[1]), .y(rd), .a(ra), .b(b), .gy(64'd0), .ga(64'd0), .w(128'd0), .gw(128'd0),
        .product(unused_product), .w2(unused_w2), .gw2(unused_gw2), .second(1'b0), .has_second(unused_second),
        .f_in(64'd0), .da_in(64'd0), .db_in(64'd0), .t0(64'd0), .t1(64'd0), .t2(64'd0), .t3(64'd0), .done(done),
        .f(f_of_unit), .da(unused_da), .db(unused_db), .y2(y2), .a2(unused_a2), .gy2(unused_gy2), .ga2(unused_ga2),
        .trap(exec_trap), .grad_ovf(unused_grad_ovf), .value_ovf(value_ovf)
    );
    assign f = by_unit ? of_unit : f_of_unit;

    wire [63:0] unused_gd_in, unused_next_a, unused_out, unused_keep_word;
    wire        unused_dual, unused_push, unused_pop, unused_billed, unused_billed_tangent;
    wire        unused_gd, unused_ga, unused_gb, unused_w, unused_gw;
    wire [63:0] unused_next_gd, unused_next_ga, unused_next_gb, unused_next_gm;
    wire [127:0] unused_next_w, unused_next_gw, unused_tw, unused_tgw;
    wire [8:0]  unused_tangents;
    wire [63:0] unused_td, unused_ta, unused_tm, unused_ud, unused_ua, unused_ub, unused_um;
    wire [6:0]  unused_grad_overflows;
    wire [1:0]  unused_value_overflows;
    wire        unused_reads_tm, unused_reads_um;
    rg_step #(.XLEN(64), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .TANGENTS(0), .SWITCHES(0)) step (
        .decoded({105{1'b0}}),
        .word(word), .fetch_fault(fetch_fault), .pc(pc), .br(br), .dir(dir), .mode(mode), .rd(rd), .ra(ra), .rb(rb),
        .gd(64'd0), .ga(64'd0), .gb(64'd0), .m(m), .gm(64'd0), .td(64'd0), .ta(64'd0), .tb(64'd0), .tm(64'd0),
        .ud(64'd0), .ua(64'd0), .ub(64'd0), .um(64'd0), .w(128'd0), .gw(128'd0), .keep(keep), .undo(undo),
        .kept_full(kept_full), .kept_empty(kept_empty), .kept_top(64'd0), .kept_count(kept_count), .tw(128'd0),
        .tgw(128'd0), .f(f), .da(64'd0), .db(64'd0), .y2(y2), .a2(64'd0), .gy2(64'd0), .ga2(64'd0),
        .product(128'd0), .w2(128'd0), .gw2(128'd0), .exec_trap(by_unit ? unit_trap : exec_trap), .exec_grad_ovf(3'd0),
        .exec_value_ovf(value_ovf), .pa(64'd0), .qb(64'd0), .pu(64'd0), .qu(64'd0), .ha(64'd0), .hb(64'd0),
        .td2(64'd0), .ta2(64'd0), .ud2(64'd0), .ua2(64'd0), .ub_part(64'd0), .exec_tan_ovf(6'd0), .op(op), .cls(cls),
        .uses_mem(uses_mem), .uses_exec(uses_exec), .operand_b(b), .address(address), .active(active),
        .gd_in(unused_gd_in), .dual(unused_dual), .reg_b(reg_b), .fmt(fmt), .inverse(inverse), .trap(trap),
        .trap_info(info), .halt(halt), .next_pc(next_pc), .next_br(next_br), .next_dir(next_dir),
        .next_mode(next_mode), .write_d(write_d), .write_a(write_a), .write_m(write_m), .next_d(next_d),
        .next_a(unused_next_a), .next_m(next_m), .write_gd(unused_gd), .write_ga(unused_ga), .write_gb(unused_gb),
        .write_gm(write_gm), .next_gd(unused_next_gd), .next_ga(unused_next_ga), .next_gb(unused_next_gb),
        .next_gm(unused_next_gm), .write_w(unused_w), .write_gw(unused_gw), .next_w(unused_next_w),
        .next_gw(unused_next_gw), .write_td(unused_tangents[0]), .write_ta(unused_tangents[1]),
        .write_tm(unused_tangents[2]), .write_ud(unused_tangents[3]), .write_ua(unused_tangents[4]),
        .write_ub(unused_tangents[5]), .write_um(unused_tangents[6]), .write_tw(unused_tangents[7]),
        .write_tgw(unused_tangents[8]), .next_td(unused_td), .next_ta(unused_ta), .next_tm(unused_tm),
        .next_ud(unused_ud), .next_ua(unused_ua), .next_ub(unused_ub), .next_um(unused_um), .next_tw(unused_tw),
        .next_tgw(unused_tgw), .out_valid(out_valid), .out_word(unused_out), .keep_push(unused_push),
        .keep_pop(unused_pop), .keep_word(unused_keep_word), .billed(unused_billed),
        .billed_tangent(unused_billed_tangent), .grad_overflows(unused_grad_overflows),
        .value_overflows(unused_value_overflows), .reads_m(reads_m), .reads_gm(reads_gm), .reads_tm(unused_reads_tm),
        .reads_um(unused_reads_um)
    );

    wire unused = &{1'b0, unused_second, unused_product, unused_w2, unused_gw2, unused_da, unused_db, unused_a2,
        unused_gy2, unused_ga2, unused_grad_ovf, unused_gd_in, unused_next_a, unused_out, unused_keep_word, unused_dual,
        unused_push, unused_pop, unused_billed, unused_billed_tangent, unused_gd, unused_ga, unused_gb, unused_w,
        unused_gw, unused_next_gd, unused_next_ga, unused_next_gb, unused_next_gm, unused_next_w, unused_next_gw,
        unused_tw, unused_tgw, unused_tangents, unused_td, unused_ta, unused_tm, unused_ud, unused_ua, unused_ub,
        unused_um, unused_grad_overflows, unused_value_overflows, unused_reads_tm, unused_reads_um};
endmodule
`default_nettype wire
