// rg_pair.v: the function unit, as the pipelined core has it, and one step of the core at any word
// width, for exhaustive tests.
// No memory, no sequencer.
`default_nettype none

// Inputs are taken in the clock of `load`, the unit starts in the next; from then on, or from
// `done` on (when uses_exec), the outcome of the step is valid.
module rg_pair #(
    parameter XLEN = 8,
    parameter FRAC = 4
) (
    input  wire            clk, rst_n, load,
    input  wire [31:0]     load_word,
    input  wire            load_dir,
    input  wire [1:0]      load_mode,
    input  wire [XLEN-1:0] load_rd, load_ra, load_rb, load_gd, load_ga, load_gb,
    input  wire [2*XLEN-1:0] load_w, load_gw,
    output wire            uses_exec, done,
    output wire [XLEN-1:0] f, da, db,
    output wire [3:0]      trap,
    output wire [XLEN-1:0] trap_info,
    output wire            write_d, write_a, write_gd, write_ga, write_gb, write_w, write_gw,
    output wire [XLEN-1:0] next_d, next_a, next_gd, next_ga, next_gb,
    output wire [2*XLEN-1:0] next_w, next_gw,
    output wire            billed,
    output wire [3:0]      grad_overflows,
    output wire [1:0]      value_overflows
);
    reg             start;
    reg [31:0]      word;
    reg             dir;
    reg [1:0]       mode;
    reg [XLEN-1:0]  rd, ra, rb, gd, ga, gb;
    reg [2*XLEN-1:0] w, gw;
    always @(posedge clk) begin
        start <= load;
        if (load) begin
            word <= load_word;
            dir <= load_dir;
            mode <= load_mode;
            {rd, ra, rb} <= {load_rd, load_ra, load_rb};
            {gd, ga, gb} <= {load_gd, load_ga, load_gb};
            {w, gw} <= {load_w, load_gw};
        end
    end

    wire [6:0]      op;
    wire            active, inverse, exec_value_ovf;
    wire [XLEN-1:0] gd_in, operand_b, y2, a2, gy2, ga2;
    wire [2*XLEN-1:0] product, w2, gw2;
    wire [3:0]      exec_trap;
    wire [2:0]      exec_grad_ovf;
`include "rg_isa.vh"
    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    rg_exec #(.XLEN(XLEN), .FRAC(FRAC), .AT_ONCE(1), .MULTIPLIER(1), .GRAD_LANES(1), .DIGITS(8)) exec (
        .clk(clk), .rst_n(rst_n), .at_once(1'b1), .start(start), .op(op), .grad(active), .inverse(inverse),
        .wrap(mode[1]),
        .y(rd), .a(ra), .b(operand_b), .gy(op == RG_OP_WMAC ? gw[XLEN-1:0] : gd_in), .ga(ga), .w(w), .gw(gw),
        .product(product), .w2(w2), .gw2(gw2), .done(done),
        .f(f), .da(da), .db(db), .y2(y2), .a2(a2), .gy2(gy2), .ga2(ga2),
        .trap(exec_trap), .grad_ovf(exec_grad_ovf), .value_ovf(exec_value_ovf)
    );
    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(XLEN > 16 ? 16 : XLEN - 1)) step (
        .decoded({(XLEN+41){1'b0}}),
        .word(word), .fetch_fault(1'b0), .pc(24'd5), .br(24'd0), .dir(dir), .mode(mode),
        .rd(rd), .ra(ra), .rb(rb), .gd(gd), .ga(ga), .gb(gb), .m(ZERO), .gm(ZERO), .w(w), .gw(gw),
        .keep(1'b0), .undo(1'b0), .kept_full(1'b0), .kept_empty(1'b1), .kept_top(ZERO), .kept_count(ZERO),
        .gd_in(gd_in),
        .keep_push(), .keep_pop(), .keep_word(),
        .f(f), .da(da), .db(db), .y2(y2), .a2(a2), .gy2(gy2), .ga2(ga2), .product(product), .w2(w2), .gw2(gw2),
        .exec_trap(exec_trap), .exec_grad_ovf(exec_grad_ovf), .exec_value_ovf(exec_value_ovf),
        .op(op), .cls(), .uses_mem(), .uses_exec(uses_exec), .operand_b(operand_b), .address(), .active(active),
        .inverse(inverse),
        .trap(trap), .trap_info(trap_info), .halt(), .next_pc(), .next_br(), .next_dir(), .next_mode(),
        .write_d(write_d), .write_a(write_a), .write_m(), .next_d(next_d), .next_a(next_a), .next_m(),
        .write_gd(write_gd), .write_ga(write_ga), .write_gb(write_gb), .write_gm(),
        .next_gd(next_gd), .next_ga(next_ga), .next_gb(next_gb), .next_gm(),
        .write_w(write_w), .write_gw(write_gw), .next_w(next_w), .next_gw(next_gw),
        .out_valid(), .out_word(), .billed(billed), .grad_overflows(grad_overflows), .value_overflows(value_overflows),
        .reads_m(), .reads_gm()
    );
endmodule
`default_nettype wire
