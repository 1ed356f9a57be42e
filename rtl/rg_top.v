// rg_top.v: the machine: AXI4-Lite slave (64-bit data, map of isa/bus.def), register map, core, one
// interrupt line.
`default_nettype none

module rg_top #(
    parameter XLEN      = 64,
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter IMEM_LOG2 = 16,
    parameter PIPELINE   = 0,      // two stages instead of one instruction at a time (explanation/pipeline.md); then:
    parameter MULTIPLIER = 0,      // a full-width product in one clock
    parameter GRAD_LANES = 0,      // multipliers of their own for the two gradient products
    parameter DIGITS     = 1,      // digits of a quotient or root in a clock: 1, 2, 4, 8
    parameter LANES      = 1,      // elements of a stream in a clock: 1, 2, 4, 8
    parameter FUNCTION_UNITS = 1,  // elements of a stream of functions under way: 1, 2, 4, .. 64
    parameter BANKS      = 0,      // banks of data memory, of one read and one write port: 4 to 256; 0: see rg_data
    parameter FUNCTION_STAGE = 0,  // a stage for functions of one clock, so three (development/stages.md)
    parameter FLOAT      = 0,      // words of W bits: rg_limits refuses it, rg_float_top has them
    parameter TANGENTS   = 1       // tangent mode and its words (docs/reference/tangent.md)
) (
`include "rg_bus_ports.vh"
    , // retirement port of the core (docs/reference/core.md); may be left open
`include "rg_retire_ports.vh"
);
    rg_limits #(
        .XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
        .MULTIPLIER(MULTIPLIER),
        .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES), .FUNCTION_UNITS(FUNCTION_UNITS),
        .BANKS(BANKS), .FUNCTION_STAGE(FUNCTION_STAGE), .FLOAT(FLOAT), .TANGENTS(TANGENTS)
    ) limits ();

    localparam BUS_LOG2 = DMEM_LOG2;
`include "rg_bus.vh"

    wire [DMEM_LOG2:0] kept, reached;
    wire [XLEN-1:0] regt_q, regtg_q, memt_q, memtg_q;
    wire [2*XLEN-1:0] tw, tgw;

    rg_host #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
            .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES),
            .FUNCTION_UNITS(FUNCTION_UNITS), .BANKS(BANKS), .FUNCTION_STAGE(FUNCTION_STAGE), .TANGENTS(TANGENTS)) host (
        .*
    );

    rg_core #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
            .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES),
            .FUNCTION_UNITS(FUNCTION_UNITS), .BANKS(BANKS), .FUNCTION_STAGE(FUNCTION_STAGE), .TANGENTS(TANGENTS)) core (
        .cmd_copy(cmd_copy_in || cmd_copy_out), .set_data(req_wdata[23:0]), .host_wdata(req_wdata), .*
    );
endmodule
`default_nettype wire
