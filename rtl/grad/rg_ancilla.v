// rg_ancilla.v: what becomes of the gradient of an ancilla: dropped and billed, or, in the keeping
// mode, moved to and from the stack of kept gradients. Combinational.
//
// Where s = -1 the ancilla dies, where s = +1 it is born. Undoing a pass, a birth is a death undone
// and takes its gradient from the stack; in every other case of the keeping mode but a death the
// gradient must be zero.
`default_nettype none

module rg_ancilla #(
    parameter XLEN = 64
) (
    input  wire [6:0]      op,
    input  wire [4:0]      fmt,
    input  wire            grad, active, dir, minus, ancilla_mode, // ancilla_mode: an update of mode SET or UNSET
    input  wire            keep, undo, full, empty,
    input  wire [XLEN-1:0] gd, gm, top,
    output wire            dies_d, dies_m,          // the gradient of D, or of the memory word, becomes zero
    output wire            born_d, born_m,          // it comes from the stack
    output wire [XLEN-1:0] gd_in, gm_in,            // gradients that the step works with
    output wire            bills,                   // a death drops its gradient
    output wire            push, pop, looks,        // looks: the gradient of the memory word must be read
    output wire [XLEN-1:0] pushed,
    output wire            space_trap, dirty_trap
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ZERO = {XLEN{1'b0}};

    wire update   = active && ancilla_mode;
    wire plain_d  = grad && (op == RG_OP_ALLOC || op == RG_OP_FREE);
    wire plain_m  = grad && (op == RG_OP_ALLOCM || op == RG_OP_FREEM);
    wire here     = update || plain_d || plain_m;
    wire in_memory = plain_m || (update && fmt == RG_FMT_ST);
    wire death    = update ? minus : (op == RG_OP_FREE || op == RG_OP_FREEM) != dir;

    assign dies_d = here && !in_memory && death;
    assign dies_m = here && in_memory && death;
    assign bills  = !keep;
    assign push   = here && keep && !undo && death;
    assign pop    = here && keep && undo && !death;
    assign born_d = pop && !in_memory;
    assign born_m = pop && in_memory;
    assign gd_in  = born_d ? top : gd;
    assign gm_in  = born_m ? top : gm;
    assign pushed = in_memory ? gm : gd;
    assign looks  = plain_m && keep;

    assign space_trap = (push && full) || (pop && empty);
    assign dirty_trap = here && keep && !push && pushed != ZERO;
endmodule
`default_nettype wire
