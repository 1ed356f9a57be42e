// rg_host.v: the register map of isa/bus.def: which request is answered, refused or unknown, and
// what it does.
`default_nettype none

module rg_host #(
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
    parameter FLOAT      = 0,            // a data word is 256 bits, four words of the DMEM_LOG2 here
    parameter TANGENTS   = 1
) (
    input  wire               clk, rst_n,
    input  wire               req, req_write, req_whole,
    input  wire [31:0]        req_addr,
    input  wire [1:0]         req_prot,
    input  wire [63:0]        req_wdata,
    output wire               ack,
    output reg  [63:0]        ack_rdata,
    output reg  [1:0]         ack_resp,
    // to the core
    output wire               cmd_run, cmd_stop, cmd_turn, cmd_clear, cmd_scan,
    output wire               set_mode, set_pc, set_br, set_dir, set_keep, discard_kept,
    output reg  [63:0]        steps, cycle_limit,
    output reg  [23:0]        program_base,
    output reg  [IMEM_LOG2:0] code_words,
    output reg  [DMEM_LOG2:0] scan_base, scan_count,
    output wire               host_read, ledger_read, count_read,
    output wire [23:0]        host_index,
    output wire               write_regv, write_regg, write_imem, write_memv, write_memg,
    output wire               write_regt, write_regtg, write_memt, write_memtg, write_twide,
    output wire               write_wide,
    output wire               host_copied, host_erased, out_pop,
    output wire               cmd_copy_in, cmd_copy_out, cmd_copy_gradients, // the last: with the one before
    output reg  [63:3]        copy_host,
    output reg  [3:0]         irq_enable,
    output wire [2:0]         irq_clear,
    // from the core
    input  wire [XLEN-1:0]    regv_q, regg_q, memv_q, memg_q, out_front, trap_word,
    input  wire [XLEN-1:0]    regt_q, regtg_q, memt_q, memtg_q,
    input  wire [2*XLEN-1:0]  tw, tgw,
    input  wire [XLEN-1:0]    w_low, w_high, gw_low, gw_high,
    input  wire [31:0]        imem_q,
    input  wire [63:0]        ledger_q, count_q,
    input  wire               running, scanning, clearing, halted, trapped, step_limit, cycles_up, stopped,
    input  wire [3:0]         trap_cause,
    input  wire               copying,
    input  wire [1:0]         copy_response,
    input  wire [DMEM_LOG2:0] copied,
    input  wire [63:0]        words_in, cycles_in, words_out, cycles_out,
    input  wire [DMEM_LOG2:0] reached,
    input  wire [2:0]         happened,           // the bits of IRQ that are no level
    input  wire [4:0]         out_level,
    input  wire [23:0]        pc, br, trap_pc,
    input  wire               dir,
    input  wire [2:0]         mode,
    input  wire               keep, undo,
    input  wire [DMEM_LOG2:0] kept,
    input  wire [63:0]        signature, sigvalue,
    input  wire [63:0]        cycles, retired, cycles_f, cycles_b, mem_reads, mem_writes, grad_reads, grad_writes,
    input  wire [63:0]        tan_reads, tan_writes, program_f, program_b,
    input  wire [63:0]        bits_out, erased_grad, erased_host, grad_ovf, val_ovf, grad_ovf_all, val_ovf_all
);
`include "rg_isa.vh"

    localparam [1:0]  OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
    localparam [63:0] IDENT = {32'h52475244, 32'd1};
    localparam [63:0] PIPELINED = {63'd0, PIPELINE != 0};
    localparam [63:0] PARALLEL  = {63'd0, PIPELINE != 0 && MULTIPLIER != 0};
    localparam [63:0] BESIDE    = {63'd0, PIPELINE != 0 && MULTIPLIER != 0 && GRAD_LANES != 0};
    localparam [63:0] STAGED    = PIPELINE != 0 ? {62'd0, FUNCTION_STAGE[1:0]} : 64'd0;
    localparam [31:0] LOG_UNITS = $clog2(FUNCTION_UNITS);
    localparam [31:0] LOG_BANKS = BANKS != 0 ? $clog2(BANKS) : 32'd0;
    localparam [63:0] STREAMS   = {60'd0, DIGITS[3:0]} << RG_CONFIG_DIGITS | {60'd0, LANES[3:0]} << RG_CONFIG_LANES
        | {32'd0, LOG_UNITS} << RG_CONFIG_FUNCTION_UNITS;
    localparam [31:0] DATA_LOG2 = FLOAT != 0 ? DMEM_LOG2 - 2 : DMEM_LOG2;
    localparam [63:0] CONFIG = {56'd0, XLEN[7:0]} << RG_CONFIG_XLEN | {56'd0, FRAC[7:0]} << RG_CONFIG_FRAC
        | {56'd0, DATA_LOG2[7:0]} << RG_CONFIG_DMEM_LOG2 | {56'd0, IMEM_LOG2[7:0]} << RG_CONFIG_IMEM_LOG2
        | 64'd1 << RG_CONFIG_GRADIENTS | {60'd0, TANGENTS[3:0]} << RG_CONFIG_TANGENTS | PIPELINED << RG_CONFIG_CORE
        | PARALLEL << RG_CONFIG_MULTIPLIER | BESIDE << RG_CONFIG_GRAD_LANES | STAGED << RG_CONFIG_STAGES
        | {63'd0, FLOAT != 0} << RG_CONFIG_FLOAT | {32'd0, LOG_BANKS} << RG_CONFIG_BANKS
        | (PIPELINE != 0 ? STREAMS : 64'd0);

    function [63:0] extend(input [XLEN-1:0] w);
        integer i;
        for (i = 0; i < 64; i = i + 1) extend[i] = (i < XLEN) ? w[i % XLEN] : w[XLEN-1];
    endfunction

    // Where the address points
    wire aligned   = req_addr[2:0] == 3'd0;
    wire in_wide   = req_addr[31:12] == RG_WINDOW_CONTROL[31:12] && req_addr[11:5] == RG_REG_WLO[11:5];
    wire in_twide  = TANGENTS != 0 && req_addr[31:12] == RG_WINDOW_CONTROL[31:12]
        && req_addr[11:5] == RG_REG_TWLO[11:5];
    wire in_reg    = !in_wide && !in_twide && req_addr[31:12] == RG_WINDOW_CONTROL[31:12];
    wire in_regv   = req_addr[31:8] == RG_WINDOW_REGV[31:8];
    wire in_regg   = req_addr[31:8] == RG_WINDOW_REGG[31:8];
    wire in_regt   = req_addr[31:8] == RG_WINDOW_REGT[31:8];
    wire in_regtg  = req_addr[31:8] == RG_WINDOW_REGTG[31:8];
    wire in_memt   = req_addr[31:DMEM_LOG2+3] == RG_WINDOW_DMEMT[31:DMEM_LOG2+3];
    wire in_memtg  = req_addr[31:DMEM_LOG2+3] == RG_WINDOW_DMEMTG[31:DMEM_LOG2+3];
    wire in_count  = req_addr[31:10] == RG_WINDOW_COUNT[31:10];
    wire in_imem   = req_addr[31:IMEM_LOG2+3] == RG_WINDOW_IMEM[31:IMEM_LOG2+3];
    wire in_memv   = req_addr[31:DMEM_LOG2+3] == RG_WINDOW_DMEMV[31:DMEM_LOG2+3];
    wire in_memg   = req_addr[31:DMEM_LOG2+3] == RG_WINDOW_DMEMG[31:DMEM_LOG2+3];
    wire in_ledger = req_addr[31:IMEM_LOG2+3] == RG_WINDOW_LEDGER[31:IMEM_LOG2+3];
    wire in_tangent = TANGENTS != 0 && (in_regt || in_regtg || in_memt || in_memtg || in_twide);
    wire in_state  = in_regv || in_regg || in_memv || in_memg || in_wide || in_tangent;
    wire mapped    = aligned && (in_reg || in_count || in_imem || in_ledger || in_state);

    // Two phases: the first fetches the old word, the second answers and acts.
    reg  second, was_idle;
    wire idle  = !running && !scanning && !copying;
    wire first = req && !second && !clearing;

    assign host_read   = first && idle;
    assign ledger_read = first && in_ledger;
    assign count_read  = first && in_count;
    assign host_index  = req_addr[26:3];
    assign ack         = second;

    always @(posedge clk) begin
        if (!rst_n) begin
            second <= 1'b0;  was_idle <= 1'b0;
        end else begin
            second <= first;
            if (first) was_idle <= idle;
        end
    end

    // The accumulator and its gradient: four words
    wire [XLEN-1:0] wide_q = req_addr[4] ? (req_addr[3] ? gw_high : gw_low) : (req_addr[3] ? w_high : w_low);

    // Tangents
    wire [2*XLEN-1:0] twide = req_addr[4] ? tgw : tw;
    wire [XLEN-1:0] tangent_q = in_regt ? regt_q : in_regtg ? regtg_q : in_memt ? memt_q : in_memtg ? memtg_q
                              : req_addr[3] ? twide[2*XLEN-1:XLEN] : twide[XLEN-1:0];

    // Registers
    wire [11:0] register = req_addr[11:0];
    wire mode_there = TANGENTS != 0 || !req_wdata[{4'd0, RG_BIT_TANGENT}];
    reg [63:0] status;
    always @* begin
        status = 64'd0;
        status[RG_STATUS_RUNNING]  = running;
        status[RG_STATUS_HALTED]   = halted;
        status[RG_STATUS_TRAPPED]  = trapped;
        status[RG_STATUS_STEPS]    = step_limit;
        status[RG_STATUS_CYCLES]   = cycles_up;
        status[RG_STATUS_SCANNING] = scanning;
        status[RG_STATUS_BACKWARD] = dir;
        status[RG_STATUS_STOPPED]  = stopped;
        status[RG_STATUS_OUT_LEVEL +: 5] = out_level;
        status[RG_STATUS_TRAP +: 4] = trap_cause;
        status[RG_STATUS_COPYING]   = copying;
        status[RG_STATUS_COPY_RESPONSE +: 2] = copy_response;
    end
    // A copy goes to words of data memory, and begins at a word of the host's.
    localparam [32:0] WORDS = 33'd1 << DMEM_LOG2;
    wire copy_inside = {1'b0, req_wdata[RG_COPYIN_WORD +: 32]} + {1'b0, req_wdata[RG_COPYIN_COUNT +: 32]} <= WORDS;
    reg [1:0]  protect;
    reg [63:0] reg_data;
    reg        reg_known, reg_readable, reg_writable;
    always @* begin
        reg_known    = 1'b1;
        reg_readable = 1'b1;
        reg_writable = 1'b0;
        reg_data     = 64'd0;
        case (register)
            RG_REG_ID:         reg_data = IDENT;
            RG_REG_CONFIG:     reg_data = CONFIG;
            RG_REG_CONTROL:    begin reg_readable = 1'b0;  reg_writable = 1'b1; end
            RG_REG_STATUS:     reg_data = status;
            RG_REG_MODE:       begin reg_data = {61'd0, mode};  reg_writable = mode_there; end
            RG_REG_PC:         begin reg_data = {40'd0, pc};    reg_writable = 1'b1; end
            RG_REG_BR:         begin reg_data = {40'd0, br};    reg_writable = 1'b1; end
            RG_REG_DIR:        begin reg_data = {63'd0, dir};   reg_writable = 1'b1; end
            RG_REG_KEEP:       begin reg_data = {62'd0, undo, keep};  reg_writable = 1'b1; end
            RG_REG_KEPT:       begin reg_data = {{(63-DMEM_LOG2){1'b0}}, kept};  reg_writable = 1'b1; end
            RG_REG_STEPS:      begin reg_data = steps;          reg_writable = 1'b1; end
            RG_REG_CYCLELIMIT: begin reg_data = cycle_limit;    reg_writable = 1'b1; end
            RG_REG_PROGRAM:    begin reg_data = {40'd0, program_base};  reg_writable = 1'b1; end
            RG_REG_TRAPPC:     reg_data = {40'd0, trap_pc};
            RG_REG_TRAPINFO:   reg_data = extend(trap_word);
            RG_REG_OUT:        begin reg_data = extend(out_front);  reg_readable = out_level != 5'd0; end
            RG_REG_CODEWORDS:  begin reg_data = {{(63-IMEM_LOG2){1'b0}}, code_words};  reg_writable = 1'b1; end
            RG_REG_SCANBASE:   begin reg_data = {{(63-DMEM_LOG2){1'b0}}, scan_base};   reg_writable = 1'b1; end
            RG_REG_SCANCOUNT:  begin reg_data = {{(63-DMEM_LOG2){1'b0}}, scan_count};  reg_writable = 1'b1; end
            RG_REG_COPYHOST:   begin reg_data = {copy_host, 3'd0};  reg_writable = req_wdata[2:0] == 3'd0; end
            RG_REG_COPYIN:     begin reg_readable = 1'b0;  reg_writable = copy_inside; end
            RG_REG_COPYOUT,
            RG_REG_COPYOUTG:   begin reg_readable = 1'b0;  reg_writable = copy_inside; end
            RG_REG_COPIED:     reg_data = {{(63-DMEM_LOG2){1'b0}}, copied};
            RG_REG_WORDSIN:    reg_data = words_in;
            RG_REG_CYCLESIN:   reg_data = cycles_in;
            RG_REG_WORDSOUT:   reg_data = words_out;
            RG_REG_CYCLESOUT:  reg_data = cycles_out;
            RG_REG_REACHED:    reg_data = {{(63-DMEM_LOG2){1'b0}}, reached};
            RG_REG_IRQ:        begin reg_data = {60'd0, out_level != 5'd0, happened};  reg_writable = 1'b1; end
            RG_REG_IRQENABLE:  begin reg_data = {60'd0, irq_enable};  reg_writable = 1'b1; end
            RG_REG_PROTECT:    begin reg_data = {62'd0, protect};     reg_writable = 1'b1; end
            RG_REG_SIGNATURE:  reg_data = signature;
            RG_REG_SIGVALUE:   reg_data = sigvalue;
            RG_REG_CYCLES:     reg_data = cycles;
            RG_REG_RETIRED:    reg_data = retired;
            RG_REG_CYCLESF:    reg_data = cycles_f;
            RG_REG_CYCLESB:    reg_data = cycles_b;
            RG_REG_PROGRAMF:   reg_data = program_f;
            RG_REG_PROGRAMB:   reg_data = program_b;
            RG_REG_MEMREADS:   reg_data = mem_reads;
            RG_REG_MEMWRITES:  reg_data = mem_writes;
            RG_REG_GRADREADS:  reg_data = grad_reads;
            RG_REG_GRADWRITES: reg_data = grad_writes;
            RG_REG_TANREADS:   reg_data = tan_reads;
            RG_REG_TANWRITES:  reg_data = tan_writes;
            RG_REG_BITSOUT:    reg_data = bits_out;
            RG_REG_ERASEDGRAD: reg_data = erased_grad;
            RG_REG_ERASEDHOST: reg_data = erased_host;
            RG_REG_GRADOVF:    reg_data = grad_ovf;
            RG_REG_VALOVF:     reg_data = val_ovf;
            RG_REG_GRADOVFALL: reg_data = grad_ovf_all;
            RG_REG_VALOVFALL:  reg_data = val_ovf_all;
            default:           reg_known = 1'b0;
        endcase
    end

    // While it runs, scans or copies, the machine only takes a stop, and what concerns the interrupt
    // line; a scan and a run do not start together.
    wire is_control  = in_reg && register == RG_REG_CONTROL;
    wire control_ok  = was_idle ? !(req_wdata[RG_CONTROL_RUN] && req_wdata[RG_CONTROL_SCAN])
                     : (req_wdata & ~(64'd1 << RG_CONTROL_STOP)) == 64'd0;
    wire is_irq      = register == RG_REG_IRQ || register == RG_REG_IRQENABLE;
    wire permitted   = !(protect[0] && !req_prot[0]) && !(protect[1] && req_prot[1]);
    wire write_ok    = req_whole && permitted && (is_control ? control_ok
                                   : in_reg     ? reg_writable && (was_idle || is_irq)
                                   : (in_state || in_imem) && was_idle);
    wire read_ok     = permitted && (in_reg ? reg_readable : in_count || in_ledger || was_idle);
    wire known       = mapped && (!in_reg || reg_known);

    wire reading = second && !req_write && known && read_ok;
    wire writing = second && req_write && known && write_ok;

    always @* begin
        ack_resp = !known ? DECERR : (req_write ? write_ok : read_ok) ? OKAY : SLVERR;
        ack_rdata = 64'd0;
        if (known && read_ok) begin
            if (in_reg)         ack_rdata = reg_data;
            else if (in_regv)   ack_rdata = extend(regv_q);
            else if (in_regg)   ack_rdata = extend(regg_q);
            else if (in_memv)   ack_rdata = extend(memv_q);
            else if (in_wide)   ack_rdata = extend(wide_q);
            else if (in_memg)   ack_rdata = extend(memg_q);
            else if (in_tangent) ack_rdata = extend(tangent_q);
            else if (in_imem)   ack_rdata = {{32{imem_q[31]}}, imem_q};
            else if (in_ledger) ack_rdata = ledger_q;
            else                ack_rdata = count_q;
        end
    end

    wire control = writing && is_control;
    assign cmd_run   = control && req_wdata[RG_CONTROL_RUN];
    assign cmd_stop  = control && req_wdata[RG_CONTROL_STOP];
    assign cmd_turn  = control && req_wdata[RG_CONTROL_TURN];
    assign cmd_clear = control && req_wdata[RG_CONTROL_CLEAR];
    assign cmd_scan  = control && req_wdata[RG_CONTROL_SCAN];
    wire write_reg   = writing && in_reg;
    assign set_mode  = write_reg && register == RG_REG_MODE;
    assign set_pc    = write_reg && register == RG_REG_PC;
    assign set_br    = write_reg && register == RG_REG_BR;
    assign set_dir   = write_reg && register == RG_REG_DIR;
    assign set_keep  = write_reg && register == RG_REG_KEEP;
    assign discard_kept = write_reg && register == RG_REG_KEPT;
    assign cmd_copy_in        = write_reg && register == RG_REG_COPYIN;
    assign cmd_copy_gradients = write_reg && register == RG_REG_COPYOUTG;
    assign cmd_copy_out       = cmd_copy_gradients || (write_reg && register == RG_REG_COPYOUT);
    assign irq_clear = write_reg && register == RG_REG_IRQ ? req_wdata[2:0] : 3'd0;
    assign out_pop   = reading && in_reg && register == RG_REG_OUT;

    assign write_regv = writing && in_regv;
    assign write_regg = writing && in_regg;
    assign write_imem = writing && in_imem;
    assign write_memv = writing && in_memv;
    assign write_memg = writing && in_memg;
    assign write_wide = writing && in_wide;
    assign write_regt  = writing && in_regt;
    assign write_regtg = writing && in_regtg;
    assign write_memt  = writing && in_memt;
    assign write_memtg = writing && in_memtg;
    assign write_twide = writing && in_twide;

    wire [XLEN-1:0] old_word = in_regv ? regv_q : in_regg ? regg_q : in_memv ? memv_q : in_wide ? wide_q
        : in_tangent ? tangent_q : memg_q;
    assign host_copied = reading && in_state;
    assign host_erased = writing && in_state && old_word != {XLEN{1'b0}};

    always @(posedge clk) begin
        if (!rst_n) begin
            steps <= 64'd0;  cycle_limit <= 64'd0;  program_base <= 24'd0;  code_words <= {(IMEM_LOG2+1){1'b0}};
            scan_base <= {(DMEM_LOG2+1){1'b0}};  scan_count <= {(DMEM_LOG2+1){1'b0}};  copy_host <= 61'd0;
            irq_enable <= 4'd15;  protect <= 2'd0;
        end else if (write_reg) begin
            case (register)
                RG_REG_STEPS:      steps       <= req_wdata;
                RG_REG_CYCLELIMIT: cycle_limit <= req_wdata;
                RG_REG_PROGRAM:    program_base <= req_wdata[23:0];
                RG_REG_CODEWORDS:  code_words  <= req_wdata[IMEM_LOG2:0];
                RG_REG_SCANBASE:   scan_base   <= req_wdata[DMEM_LOG2:0];
                RG_REG_SCANCOUNT:  scan_count  <= req_wdata[DMEM_LOG2:0];
                RG_REG_COPYHOST:   copy_host   <= req_wdata[63:3];
                RG_REG_IRQENABLE:  irq_enable  <= req_wdata[3:0];
                RG_REG_PROTECT:    protect     <= req_wdata[1:0];
                default: ;
            endcase
        end
    end
endmodule
`default_nettype wire
