// rg_core.v: the wiring of the core's modules, stage by stage. `.*` connects each port that has
// the name of a wire here; a list names the others.
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
    parameter FUNCTION_UNITS = 1,
    parameter BANKS      = 0,
    parameter FUNCTION_STAGE = 0,
    parameter TANGENTS   = 1
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
    input  wire [2:0]           irq_clear,
    // copy engine: a start, and words of data memory two at a time, at an address and behind it
    input  wire                 cmd_copy, copying_in, copying_out, copy_done, copy_read, copy_read_g,
    input  wire [1:0]           copy_write, copy_sent,
    input  wire [DMEM_LOG2-1:0] copy_read_at, copy_at,
    input  wire [2*XLEN-1:0]    copy_data,
    output wire [2*XLEN-1:0]    copy_values, copy_gradients,
    output wire [XLEN-1:0]      regv_q, regg_q, memv_q, memg_q,
    output wire [XLEN-1:0]      regt_q, regtg_q, memt_q, memtg_q,
    output wire [2*XLEN-1:0]    tw, tgw,
    output wire [XLEN-1:0]      w_low, w_high, gw_low, gw_high,
    output wire [31:0]          imem_q,
    output wire [63:0]          ledger_q, count_q,
    // state
    output wire                 running, scanning, clearing,
    output wire                 halted, trapped, step_limit, cycles_up, stopped,
    output wire [2:0]           happened,          // since the last start: a copy or a scan ended, the core stopped
    output wire [3:0]           trap_cause,
    output wire [23:0]          trap_pc,
    output wire [XLEN-1:0]      trap_word,
    output wire [23:0]          pc,
    output wire [23:0]          br,
    output wire                 dir,
    output wire [2:0]           mode,
    output wire                 keep, undo,
    output wire [DMEM_LOG2:0]   kept,
    output wire [XLEN-1:0]      out_front,
    output wire [4:0]           out_level,
    output wire [63:0]          signature, sigvalue,
    output wire [63:0]          cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes,
    output wire [63:0]          tan_reads, tan_writes, program_f, program_b,
    output wire [63:0]          bits_out, erased_grad, erased_host, grad_ovf, val_ovf, grad_ovf_all, val_ovf_all,
    output wire [63:0]          words_in, cycles_in, words_out, cycles_out,
    output wire [DMEM_LOG2:0]   reached,
    // what the step that ends in this clock reads and changes (docs/reference/core.md)
`include "rg_retire_ports.vh"
);
`include "rg_isa.vh"

    localparam LOG_UNITS = FUNCTION_UNITS > 1 ? $clog2(FUNCTION_UNITS) : 1;

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
    wire            exec_value_ovf, exec_done, uses_mem, uses_exec, active, inverse, halt, next_dir;
    wire            fetch_fault, pc_outside, at_rest;
    wire [23:0]     next_pc, next_br;
    wire            write_d, write_a, write_m, write_gd, write_ga, write_gb, write_gm, out_valid, billed, reads_m,
        reads_gm;
    wire [XLEN-1:0] next_d, next_a, next_m, next_gd, next_ga, next_gb, next_gm;

    // Streams: the ordinary instruction that an element is, and the words it reads instead of
    // registers
    wire                   streamed, target, two, reads_b, streams, begins, stream_look, element_reads, element_starts,
        element, undoing;
    wire                   a_is_d, b_is_d, b_is_a, stream_done, gives_up, index_reads;
    wire [2:0]             indexed;              // D, A, B by indices in memory
    wire [3*LANES-1:0]     keep_ports;           // D, A, B read again where they were
    wire                   in_lanes;             // they do this operation
    wire                   busy_values, busy_gradients, busy_tangents, last_waits;
    wire                   frozen = busy_values || busy_gradients || busy_tangents;
    // elements go through several function units
    wire                   ahead, read_front, reads_front, issues, drop, holds, element_done, in_stage;
    wire [3*DMEM_LOG2-1:0] front_at;
    wire [2*DMEM_LOG2-1:0] operands_at;          // A, below B
    wire [LOG_UNITS-1:0]   into, oldest;
    wire [XLEN-1:0]        step_b;               // the word at B of the element that is committed
    wire                   unit_start, unit_done, unit_value_ovf; // the function unit of the instructions
    wire [XLEN-1:0]        unit_f, unit_da, unit_db;
    wire [2*XLEN-1:0]      unit_product;
    wire [XLEN-1:0]        first_f, first_da, first_db; // its outcome, or that of the stage of functions
    wire [3:0]             unit_trap, first_trap;
    wire [2:0]             unit_grad_ovf, first_grad_ovf;
    wire                   first_value_ovf;
    wire [31:0]            element_word;
    wire [4:0]             look_1, look_2, look_3;
    wire [LANES*DMEM_LOG2-1:0] read_d_at, read_a_at, read_b_at, d_at, a_at, b_at; // of the element and those beside it
    wire                   one_d, one_a, one_b, more, offered, group, share_a, share_b;
    wire [3:0]             stream_cause;
    wire [XLEN-1:0]        stream_info;
    localparam             TIMES = 2 * DMEM_LOG2 + 1;  // bits of the number of elements of a stream
    wire [TIMES-1:0]       elements;
    wire [TIMES+6:0]       stream_grad_overflows;
    wire [TIMES+1:0]       stream_value_overflows;
    wire [XLEN-1:0]        tm_a, tm_b, um_a, um_b;
    wire [2*XLEN-1:0]      next_w, lanes_next_w;
    wire [LANES*XLEN-1:0]  lanes_m, lanes_m_a, lanes_m_b, lanes_gm, lanes_gm_a, lanes_gm_b, lanes_next_d, lanes_next_ga,
        lanes_next_gb;
    wire [XLEN-1:0]        m_a = lanes_m_a[0 +: XLEN], m_b = lanes_m_b[0 +: XLEN], gm_a = lanes_gm_a[0 +: XLEN],
        gm_b = lanes_gm_b[0 +: XLEN];
    wire [DMEM_LOG2-1:0]   at_d = d_at[0 +: DMEM_LOG2], at_a = a_at[0 +: DMEM_LOG2], at_b = b_at[0 +: DMEM_LOG2];
    wire [DMEM_LOG2-1:0]   read_at_a = read_a_at[0 +: DMEM_LOG2], read_at_b = read_b_at[0 +: DMEM_LOG2];
    assign streams = streamed && at_rest && !fetch_fault;

    // Operands in memory: those of the step, and those of the word that is decoded
    wire [2:0]             words_form, next_words, reads_words;
    localparam NO_WORDS = BANKS != 0 || FUNCTION_STAGE != 0 ? 1 : 0;
    wire [2:0]             words = NO_WORDS != 0 || fetch_fault ? 3'd0 : words_form;
    wire [3*DMEM_LOG2-1:0] words_read_at, words_at;
    wire                   words_a_is_d, words_b_is_d, words_b_is_a, outside;
    wire                   stream_a_is_d, stream_b_is_d, stream_b_is_a;
    wire [XLEN-1:0]        outside_at, now_x;
    wire [5:0]       found_form;
    wire [31:0]      found_element;
    wire [XLEN+40:0] decoded;
    rg_element as_ordinary (
        .target(found_form[5]), .two(found_form[4]), .reg_b(found_form[3]), .indexed(found_form[2:0]),
        .element(found_element), .*
    );
    rg_decoded #(.XLEN(XLEN), .FRAC(FRAC), .SWITCHES(TANGENTS), .STAGED(FUNCTION_STAGE)) as_decoded (
        .form({target, two, reads_b, indexed}), .element(element_word), .*
    );
    rg_stream #(.XLEN(XLEN), .LOG2(DMEM_LOG2), .OVERLAP(PIPELINE), .LANES(LANES), .UNITS(FUNCTION_UNITS),
            .LOG_UNITS(LOG_UNITS), .STAGED(FUNCTION_STAGE), .BANKS(BANKS), .TIMES(TIMES)) stream (
        .d(word[21:17]), .a(word[16:12]), .b(word[4:0]), .reg_b(reads_b), .stop(stop_wanted), .keep(keep_ports),
        .look(stream_look), .index_1(look_1), .index_2(look_2), .index_3(look_3), .r1(rd), .r2(ra), .r3(rb),
        .read_index(index_reads), .index_d(m), .index_a(m_a), .index_b(m_b),
        .read(element_reads), .read_d(read_d_at), .read_a(read_a_at), .read_b(read_b_at), .at_d(d_at),
        .at_a(a_at), .at_b(b_at), .start(element_starts), .shares(active), .ready(element_done),
        .a_is_d(stream_a_is_d), .b_is_d(stream_b_is_d), .b_is_a(stream_b_is_a),
        .write(element), .done(stream_done), .cause(stream_cause), .info(stream_info),
        .all_grad_overflows(stream_grad_overflows), .all_value_overflows(stream_value_overflows), .*
    );

    assign in_lanes = LANES > 1 && op_has_lanes(op) && !dual;
    rg_stream_lanes #(.XLEN(XLEN), .FRAC(FRAC), .LOG2(DMEM_LOG2), .LANES(LANES)) beside_first (
        .offered(offered && !dual), .minus((element_word[24:22] == RG_MODE_SUB) ^ dir), .reg_b(reads_b),
        .imm(operand_b), .at_d(d_at), .at_a(a_at), .at_b(b_at), .m_d(lanes_m), .m_a(lanes_m_a), .m_b(lanes_m_b),
        .g_d(lanes_gm), .g_a(lanes_gm_a), .g_b(lanes_gm_b), .first_d(next_d), .first_ga(next_ga), .first_gb(next_gb),
        .first_w(next_w), .gw(gw[XLEN-1:0]), .next_w(lanes_next_w), .next_d(lanes_next_d), .next_ga(lanes_next_ga),
        .next_gb(lanes_next_gb), .*
    );

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
    wire [2*XLEN-1:0] w, gw, next_gw, product, w2, gw2;
    wire              write_w, write_gw;
    assign {w_high, w_low}   = w;
    assign {gw_high, gw_low} = gw;

    // Gradients kept instead of dropped
    wire            kept_full, kept_empty, keep_push, keep_pop;
    wire [XLEN-1:0] kept_top, keep_word, gd_in;

    rg_keep #(.XLEN(XLEN), .LOG2(DMEM_LOG2), .PIPELINE(PIPELINE)) keeper (
        .set(set_keep), .set_data(set_data[1:0]), .discard(discard_kept), .turn(cmd_turn),
        .push(commit && keep_push), .pop(commit && keep_pop), .word(keep_word), .count(kept), .top(kept_top),
        .full(kept_full), .empty(kept_empty), .*
    );

    // Sequencing
    wire out_full;
    wire beyond = outside && (trap == RG_TRAP_NONE || trap >= RG_TRAP_ADDRESS); // comes before what the step finds
    wire [3:0]      cause = streams ? stream_cause : beyond ? RG_TRAP_ADDRESS : trap;
    wire [XLEN-1:0] info  = streams ? stream_info : beyond ? outside_at : trap_info;
    wire [TIMES+6:0] all_grad_overflows  = streams ? stream_grad_overflows : {{TIMES{1'b0}}, grad_overflows};
    wire [TIMES+1:0] all_value_overflows = streams ? stream_value_overflows : {{TIMES{1'b0}}, value_overflows};
    wire traps      = cause != 4'd0;
    wire blocked    = out_valid && out_full;
    wire go, stop_here, stop_wanted, scan_done;
    wire idle, fetches, look, read_banks, exec_start, stands, commit, trapping, halting, leave, counting;
    wire ledger_clearing, counts_clearing;
    assign clearing = ledger_clearing || counts_clearing;
    wire [31:0]          fetched;                 // the word whose registers are read; `word` is that of the step
    wire [31:0]          look_word;               // with three stages that word is not `fetched` any more
    wire [IMEM_LOG2-1:0] fetch_address, look_address;
    wire                 look_grad, look_wrap, look_tangent, takes, fresh, again, imm_used, moves;
    wire [6:0]           function_op;             // of the word whose function begins
    wire [XLEN-1:0]      imm;                      // of the word that goes to X, with three stages
    wire [DMEM_LOG2-1:0] bank_address;
    wire [XLEN-1:0]      now_d, now_a, now_b, early_d, early_a, early_b, early_gd;

    rg_words #(.NONE(NO_WORDS)) of_step (.words(words_form), .*);
    rg_words #(.NONE(NO_WORDS)) of_next (.word(fetched), .words(next_words));
    assign reads_words = PIPELINE == 0 ? (read_banks ? words : 3'd0) : look ? next_words : 3'd0;
    rg_word_operands #(.XLEN(XLEN), .LOG2(DMEM_LOG2), .AHEAD(PIPELINE), .NONE(NO_WORDS)) word_operands (
        .reads_at(words_read_at), .at(words_at), .a_is_d(words_a_is_d), .b_is_d(words_b_is_d), .b_is_a(words_b_is_a),
        .field_d(word[21:17]), .field_a(word[16:12]), .field_b(word[4:0]), .*
    );

    generate
        if (PIPELINE != 0 && FUNCTION_STAGE != 0) begin : staged
            rg_stages #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2),
                    .SWITCHES(TANGENTS), .DEEP(FUNCTION_STAGE > 1 ? 1 : 0)) sequencer (
                .fetch(fetches), .start(exec_start), .*
            );
        end else if (PIPELINE != 0) begin : pipelined
            assign {look_word, look_wrap, takes, fresh, again, moves, function_op} = {fetched, 12'd0};
            assign {imm_used, imm} = {(XLEN+1){1'b0}};
            rg_streamed as_stream (.word(word), .streamed(streamed));
            assign fetch_fault = pc_outside;
            rg_pipeline #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2)) sequencer (
                .mode_grad(mode[RG_BIT_GRADIENT]), .mode_tangent(mode[RG_BIT_TANGENT]),
                .next_grad(next_mode[RG_BIT_GRADIENT]), .next_tangent(next_mode[RG_BIT_TANGENT]),
                .fetch(fetches), .start(exec_start), .*
            );
        end else begin : multicycle
            rg_streamed as_stream (.word(word), .streamed(streamed));
            assign fetch_fault = pc_outside;
            rg_sequencer sequencer (
                .uses_words(words != 3'd0), .fetch(fetches), .start(exec_start), .*
            );
            assign stands        = commit;
            assign word          = fetched;
            assign {look_word, look_wrap, takes, fresh, again, moves, function_op} = {fetched, 12'd0};
            assign {imm_used, imm} = {(XLEN+1){1'b0}};
            assign fetch_address = pc[IMEM_LOG2-1:0];
            assign look_address  = pc[IMEM_LOG2-1:0];
            assign look_grad     = mode[RG_BIT_GRADIENT];
            assign look_tangent  = mode[RG_BIT_TANGENT];
            assign bank_address  = address[DMEM_LOG2-1:0];
        end
    endgenerate

    rg_run #(.XLEN(XLEN)) run (.*);
    rg_state #(.IMEM_LOG2(IMEM_LOG2)) state (.*);

    // With banks: whether words that an element of a stream writes fall into one
    rg_last_writes #(.LOG2(DMEM_LOG2), .LANES(LANES), .BANKS(BANKS)) last_writes (
        .at_d(d_at), .at_a(a_at), .at_b(b_at), .waits(last_waits), .*
    );

    // The accumulator
    wire commit_wide = streams ? element : commit;
    wire [2*XLEN-1:0] written_w = group ? lanes_next_w : next_w;
    rg_accumulator #(.XLEN(XLEN)) accumulator (
        .commit(commit_wide), .next_w(written_w), .host_write(write_wide), .host_index(host_index[1:0]),
        .host_data(host_wdata[XLEN-1:0]), .*
    );

    // Fetch
    rg_mem #(.WIDTH(32), .LOG2(IMEM_LOG2)) imem (
        .read(fetches || host_read), .raddr(idle ? host_index[IMEM_LOG2-1:0] : fetch_address), .rdata(fetched),
        .write(write_imem), .waddr(host_index[IMEM_LOG2-1:0]), .wdata(host_wdata[31:0]), .*
    );

    // Operands
    wire                 scan_reg, scan_mem, scan_grad;
    wire [4:0]           scan_index;
    wire [DMEM_LOG2-1:0] scan_address;
    wire                 ahead_v1, ahead_v2, ahead_g1, ahead_g2, ahead_g3;
    wire                 regv_1, regv_2, regg_1, regg_2, regg_3, memv, memg_1, memg_2;
    wire [4:0]           regv_index_1, regv_index_2, regg_index_1, regg_index_2, regg_index_3;
    wire [XLEN-1:0]      regv_data_1, regv_data_2, regg_data_1, regg_data_2, regg_data_3, memv_data, memg_data_1,
        memg_data_2;
    wire [DMEM_LOG2-1:0] memv_index, memg_index_1, memg_index_2;
    wire [4:0]           read_d = scanning ? scan_index : idle ? host_index[4:0] : stream_look ? look_1
        : look_word[21:17];
    wire [4:0]           read_a = stream_look ? look_2 : look_word[16:12];
    wire [4:0]           read_b = stream_look ? look_3 : look_word[4:0];

    rg_operands #(.XLEN(XLEN), .BYPASS(PIPELINE), .EARLY(FUNCTION_STAGE)) operands (
        .first_d(fetched[21:17]), .first_a(fetched[16:12]), .first_b(fetched[4:0]),
        .read(look || stream_look || host_read || scan_reg),
        .read_grad((look && look_grad) || host_read || scan_reg), .d(read_d), .a(read_a), .b(read_b),
        .ahead_1(ahead_v1), .ahead_2(ahead_v2),
        .write_1(regv_1), .index_1(regv_index_1), .data_1(regv_data_1), .write_2(regv_2),
        .index_2(regv_index_2), .data_2(regv_data_2), .gwrite_1(regg_1), .gindex_1(regg_index_1),
        .gdata_1(regg_data_1), .gwrite_2(regg_2), .gindex_2(regg_index_2), .gdata_2(regg_data_2),
        .gwrite_3(regg_3), .gindex_3(regg_index_3), .gdata_3(regg_data_3), .*
    );

    // Data memory: value bank and gradient bank
    wire copying = copying_in || copying_out;
    assign copy_values    = {m_a, m};
    assign copy_gradients = {gm_a, gm};
    wire [DMEM_LOG2-1:0]       mem_read_index, index_a, index_b;
    wire                       read_tm, read_um, read_ta, read_tb, read_ua, read_ub;
    wire [LANES-1:0]           lanes_read, lanes_read_g, lanes_read_a, lanes_read_b, lanes_read_ga, lanes_read_gb;
    wire [LANES-1:0]           lanes_write, lanes_write_ga, lanes_write_gb, second_write;
    wire [LANES*DMEM_LOG2-1:0] lanes_raddr, lanes_raddr_g, lanes_raddr_a, lanes_raddr_b, lanes_raddr_ga,
        lanes_raddr_gb;
    wire [LANES*DMEM_LOG2-1:0] lanes_waddr, lanes_waddr_ga, lanes_waddr_gb, second_at;
    wire [LANES*XLEN-1:0]      lanes_wdata, lanes_wdata_ga, lanes_wdata_gb, second_data;
    rg_bank_ports #(.XLEN(XLEN), .LOG2(DMEM_LOG2), .LANES(LANES), .PIPELINE(PIPELINE)) bank_ports (
        .front_d(front_at[0 +: DMEM_LOG2]), .host_index(host_index[DMEM_LOG2-1:0]), .*
    );
    assign {m, gm} = {lanes_m[0 +: XLEN], lanes_gm[0 +: XLEN]};

    rg_data #(.WIDTH(XLEN), .LOG2(DMEM_LOG2), .FORWARD(PIPELINE), .LANES(LANES), .BANKS(BANKS)) value_bank (
        .keep(keep_ports), .busy(busy_values),
        .read_1(lanes_read), .raddr_1(lanes_raddr), .rdata_1(lanes_m), .read_2(lanes_read_a),
        .raddr_2(lanes_raddr_a), .rdata_2(lanes_m_a), .read_3(lanes_read_b), .raddr_3(lanes_raddr_b),
        .rdata_3(lanes_m_b), .write_1(lanes_write), .waddr_1(lanes_waddr), .wdata_1(lanes_wdata),
        .write_2(second_write), .waddr_2(second_at), .wdata_2(second_data), .*
    );
    rg_data #(.WIDTH(XLEN), .LOG2(DMEM_LOG2), .FORWARD(PIPELINE), .LANES(LANES), .BANKS(BANKS)) gradient_bank (
        .keep(keep_ports), .busy(busy_gradients),
        .read_1(lanes_read_g), .raddr_1(lanes_raddr_g), .rdata_1(lanes_gm), .read_2(lanes_read_ga),
        .raddr_2(lanes_raddr_ga), .rdata_2(lanes_gm_a), .read_3(lanes_read_gb), .raddr_3(lanes_raddr_gb),
        .rdata_3(lanes_gm_b), .write_1(lanes_write_ga), .waddr_1(lanes_waddr_ga), .wdata_1(lanes_wdata_ga),
        .write_2(lanes_write_gb), .waddr_2(lanes_waddr_gb), .wdata_2(lanes_wdata_gb), .*
    );

    rg_tangent_banks #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2), .PIPELINE(PIPELINE), .BANKS(BANKS),
            .TANGENTS(TANGENTS)) tangent_banks (
        .keep_words({keep_ports[2*LANES], keep_ports[LANES], keep_ports[0]}), .busy(busy_tangents),
        .read_t((look && look_tangent) || host_read), .read_u((look && look_tangent && look_grad) || host_read),
        .read_tm(read_tm || host_read), .read_um(read_um || host_read), .read_index(mem_read_index),
        .at_d(word_d), .at_a(word_a), .at_b(word_b), .commit(commit && !streams), .d(word[21:17]), .a(word[16:12]),
        .b(word[4:0]), .address(address[DMEM_LOG2-1:0]), .host_regt(write_regt), .host_regu(write_regtg),
        .host_memt(write_memt), .host_memu(write_memtg), .host_wide(write_twide),
        .host_index(host_index[DMEM_LOG2-1:0]), .host_half(host_index[1:0]), .host_data(host_wdata[XLEN-1:0]),
        .*
    );
    assign {regt_q, regtg_q, memt_q, memtg_q} = {td, ud, tm, um};

    // What the step reads as registers D, A, B
    wire [XLEN-1:0]      x_d, x_a, x_b, g_d, g_a, g_b, t_d, t_a, t_b, u_d, u_a, u_b;
    wire [DMEM_LOG2-1:0] word_d, word_a, word_b;
    rg_step_operands #(.XLEN(XLEN), .LOG2(DMEM_LOG2)) step_operands (.*);

    rg_lanes #(.XLEN(XLEN), .FRAC(FRAC), .AT_ONCE(PIPELINE), .MULTIPLIER(MULTIPLIER), .GRAD_LANES(GRAD_LANES),
            .DIGITS(DIGITS), .STAGED(FUNCTION_STAGE), .TANGENTS(TANGENTS)) lanes (
        .td(t_d), .ta(t_a), .tb(t_b), .ud(op == RG_OP_WMAC ? tgw[XLEN-1:0] : u_d), .ua(u_a), .ub(ub_part),
        .tan_ovf(exec_tan_ovf), .start(unit_start), .grad(active), .wrap(mode[RG_BIT_WRAP]),
        .y(x_d), .a(x_a), .b(operand_b), .gy(op == RG_OP_WMAC ? gw[XLEN-1:0] : gd_in), .ga(g_a),
        .done(unit_done), .f(unit_f), .da(unit_da), .db(unit_db), .product(unit_product), .trap(unit_trap),
        .grad_ovf(unit_grad_ovf), .value_ovf(unit_value_ovf), .*
    );
    rg_function_stage #(.XLEN(XLEN), .FRAC(FRAC), .STAGED(FUNCTION_STAGE)) functions (
        .wrap(mode[RG_BIT_WRAP]), .a(x_a), .b(operand_b), .gd(gd_in),
        .done(exec_done), .f(first_f), .da(first_da), .db(first_db), .trap(first_trap), .grad_ovf(first_grad_ovf),
        .value_ovf(first_value_ovf), .*
    );

    // Function units for elements of streams
    rg_function_pool #(.XLEN(XLEN), .FRAC(FRAC), .LOG2(DMEM_LOG2), .MULTIPLIER(MULTIPLIER), .DIGITS(DIGITS),
        .LANES(LANES), .UNITS(FUNCTION_UNITS), .LOG_UNITS(LOG_UNITS), .STAGED(FUNCTION_STAGE), .BANKS(BANKS)) pool (
        .grad(active), .wrap(mode[RG_BIT_WRAP]), .by_index(indexed != 3'd0), .gy(gd_in),
        .front_operands(front_at[DMEM_LOG2 +: 2*DMEM_LOG2]), .*
    );

    // The step, and what it writes
    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .TANGENTS(TANGENTS), .SWITCHES(TANGENTS),
            .DECODED(FUNCTION_STAGE)) step (
        .word(element_word), .dir(dir ^ undoing), .rd(x_d), .ra(x_a), .rb(x_b), .gd(g_d), .ga(g_a),
        .gb(g_b), .td(t_d), .ta(t_a), .tb(t_b), .ud(u_d), .ua(u_a), .ub(u_b),
        .kept_count({{(XLEN-1-DMEM_LOG2){1'b0}}, kept}), .*
    );

    rg_writeback #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) writeback (
        .stands(stands && !streams), .commit(commit && !streams), .d(word[21:17]), .a(word[16:12]), .b(word[4:0]),
        .address(address[DMEM_LOG2-1:0]), .at_d(word_d), .at_a(word_a), .at_b(word_b),
        .host_regv(write_regv), .host_regg(write_regg),
        .host_memv(write_memv), .host_memg(write_memg), .host_index(host_index[DMEM_LOG2-1:0]),
        .host_data(host_wdata[XLEN-1:0]), .*
    );

    assign {regv_q, regg_q, memv_q, memg_q, imem_q} = {rd, gd, m, gm, fetched};

    // A copy over a word that was not 0 erases it, unless it brings the same.
    wire copy_erases_1 = copy_write[0] && m != {XLEN{1'b0}} && m != copy_data[0 +: XLEN];
    wire copy_erases_2 = copy_write[1] && m_a != {XLEN{1'b0}} && m_a != copy_data[XLEN +: XLEN];

    // Counters and ledger
    wire [2:0] mem_read;
    wire [1:0] mem_write, grad_read, grad_write, tan_read, tan_write, tan_grad_read, tan_grad_write;
    rg_traffic traffic (.*);
    rg_counters #(.XLEN(XLEN), .LATE(FUNCTION_STAGE), .TANGENTS(TANGENTS), .TIMES(TIMES)) counters (
        .clear(cmd_clear), .clearing(counts_clearing), .running(counting), .retire(commit),
        .grad(mode[RG_BIT_GRADIENT]), .tangent(mode[RG_BIT_TANGENT]), .in_program(pc >= program_base),
        .times(streams ? elements : {{(TIMES-1){1'b0}}, 1'b1}),
        .copied_out(out_valid), .grad_overflows(all_grad_overflows), .value_overflows(all_value_overflows),
        .copy_words({1'b0, copy_write[0]} + {1'b0, copy_write[1]}),
        .copy_erased({1'b0, copy_erases_1} + {1'b0, copy_erases_2}),
        .discarded(discard_kept ? {{DMEM_LOG2{1'b0}}, kept} : {TIMES{1'b0}}), .count_index(host_index[6:0]),
        .count(count_q), .*
    );

    rg_reached #(.LOG2(DMEM_LOG2), .LANES(LANES)) reach (
        .clear(cmd_clear), .words(commit ? words : 3'd0), .access(commit && uses_mem),
        .address(address[DMEM_LOG2-1:0]), .used_d(target),
        .used_a(two), .used_b(reads_b), .at_d(d_at), .at_a(a_at), .at_b(b_at), .*
    );

    rg_ledger #(.XLEN(XLEN), .LOG2(IMEM_LOG2), .FORWARD(PIPELINE)) ledger (
        .clear(cmd_clear), .clearing(ledger_clearing), .bill(commit && billed),
        .bill_tangent(commit && billed_tangent), .address(pc[IMEM_LOG2-1:0]), .host_read(ledger_read),
        .host_address(host_index[IMEM_LOG2-1:0]), .host_data(ledger_q), .*
    );

    rg_out_fifo #(.XLEN(XLEN)) out_fifo (
        .push(commit && out_valid), .push_data(out_word), .pop(out_pop), .front(out_front), .level(out_level),
        .full(out_full), .*
    );

    rg_scan #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) scan (
        .start(cmd_scan), .base(scan_base), .count(scan_count), .reg_read(scan_reg), .mem_read(scan_mem),
        .grad_read(scan_grad), .reg_index(scan_index), .mem_index(scan_address), .rv(rd), .rg(gd), .mv(m),
        .mg(gm), .done(scan_done), .*
    );

    rg_retire #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2), .TIMES(TIMES)) retirement (.*);
endmodule
`default_nettype wire
