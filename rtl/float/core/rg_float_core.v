// rg_float_core.v: a core with Float (docs/development/float-core.md): registers and data words of 256
// bits, gradients of 512, one instruction at a time. The sequencer, control, counters and all of an Int
// are those of rg_core.
`default_nettype none

module rg_float_core #(
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter IMEM_LOG2 = 16
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
    // windows: a read strobe, data in the next cycle; write strobes. Data memory counts in 64 bits.
    input  wire                 host_read, ledger_read, count_read,
    input  wire [23:0]          host_index,
    input  wire                 host_memory,         // it looks at data memory
    input  wire [63:0]          host_wdata,
    input  wire                 write_regv, write_regg, write_imem, write_memv, write_memg, write_wide,
    input  wire                 host_copied, host_erased, out_pop,
    input  wire [2:0]           irq_clear,
    // copy engine
    input  wire                 cmd_copy, copying_in, copying_out, copy_done, copy_read, copy_read_g,
    input  wire [1:0]           copy_write, copy_sent,
    input  wire [DMEM_LOG2+1:0] copy_read_at, copy_at,
    input  wire [127:0]         copy_data,
    output wire [127:0]         copy_values, copy_gradients,
    output wire [63:0]          regv_q, regg_q, memv_q, memg_q, w_low, w_high, gw_low, gw_high,
    output wire [31:0]          imem_q,
    output wire [63:0]          ledger_q, count_q,
    // state
    output wire                 running, scanning, clearing, halted, trapped, step_limit, cycles_up, stopped,
    output wire [2:0]           happened,
    output wire [3:0]           trap_cause,
    output wire [23:0]          trap_pc,
    output wire [63:0]          trap_word,
    output wire [23:0]          pc, br,
    output wire                 dir,
    output wire [2:0]           mode,
    output wire                 keep, undo,
    output wire [DMEM_LOG2:0]   kept,
    output wire [63:0]          out_front,
    output wire [4:0]           out_level,
    output wire [63:0]          signature, sigvalue,
    output wire [63:0]          cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes,
    output wire [63:0]          tan_reads, tan_writes, program_f, program_b,
    output wire [63:0]          bits_out, erased_host, grad_ovf, val_ovf, grad_ovf_all, val_ovf_all,
    output reg  [63:0]          erased_grad,
    output wire [63:0]          words_in, cycles_in, words_out, cycles_out,
    output wire [DMEM_LOG2:0]   reached
);
`include "rg_isa.vh"

    // The word under way
    wire [31:0] fetched, word, plain;
    wire        known, number, a_float, b_float, to_fixed, fixed_target, update, compares, negates, rounds, turns;
    rg_float_decode decode (.*);
    wire by_unit = update || compares || negates || rounds || turns;

    // Streams: `word` is the ordinary instruction that an element is, on words of memory instead of registers
    localparam TIMES = 2 * DMEM_LOG2 + 1;          // bits of the number of elements
    wire       streamed, target, two, reads_b, a_is_d, b_is_d, b_is_a;
    wire [2:0] indexed;
    wire [31:0] kinds_of_b = {21'd0, fetched[11] ? 3'd0 : fetched[10:8], 8'd0}; // which the core with Fixed has not
    wire [31:0] element_word;
    rg_streamed as_stream (.word(fetched ^ kinds_of_b), .streamed(streamed));
    rg_element as_ordinary (.word(fetched), .words(3'd0), .reg_b(reads_b), .element(element_word), .*);
    assign word = element_word | (streamed ? kinds_of_b : 32'd0);
    wire streams = streamed && known && br == 24'd0 && !pc_outside;
    wire begins, stream_done, gives_up, stream_look, index_reads, element_reads, element_starts, element, undoing;
    wire way = dir ^ (streams && undoing);
    wire [4:0] look_1, look_2, look_3;
    wire [DMEM_LOG2-1:0] read_d_at, read_a_at, read_b_at, at_d, at_a, at_b;
    wire [TIMES-1:0] elements;
    wire [TIMES+6:0] stream_grad_overflows;
    wire [TIMES+1:0] stream_value_overflows;
    wire [3:0]  stream_cause, step_cause;
    wire [63:0] stream_info, step_info;

    // Sequencing
    wire [6:0]  op;
    wire [3:0]  cls;
    wire [4:0]  fmt;
    wire        uses_mem, plain_exec, active, reg_b, plain_done, unit_done, out_valid, out_full, plain_halt;
    wire [63:0] address;
    wire [3:0]  cause = streams ? stream_cause : step_cause;
    wire [63:0] info  = streams ? stream_info : step_info;
    wire        idle, fetch, look, read_banks, start, commit, trapping, halting, leave, counting;
    wire        go, stop_here, stop_wanted, scan_done, pc_outside;
    wire [3:0]  plain_trap;
    wire        legal = plain_trap != RG_TRAP_FETCH && plain_trap != RG_TRAP_ILLEGAL;
    wire        uses_exec = plain_exec || (by_unit && legal);
    wire        exec_done = by_unit ? unit_done : plain_done;
    rg_sequencer sequencer (
        .uses_words(uses_mem && update), .traps(cause != 4'd0), .halt(plain_halt), .blocked(out_valid && out_full), .*
    );
    rg_run #(.XLEN(64)) run (.*);
    wire [23:0] next_pc, next_br;
    wire        next_dir;
    wire [2:0]  next_mode;
    wire unused_at_rest;
    rg_state #(.IMEM_LOG2(IMEM_LOG2)) state (.at_rest(unused_at_rest), .*);
    rg_mem #(.WIDTH(32), .LOG2(IMEM_LOG2)) imem (
        .clk(clk), .read(fetch || host_read), .raddr(idle ? host_index[IMEM_LOG2-1:0] : pc[IMEM_LOG2-1:0]),
        .rdata(fetched), .write(write_imem), .waddr(host_index[IMEM_LOG2-1:0]), .wdata(host_wdata[31:0])
    );
    assign imem_q = fetched;

    wire lands = commit && !streams;               // in registers, and in the word of a load or a store

    // Registers
    wire grad = mode[RG_BIT_GRADIENT];
    wire [255:0] r_d, r_a, r_b, next_d, next_a, next_m;
    wire [511:0] gr_d, gr_a, gr_b, next_gd, next_ga, next_gm, unit_gb;
    wire write_d, write_a, write_m, write_gd, write_ga, write_gb, write_gm, write_w, write_gw;
    wire scan_read, scan_of_memory;
    wire [4:0] scan_index;
    wire [4:0] read_d = scanning ? scan_index : idle ? host_index[4:0] : stream_look ? look_1 : fetched[21:17];
    wire [4:0] read_a = stream_look ? look_2 : fetched[16:12], read_b = stream_look ? look_3 : fetched[4:0];
    wire       reads = look || stream_look || host_read || scan_read;
    wire [511:0] given;
    rg_float_file #(.WIDTH(256)) values (
        .clk(clk), .read(reads), .d(read_d), .a(read_a), .b(read_b), .rd(r_d), .ra(r_a), .rb(r_b),
        .write_d(write_regv || (lands && write_d)), .write_a(lands && write_a), .write_b(1'b0),
        .at_d(write_regv ? host_index[4:0] : fetched[21:17]), .at_a(fetched[16:12]), .at_b(fetched[4:0]),
        .next_d(write_regv ? {192'd0, host_wdata} : next_d), .next_a(next_a), .next_b(256'd0)
    );
    rg_float_file #(.WIDTH(512)) gradients (
        .clk(clk), .read(reads && (grad || idle)), .d(read_d), .a(read_a), .b(read_b), .rd(gr_d), .ra(gr_a),
        .rb(gr_b), .write_d(write_regg || (lands && write_gd)), .write_a(lands && write_ga),
        .write_b(lands && write_gb), .at_d(write_regg ? host_index[4:0] : fetched[21:17]), .at_a(fetched[16:12]),
        .at_b(fetched[4:0]), .next_d(write_regg ? given : next_gd), .next_a(next_ga), .next_b(unit_gb)
    );

    // Data memory
    wire [255:0] m, m_2, m_3;
    wire [511:0] gm, gm_2, gm_3;
    wire [DMEM_LOG2-1:0] scan_address, copy_row, copy_row_2;
    wire copies = copying_in || copying_out;
    wire reads_copy = copy_read || copy_read_g;
    wire reads_element = element_reads || index_reads;
    wire [DMEM_LOG2-1:0] row = scanning ? scan_address : copies ? copy_row : idle ? host_index[DMEM_LOG2+1:2]
        : streams ? read_d_at : address[DMEM_LOG2-1:0];
    wire reads_row = read_banks || host_read || scan_read || reads_copy || reads_element;
    rg_float_data #(.LOG2(DMEM_LOG2)) data (
        .clk(clk), .rst_n(rst_n), .read({2'd0, reads_row} | {reads_element, reads_element || reads_copy, 1'b0}),
        .gradients_too(grad || idle), .at(row), .at_2(copies ? copy_row_2 : read_a_at), .at_3(read_b_at), .m(m),
        .m_2(m_2), .m_3(m_3), .gm(gm), .gm_2(gm_2), .gm_3(gm_3), .write_m(streams ? element && target
            : lands && write_m),
        .to_m(streams ? at_d : row), .next_m(streams ? next_d : next_m),
        .write_gm(streams ? element && two && write_ga : lands && write_gm), .to_gm(streams ? at_a : row),
        .next_gm(streams ? next_ga : next_gm), .write_gm_2(streams && element && reads_b && write_gb), .to_gm_2(at_b),
        .next_gm_2(unit_gb), .host_m(write_memv), .host_gm(write_memg), .host_at(host_index[DMEM_LOG2+1:0]),
        .host_data(host_wdata), .host_gradient(given), .copies(copy_write), .copy_at(copy_at), .copy_data(copy_data)
    );

    // What the step reads as registers D, A and B
    wire [255:0] rd = streams ? m : r_d, ra = streams ? m_2 : r_a, rb = streams ? m_3 : r_b;
    wire [511:0] gd = streams ? gm : gr_d, ga = streams ? gm_2 : gr_a, gb = streams ? gm_3 : gr_b;

    // The accumulator
    wire [255:0] w, w2, unit_d, next_w, next_w2;
    wire [511:0] gw, gw2, next_gw, next_gw2;
    wire write_w2, write_gw2;
    rg_float_accumulator accumulator (
        .write_w((streams ? element : commit) && write_w), .write_gw(lands && write_gw), .write_w2(lands && write_w2),
        .write_gw2(lands && write_gw2), .host_write(write_wide), .host_index(host_index[1:0]),
        .host_data(host_wdata), .*
    );

    // Gradients as the host sees them: of a register or a data word, and of the first word of the
    // accumulator. Its second word has the view of the copy engine's second data word while none is copied.
    wire of_memory = scanning ? scan_of_memory : copies || (idle && host_memory);
    wire [255:0] viewed_value = of_memory ? m : r_d;
    wire [511:0] viewed = of_memory ? gm : gr_d;
    wire [255:0] view, view_2, view_w;
    rg_float_view shown (.gradient(viewed), .value(viewed_value), .view(view));
    rg_float_view shown_2 (.gradient(copies ? gm_2 : gw2), .value(copies ? m_2 : w2), .view(view_2));
    rg_float_view shown_w (.gradient(gw), .value(w), .view(view_w));
    rg_float_given to_gradient (
        .view(view), .alone(!host_memory), .limb(host_memory ? host_index[1:0] : 2'd0), .data(host_wdata),
        .value(viewed_value), .gradient(given)
    );
    wire [7:0] limb = {host_index[1:0], 6'd0};
    assign {regv_q, regg_q, memv_q, memg_q} = {r_d[63:0], view[63:0], m[limb +: 64], view[limb +: 64]};
    assign w_low   = w[63:0];
    // What the host writes over is the second word alone.
    wire [63:0] gw_above = view_w[127:64] | view_w[191:128] | view_w[255:192];
    assign w_high  = w2[63:0] | (write_wide ? 64'd0 : w[127:64] | w[191:128] | w[255:192]);
    assign gw_low  = view_w[63:0];
    assign gw_high = view_2[63:0] | (write_wide ? 64'd0 : gw_above);

    wire [1:0] copy_erased;
    rg_float_copied #(.LOG2(DMEM_LOG2)) copied (
        .clk(clk), .read(reads_copy), .read_at(copy_read_at), .at(copy_row), .at_2(copy_row_2), .words(m),
        .words_2(m_2), .views(view), .views_2(view_2), .values(copy_values), .gradients(copy_gradients),
        .writes(copy_write), .data(copy_data), .erased(copy_erased)
    );

    // Gradients of ancillas, dropped or kept
    wire [2:0] umode = word[24:22];
    wire ancilla_mode = update && (umode == RG_MODE_SET || umode == RG_MODE_UNSET);
    wire minus = way ^ (umode == RG_MODE_SUB || umode == RG_MODE_UNSET);
    wire kept_full, kept_empty, push, pop, bills, gradient_dirty, dies_d, dies_m, born_d, born_m;
    wire unused_looks, unused_space;
    wire [511:0] kept_top, pushed, gd_in, gm_in;
    rg_keep #(.XLEN(512), .LOG2(DMEM_LOG2)) keeper (
        .set(set_keep), .set_data(set_data[1:0]), .discard(discard_kept), .turn(cmd_turn), .push(commit && push),
        .pop(commit && pop), .word(pushed), .count(kept), .top(kept_top), .full(kept_full), .empty(kept_empty), .*
    );
    rg_ancilla #(.XLEN(512)) ancilla (
        .gd(gd), .gm(gm), .top(kept_top), .full(kept_full), .empty(kept_empty), .looks(unused_looks),
        .space_trap(unused_space), .dirty_trap(gradient_dirty), .*
    );
    wire billed = bills && ((dies_d && gd != 512'd0) || (dies_m && gm != 512'd0));

    // The step of Floats
    wire loads = fmt == RG_FMT_LD, stores = fmt == RG_FMT_ST, sums = fmt == RG_FMT_W, reads_w = fmt == RG_FMT_WO;
    wire has_a = fmt == RG_FMT_U || sums || op == RG_OP_ASSERT;
    wire logs = op_kind(op) == RG_KIND_LOG;
    wire [255:0] imm = {{245{word[10]}}, word[10:0]};
    wire integer_b = op_bk(op) == RG_BK_I;
    wire bits_of_b = integer_b || op_bk(op) == RG_BK_L; // an immediate is these, else a number
    wire [255:0] unit_b = loads ? m : stores ? rd : reads_w ? w : reg_b ? rb : bits_of_b ? imm : imm << 128;
    wire [511:0] unit_in_gb = loads ? gm : stores ? gd : reads_w ? gw : gb;
    wire moves = loads || stores || reads_w;
    wire [6:0] unit_op = moves ? (logs ? RG_OP_LMUL : RG_OP_FMOV) : sums ? RG_OP_FMUL : op;
    wire [511:0] unit_gd, unit_ga;
    wire unit_write_ga, unit_write_gb, less, greater, shows_bits;
    wire [1:0] few;
    wire [2:0] gradient_few;
    wire [255:0] unit_a;
    wire inverse = (op == RG_OP_IROT || op == RG_OP_IHAD) ^ dir;
    wire [3:0] unit_trap;
    wire [63:0] shown_bits, whole;
    wire no_whole;
    wire [255:0] shown_word;
    rg_float_unit #(.FIXED_FRAC(FRAC)) unit (
        .clk(clk), .rst_n(rst_n), .start((start || element_starts) && by_unit), .done(unit_done), .op(unit_op),
        .minus(minus), .once(ancilla_mode), .exchanges_bits(umode == RG_MODE_XOR),
        .active(active && (update || turns)), .inverse(inverse), .next_a(unit_a), .has_a(has_a),
        .a_float(a_float), .b_float(b_float),
        .b_immediate(!reg_b && !integer_b && !loads && !stores && !reads_w), .to_fixed(to_fixed),
        .fixed_target(fixed_target),
        .same(has_a && reg_b && word[16:12] == word[4:0]), .d(stores ? m : sums ? w : rd),
        .a(op == RG_OP_ASSERT ? rd : ra), .b(unit_b), .gd(stores ? gm_in : sums ? gw : gd_in), .ga(ga), .gb(unit_in_gb),
        .trap(unit_trap), .next_d(unit_d), .next_gd(unit_gd), .next_ga(unit_ga), .next_gb(unit_gb),
        .write_ga(unit_write_ga), .write_gb(unit_write_gb), .few(few), .gradient_few(gradient_few), .less(less),
        .greater(greater), .whole(whole), .no_whole(no_whole), .shows_bits(shows_bits), .shown_bits(shown_bits),
        .shown_word(shown_word)
    );
    reg holds;                                     // the order of A and B is that of the instruction
    always @* begin
        case (op)
            RG_OP_EQ: holds = !less && !greater;
            RG_OP_NE: holds = less || greater;
            RG_OP_LT: holds = less;
            RG_OP_LE: holds = !greater;
            RG_OP_GT: holds = greater;
            default:  holds = !less;
        endcase
    end
    wire [63:0] of_unit = rounds ? whole : op == RG_OP_SIGN ? {{63{greater}}, less || greater} : {63'd0, holds};

    // All else, on the lowest 64 bits
    wire [63:0] plain_info, plain_d, plain_m;
    wire plain_write_gm, reads_m, reads_gm;
    rg_float_plain #(.FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2)) others (
        .start((start || element_starts) && !by_unit), .word(plain), .fetch_fault(pc_outside), .dir(way),
            .rd(rd[63:0]), .ra(ra[63:0]), .rb(rb[63:0]),
        .m(m[63:0]), .kept_count({{(63-DMEM_LOG2){1'b0}}, kept}), .by_unit(compares || rounds || turns),
        .unit_trap(rounds && no_whole ? RG_TRAP_OVERFLOW : RG_TRAP_NONE), .uses_exec(plain_exec), .done(plain_done),
        .trap(plain_trap), .info(plain_info), .halt(plain_halt), .next_d(plain_d), .next_m(plain_m),
        .write_gm(plain_write_gm), .*
    );
    rg_float_commit left (.top(kept_top), .*);

    // Traps and OUT: a word is shown as the nearest float word
    wire leaves_gradient = op == RG_OP_OUTG;
    wire [255:0] leaving = leaves_gradient ? view : rd;
    wire held = leaving[255:64] == {1'b1, 191'd0};
    wire [63:0] nearest;
    rg_wide_read shows (.word(out_valid ? leaving : shown_word), .value(nearest));
    wire [63:0] out_word = number ? (held ? leaving[63:0] : nearest) : leaves_gradient ? gd[191:128] : rd[63:0];
    wire no_room = rd[255:192] == {1'b1, 63'd0} || gd[383:320] == {1'b1, 63'd0} || gd[127:0] != 128'd0
                || gd[511:383] != {129{gd[511]}};
    rg_float_traps traps (
        .word(fetched), .condition(umode),
        .unit_info(shows_bits ? shown_bits : {nearest[63:1], logs ? shown_word[0] : nearest[0]}),
        .dirty_gradient(pushed[191:128]), .last_info(trap_word), .cause(step_cause), .info(step_info), .*
    );

    // The elements of a stream
    wire [2:0] unused_keep;
    wire [DMEM_LOG2*3-1:0] unused_front;
    wire [8:0] unused_lanes;
    wire unused_oldest;
    rg_stream #(.XLEN(64), .LOG2(DMEM_LOG2), .TIMES(TIMES)) stream (
        .d(fetched[21:17]), .a(fetched[16:12]), .b(fetched[4:0]), .reg_b(reads_b), .stop(stop_wanted), .frozen(1'b0),
        .last_waits(1'b0), .keep(unused_keep), .look(stream_look), .index_1(look_1), .index_2(look_2),
        .index_3(look_3), .r1(r_d[63:0]), .r2(r_a[63:0]), .r3(r_b[63:0]), .read_index(index_reads),
        .index_d(m[63:0]), .index_a(m_2[63:0]), .index_b(m_3[63:0]), .read(element_reads), .read_d(read_d_at),
        .read_a(read_a_at), .read_b(read_b_at), .one_d(unused_lanes[0]), .one_a(unused_lanes[1]),
        .one_b(unused_lanes[2]), .in_lanes(1'b0), .more(unused_lanes[3]), .offered(unused_lanes[4]), .group(1'b0),
        .start(element_starts), .ahead(1'b0), .shares(1'b0), .read_front(unused_lanes[5]), .front_at(unused_front),
        .issues(unused_lanes[6]), .into(unused_lanes[7]), .oldest(unused_oldest), .drop(unused_lanes[8]),
        .ready(exec_done), .trap(step_cause), .trap_info(step_info), .grad_overflows(gradients_with_few),
        .value_overflows(values_with_few), .write(element), .done(stream_done), .cause(stream_cause),
        .info(stream_info), .all_grad_overflows(stream_grad_overflows), .all_value_overflows(stream_value_overflows),
        .*
    );

    // Counters and ledger
    wire [2:0] mem_read;
    wire [1:0] mem_write, grad_read, grad_write, tan_read, tan_write, tan_grad_read, tan_grad_write;
    wire [63:0] unused_erased;
    wire [6:0] gradients_with_few = {4'd0, update || turns ? gradient_few : 3'd0};
    wire [1:0] values_with_few = update || turns ? few : 2'd0;
    wire ledger_clearing, counts_clearing;
    assign clearing = ledger_clearing || counts_clearing;
    rg_traffic traffic (
        .dual(1'b0), .words(3'd0), .reads_tm(1'b0), .reads_um(1'b0), .write_gm(plain_write_gm), .write_tm(1'b0),
            .write_um(1'b0), .*
    );
    // They count bits of words of 64: a gradient that is given up is eight of these.
    rg_counters #(.XLEN(32'd64), .TANGENTS(0), .TIMES(TIMES)) counters (
        .clear(cmd_clear), .clearing(counts_clearing), .running(counting), .retire(commit), .tangent(1'b0),
        .in_program(pc >= program_base), .times(streams ? elements : {{(TIMES-1){1'b0}}, 1'b1}),
            .copied_out(out_valid), .billed(1'b0), .billed_tangent(1'b0),
        .grad_overflows(streams ? stream_grad_overflows : {{TIMES{1'b0}}, gradients_with_few}),
        .value_overflows(streams ? stream_value_overflows : {{TIMES{1'b0}}, values_with_few}),
        .copy_words({1'b0, copy_write[0]} + {1'b0, copy_write[1]}),
        .discarded(discard_kept ? {{(DMEM_LOG2-3){1'b0}}, kept, 3'd0} : {TIMES{1'b0}}), .count_index(host_index[6:0]),
        .count(count_q), .erased_grad(unused_erased), .*
    );
    always @(posedge clk)
        if (!rst_n || cmd_clear)   erased_grad <= 64'd0;
        else if (commit && billed) erased_grad <= erased_grad + 64'd512;
    rg_ledger #(.XLEN(32'd512), .LOG2(IMEM_LOG2)) ledger (
        .clear(cmd_clear), .clearing(ledger_clearing), .look(look), .look_address(pc[IMEM_LOG2-1:0]),
        .bill(commit && billed), .bill_tangent(1'b0), .address(pc[IMEM_LOG2-1:0]), .host_read(ledger_read),
        .host_address(host_index[IMEM_LOG2-1:0]), .host_data(ledger_q), .*
    );
    rg_reached #(.LOG2(DMEM_LOG2)) reach (
        .clear(cmd_clear), .access(commit && uses_mem), .address(address[DMEM_LOG2-1:0]), .words(3'd0),
        .words_at({(3*DMEM_LOG2){1'b0}}), .group(1'b0), .used_d(target), .used_a(two), .used_b(reads_b), .*
    );
    rg_out_fifo #(.XLEN(64)) out_fifo (
        .push(commit && out_valid), .push_data(out_word), .pop(out_pop), .front(out_front), .level(out_level),
        .full(out_full), .*
    );
    rg_float_scan #(.DMEM_LOG2(DMEM_LOG2)) scan (
        .start(cmd_scan), .base(scan_base), .count(scan_count), .read(scan_read), .reg_index(scan_index),
        .mem_index(scan_address), .of_memory(scan_of_memory), .value(viewed_value), .view(view),
        .wide({gw2[191:128] | gw_above, gw[191:128], w_high, w_low}), .done(scan_done), .*
    );

    wire unused = &{1'b0, unused_keep, unused_front, unused_lanes, unused_oldest, unused_looks, unused_space,
        unused_erased, unused_at_rest, host_index[23:DMEM_LOG2+2], address[63:DMEM_LOG2]};
endmodule
`default_nettype wire
