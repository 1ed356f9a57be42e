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
    parameter BANKS      = 0,      // banks of data memory, of one read and one write port: 4, 16, 64; 0: see rg_data
    parameter FUNCTION_STAGE = 0,  // a stage for functions of one clock, so three (development/stages.md)
    parameter FLOAT      = 0,      // words of W bits: refused by rg_limits, the core has none yet
    parameter TANGENTS   = 1       // tangent mode and its words (docs/reference/tangent.md)
) (
    input  wire        clk,
    input  wire        rst_n,      // synchronous; memories keep their contents
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_awaddr,
    input  wire [2:0]  s_awprot,
    input  wire        s_wvalid,
    output wire        s_wready,
    input  wire [63:0] s_wdata,
    input  wire [7:0]  s_wstrb,
    output wire        s_bvalid,
    input  wire        s_bready,
    output wire [1:0]  s_bresp,
    input  wire        s_arvalid,
    output wire        s_arready,
    input  wire [31:0] s_araddr,
    input  wire [2:0]  s_arprot,
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire [63:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        irq,        // what of IRQ is enabled: stopped, done with a scan or copy, words wait in OUT
    // the host's memory: an AXI4 master with bursts of 16 bytes a beat, in order
    output wire         m_arvalid,
    input  wire         m_arready,
    output wire [63:0]  m_araddr,
    output wire [7:0]   m_arlen,
    output wire [2:0]   m_arsize,
    output wire [1:0]   m_arburst,
    output wire [2:0]   m_arprot,
    input  wire         m_rvalid,
    output wire         m_rready,
    input  wire [127:0] m_rdata,
    input  wire [1:0]   m_rresp,
    input  wire         m_rlast,
    output wire         m_awvalid,
    input  wire         m_awready,
    output wire [63:0]  m_awaddr,
    output wire [7:0]   m_awlen,
    output wire [2:0]   m_awsize,
    output wire [1:0]   m_awburst,
    output wire [2:0]   m_awprot,
    output wire         m_wvalid,
    input  wire         m_wready,
    output wire [127:0] m_wdata,
    output wire [15:0]  m_wstrb,
    output wire         m_wlast,
    input  wire         m_bvalid,
    output wire         m_bready,
    input  wire [1:0]   m_bresp,
    // retirement port of the core (docs/reference/core.md); may be left open
`include "rg_retire_ports.vh"
);
    rg_limits #(
        .XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
        .MULTIPLIER(MULTIPLIER),
        .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES), .FUNCTION_UNITS(FUNCTION_UNITS),
        .BANKS(BANKS), .FUNCTION_STAGE(FUNCTION_STAGE), .FLOAT(FLOAT), .TANGENTS(TANGENTS)
    ) limits ();

    wire        req, req_write, req_whole, ack;
    wire [31:0] req_addr;
    wire [63:0] req_wdata, ack_rdata;
    wire [1:0]  ack_resp;

    wire cmd_run, cmd_stop, cmd_turn, cmd_clear, cmd_scan, set_mode, set_pc, set_br, set_dir, set_keep, discard_kept,
        keep, undo;
    wire [DMEM_LOG2:0] kept;
    wire host_read, ledger_read, count_read, write_regv, write_regg, write_imem, write_memv, write_memg;
    wire write_wide;
    wire write_regt, write_regtg, write_memt, write_memtg, write_twide;
    wire [XLEN-1:0] regt_q, regtg_q, memt_q, memtg_q;
    wire [2*XLEN-1:0] tw, tgw;
    wire [63:0] tan_reads, tan_writes;
    wire [XLEN-1:0] w_low, w_high, gw_low, gw_high;
    wire host_copied, host_erased, out_pop;
    wire cmd_copy_in, cmd_copy_out, cmd_copy_gradients, copying_in, copying_out, copy_done, copy_read, copy_read_g;
    wire copying = copying_in || copying_out;
    wire [1:0] copy_write, copy_response, copy_sent;
    wire [1:0] req_prot;
    wire [3:0] irq_enable;
    wire [2:0] irq_clear, happened;
    wire [DMEM_LOG2:0] reached;
    wire [63:3] copy_host;
    wire [DMEM_LOG2-1:0] copy_read_at, copy_at;
    wire [DMEM_LOG2:0] copied;
    wire [2*XLEN-1:0] copy_data, copy_values, copy_gradients;
    wire [63:0] words_in, cycles_in, words_out, cycles_out;
    wire running, scanning, clearing, halted, trapped, step_limit, cycles_up, stopped, dir;
    wire [63:0] steps, cycle_limit, ledger_q, count_q, signature, sigvalue;
    wire [23:0] program_base;
    wire [63:0] program_f, program_b;
    wire [63:0] cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes;
    wire [63:0] bits_out, erased_grad, erased_host, grad_ovf, val_ovf, grad_ovf_all, val_ovf_all;
    wire [IMEM_LOG2:0] code_words;
    wire [DMEM_LOG2:0] scan_base, scan_count;
    wire [23:0] host_index, pc, br, trap_pc;
    wire [31:0] imem_q;
    wire [XLEN-1:0] regv_q, regg_q, memv_q, memg_q, out_front, trap_word;
    wire [4:0]  out_level;
    wire [3:0]  trap_cause;
    wire [2:0]  mode;

    assign irq = ({out_level != 5'd0, happened} & irq_enable) != 4'd0;

    rg_axi_slave axi (.*);

    rg_host #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
            .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES),
            .FUNCTION_UNITS(FUNCTION_UNITS), .BANKS(BANKS), .FUNCTION_STAGE(FUNCTION_STAGE), .TANGENTS(TANGENTS)) host (
        .*
    );

    assign m_arsize  = 3'd4;         // 16 bytes a beat
    assign m_arburst = 2'd1;         // addresses go up
    assign m_arprot  = 3'd0;
    assign m_awsize  = m_arsize;
    assign m_awburst = m_arburst;
    assign m_awprot  = m_arprot;
    wire [63:3] first_host = copy_host + {{(61-DMEM_LOG2){1'b0}}, req_wdata[DMEM_LOG2-1:0]};
    rg_copy #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) copy (
        .start_in(cmd_copy_in), .start_out(cmd_copy_out), .start_gradients(cmd_copy_gradients), .stop(cmd_stop),
        .host(first_host), .word(req_wdata[DMEM_LOG2-1:0]), .count(req_wdata[32 +: DMEM_LOG2+1]), .done(copy_done),
        .response(copy_response), .read_values(copy_read), .read_gradients(copy_read_g), .read_at(copy_read_at),
        .values(copy_values), .gradients(copy_gradients), .write(copy_write), .write_at(copy_at), .data(copy_data),
        .sent(copy_sent), .*
    );

    rg_core #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
            .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES),
            .FUNCTION_UNITS(FUNCTION_UNITS), .BANKS(BANKS), .FUNCTION_STAGE(FUNCTION_STAGE), .TANGENTS(TANGENTS)) core (
        .cmd_copy(cmd_copy_in || cmd_copy_out), .set_data(req_wdata[23:0]), .host_wdata(req_wdata), .*
    );
endmodule
`default_nettype wire
