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
    parameter FUNCTION_UNITS = 1   // elements of a stream of functions under way: 1, 2, 4, .. 64
) (
    input  wire        clk,
    input  wire        rst_n,      // synchronous; memories keep their contents
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_awaddr,
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
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire [63:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        irq,        // stopped after a run, done with a scan or copy, or words wait in OUT
    // the host's memory: an AXI4 master that reads bursts of 16 bytes a beat, in order
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
    // retirement port of the core (docs/reference/core.md); may be left open
    output wire                 retire_valid, retire_trap, retire_halt,
    output wire [3:0]           retire_cause,
    output wire [XLEN-1:0]      retire_info,
    output wire [23:0]          retire_pc, retire_br,
    output wire                 retire_dir,
    output wire [2:0]           retire_mode,
    output wire [31:0]          retire_word,
    output wire [XLEN-1:0]      retire_rd, retire_ra, retire_rb, retire_gd, retire_ga, retire_gb,
    output wire [XLEN-1:0]      retire_address, retire_m, retire_gm,
    output wire [1:0]           retire_reads,
    output wire [6:0]           retire_writes,
    output wire [XLEN-1:0]      retire_next_d, retire_next_a, retire_next_m, retire_next_gd,
    output wire [XLEN-1:0]      retire_next_ga, retire_next_gb, retire_next_gm,
    output wire [2*XLEN-1:0]    retire_w, retire_gw, retire_next_w, retire_next_gw,
    output wire [1:0]           retire_wide_writes,
    output wire [23:0]          retire_next_pc, retire_next_br,
    output wire                 retire_next_dir,
    output wire [2:0]           retire_next_mode,
    output wire                 retire_out,
    output wire [XLEN-1:0]      retire_out_word,
    output wire [1:0]           retire_billed,
    output wire [63:0]          retire_grad_overflows,
    output wire [8:0]           retire_tan_writes,
    output wire [XLEN-1:0]      retire_next_td, retire_next_ta, retire_next_tm, retire_next_ud, retire_next_ua,
        retire_next_ub,
    output wire [XLEN-1:0]      retire_next_um,
    output wire [2*XLEN-1:0]    retire_next_tw, retire_next_tgw,
    output wire [63:0]          retire_value_overflows,
    output wire                 retire_element,
    output wire [23:0]          retire_at_d, retire_at_a, retire_at_b
);
    rg_limits #(
        .XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
        .MULTIPLIER(MULTIPLIER),
        .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES), .FUNCTION_UNITS(FUNCTION_UNITS)
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
    wire cmd_copy, copying, copy_done, copy_read;
    wire [1:0] copy_write, copy_response;
    wire [63:3] copy_host;
    wire [DMEM_LOG2-1:0] copy_read_at, copy_at;
    wire [DMEM_LOG2:0] copied;
    wire [2*XLEN-1:0] copy_data;
    wire [63:0] words_in, cycles_in;
    wire running, scanning, clearing, halted, trapped, step_limit, cycles_up, stopped, finished, dir;
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

    assign irq = finished || out_level != 5'd0;

    rg_axi_slave axi (
        .clk(clk), .rst_n(rst_n),
        .s_awvalid(s_awvalid), .s_awready(s_awready), .s_awaddr(s_awaddr),
        .s_wvalid(s_wvalid), .s_wready(s_wready), .s_wdata(s_wdata), .s_wstrb(s_wstrb),
        .s_bvalid(s_bvalid), .s_bready(s_bready), .s_bresp(s_bresp),
        .s_arvalid(s_arvalid), .s_arready(s_arready), .s_araddr(s_araddr),
        .s_rvalid(s_rvalid), .s_rready(s_rready), .s_rdata(s_rdata), .s_rresp(s_rresp),
        .req(req), .req_write(req_write), .req_whole(req_whole), .req_addr(req_addr), .req_wdata(req_wdata),
        .ack(ack), .ack_rdata(ack_rdata), .ack_resp(ack_resp)
    );

    rg_host #(
        .XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
        .MULTIPLIER(MULTIPLIER),
        .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES), .FUNCTION_UNITS(FUNCTION_UNITS)
    ) host (
        .clk(clk), .rst_n(rst_n), .req(req), .req_write(req_write), .req_whole(req_whole), .req_addr(req_addr),
        .req_wdata(req_wdata), .ack(ack), .ack_rdata(ack_rdata), .ack_resp(ack_resp),
        .cmd_run(cmd_run), .cmd_stop(cmd_stop), .cmd_turn(cmd_turn), .cmd_clear(cmd_clear), .cmd_scan(cmd_scan),
        .set_mode(set_mode), .set_pc(set_pc), .set_br(set_br), .set_dir(set_dir), .set_keep(set_keep),
        .discard_kept(discard_kept),
        .keep(keep), .undo(undo), .kept(kept),
        .steps(steps), .cycle_limit(cycle_limit), .program_base(program_base), .program_f(program_f),
        .program_b(program_b), .code_words(code_words), .scan_base(scan_base), .scan_count(scan_count),
        .host_read(host_read), .ledger_read(ledger_read), .count_read(count_read), .host_index(host_index),
        .write_regv(write_regv), .write_regg(write_regg), .write_imem(write_imem), .write_memv(write_memv),
        .write_regt(write_regt), .write_regtg(write_regtg), .write_memt(write_memt), .write_memtg(write_memtg),
        .write_twide(write_twide), .regt_q(regt_q), .regtg_q(regtg_q), .memt_q(memt_q), .memtg_q(memtg_q), .tw(tw),
        .tgw(tgw),
        .tan_reads(tan_reads), .tan_writes(tan_writes),
        .write_memg(write_memg), .write_wide(write_wide), .w_low(w_low), .w_high(w_high), .gw_low(gw_low),
        .gw_high(gw_high), .host_copied(host_copied), .host_erased(host_erased), .out_pop(out_pop),
        .cmd_copy(cmd_copy), .copy_host(copy_host), .copying(copying), .copy_response(copy_response),
        .copied(copied), .words_in(words_in), .cycles_in(cycles_in),
        .regv_q(regv_q), .regg_q(regg_q), .memv_q(memv_q), .memg_q(memg_q), .out_front(out_front),
        .trap_word(trap_word),
        .imem_q(imem_q), .ledger_q(ledger_q), .count_q(count_q),
        .running(running), .scanning(scanning), .clearing(clearing), .halted(halted), .trapped(trapped),
        .step_limit(step_limit), .cycles_up(cycles_up), .stopped(stopped), .trap_cause(trap_cause),
        .out_level(out_level),
        .pc(pc), .br(br), .trap_pc(trap_pc), .dir(dir), .mode(mode), .signature(signature), .sigvalue(sigvalue),
        .cycles(cycles), .retired(retired), .cycles_f(cycles_f), .cycles_b(cycles_b), .mem_reads(mem_reads),
        .mem_writes(mem_writes), .grad_reads(grad_reads), .grad_writes(grad_writes), .bits_out(bits_out),
        .erased_grad(erased_grad), .erased_host(erased_host), .grad_ovf(grad_ovf), .val_ovf(val_ovf),
        .grad_ovf_all(grad_ovf_all), .val_ovf_all(val_ovf_all)
    );

    assign m_arsize  = 3'd4;         // 16 bytes a beat
    assign m_arburst = 2'd1;         // addresses go up
    assign m_arprot  = 3'd0;
    rg_copy_in #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) copy_in (
        .clk(clk), .rst_n(rst_n), .start(cmd_copy), .stop(cmd_stop), .host(copy_host),
        .word(req_wdata[DMEM_LOG2-1:0]), .count(req_wdata[32 +: DMEM_LOG2+1]),
        .copying(copying), .done(copy_done), .copied(copied), .response(copy_response),
        .m_arvalid(m_arvalid), .m_arready(m_arready), .m_araddr(m_araddr), .m_arlen(m_arlen),
        .m_rvalid(m_rvalid), .m_rready(m_rready), .m_rdata(m_rdata), .m_rresp(m_rresp), .m_rlast(m_rlast),
        .read(copy_read), .read_at(copy_read_at), .write(copy_write), .write_at(copy_at), .data(copy_data)
    );

    rg_core #(
        .XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2), .PIPELINE(PIPELINE),
        .MULTIPLIER(MULTIPLIER),
        .GRAD_LANES(GRAD_LANES), .DIGITS(DIGITS), .LANES(LANES), .FUNCTION_UNITS(FUNCTION_UNITS)
    ) core (
        .clk(clk), .rst_n(rst_n),
        .cmd_run(cmd_run), .cmd_stop(cmd_stop), .cmd_turn(cmd_turn), .cmd_clear(cmd_clear), .cmd_scan(cmd_scan),
        .set_mode(set_mode), .set_pc(set_pc), .set_br(set_br), .set_dir(set_dir), .set_keep(set_keep),
        .discard_kept(discard_kept),
        .keep(keep), .undo(undo), .kept(kept), .set_data(req_wdata[23:0]),
        .steps(steps), .cycle_limit(cycle_limit), .program_base(program_base), .program_f(program_f),
        .program_b(program_b), .code_words(code_words), .scan_base(scan_base), .scan_count(scan_count),
        .host_read(host_read), .ledger_read(ledger_read), .count_read(count_read), .host_index(host_index),
        .host_wdata(req_wdata),
        .write_regv(write_regv), .write_regg(write_regg), .write_imem(write_imem), .write_memv(write_memv),
        .write_regt(write_regt), .write_regtg(write_regtg), .write_memt(write_memt), .write_memtg(write_memtg),
        .write_twide(write_twide), .regt_q(regt_q), .regtg_q(regtg_q), .memt_q(memt_q), .memtg_q(memtg_q), .tw(tw),
        .tgw(tgw),
        .tan_reads(tan_reads), .tan_writes(tan_writes),
        .write_memg(write_memg), .write_wide(write_wide), .w_low(w_low), .w_high(w_high), .gw_low(gw_low),
        .gw_high(gw_high), .host_copied(host_copied), .host_erased(host_erased), .out_pop(out_pop),
        .cmd_copy(cmd_copy), .copying(copying), .copy_done(copy_done), .copy_read(copy_read),
        .copy_write(copy_write), .copy_read_at(copy_read_at), .copy_at(copy_at), .copy_data(copy_data),
        .words_in(words_in), .cycles_in(cycles_in),
        .regv_q(regv_q), .regg_q(regg_q), .memv_q(memv_q), .memg_q(memg_q), .imem_q(imem_q), .ledger_q(ledger_q),
        .count_q(count_q), .running(running), .scanning(scanning), .clearing(clearing), .halted(halted),
        .trapped(trapped),
        .step_limit(step_limit), .cycles_up(cycles_up), .stopped(stopped), .finished(finished), .trap_cause(trap_cause),
        .trap_pc(trap_pc), .trap_word(trap_word), .pc(pc), .br(br), .dir(dir), .mode(mode), .out_front(out_front),
        .out_level(out_level), .signature(signature), .sigvalue(sigvalue), .cycles(cycles), .retired(retired),
        .cycles_f(cycles_f), .cycles_b(cycles_b), .mem_reads(mem_reads), .mem_writes(mem_writes),
        .grad_reads(grad_reads),
        .grad_writes(grad_writes), .bits_out(bits_out), .erased_grad(erased_grad), .erased_host(erased_host),
        .grad_ovf(grad_ovf), .val_ovf(val_ovf),
        .grad_ovf_all(grad_ovf_all), .val_ovf_all(val_ovf_all),
        .retire_valid(retire_valid), .retire_trap(retire_trap), .retire_halt(retire_halt), .retire_cause(retire_cause),
        .retire_info(retire_info), .retire_pc(retire_pc), .retire_br(retire_br), .retire_dir(retire_dir),
        .retire_mode(retire_mode), .retire_word(retire_word), .retire_rd(retire_rd), .retire_ra(retire_ra),
        .retire_rb(retire_rb), .retire_gd(retire_gd), .retire_ga(retire_ga), .retire_gb(retire_gb),
        .retire_address(retire_address), .retire_m(retire_m), .retire_gm(retire_gm), .retire_reads(retire_reads),
        .retire_writes(retire_writes), .retire_next_d(retire_next_d), .retire_next_a(retire_next_a),
        .retire_next_m(retire_next_m), .retire_next_gd(retire_next_gd), .retire_next_ga(retire_next_ga),
        .retire_next_gb(retire_next_gb), .retire_next_gm(retire_next_gm), .retire_next_pc(retire_next_pc),
        .retire_w(retire_w), .retire_gw(retire_gw), .retire_next_w(retire_next_w), .retire_next_gw(retire_next_gw),
        .retire_wide_writes(retire_wide_writes),
        .retire_next_br(retire_next_br), .retire_next_dir(retire_next_dir), .retire_next_mode(retire_next_mode),
        .retire_out(retire_out), .retire_out_word(retire_out_word), .retire_billed(retire_billed),
        .retire_grad_overflows(retire_grad_overflows), .retire_tan_writes(retire_tan_writes),
        .retire_next_td(retire_next_td), .retire_next_ta(retire_next_ta),
        .retire_next_tm(retire_next_tm), .retire_next_ud(retire_next_ud), .retire_next_ua(retire_next_ua),
        .retire_next_ub(retire_next_ub), .retire_next_um(retire_next_um), .retire_next_tw(retire_next_tw),
        .retire_next_tgw(retire_next_tgw),
        .retire_value_overflows(retire_value_overflows), .retire_element(retire_element), .retire_at_d(retire_at_d),
        .retire_at_a(retire_at_a), .retire_at_b(retire_at_b)
    );
endmodule
`default_nettype wire
