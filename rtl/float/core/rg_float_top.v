// rg_float_top.v: the machine with Float: rg_top with rg_float_core in it. The bus is that of rg_top; a
// data word has four words of 64 bits on it.
`default_nettype none

module rg_float_top #(
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,        // log2 of data words of 256 bits
    parameter IMEM_LOG2 = 16
) (
`include "rg_bus_ports.vh"
);
    localparam XLEN = 64, BUS_LOG2 = DMEM_LOG2 + 2; // the bus has words of 64 bits
`include "rg_bus.vh"

    wire [DMEM_LOG2:0] kept, reached;
    rg_host #(
        .XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(BUS_LOG2), .IMEM_LOG2(IMEM_LOG2), .FLOAT(1), .TANGENTS(0)
    ) host (
        .regt_q(64'd0), .regtg_q(64'd0), .memt_q(64'd0), .memtg_q(64'd0), .tw(128'd0), .tgw(128'd0),
        .kept({2'd0, kept}), .reached({2'd0, reached}), .*
    );

    rg_float_core #(.FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2)) core (
        .cmd_copy(cmd_copy_in || cmd_copy_out), .set_data(req_wdata[23:0]), .host_wdata(req_wdata),
        .host_memory(req_addr[29]), .scan_base(scan_base[DMEM_LOG2:0]),
        .scan_count(scan_count[DMEM_LOG2:0]), .*
    );

    wire unused = &{1'b0, write_regt, write_regtg, write_memt, write_memtg, write_twide, scan_base, scan_count};
endmodule
`default_nettype wire
