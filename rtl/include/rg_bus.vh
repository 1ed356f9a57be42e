// rg_bus.vh: what stands between the bus and the core of a machine, behind rg_bus_ports.vh: the wires of
// register map and core, the AXI4-Lite slave, the copy engine and the interrupt line. XLEN, IMEM_LOG2
// and BUS_LOG2 are of the module; BUS_LOG2 counts words of data memory as the bus has them.
    wire        req, req_write, req_whole, ack;
    wire [31:0] req_addr;
    wire [63:0] req_wdata, ack_rdata;
    wire [1:0]  ack_resp, req_prot;

    wire cmd_run, cmd_stop, cmd_turn, cmd_clear, cmd_scan, set_mode, set_pc, set_br, set_dir, set_keep, discard_kept,
        keep, undo;
    wire host_read, ledger_read, count_read, write_regv, write_regg, write_imem, write_memv, write_memg, write_wide;
    wire write_regt, write_regtg, write_memt, write_memtg, write_twide;
    wire host_copied, host_erased, out_pop;
    wire cmd_copy_in, cmd_copy_out, cmd_copy_gradients, copying_in, copying_out, copy_done, copy_read, copy_read_g;
    wire copying = copying_in || copying_out;
    wire [1:0] copy_write, copy_response, copy_sent;
    wire [3:0] irq_enable;
    wire [2:0] irq_clear, happened;
    wire [63:3] copy_host;
    wire [BUS_LOG2-1:0] copy_read_at, copy_at;
    wire [BUS_LOG2:0] copied, scan_base, scan_count;
    wire [2*XLEN-1:0] copy_data, copy_values, copy_gradients;
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
    wire [XLEN-1:0] regv_q, regg_q, memv_q, memg_q, out_front, trap_word, w_low, w_high, gw_low, gw_high;
    wire [4:0]  out_level;
    wire [3:0]  trap_cause;
    wire [2:0]  mode;

    assign irq = ({out_level != 5'd0, happened} & irq_enable) != 4'd0;

    rg_axi_slave axi (.*);

    assign m_arsize  = 3'd4;         // 16 bytes a beat
    assign m_arburst = 2'd1;         // addresses go up
    assign m_arprot  = 3'd0;
    assign m_awsize  = m_arsize;
    assign m_awburst = m_arburst;
    assign m_awprot  = m_arprot;
    wire [63:3] first_host = copy_host + {{(61-BUS_LOG2){1'b0}}, req_wdata[BUS_LOG2-1:0]};
    rg_copy #(.XLEN(XLEN), .DMEM_LOG2(BUS_LOG2)) copy (
        .start_in(cmd_copy_in), .start_out(cmd_copy_out), .start_gradients(cmd_copy_gradients), .stop(cmd_stop),
        .host(first_host), .word(req_wdata[BUS_LOG2-1:0]), .count(req_wdata[32 +: BUS_LOG2+1]), .done(copy_done),
        .response(copy_response), .read_values(copy_read), .read_gradients(copy_read_g), .read_at(copy_read_at),
        .values(copy_values), .gradients(copy_gradients), .write(copy_write), .write_at(copy_at), .data(copy_data),
        .sent(copy_sent), .*
    );
