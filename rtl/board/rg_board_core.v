// rg_board_core.v: the core of a board: rg_step without tangents, with all state in block RAM that
// can be there. Registers are read and written one after the other.
`default_nettype none

module rg_board_core #(
    parameter XLEN      = 16,
    parameter FRAC      = 8,
    parameter DMEM_LOG2 = 10,
    parameter IMEM_LOG2 = 10
) (
    input  wire                 clk, rst_n,
    // commands of the host, while idle but for stop
    input  wire                 cmd_run, cmd_stop, cmd_turn, cmd_clear,
    input  wire                 set_mode, set_pc, set_br, set_dir,
    input  wire [31:0]          host_data,
    input  wire [31:0]          steps,
    input  wire [IMEM_LOG2:0]   code_words,
    // windows: a read strobe, data in the next clock; write strobes
    input  wire                 host_read,
    input  wire [9:0]           host_index,
    input  wire                 host_gradient,     // of a register
    input  wire                 write_reg, write_imem, write_memv, write_memg,
    input  wire                 write_wide,        // word host_index[1:0] of {GW, W}
    input  wire                 out_pop,
    output wire [XLEN-1:0]      reg_q, memv_q, memg_q,
    output wire [31:0]          imem_q,
    output wire [2*XLEN-1:0]    w, gw,
    output wire                 running, halted, trapped, step_limit, stopped,
    output wire [3:0]           trap_cause,
    output wire [23:0]          trap_pc,
    output wire [XLEN-1:0]      trap_word,
    output wire [23:0]          pc, br,
    output wire                 dir,
    output wire [2:0]           mode,
    output reg                  out_full,
    output reg  [XLEN-1:0]      out_front,
    output wire [31:0]          cycles, retired, grad_ovf_all,
    output wire [15:0]          dropped, grad_ovf, val_ovf
);
`include "rg_isa.vh"

    localparam [XLEN-1:0]   ZERO = {XLEN{1'b0}};
    localparam [2*XLEN-1:0] WIDE_ZERO = {(2*XLEN){1'b0}};

    // Sequencing
    wire       go, stop_here, idle, fetch, read, shift, read_banks, start, write, commit, trapping, halting, leave;
    wire [2:0] part;
    wire       uses_mem, uses_exec, exec_done, halt, out_valid, fetch_fault;
    wire [3:0] cause;
    wire       grad = mode[RG_BIT_GRADIENT];
    rg_board_sequencer sequencer (
        .traps(cause != RG_TRAP_NONE), .blocked(out_valid && out_full), .*
    );
    assign running = !idle || go;

    // What was left out has no opcode: so the step traps, and says the word.
    wire [31:0] fetched;
    wire        missing;
    wire [31:0] word = missing ? {7'd0, fetched[24:0]} : fetched;
    rg_mem #(.WIDTH(32), .LOG2(IMEM_LOG2)) imem (
        .clk(clk), .read(fetch || host_read), .raddr(idle ? host_index[IMEM_LOG2-1:0] : pc[IMEM_LOG2-1:0]),
        .rdata(fetched), .write(write_imem), .waddr(host_index[IMEM_LOG2-1:0]), .wdata(host_data)
    );

    // Registers: values, and gradients above them
    wire [XLEN-1:0] register;
    wire [XLEN-1:0] rb = register;
    reg  [XLEN-1:0] rd, ra, gd, ga, gb;
    wire [4:0]      d = fetched[21:17], a = fetched[16:12], b = fetched[4:0];
    reg  [4:0]      read_index;
    always @* begin
        case (part)
            3'd0, 3'd3: read_index = d;
            3'd1, 3'd4: read_index = a;
            default:    read_index = b;
        endcase
    end
    always @(posedge clk) if (shift) {gd, ga, gb, rd, ra} <= {ga, gb, rd, ra, register};

    wire            write_d, write_a, write_gd, write_ga, write_gb;
    wire [XLEN-1:0] next_d, next_a, next_gd, next_ga, next_gb;
    reg             write_part;
    reg  [4:0]      write_index;
    reg  [XLEN-1:0] write_word;
    always @* begin
        case (part)
            3'd0:    begin write_part = write_d;   write_index = d;  write_word = next_d;  end
            3'd1:    begin write_part = write_a;   write_index = a;  write_word = next_a;  end
            3'd2:    begin write_part = write_gd;  write_index = d;  write_word = next_gd; end
            3'd3:    begin write_part = write_ga;  write_index = a;  write_word = next_ga; end
            default: begin write_part = write_gb;  write_index = b;  write_word = next_gb; end
        endcase
    end
    wire [5:0] host_register = {host_gradient, host_index[4:0]};
    rg_mem #(.WIDTH(XLEN), .LOG2(6)) registers (
        .clk(clk), .read(read || host_read), .raddr(idle ? host_register : {part < 3'd3, read_index}), .rdata(register),
        .write(write_reg || (write && write_part)), .waddr(idle ? host_register : {part > 3'd1, write_index}),
        .wdata(idle ? host_data[XLEN-1:0] : write_word)
    );
    assign {reg_q, imem_q} = {register, fetched};

    // Data memory
    wire                 write_m, write_gm;
    wire [XLEN-1:0]      address, m, gm, next_m, next_gm;
    wire [DMEM_LOG2-1:0] bank_address = idle ? host_index[DMEM_LOG2-1:0] : address[DMEM_LOG2-1:0];
    wire                 read_bank = host_read || (read_banks && uses_mem);
    rg_mem #(.WIDTH(XLEN), .LOG2(DMEM_LOG2)) value_bank (
        .clk(clk), .read(read_bank), .raddr(bank_address), .rdata(m), .write(write_memv || (commit && write_m)),
        .waddr(bank_address), .wdata(idle ? host_data[XLEN-1:0] : next_m)
    );
    rg_mem #(.WIDTH(XLEN), .LOG2(DMEM_LOG2)) gradient_bank (
        .clk(clk), .read(read_bank), .raddr(bank_address), .rdata(gm), .write(write_memg || (commit && write_gm)),
        .waddr(bank_address), .wdata(idle ? host_data[XLEN-1:0] : next_gm)
    );
    assign {memv_q, memg_q} = {m, gm};

    // The accumulator
    wire              write_w, write_gw;
    wire [2*XLEN-1:0] next_w, next_gw;
    rg_accumulator #(.XLEN(XLEN)) accumulator (
        .host_write(write_wide), .host_index(host_index[1:0]), .host_data(host_data[XLEN-1:0]), .*
    );

    // Functions
    wire [XLEN-1:0] operand_b, gd_in, f, da, db;
    wire [3:0]      exec_trap;
    wire [2*XLEN-1:0] product;
    wire [2:0]      exec_grad_ovf;
    wire            active, exec_value_ovf;
    rg_board_functions #(.XLEN(XLEN), .FRAC(FRAC)) functions (
        .word(fetched), .grad(active), .wrap(mode[RG_BIT_WRAP]), .a(ra), .b(operand_b),
        .gy(fetched[31:25] == RG_OP_WMAC ? gw[XLEN-1:0] : gd_in), .done(exec_done), .trap(exec_trap),
        .grad_ovf(exec_grad_ovf), .value_ovf(exec_value_ovf), .*
    );

    // The step
    wire [23:0]     next_pc, next_br;
    wire            next_dir, billed;
    wire [2:0]      next_mode;
    wire [XLEN-1:0] info, out_word;
    wire [6:0]      grad_overflows;
    wire [1:0]      value_overflows;
    rg_step #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .TANGENTS(0)) step (
        .decoded({(XLEN+41){1'b0}}),
        .word(word), .trap(cause), .trap_info(info), .keep(1'b0), .undo(1'b0), .kept_full(1'b0), .kept_empty(1'b0),
        .kept_top(ZERO), .kept_count(ZERO),
        .td(ZERO), .ta(ZERO), .tb(ZERO), .tm(ZERO), .ud(ZERO), .ua(ZERO), .ub(ZERO), .um(ZERO),
        .tw(WIDE_ZERO), .tgw(WIDE_ZERO), .y2(ZERO), .a2(ZERO), .gy2(ZERO), .ga2(ZERO),
        .w2(WIDE_ZERO), .gw2(WIDE_ZERO), .pa(ZERO), .qb(ZERO), .pu(ZERO), .qu(ZERO), .ha(ZERO), .hb(ZERO),
        .td2(ZERO), .ta2(ZERO), .ud2(ZERO), .ua2(ZERO), .ub_part(ZERO), .exec_tan_ovf(6'd0),
        .op(), .cls(), .dual(), .reg_b(), .fmt(), .inverse(), .write_td(), .write_ta(), .write_tm(), .write_ud(),
        .write_ua(), .write_ub(), .write_um(), .write_tw(), .write_tgw(), .next_td(), .next_ta(), .next_tm(),
        .next_ud(), .next_ua(), .next_ub(), .next_um(), .next_tw(), .next_tgw(), .keep_push(), .keep_pop(),
        .keep_word(), .billed_tangent(), .reads_m(), .reads_gm(), .reads_tm(), .reads_um(), .*
    );

    wire unused_at_rest;
    rg_state #(.IMEM_LOG2(IMEM_LOG2)) state (
        .set_data(host_data[23:0]), .pc_outside(fetch_fault), .at_rest(unused_at_rest), .*
    );
    rg_board_run #(.XLEN(XLEN)) run (.*);

    always @(posedge clk) begin
        if (!rst_n)                   out_full <= 1'b0;
        else if (commit && out_valid) out_full <= 1'b1;
        else if (out_pop)             out_full <= 1'b0;
        if (commit && out_valid)      out_front <= out_word;
    end
endmodule
`default_nettype wire
