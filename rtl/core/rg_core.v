// rg_core.v: run control, control state and the wiring of the core's modules.
`default_nettype none

module rg_core #(
    parameter XLEN      = 64,
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter IMEM_LOG2 = 16,
    parameter PIPELINE   = 0,
    parameter MULTIPLIER = 0,
    parameter GRAD_LANES = 0,
    parameter DIGITS     = 1,
    parameter LANES      = 1,
    parameter FUNCTION_UNITS = 1
) (
    input  wire                 clk, rst_n,
    // commands of the host; run, turn, clear and scan only while idle
    input  wire                 cmd_run, cmd_stop, cmd_turn, cmd_clear, cmd_scan,
    input  wire                 set_mode, set_pc, set_br, set_dir, set_keep, discard_kept,
    input  wire [23:0]          set_data,
    input  wire [63:0]          steps, cycle_limit,
    input  wire [23:0]          program_base,
    input  wire [IMEM_LOG2:0]   code_words,
    input  wire [DMEM_LOG2:0]   scan_base, scan_count,
    // windows: a read strobe, data in the next cycle; write strobes
    input  wire                 host_read, ledger_read, count_read,
    input  wire [23:0]          host_index,
    input  wire [63:0]          host_wdata,
    input  wire                 write_regv, write_regg, write_imem, write_memv, write_memg,
    input  wire                 write_regt, write_regtg, write_memt, write_memtg, write_twide,
    input  wire                 write_wide,        // word host_index[1:0] of {GW, W}
    input  wire                 host_copied, host_erased,
    input  wire                 out_pop,
    // copy engine: a start, and words for data memory two at a time, at an address and behind it
    input  wire                 cmd_copy, copying, copy_done, copy_read,
    input  wire [1:0]           copy_write,
    input  wire [DMEM_LOG2-1:0] copy_read_at, copy_at,
    input  wire [2*XLEN-1:0]    copy_data,
    output wire [XLEN-1:0]      regv_q, regg_q, memv_q, memg_q,
    output wire [XLEN-1:0]      regt_q, regtg_q, memt_q, memtg_q,
    output wire [2*XLEN-1:0]    tw, tgw,
    output wire [XLEN-1:0]      w_low, w_high, gw_low, gw_high,
    output wire [31:0]          imem_q,
    output wire [63:0]          ledger_q, count_q,
    // state
    output wire                 running, scanning, clearing,
    output reg                  halted, trapped, step_limit, cycles_up, stopped,
    output reg                  finished,          // since the last start the core stopped or a scan ended
    output reg  [3:0]           trap_cause,
    output reg  [23:0]          trap_pc,
    output reg  [XLEN-1:0]      trap_word,
    output wire [23:0]          pc,
    output reg  [23:0]          br,
    output reg                  dir,
    output reg  [2:0]           mode,
    output wire                 keep, undo,
    output wire [DMEM_LOG2:0]   kept,
    output wire [XLEN-1:0]      out_front,
    output wire [4:0]           out_level,
    output wire [63:0]          signature, sigvalue,
    output wire [63:0]          cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes,
    output wire [63:0]          tan_reads, tan_writes, program_f, program_b,
    output wire [63:0]          bits_out, erased_grad, erased_host, grad_ovf, val_ovf, grad_ovf_all, val_ovf_all,
    output wire [63:0]          words_in, cycles_in,
    // retirement port: what the step that ends in this clock reads and changes
    // (docs/reference/core.md)
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
    output wire [1:0]           retire_billed,     // words of gradients, and of their tangents
    output wire [63:0]          retire_grad_overflows,
    output wire [8:0]           retire_tan_writes,
    output wire [XLEN-1:0]      retire_next_td, retire_next_ta, retire_next_tm, retire_next_ud, retire_next_ua,
        retire_next_ub,
    output wire [XLEN-1:0]      retire_next_um,
    output wire [2*XLEN-1:0]    retire_next_tw, retire_next_tgw,
    output wire [63:0]          retire_value_overflows,
    output wire                 retire_element,    // an element of a stream writes, or is undone; its words
    output wire [23:0]          retire_at_d, retire_at_a, retire_at_b
);
`include "rg_isa.vh"

    localparam LOG_UNITS = FUNCTION_UNITS > 1 ? $clog2(FUNCTION_UNITS) : 1;

    reg        run_pending, stop_wanted, counts_steps;
    reg [63:0] steps_left;

    // Step
    wire [31:0]     word;
    wire [6:0]      op;
    wire [3:0]      cls, trap;
    wire [XLEN-1:0] rd, ra, rb, gd, ga, gb, m, gm, operand_b, address, trap_info, out_word;
    wire [XLEN-1:0] f, da, db, y2, a2, gy2, ga2;
    wire [3:0]      exec_trap;
    wire [6:0]      grad_overflows;
    wire [2:0]      exec_grad_ovf;
    wire [1:0]      value_overflows;
    wire [2:0]      next_mode;
    wire            exec_value_ovf, exec_done, uses_mem, uses_exec, active, inverse, halt, next_dir, fetch_fault;
    wire [23:0]     next_pc, next_br;
    wire            write_d, write_a, write_m, write_gd, write_ga, write_gb, write_gm, out_valid, billed, reads_m,
        reads_gm;
    wire [XLEN-1:0] next_d, next_a, next_m, next_gd, next_ga, next_gb, next_gm;

    // Streams: the ordinary instruction that an element is, and the words it reads instead of
    // registers
    wire                   streamed, target, two, reads_b, streams, begins, stream_look, element_reads, element_starts,
        element, undoing;
    wire                   a_is_d, b_is_d, b_is_a, stream_done, gives_up;
    // elements go through several function units
    wire                   ahead, read_front, reads_front, issues, drop, element_done;
    wire [3*DMEM_LOG2-1:0] front_at;
    wire [2*DMEM_LOG2-1:0] operands_at;          // A, below B
    wire [LOG_UNITS-1:0]   into, oldest;
    wire [XLEN-1:0]        step_b;               // the word at B of the element that is committed
    wire [XLEN-1:0]        first_f, first_da, first_db; // outcome of the function unit of the instructions
    wire [3:0]             first_trap;
    wire [2:0]             first_grad_ovf;
    wire                   first_value_ovf;
    wire [31:0]            element_word;
    wire [4:0]             look_1, look_2, look_3;
    wire [LANES*DMEM_LOG2-1:0] read_d_at, read_a_at, read_b_at, d_at, a_at, b_at; // of the element and those beside it
    wire                   one_d, one_a, one_b, more, offered, group, share_a, share_b;
    wire [3:0]             stream_cause;
    wire [XLEN-1:0]        stream_info;
    wire [63:0]            elements, stream_grad_overflows, stream_value_overflows;
    wire [XLEN-1:0]        tm_a, tm_b, um_a, um_b;
    wire [2*XLEN-1:0]      next_w, lanes_next_w;
    wire [LANES*XLEN-1:0]  lanes_m, lanes_m_a, lanes_m_b, lanes_gm, lanes_gm_a, lanes_gm_b, lanes_next_d, lanes_next_ga,
        lanes_next_gb;
    wire [XLEN-1:0]        m_a = lanes_m_a[0 +: XLEN], m_b = lanes_m_b[0 +: XLEN], gm_a = lanes_gm_a[0 +: XLEN],
        gm_b = lanes_gm_b[0 +: XLEN];
    wire [DMEM_LOG2-1:0]   at_d = d_at[0 +: DMEM_LOG2], at_a = a_at[0 +: DMEM_LOG2], at_b = b_at[0 +: DMEM_LOG2];
    wire [DMEM_LOG2-1:0]   read_at_d = read_d_at[0 +: DMEM_LOG2], read_at_a = read_a_at[0 +: DMEM_LOG2],
        read_at_b = read_b_at[0 +: DMEM_LOG2];
    assign streams = streamed && br == 24'd0 && !fetch_fault;

    rg_element as_ordinary (
        .word(word), .a_is_d(a_is_d), .b_is_d(b_is_d), .b_is_a(b_is_a), .streamed(streamed), .target(target), .two(two),
        .reg_b(reads_b), .element(element_word)
    );
    rg_stream #(.XLEN(XLEN), .LOG2(DMEM_LOG2), .OVERLAP(PIPELINE), .LANES(LANES), .UNITS(FUNCTION_UNITS),
        .LOG_UNITS(LOG_UNITS)) stream (
        .clk(clk), .rst_n(rst_n), .begins(begins), .d(word[21:17]), .a(word[16:12]), .b(word[4:0]), .target(target),
        .two(two), .reg_b(reads_b), .dir(dir),
        .stop(stop_wanted), .look(stream_look), .index_1(look_1), .index_2(look_2), .index_3(look_3), .r1(rd), .r2(ra),
        .r3(rb),
        .read(element_reads), .read_d(read_d_at), .read_a(read_a_at), .read_b(read_b_at), .at_d(d_at), .at_a(a_at),
        .at_b(b_at),
        .one_d(one_d), .one_a(one_a), .one_b(one_b), .more(more), .offered(offered), .group(group), .a_is_d(a_is_d),
        .b_is_d(b_is_d), .b_is_a(b_is_a), .start(element_starts), .undoing(undoing),
        .ahead(ahead), .shares(active), .read_front(read_front), .front_at(front_at), .issues(issues), .into(into),
        .oldest(oldest), .drop(drop),
        .ready(element_done), .trap(trap), .trap_info(trap_info), .grad_overflows(grad_overflows),
        .value_overflows(value_overflows),
        .write(element), .done(stream_done), .gives_up(gives_up), .cause(stream_cause), .info(stream_info),
        .elements(elements),
        .all_grad_overflows(stream_grad_overflows), .all_value_overflows(stream_value_overflows)
    );

    generate
        if (LANES > 1) begin : several
            rg_stream_lanes #(.XLEN(XLEN), .FRAC(FRAC), .LOG2(DMEM_LOG2), .LANES(LANES)) unit (
                .clk(clk), .rst_n(rst_n), .offered(offered && !dual), .op(op),
                .minus((element_word[24:22] == RG_MODE_SUB) ^ dir), .active(active),
                .target(target), .two(two), .reg_b(reads_b), .imm(operand_b), .at_d(d_at), .at_a(a_at), .at_b(b_at),
                .one_d(one_d), .one_a(one_a), .one_b(one_b),
                .m_d(lanes_m), .m_a(lanes_m_a), .m_b(lanes_m_b), .g_d(lanes_gm), .g_a(lanes_gm_a), .g_b(lanes_gm_b),
                .first_d(next_d), .first_ga(next_ga), .first_gb(next_gb), .first_w(next_w), .gw(gw[XLEN-1:0]),
                .next_w(lanes_next_w), .group(group), .next_d(lanes_next_d), .next_ga(lanes_next_ga),
                .next_gb(lanes_next_gb), .share_a(share_a), .share_b(share_b)
            );
        end else begin : single
            wire unused_lanes = &{offered, one_d, one_a, one_b};
            assign group = 1'b0;
            assign {share_a, share_b} = 2'b00;
            assign lanes_next_d  = next_d;
            assign lanes_next_ga = next_ga;
            assign lanes_next_gb = next_gb;
            assign lanes_next_w  = next_w;
        end
    endgenerate

    // Tangents
    wire [4:0]        fmt;
    wire              dual, reg_b, billed_tangent, reads_tm, reads_um;
    wire [XLEN-1:0]   td, ta, tb, tm, ud, ua, ub, um;
    wire [XLEN-1:0]   pa, qb, pu, qu, ha, hb, td2, ta2, ud2, ua2, ub_part;
    wire [5:0]        exec_tan_ovf;
    wire              write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um, write_tw, write_tgw;
    wire [XLEN-1:0]   next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um;
    wire [2*XLEN-1:0] next_tw, next_tgw;

    // The accumulator and its gradient
    reg  [2*XLEN-1:0] w, gw;
    wire [2*XLEN-1:0] next_gw, product, w2, gw2;
    wire              write_w, write_gw;
    assign {w_high, w_low}   = w;
    assign {gw_high, gw_low} = gw;

    // Gradients kept instead of dropped
    wire            kept_full, kept_empty, keep_push, keep_pop;
    wire [XLEN-1:0] kept_top, keep_word, gd_in;

    rg_keep #(.XLEN(XLEN), .LOG2(DMEM_LOG2), .PIPELINE(PIPELINE)) keeper (
        .clk(clk), .rst_n(rst_n), .set(set_keep), .set_data(set_data[1:0]), .discard(discard_kept), .turn(cmd_turn),
        .look(look), .push(commit && keep_push), .pop(commit && keep_pop), .word(keep_word),
        .keep(keep), .undo(undo), .count(kept), .top(kept_top), .full(kept_full), .empty(kept_empty)
    );

    // Sequencing
    wire out_full;
    wire steps_up   = counts_steps && steps_left == 64'd0;
    wire limit_up   = cycle_limit != 64'd0 && cycles >= cycle_limit;
    wire stop_here  = stop_wanted || steps_up || limit_up;
    wire go         = run_pending && !clearing && !scanning;
    wire [3:0]      cause = streams ? stream_cause : trap;
    wire [XLEN-1:0] info  = streams ? stream_info : trap_info;
    wire [63:0]     all_grad_overflows  = streams ? stream_grad_overflows : {57'd0, grad_overflows};
    wire [63:0]     all_value_overflows = streams ? stream_value_overflows : {62'd0, value_overflows};
    wire traps      = cause != 4'd0;
    wire blocked    = out_valid && out_full;
    wire idle, fetches, look, read_banks, exec_start, commit, trapping, halting, leave, counting;
    wire ledger_clearing, counts_clearing;
    assign clearing = ledger_clearing || counts_clearing;
    wire [31:0]          fetched;                 // the word whose registers are read; `word` is that of the step
    wire [IMEM_LOG2-1:0] fetch_address, look_address;
    wire                 look_grad, look_tangent;
    wire [DMEM_LOG2-1:0] bank_address;
    wire [XLEN-1:0]      now_d, now_a, now_b;

    generate
        if (PIPELINE != 0) begin : pipelined
            rg_pipeline #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2)) sequencer (
                .clk(clk), .rst_n(rst_n), .go(go), .stop_here(stop_here), .uses_exec(uses_exec), .exec_done(exec_done),
                .streams(streams), .stream_done(stream_done), .gives_up(gives_up), .begins(begins), .traps(traps),
                .halt(halt), .blocked(blocked), .pc(pc), .br(br), .dir(dir), .mode_grad(mode[RG_BIT_GRADIENT]),
                .mode_tangent(mode[RG_BIT_TANGENT]),
                .next_grad(next_mode[RG_BIT_GRADIENT]), .next_tangent(next_mode[RG_BIT_TANGENT]), .fetched(fetched),
                .now_d(now_d), .now_a(now_a),
                .now_b(now_b), .fetch_address(fetch_address), .look_address(look_address), .look_grad(look_grad),
                .look_tangent(look_tangent), .bank_address(bank_address), .word(word), .idle(idle), .fetch(fetches),
                .look(look),
                .read_banks(read_banks), .start(exec_start), .commit(commit), .trapping(trapping), .halting(halting),
                .leave(leave), .counting(counting)
            );
        end else begin : multicycle
            rg_sequencer sequencer (
                .clk(clk), .rst_n(rst_n), .go(go), .stop_here(stop_here), .uses_mem(uses_mem), .uses_exec(uses_exec),
                .exec_done(exec_done), .streams(streams), .stream_done(stream_done), .gives_up(gives_up),
                .begins(begins), .traps(traps), .halt(halt), .blocked(blocked), .idle(idle), .fetch(fetches),
                .look(look),
                .read_banks(read_banks), .start(exec_start), .commit(commit), .trapping(trapping), .halting(halting),
                .leave(leave), .counting(counting)
            );
            assign word          = fetched;
            assign fetch_address = pc[IMEM_LOG2-1:0];
            assign look_address  = pc[IMEM_LOG2-1:0];
            assign look_grad     = mode[RG_BIT_GRADIENT];
            assign look_tangent  = mode[RG_BIT_TANGENT];
            assign bank_address  = address[DMEM_LOG2-1:0];
        end
    endgenerate

    assign running = !idle || run_pending;

    always @(posedge clk) begin
        if (!rst_n) begin
            run_pending <= 1'b0;
        end else begin
            if (cmd_run)                             run_pending <= 1'b1;
            else if (idle && !clearing && !scanning) run_pending <= 1'b0;
        end
    end

    // Why it stopped
    wire scan_done;
    wire stops = trapping || halting || leave;
    always @(posedge clk) begin
        if (!rst_n) begin
            halted <= 1'b0;  trapped <= 1'b0;  step_limit <= 1'b0;  cycles_up <= 1'b0;  stopped <= 1'b0;
            finished <= 1'b0;
            trap_cause <= 4'd0;  trap_pc <= 24'd0;  trap_word <= {XLEN{1'b0}};
            stop_wanted <= 1'b0;  counts_steps <= 1'b0;  steps_left <= 64'd0;
        end else begin
            if (cmd_run) begin
                halted <= 1'b0;  trapped <= 1'b0;  step_limit <= 1'b0;  cycles_up <= 1'b0;  stopped <= 1'b0;
                trap_cause <= 4'd0;
                counts_steps <= steps != 64'd0;  steps_left <= steps;
            end
            if (cmd_run || cmd_scan || cmd_copy)      finished <= 1'b0;
            else if (stops || scan_done || copy_done) finished <= 1'b1;
            if (stops)                    stop_wanted <= 1'b0;
            else if (cmd_stop && running) stop_wanted <= 1'b1;
            if (commit) steps_left <= steps_left - 64'd1;
            if (trapping) begin
                trapped <= 1'b1;  trap_cause <= cause;  trap_pc <= pc;  trap_word <= info;
            end
            if (halting) halted <= 1'b1;
            if (leave) begin
                stopped <= stop_wanted;  step_limit <= steps_up;  cycles_up <= limit_up;
            end
        end
    end

    // Program counter, branch register, direction, mode
    wire [23:0] turned_pc = (br != 24'd0) ? pc ^ br : dir ? pc + 24'd1 : pc - 24'd1;
    rg_fetch #(.IMEM_LOG2(IMEM_LOG2)) fetch (
        .clk(clk), .rst_n(rst_n), .load(set_pc || cmd_turn), .load_pc(cmd_turn ? turned_pc : set_data),
        .advance(commit), .next_pc(next_pc), .code_words(code_words), .pc(pc), .fault(fetch_fault)
    );

    always @(posedge clk) begin
        if (!rst_n) begin
            br <= 24'd0;  dir <= 1'b0;  mode <= 3'd0;
        end else if (commit) begin
            br <= next_br;  dir <= next_dir;  mode <= next_mode;
        end else begin
            if (set_br)   br   <= set_data;
            if (set_mode) mode <= set_data[2:0];
            if (set_dir)       dir <= set_data[0];
            else if (cmd_turn) dir <= !dir;
        end
    end

    // W changes with a step, or with each element of a stream.
    wire commit_wide = streams ? element : commit;
    wire [2*XLEN-1:0] written_w = group ? lanes_next_w : next_w;
    always @(posedge clk) begin
        if (!rst_n) begin
            w <= {(2*XLEN){1'b0}};  gw <= {(2*XLEN){1'b0}};
        end else if (commit_wide) begin
            if (write_w)  w  <= written_w;
            if (write_gw) gw <= next_gw;
        end else if (write_wide) begin
            case (host_index[1:0])
                2'd0:    w[XLEN-1:0]       <= host_wdata[XLEN-1:0];
                2'd1:    w[2*XLEN-1:XLEN]  <= host_wdata[XLEN-1:0];
                2'd2:    gw[XLEN-1:0]      <= host_wdata[XLEN-1:0];
                default: gw[2*XLEN-1:XLEN] <= host_wdata[XLEN-1:0];
            endcase
        end
    end

    rg_mem #(.WIDTH(32), .LOG2(IMEM_LOG2)) imem (
        .clk(clk), .read(fetches || host_read), .raddr(idle ? host_index[IMEM_LOG2-1:0] : fetch_address),
        .rdata(fetched),
        .write(write_imem), .waddr(host_index[IMEM_LOG2-1:0]), .wdata(host_wdata[31:0])
    );

    // Operands
    wire                 scan_reg, scan_mem, scan_grad;
    wire [4:0]           scan_index;
    wire [DMEM_LOG2-1:0] scan_address;
    wire                 regv_1, regv_2, regg_1, regg_2, regg_3, memv, memg_1, memg_2;
    wire [4:0]           regv_index_1, regv_index_2, regg_index_1, regg_index_2, regg_index_3;
    wire [XLEN-1:0]      regv_data_1, regv_data_2, regg_data_1, regg_data_2, regg_data_3, memv_data, memg_data_1,
        memg_data_2;
    wire [DMEM_LOG2-1:0] memv_index, memg_index_1, memg_index_2;
    wire [4:0]           read_d = scanning ? scan_index : idle ? host_index[4:0] : stream_look ? look_1
        : fetched[21:17];
    wire [4:0]           read_a = stream_look ? look_2 : fetched[16:12];
    wire [4:0]           read_b = stream_look ? look_3 : fetched[4:0];

    rg_operands #(.XLEN(XLEN), .BYPASS(PIPELINE)) operands (
        .clk(clk), .read(look || stream_look || host_read || scan_reg),
        .read_grad((look && look_grad) || host_read || scan_reg),
        .d(read_d), .a(read_a), .b(read_b), .now_d(now_d), .now_a(now_a), .now_b(now_b), .rd(rd), .ra(ra), .rb(rb),
        .gd(gd), .ga(ga), .gb(gb),
        .write_1(regv_1), .index_1(regv_index_1), .data_1(regv_data_1),
        .write_2(regv_2), .index_2(regv_index_2), .data_2(regv_data_2),
        .gwrite_1(regg_1), .gindex_1(regg_index_1), .gdata_1(regg_data_1),
        .gwrite_2(regg_2), .gindex_2(regg_index_2), .gdata_2(regg_data_2),
        .gwrite_3(regg_3), .gindex_3(regg_index_3), .gdata_3(regg_data_3)
    );

    // Data memory: value bank and gradient bank
    wire [DMEM_LOG2-1:0] copy_read_next = copy_read_at + {{(DMEM_LOG2-1){1'b0}}, 1'b1};
    wire [DMEM_LOG2-1:0] copy_next      = copy_at + {{(DMEM_LOG2-1){1'b0}}, 1'b1};
    wire [DMEM_LOG2-1:0] mem_read_index = scanning ? scan_address : copying ? copy_read_at
                                        : idle ? host_index[DMEM_LOG2-1:0] : element_reads ? read_at_d : bank_address;
    // Which banks the step reads is known in D only as far as the word and the mode say.
    wire early = PIPELINE != 0;
    wire read_m  = (read_banks && (early || reads_m)) || (element_reads && target);
    wire read_gm = (read_banks && (early ? look_grad : reads_gm)) || (reads_front && active && target);
    wire read_tm = (read_banks && (early ? look_tangent : reads_tm)) || (element_reads && dual && target);
    wire read_um = (read_banks && (early ? look_tangent && look_grad : reads_um))
        || (element_reads && dual && active && target);

    // Ports of the lanes: the first has those of every instruction
    wire [LANES-1:0] lanes_read, lanes_read_g, lanes_read_a, lanes_read_b, lanes_read_ga, lanes_read_gb, lanes_write,
        lanes_write_ga, lanes_write_gb;
    wire [LANES*DMEM_LOG2-1:0] lanes_raddr, lanes_raddr_g, lanes_raddr_a, lanes_raddr_b, lanes_waddr, lanes_waddr_ga,
        lanes_waddr_gb;
    wire [LANES*XLEN-1:0]      lanes_wdata, lanes_wdata_ga, lanes_wdata_gb;
    genvar lane;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : ports
            wire here = element_reads && (lane == 0 || more);
            assign lanes_read[lane]     = lane == 0 ? read_m || host_read || scan_mem || copy_read : here;
            assign lanes_read_g[lane]   = lane == 0 ? read_gm || host_read || scan_grad : here && active;
            assign lanes_read_a[lane]   = lane == 0 ? (reads_front && two) || copy_read : here && two;
            assign lanes_read_b[lane]   = lane == 0 ? reads_front && reads_b : here && reads_b;
            assign lanes_read_ga[lane]  = here && two && active;
            assign lanes_read_gb[lane]  = here && reads_b && active;
            assign lanes_write[lane]    = lane == 0 ? memv || copy_write[0] : element && group && target;
            assign lanes_write_ga[lane] = lane == 0 ? memg_1 : element && group && share_a;
            assign lanes_write_gb[lane] = lane == 0 ? memg_2 : element && group && share_b;
            assign lanes_raddr[lane*DMEM_LOG2 +: DMEM_LOG2]    = lane == 0 ? mem_read_index
                : read_d_at[lane*DMEM_LOG2 +: DMEM_LOG2];
            assign lanes_raddr_g[lane*DMEM_LOG2 +: DMEM_LOG2]  = lane != 0 ? read_d_at[lane*DMEM_LOG2 +: DMEM_LOG2]
                                                               : ahead && read_front ? front_at[0 +: DMEM_LOG2]
                                                                   : mem_read_index;
            assign lanes_raddr_a[lane*DMEM_LOG2 +: DMEM_LOG2]  = lane != 0 ? read_a_at[lane*DMEM_LOG2 +: DMEM_LOG2]
                : copying ? copy_read_next : operands_at[0 +: DMEM_LOG2];
            assign lanes_raddr_b[lane*DMEM_LOG2 +: DMEM_LOG2]  = lane != 0 ? read_b_at[lane*DMEM_LOG2 +: DMEM_LOG2]
                : operands_at[DMEM_LOG2 +: DMEM_LOG2];
            assign lanes_waddr[lane*DMEM_LOG2 +: DMEM_LOG2]    = lane == 0 ? (copying ? copy_at : memv_index)
                : d_at[lane*DMEM_LOG2 +: DMEM_LOG2];
            assign lanes_waddr_ga[lane*DMEM_LOG2 +: DMEM_LOG2] = lane == 0 ? memg_index_1
                : a_at[lane*DMEM_LOG2 +: DMEM_LOG2];
            assign lanes_waddr_gb[lane*DMEM_LOG2 +: DMEM_LOG2] = lane == 0 ? memg_index_2
                : b_at[lane*DMEM_LOG2 +: DMEM_LOG2];
            assign lanes_wdata[lane*XLEN +: XLEN]    = lane == 0 ? (copying ? copy_data[0 +: XLEN] : memv_data)
                : lanes_next_d[lane*XLEN +: XLEN];
            assign lanes_wdata_ga[lane*XLEN +: XLEN] = lane == 0 ? memg_data_1 : lanes_next_ga[lane*XLEN +: XLEN];
            assign lanes_wdata_gb[lane*XLEN +: XLEN] = lane == 0 ? memg_data_2 : lanes_next_gb[lane*XLEN +: XLEN];
        end
    endgenerate
    assign m  = lanes_m[0 +: XLEN];
    assign gm = lanes_gm[0 +: XLEN];

    // The second of two words goes through the write port that no step uses.
    wire [LANES-1:0]           second_write = {{(LANES-1){1'b0}}, copy_write[1]};
    wire [LANES*DMEM_LOG2-1:0] second_at    = {LANES{copy_next}};
    wire [LANES*XLEN-1:0]      second_data  = {LANES{copy_data[XLEN +: XLEN]}};
    rg_data #(.WIDTH(XLEN), .LOG2(DMEM_LOG2), .FORWARD(PIPELINE), .LANES(LANES)) value_bank (
        .clk(clk), .read_1(lanes_read), .raddr_1(lanes_raddr), .rdata_1(lanes_m),
        .read_2(lanes_read_a), .raddr_2(lanes_raddr_a), .rdata_2(lanes_m_a), .read_3(lanes_read_b),
        .raddr_3(lanes_raddr_b), .rdata_3(lanes_m_b),
        .write_1(lanes_write), .waddr_1(lanes_waddr), .wdata_1(lanes_wdata), .write_2(second_write),
        .waddr_2(second_at), .wdata_2(second_data)
    );
    rg_data #(.WIDTH(XLEN), .LOG2(DMEM_LOG2), .FORWARD(PIPELINE), .LANES(LANES)) gradient_bank (
        .clk(clk), .read_1(lanes_read_g), .raddr_1(lanes_raddr_g), .rdata_1(lanes_gm),
        .read_2(lanes_read_ga), .raddr_2(read_a_at), .rdata_2(lanes_gm_a), .read_3(lanes_read_gb), .raddr_3(read_b_at),
        .rdata_3(lanes_gm_b),
        .write_1(lanes_write_ga), .waddr_1(lanes_waddr_ga), .wdata_1(lanes_wdata_ga),
        .write_2(lanes_write_gb), .waddr_2(lanes_waddr_gb), .wdata_2(lanes_wdata_gb)
    );

    rg_tangent_banks #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2), .PIPELINE(PIPELINE)) tangent_banks (
        .clk(clk), .rst_n(rst_n), .read_t((look && look_tangent) || host_read),
        .read_u((look && look_tangent && look_grad) || host_read),
        .read_tm(read_tm || host_read), .read_um(read_um || host_read),
        .read_d(read_d), .read_a(read_a), .read_b(read_b), .read_index(mem_read_index), .td(td), .ta(ta), .tb(tb),
        .ud(ud), .ua(ua), .ub(ub), .tm(tm), .um(um),
        .read_ta(element_reads && two && dual), .read_tb(element_reads && reads_b && dual),
        .read_ua(element_reads && two && dual && active),
        .read_ub(element_reads && reads_b && dual && active), .index_a(read_at_a), .index_b(read_at_b), .tm_a(tm_a),
        .tm_b(tm_b), .um_a(um_a), .um_b(um_b),
        .element(element), .at_d(at_d), .at_a(at_a), .at_b(at_b),
        .tw(tw), .tgw(tgw), .commit_wide(commit_wide), .commit(commit && !streams), .d(word[21:17]), .a(word[16:12]),
        .b(word[4:0]), .address(address[DMEM_LOG2-1:0]),
        .write_td(write_td), .write_ta(write_ta), .write_tm(write_tm), .write_ud(write_ud), .write_ua(write_ua),
        .write_ub(write_ub), .write_um(write_um), .write_tw(write_tw), .write_tgw(write_tgw),
        .next_td(next_td), .next_ta(next_ta), .next_tm(next_tm), .next_ud(next_ud), .next_ua(next_ua),
        .next_ub(next_ub),
        .next_um(next_um), .next_tw(next_tw), .next_tgw(next_tgw),
        .host_regt(write_regt), .host_regu(write_regtg), .host_memt(write_memt), .host_memu(write_memtg),
        .host_wide(write_twide), .host_index(host_index[DMEM_LOG2-1:0]), .host_half(host_index[1:0]),
        .host_data(host_wdata[XLEN-1:0])
    );
    assign regt_q  = td;
    assign regtg_q = ud;
    assign memt_q  = tm;
    assign memtg_q = um;

    // What the step reads as registers D, A, B
    wire [XLEN-1:0] x_d = streams ? m : rd,   x_a = streams ? m_a : ra,   x_b = streams ? step_b : rb;
    wire [XLEN-1:0] g_d = streams ? gm : gd,  g_a = streams ? gm_a : ga,  g_b = streams ? gm_b : gb;
    wire [XLEN-1:0] t_d = streams ? tm : td,  t_a = streams ? tm_a : ta,  t_b = streams ? tm_b : tb;
    wire [XLEN-1:0] u_d = streams ? um : ud,  u_a = streams ? um_a : ua,  u_b = streams ? um_b : ub;

    rg_lanes #(.XLEN(XLEN), .FRAC(FRAC), .AT_ONCE(PIPELINE), .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES),
        .DIGITS(DIGITS)) lanes (
        .dual(dual), .reg_b(reg_b), .fmt(fmt), .td(t_d), .ta(t_a), .tb(t_b),
        .ud(op == RG_OP_WMAC ? tgw[XLEN-1:0] : u_d), .ua(u_a),
        .pa(pa), .qb(qb), .pu(pu), .qu(qu), .ha(ha), .hb(hb), .td2(td2), .ta2(ta2), .ud2(ud2), .ua2(ua2), .ub(ub_part),
        .tan_ovf(exec_tan_ovf),
        .clk(clk), .rst_n(rst_n), .start(exec_start || element_starts), .op(op), .grad(active), .inverse(inverse),
        .wrap(mode[RG_BIT_WRAP]),
        .w(w), .gw(gw), .product(product), .w2(w2), .gw2(gw2),
        .y(x_d), .a(x_a), .b(operand_b), .gy(op == RG_OP_WMAC ? gw[XLEN-1:0] : gd_in), .ga(g_a), .done(exec_done),
        .f(first_f), .da(first_da), .db(first_db), .y2(y2), .a2(a2),
        .gy2(gy2), .ga2(ga2), .trap(first_trap), .grad_ovf(first_grad_ovf), .value_ovf(first_value_ovf)
    );

    // Function units for elements of streams
    generate
        if (FUNCTION_UNITS > 1) begin : pool
            wire has_program, done, value_ovf;
            wire [XLEN-1:0] p_f, p_da, p_db, p_b;
            wire [3:0] p_trap;
            wire [2:0] p_grad_ovf;
            rg_function_units #(
                .XLEN(XLEN), .FRAC(FRAC), .PRODUCTS(MULTIPLIER), .DIGITS(DIGITS), .UNITS(FUNCTION_UNITS),
                .LOG_UNITS(LOG_UNITS)
            ) units (
                .clk(clk), .rst_n(rst_n && !drop), .start(issues), .into(into), .op(op), .grad(active),
                .wrap(mode[RG_BIT_WRAP]),
                .a(m_a), .b(reads_b ? m_b : operand_b), .gy(gd_in), .has_program(has_program), .oldest(oldest),
                .done(done), .f(p_f), .da(p_da), .db(p_db), .operand_b(p_b), .trap(p_trap),
                .grad_ovf(p_grad_ovf), .value_ovf(value_ovf)
            );
            // What one clock or the lanes do does not go through them.
            wire multiplied = op == RG_OP_WMAC || (MULTIPLIER != 0 && (op == RG_OP_MUL || op == RG_OP_FMUL))
                || (LANES > 1 && op_has_lanes(op));
            assign ahead          = streams && has_program && !multiplied && !dual && !undoing;
            assign reads_front    = ahead ? read_front : element_reads;
            assign operands_at    = ahead ? front_at[DMEM_LOG2 +: 2*DMEM_LOG2] : {read_at_b, read_at_a};
            assign element_done   = ahead ? done : exec_done;
            assign step_b         = ahead ? p_b : m_b;
            assign f              = ahead ? p_f : first_f;
            assign da             = ahead ? p_da : first_da;
            assign db             = ahead ? p_db : first_db;
            assign exec_trap      = ahead ? p_trap : first_trap;
            assign exec_grad_ovf  = ahead ? p_grad_ovf : first_grad_ovf;
            assign exec_value_ovf = ahead ? value_ovf : first_value_ovf;
        end else begin : alone
            wire unused_units     = &{issues, drop, into, oldest, read_front, front_at};
            assign ahead          = 1'b0;
            assign reads_front    = element_reads;
            assign operands_at    = {read_at_b, read_at_a};
            assign element_done   = exec_done;
            assign step_b         = m_b;
            assign f              = first_f;
            assign da             = first_da;
            assign db             = first_db;
            assign exec_trap      = first_trap;
            assign exec_grad_ovf  = first_grad_ovf;
            assign exec_value_ovf = first_value_ovf;
        end
    endgenerate

    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2)) step (
        .word(element_word), .fetch_fault(fetch_fault), .pc(pc), .br(br), .dir(dir ^ (streams && undoing)), .mode(mode),
        .rd(x_d), .ra(x_a), .rb(x_b), .gd(g_d), .ga(g_a), .gb(g_b), .m(m), .gm(gm),
        .td(t_d), .ta(t_a), .tb(t_b), .tm(tm), .ud(u_d), .ua(u_a), .ub(u_b), .um(um), .tw(tw), .tgw(tgw),
        .pa(pa), .qb(qb), .pu(pu), .qu(qu), .ha(ha), .hb(hb), .td2(td2), .ta2(ta2), .ud2(ud2), .ua2(ua2),
        .ub_part(ub_part),
        .exec_tan_ovf(exec_tan_ovf), .dual(dual), .reg_b(reg_b), .fmt(fmt),
        .write_td(write_td), .write_ta(write_ta), .write_tm(write_tm), .write_ud(write_ud), .write_ua(write_ua),
        .write_ub(write_ub), .write_um(write_um), .write_tw(write_tw), .write_tgw(write_tgw),
        .next_td(next_td), .next_ta(next_ta), .next_tm(next_tm), .next_ud(next_ud), .next_ua(next_ua),
        .next_ub(next_ub),
        .next_um(next_um), .next_tw(next_tw), .next_tgw(next_tgw), .billed_tangent(billed_tangent),
        .reads_tm(reads_tm), .reads_um(reads_um),
        .w(w), .gw(gw), .product(product), .w2(w2), .gw2(gw2), .write_w(write_w), .write_gw(write_gw), .next_w(next_w),
        .next_gw(next_gw),
        .f(f), .da(da), .db(db), .y2(y2), .a2(a2), .gy2(gy2), .ga2(ga2),
        .exec_trap(exec_trap), .exec_grad_ovf(exec_grad_ovf), .exec_value_ovf(exec_value_ovf),
        .keep(keep), .undo(undo), .kept_full(kept_full), .kept_empty(kept_empty), .kept_top(kept_top),
        .kept_count({{(XLEN-1-DMEM_LOG2){1'b0}}, kept}), .keep_push(keep_push), .keep_pop(keep_pop),
        .keep_word(keep_word), .gd_in(gd_in),
        .op(op), .cls(cls), .uses_mem(uses_mem), .uses_exec(uses_exec), .operand_b(operand_b),
        .address(address), .active(active), .inverse(inverse), .trap(trap), .trap_info(trap_info), .halt(halt),
        .next_pc(next_pc), .next_br(next_br), .next_dir(next_dir), .next_mode(next_mode),
        .write_d(write_d), .write_a(write_a), .write_m(write_m), .next_d(next_d), .next_a(next_a), .next_m(next_m),
        .write_gd(write_gd), .write_ga(write_ga), .write_gb(write_gb), .write_gm(write_gm),
        .next_gd(next_gd), .next_ga(next_ga), .next_gb(next_gb), .next_gm(next_gm),
        .out_valid(out_valid), .out_word(out_word), .billed(billed), .grad_overflows(grad_overflows),
        .value_overflows(value_overflows), .reads_m(reads_m), .reads_gm(reads_gm)
    );

    rg_writeback #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) writeback (
        .commit(commit && !streams), .d(word[21:17]), .a(word[16:12]), .b(word[4:0]), .address(address[DMEM_LOG2-1:0]),
        .element(element), .at_d(at_d), .at_a(at_a), .at_b(at_b),
        .write_d(write_d), .write_a(write_a), .write_m(write_m), .next_d(next_d), .next_a(next_a), .next_m(next_m),
        .write_gd(write_gd), .write_ga(write_ga), .write_gb(write_gb), .write_gm(write_gm),
        .next_gd(next_gd), .next_ga(next_ga), .next_gb(next_gb), .next_gm(next_gm),
        .host_regv(write_regv), .host_regg(write_regg), .host_memv(write_memv), .host_memg(write_memg),
        .host_index(host_index[DMEM_LOG2-1:0]), .host_data(host_wdata[XLEN-1:0]),
        .regv_1(regv_1), .regv_2(regv_2), .regv_index_1(regv_index_1), .regv_index_2(regv_index_2),
        .regv_data_1(regv_data_1), .regv_data_2(regv_data_2),
        .regg_1(regg_1), .regg_2(regg_2), .regg_3(regg_3),
        .regg_index_1(regg_index_1), .regg_index_2(regg_index_2), .regg_index_3(regg_index_3),
        .regg_data_1(regg_data_1), .regg_data_2(regg_data_2), .regg_data_3(regg_data_3),
        .memv(memv), .memg_1(memg_1), .memg_2(memg_2), .memv_index(memv_index), .memg_index_1(memg_index_1),
        .memg_index_2(memg_index_2),
        .memv_data(memv_data), .memg_data_1(memg_data_1), .memg_data_2(memg_data_2)
    );

    assign regv_q = rd;
    assign regg_q = gd;
    assign memv_q = m;
    assign memg_q = gm;
    assign imem_q = fetched;

    // A copy over a word that was not 0 erases it, unless it brings the same.
    wire copy_erases_1 = copy_write[0] && m != {XLEN{1'b0}} && m != copy_data[0 +: XLEN];
    wire copy_erases_2 = copy_write[1] && m_a != {XLEN{1'b0}} && m_a != copy_data[XLEN +: XLEN];

    // Counters and ledger. An element reads its operands and its target, if that is a word, and
    // writes the target. Of their gradients it reads all, and writes those of the active operands.
    // Tangents are moved as values are, and with gradients as gradients are.
    wire       active_a = op_has_ga(op), active_b = op_has_gb(op) && reads_b;
    wire [1:0] operands_read = {1'b0, two} + {1'b0, reads_b}, operands_active = {1'b0, active_a} + {1'b0, active_b};
    wire [1:0] target_words = {1'b0, target};
    rg_counters #(.XLEN(XLEN)) counters (
        .clk(clk), .rst_n(rst_n), .clear(cmd_clear), .clearing(counts_clearing), .running(counting),
        .retire(commit),
        .cls(cls), .dir(dir), .grad(mode[RG_BIT_GRADIENT]), .tangent(mode[RG_BIT_TANGENT]),
        .in_program(pc >= program_base), .program_f(program_f), .program_b(program_b),
        .times(streams ? elements : 64'd1),
        .mem_read(streams ? operands_read + target_words : {1'b0, reads_m}),
        .mem_write({1'b0, streams ? target : write_m}),
        .grad_read(streams ? (active ? operands_active + target_words : 2'd0) : {1'b0, reads_gm}),
        .grad_write(streams ? (active ? operands_active : 2'd0) : {1'b0, write_gm}),
        .tan_read(streams ? (dual ? operands_active + target_words : 2'd0) : {1'b0, reads_tm}),
        .tan_write({1'b0, streams ? dual && target : write_tm}),
        .tan_grad_read(streams ? (dual && active ? operands_active + target_words : 2'd0) : {1'b0, reads_um}),
        .tan_grad_write(streams ? (dual && active ? operands_active : 2'd0) : {1'b0, write_um}),
        .copied_out(out_valid), .billed(billed), .billed_tangent(billed_tangent), .grad_overflows(all_grad_overflows),
        .value_overflows(all_value_overflows), .host_copied(host_copied), .host_erased(host_erased),
        .copying(copying), .copy_words({1'b0, copy_write[0]} + {1'b0, copy_write[1]}),
        .copy_erased({1'b0, copy_erases_1} + {1'b0, copy_erases_2}), .words_in(words_in), .cycles_in(cycles_in),
        .discarded(discard_kept ? {{(63-DMEM_LOG2){1'b0}}, kept} : 64'd0), .count_read(count_read),
        .count_index(host_index[6:0]),
        .tan_reads(tan_reads), .tan_writes(tan_writes), .count(count_q), .cycles(cycles), .retired(retired),
        .cycles_f(cycles_f),
        .cycles_b(cycles_b), .mem_reads(mem_reads), .mem_writes(mem_writes), .grad_reads(grad_reads),
        .grad_writes(grad_writes), .bits_out(bits_out), .erased_grad(erased_grad), .erased_host(erased_host),
        .grad_ovf(grad_ovf), .val_ovf(val_ovf), .grad_ovf_all(grad_ovf_all), .val_ovf_all(val_ovf_all)
    );

    rg_ledger #(.XLEN(XLEN), .LOG2(IMEM_LOG2), .FORWARD(PIPELINE)) ledger (
        .clk(clk), .rst_n(rst_n), .clear(cmd_clear), .clearing(ledger_clearing), .look(look),
        .look_address(look_address),
        .bill(commit && billed), .bill_tangent(commit && billed_tangent),
        .address(pc[IMEM_LOG2-1:0]), .host_read(ledger_read), .host_address(host_index[IMEM_LOG2-1:0]),
        .host_data(ledger_q)
    );

    rg_out_fifo #(.XLEN(XLEN)) out_fifo (
        .clk(clk), .rst_n(rst_n), .push(commit && out_valid), .push_data(out_word), .pop(out_pop), .front(out_front),
        .level(out_level), .full(out_full)
    );

    rg_scan #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) scan (
        .clk(clk), .rst_n(rst_n), .start(cmd_scan), .base(scan_base), .count(scan_count), .scanning(scanning),
        .reg_read(scan_reg), .mem_read(scan_mem), .grad_read(scan_grad), .reg_index(scan_index),
        .mem_index(scan_address),
        .rv(rd), .rg(gd), .w(w), .gw(gw), .mv(m), .mg(gm), .done(scan_done), .signature(signature), .sigvalue(sigvalue)
    );

    // Retirement port: names for what is there anyway
    assign retire_valid           = commit;
    assign retire_trap            = trapping;
    assign retire_halt            = halting;
    assign retire_cause           = cause;
    assign retire_info            = info;
    assign retire_pc              = pc;
    assign retire_br              = br;
    assign retire_dir             = dir;
    assign retire_mode            = mode;
    assign retire_word            = word;
    assign retire_rd              = rd;
    assign retire_ra              = ra;
    assign retire_rb              = rb;
    assign retire_gd              = gd;
    assign retire_ga              = ga;
    assign retire_gb              = gb;
    assign retire_address         = address;
    assign retire_m               = m;
    assign retire_gm              = gm;
    assign retire_reads           = {reads_gm, reads_m};
    assign retire_writes          = {write_gm, write_gb, write_ga, write_gd, write_m, write_a, write_d};
    assign retire_next_d          = next_d;
    assign retire_next_a          = next_a;
    assign retire_next_m          = next_m;
    assign retire_next_gd         = next_gd;
    assign retire_next_ga         = next_ga;
    assign retire_next_gb         = next_gb;
    assign retire_next_gm         = next_gm;
    assign retire_w               = w;
    assign retire_gw              = gw;
    assign retire_wide_writes     = {write_gw, write_w};
    assign retire_next_w          = written_w;
    assign retire_next_gw         = next_gw;
    assign retire_next_pc         = next_pc;
    assign retire_next_br         = next_br;
    assign retire_next_dir        = next_dir;
    assign retire_next_mode       = next_mode;
    assign retire_out             = out_valid;
    assign retire_out_word        = out_word;
    assign retire_billed          = {1'b0, billed} + {1'b0, billed_tangent};
    assign retire_grad_overflows  = all_grad_overflows;
    assign retire_value_overflows = all_value_overflows;
    assign retire_tan_writes      = {write_tgw, write_tw, write_um, write_ub, write_ua, write_ud, write_tm, write_ta,
        write_td};
    assign retire_next_td         = next_td;
    assign retire_next_ta         = next_ta;
    assign retire_next_tm         = next_tm;
    assign retire_next_ud         = next_ud;
    assign retire_next_ua         = next_ua;
    assign retire_next_ub         = next_ub;
    assign retire_next_um         = next_um;
    assign retire_next_tw         = next_tw;
    assign retire_next_tgw        = next_tgw;
    assign retire_element         = element;
    assign retire_at_d            = {{(24-DMEM_LOG2){1'b0}}, at_d};
    assign retire_at_a            = {{(24-DMEM_LOG2){1'b0}}, at_a};
    assign retire_at_b            = {{(24-DMEM_LOG2){1'b0}}, at_b};
endmodule
`default_nettype wire
