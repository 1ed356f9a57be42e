// unit_spec.v: what the circuit of a function unit must do: the units of the core add their results
// to the lines by exclusive or, and nothing else changes. ANCILLAS enter and leave as zero.
`default_nettype none

// The lines of both.
`define UNIT_PORTS \
    input  wire [XLEN-1:0] a, b, gy, y, ga, f, da, db, \
    input  wire [2*XLEN-1:0] wide, gwide, \
    input  wire [5*XLEN-1:0] more, \
    input  wire [3:0] trap, \
    input  wire [0:0] value_ovf, wrap, inverse, \
    input  wire [2:0] grad_ovf, \
    output wire [XLEN-1:0] a_out, b_out, gy_out, y_out, ga_out, f_out, da_out, db_out, \
    output wire [2*XLEN-1:0] wide_out, gwide_out, \
    output wire [5*XLEN-1:0] more_out, \
    output wire [3:0] trap_out, \
    output wire [0:0] value_ovf_out, wrap_out, inverse_out, \
    output wire [2:0] grad_ovf_out, \
    output wire [ANCILLAS-1:0] ancilla_out

module spec #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter [6:0] OP = 0,
    parameter GRADIENT = 0,
    parameter ANCILLAS = 1
) (
    `UNIT_PORTS
);
`include "rg_isa.vh"
    wire integral = op_kind(OP) == RG_KIND_INT;
    wire [XLEN-1:0] whole, fixed, fixed_da, fixed_db;
    wire [3:0] fixed_trap;
    wire fixed_grad_ovf, fixed_value_ovf;

    rg_int_alu #(.XLEN(XLEN), .FRAC(FRAC)) int_alu (.op(OP), .a(a), .b(b), .f(whole));
    rg_fix_alu #(.XLEN(XLEN), .FRAC(FRAC)) fix_alu (
        .op(OP), .wrap(wrap[0]), .a(a), .b(b), .gy(gy), .f(fixed), .da(fixed_da), .db(fixed_db),
        .trap(fixed_trap), .grad_ovf(fixed_grad_ovf), .value_ovf(fixed_value_ovf)
    );

    // The core has a product of its own, over several clocks; this is its low word.
    wire [XLEN-1:0] product = a * b;
    wire takes_part = !integral && GRADIENT != 0;

    assign {a_out, b_out, gy_out, y_out, ga_out, wrap_out, inverse_out} = {a, b, gy, y, ga, wrap, inverse};
    assign {wide_out, gwide_out, more_out} = {wide, gwide, more};
    assign f_out = f ^ (OP == RG_OP_MUL ? product : integral ? whole : fixed);
    assign da_out = da ^ (takes_part ? fixed_da : {XLEN{1'b0}});
    assign db_out = db ^ (takes_part ? fixed_db : {XLEN{1'b0}});
    assign trap_out = trap ^ (integral ? RG_TRAP_NONE : fixed_trap);
    assign value_ovf_out = value_ovf ^ (!integral && fixed_value_ovf);
    assign grad_ovf_out = grad_ovf ^ {2'd0, takes_part && fixed_grad_ovf};
    assign ancilla_out = {ANCILLAS{1'b0}};
endmodule

// The circuit with its ancillas at zero. CIRCUIT is the module that was exported.
module circuit #(
    parameter XLEN = 64,
    parameter ANCILLAS = 1
) (
    `UNIT_PORTS
);
    `CIRCUIT net (
        .a(a), .a_out(a_out), .b(b), .b_out(b_out), .gy(gy), .gy_out(gy_out), .y(y), .y_out(y_out),
        .ga(ga), .ga_out(ga_out), .f(f), .f_out(f_out), .da(da), .da_out(da_out), .db(db), .db_out(db_out),
        .wide(wide), .wide_out(wide_out), .gwide(gwide), .gwide_out(gwide_out), .more(more), .more_out(more_out),
        .trap(trap), .trap_out(trap_out), .value_ovf(value_ovf), .value_ovf_out(value_ovf_out),
        .wrap(wrap), .wrap_out(wrap_out), .inverse(inverse), .inverse_out(inverse_out),
        .grad_ovf(grad_ovf), .grad_ovf_out(grad_ovf_out)
`ifdef HAS_ANCILLAS
        , .ancilla({ANCILLAS{1'b0}}), .ancilla_out(ancilla_out)
`endif
    );
`ifndef HAS_ANCILLAS
    assign ancilla_out = {ANCILLAS{1'b0}};
`endif
endmodule

`default_nettype wire
