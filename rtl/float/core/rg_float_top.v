// rg_float_top.v: the machine with Float: rg_top with rg_float_core in it. The bus is that of rg_top; a
// data word has four words of 64 bits on it.
`default_nettype none

module rg_float_top #(
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,        // log2 of data words of 256 bits
    parameter IMEM_LOG2 = 16
) (
    input  wire        clk,
    input  wire        rst_n,        // synchronous; memories keep their contents
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
    output wire        irq,
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
    input  wire [1:0]   m_bresp
);
`include "rg_isa.vh"
    localparam BUS_LOG2 = DMEM_LOG2 + 2;           // of data words of 64 bits

    wire        req, req_write, req_whole, ack;
    wire [31:0] req_addr;
    wire [63:0] req_wdata, ack_rdata;
    wire [1:0]  ack_resp, req_prot;

    wire cmd_run, cmd_stop, cmd_turn, cmd_clear, cmd_scan, set_mode, set_pc, set_br, set_dir, set_keep, discard_kept,
        keep, undo;
    wire host_read, ledger_read, count_read, write_regv, write_regg, write_imem, write_memv, write_memg, write_wide;
    wire unused_regt, unused_regtg, unused_memt, unused_memtg, unused_twide;
    wire host_copied, host_erased, out_pop;
    wire cmd_copy_in, cmd_copy_out, cmd_copy_gradients, copying_in, copying_out, copy_done, copy_read, copy_read_g;
    wire copying = copying_in || copying_out;
    wire [1:0] copy_write, copy_response, copy_sent;
    wire [3:0] irq_enable;
    wire [2:0] irq_clear, happened;
    wire [63:3] copy_host;
    wire [BUS_LOG2-1:0] copy_read_at, copy_at;
    wire [BUS_LOG2:0] copied, scan_base, scan_count;
    wire [DMEM_LOG2:0] kept, reached;
    wire [127:0] copy_data, copy_values, copy_gradients;
    wire [63:0] words_in, cycles_in, words_out, cycles_out;
    wire running, scanning, clearing, halted, trapped, step_limit, cycles_up, stopped, dir;
    wire [63:0] steps, cycle_limit, ledger_q, count_q, signature, sigvalue;
    wire [23:0] program_base;
    wire [63:0] program_f, program_b, tan_reads, tan_writes;
    wire [63:0] cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes;
    wire [63:0] bits_out, erased_grad, erased_host, grad_ovf, val_ovf, grad_ovf_all, val_ovf_all;
    wire [IMEM_LOG2:0] code_words;
    wire [23:0] host_index, pc, br, trap_pc;
    wire [31:0] imem_q;
    wire [63:0] regv_q, regg_q, memv_q, memg_q, out_front, trap_word, w_low, w_high, gw_low, gw_high;
    wire [4:0]  out_level;
    wire [3:0]  trap_cause;
    wire [2:0]  mode;

    assign irq = ({out_level != 5'd0, happened} & irq_enable) != 4'd0;

    // CONFIG counts data words, and says that there is Float.
    wire is_config = req_addr == {RG_WINDOW_CONTROL[31:12], RG_REG_CONFIG};
    wire [63:0] config_more = 64'd1 << RG_CONFIG_FLOAT;
    wire [63:0] config_less = 64'd2 << RG_CONFIG_DMEM_LOG2;
    wire [63:0] rdata = is_config && ack_resp == 2'd0 ? (ack_rdata | config_more) - config_less : ack_rdata;
    rg_axi_slave axi (.ack_rdata(rdata), .*);

    rg_host #(.XLEN(64), .FRAC(FRAC), .DMEM_LOG2(BUS_LOG2), .IMEM_LOG2(IMEM_LOG2), .TANGENTS(0)) host (
        .write_regt(unused_regt), .write_regtg(unused_regtg), .write_memt(unused_memt), .write_memtg(unused_memtg),
        .write_twide(unused_twide), .regt_q(64'd0), .regtg_q(64'd0), .memt_q(64'd0), .memtg_q(64'd0), .tw(128'd0),
        .tgw(128'd0), .kept({2'd0, kept}), .reached({2'd0, reached}), .*
    );

    assign m_arsize  = 3'd4;         // 16 bytes a beat
    assign m_arburst = 2'd1;         // addresses go up
    assign m_arprot  = 3'd0;
    assign m_awsize  = m_arsize;
    assign m_awburst = m_arburst;
    assign m_awprot  = m_arprot;
    wire [63:3] first_host = copy_host + {{(61-BUS_LOG2){1'b0}}, req_wdata[BUS_LOG2-1:0]};
    rg_copy #(.XLEN(64), .DMEM_LOG2(BUS_LOG2)) copy (
        .start_in(cmd_copy_in), .start_out(cmd_copy_out), .start_gradients(cmd_copy_gradients), .stop(cmd_stop),
        .host(first_host), .word(req_wdata[BUS_LOG2-1:0]), .count(req_wdata[32 +: BUS_LOG2+1]), .done(copy_done),
        .response(copy_response), .read_values(copy_read), .read_gradients(copy_read_g), .read_at(copy_read_at),
        .values(copy_values), .gradients(copy_gradients), .write(copy_write), .write_at(copy_at), .data(copy_data),
        .sent(copy_sent), .*
    );

    rg_float_core #(.FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2)) core (
        .cmd_copy(cmd_copy_in || cmd_copy_out), .set_data(req_wdata[23:0]), .host_wdata(req_wdata),
        .host_memory(req_addr[29]), .scan_base(scan_base[DMEM_LOG2:0]),
        .scan_count(scan_count[DMEM_LOG2:0]), .*
    );

    wire unused = &{1'b0, unused_regt, unused_regtg, unused_memt, unused_memtg, unused_twide, scan_base, scan_count};
endmodule
`default_nettype wire
