// rg_board_bus.v: the register map of isa/bus.def as far as the board has it. A word that it does
// not have is refused where another machine would answer (SLVERR), and unknown elsewhere (DECERR).
//
// Words have 32 bits here. `high` asks for the upper half of the 64 that the bus has: ID and CONFIG
// have one, all else is extended by `ack_sign`.
`default_nettype none

module rg_board_bus #(
    parameter XLEN      = 16,
    parameter FRAC      = 8,
    parameter DMEM_LOG2 = 10,
    parameter IMEM_LOG2 = 10
) (
    input  wire                 clk, rst_n,
    input  wire                 req, req_write,        // held until ack
    input  wire [3:0]           req_window,            // bits 31:28 of the address
    input  wire                 req_high,
    input  wire [18:0]          req_index,             // bits 21:3
    input  wire [31:0]          req_data,
    output wire                 ack,
    output reg  [31:0]          ack_data,
    output wire                 ack_sign,
    output wire [1:0]           ack_resp,
    // to the core
    output wire                 cmd_run, cmd_stop, cmd_turn, cmd_clear, set_mode, set_pc, set_br, set_dir,
    output reg  [31:0]          steps,
    output reg  [IMEM_LOG2:0]   code_words,
    output wire                 host_read,
    output wire [9:0]           host_index,
    output wire                 host_gradient,
    output wire                 write_reg, write_imem, write_memv, write_memg, write_wide,
    output wire                 out_pop,
    // from the core
    input  wire [XLEN-1:0]      reg_q, memv_q, memg_q, trap_word, out_front,
    input  wire [31:0]          imem_q,
    input  wire [2*XLEN-1:0]    w, gw,
    input  wire                 running, halted, trapped, step_limit, stopped, dir, out_full,
    input  wire [3:0]           trap_cause,
    input  wire [23:0]          pc, br, trap_pc,
    input  wire [2:0]           mode,
    input  wire [31:0]          cycles, retired, grad_ovf_all,
    input  wire [15:0]          dropped, grad_ovf, val_ovf
);
`include "rg_isa.vh"

    localparam [1:0]  OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
    localparam [63:0] IDENT  = {32'h52475244, 32'd1};
    localparam [63:0] CONFIG = {56'd0, XLEN[7:0]} << RG_CONFIG_XLEN | {56'd0, FRAC[7:0]} << RG_CONFIG_FRAC
        | {56'd0, DMEM_LOG2[7:0]} << RG_CONFIG_DMEM_LOG2 | {56'd0, IMEM_LOG2[7:0]} << RG_CONFIG_IMEM_LOG2
        | 64'd1 << RG_CONFIG_GRADIENTS;

    // Two phases, as in rg_host: the first fetches, the second answers and acts.
    reg second;
    always @(posedge clk) second <= rst_n && req && !second;
    wire idle = !running;
    assign ack           = second;
    assign host_read     = req && !second && idle;
    assign host_index    = req_index[9:0];
    assign host_gradient = req_index[5];               // REGG stands 32 words above REGV

    // Where the address points. Windows of tangents, counts and the ledger exist elsewhere.
    wire control  = req_window == RG_WINDOW_CONTROL[31:28];
    wire in_ctl   = control && req_index[18:9] == RG_WINDOW_CONTROL[21:12];
    wire in_reg   = control && req_index[18:6] == RG_WINDOW_REGV[21:9];
    wire in_wide  = in_ctl && req_index[8:2] == RG_REG_WLO[11:5];
    wire imem     = req_window == RG_WINDOW_IMEM[31:28]  && req_index[18:IMEM_LOG2] == 0;
    wire memv     = req_window == RG_WINDOW_DMEMV[31:28] && req_index[18:DMEM_LOG2] == 0;
    wire memg     = req_window == RG_WINDOW_DMEMG[31:28] && req_index[18:DMEM_LOG2] == 0;
    wire in_state = in_reg || imem || memv || memg || in_wide;

    function [31:0] extend(input [XLEN-1:0] v);
        extend = {{(32-XLEN){v[XLEN-1]}}, v};
    endfunction

    reg [31:0] status;
    always @* begin
        status = 32'd0;
        status[RG_STATUS_RUNNING[4:0]]   = running;
        status[RG_STATUS_HALTED[4:0]]    = halted;
        status[RG_STATUS_TRAPPED[4:0]]   = trapped;
        status[RG_STATUS_STEPS[4:0]]     = step_limit;
        status[RG_STATUS_BACKWARD[4:0]]  = dir;
        status[RG_STATUS_STOPPED[4:0]]   = stopped;
        status[RG_STATUS_OUT_LEVEL[4:0]] = out_full;
        status[RG_STATUS_TRAP[4:0] +: 4] = trap_cause;
    end

    wire [11:0] register = {req_index[8:0], 3'd0};
    reg  [31:0] data;
    reg         readable, writable;
    always @* begin
        {readable, writable, data} = {2'b10, 32'd0};
        case (register)
            RG_REG_ID:         data = req_high ? IDENT[63:32] : IDENT[31:0];
            RG_REG_CONFIG:     data = req_high ? CONFIG[63:32] : CONFIG[31:0];
            RG_REG_CONTROL:    {readable, writable} = 2'b01;
            RG_REG_STATUS:     data = status;
            RG_REG_MODE:       begin data = {29'd0, mode};       writable = !req_data[{3'd0, RG_BIT_TANGENT}]; end
            RG_REG_PC:         begin data = {8'd0, pc};          writable = 1'b1; end
            RG_REG_BR:         begin data = {8'd0, br};          writable = 1'b1; end
            RG_REG_DIR:        begin data = {31'd0, dir};        writable = 1'b1; end
            RG_REG_STEPS:      begin data = steps;               writable = 1'b1; end
            RG_REG_CYCLELIMIT: writable = req_data == 32'd0;     // none
            RG_REG_TRAPPC:     data = {8'd0, trap_pc};
            RG_REG_TRAPINFO:   data = extend(trap_word);
            RG_REG_OUT:        begin data = extend(out_front);   readable = out_full; end
            RG_REG_CODEWORDS:  begin data = {{(31-IMEM_LOG2){1'b0}}, code_words};  writable = 1'b1; end
            RG_REG_CYCLES:     data = cycles;
            RG_REG_RETIRED:    data = retired;
            RG_REG_ERASEDGRAD: data = {12'd0, dropped, 4'd0};    // of 16 bits each
            RG_REG_GRADOVF:    data = extend(grad_ovf);
            RG_REG_VALOVF:     data = extend(val_ovf);
            RG_REG_GRADOVFALL: data = grad_ovf_all;
            default:           readable = 1'b0;
        endcase
    end

    wire is_control = in_ctl && register == RG_REG_CONTROL;
    wire control_ok = idle ? req_data[31:4] == 28'd0 : (req_data & ~(32'd1 << RG_CONTROL_STOP)) == 32'd0;
    wire write_ok   = is_control ? control_ok : idle && (in_state || (in_ctl && writable));
    wire read_ok    = in_state ? idle : in_ctl && readable;
    wire known      = control || req_window <= RG_WINDOW_DMEMTG[31:28];
    wire act        = second && (req_write ? write_ok : read_ok);

    assign ack_resp = !known ? DECERR : act ? OKAY : SLVERR;
    wire [XLEN-1:0] wide = req_index[1] ? (req_index[0] ? gw[XLEN +: XLEN] : gw[0 +: XLEN])
                                        : (req_index[0] ? w[XLEN +: XLEN] : w[0 +: XLEN]);
    always @* begin
        if (imem)         ack_data = imem_q;
        else if (in_wide) ack_data = extend(wide);
        else if (in_reg)  ack_data = extend(reg_q);
        else if (memv)    ack_data = extend(memv_q);
        else if (memg)    ack_data = extend(memg_q);
        else              ack_data = data;
    end
    assign ack_sign = ack_data[31] && (in_state || register == RG_REG_TRAPINFO || register == RG_REG_OUT
                                       || register == RG_REG_GRADOVF || register == RG_REG_VALOVF);

    wire acts = act && req_write;
    assign cmd_run   = acts && is_control && req_data[RG_CONTROL_RUN[4:0]];
    assign cmd_stop  = acts && is_control && req_data[RG_CONTROL_STOP[4:0]];
    assign cmd_turn  = acts && is_control && req_data[RG_CONTROL_TURN[4:0]];
    assign cmd_clear = acts && is_control && req_data[RG_CONTROL_CLEAR[4:0]];
    wire set = acts && in_ctl;
    assign set_mode  = set && register == RG_REG_MODE;
    assign set_pc    = set && register == RG_REG_PC;
    assign set_br    = set && register == RG_REG_BR;
    assign set_dir   = set && register == RG_REG_DIR;
    assign out_pop   = act && !req_write && in_ctl && register == RG_REG_OUT;

    assign {write_imem, write_wide, write_reg} = {acts && imem, acts && in_wide, acts && in_reg};
    assign {write_memv, write_memg}            = {acts && memv, acts && memg};

    always @(posedge clk) begin
        if (!rst_n) begin
            steps <= 32'd0;  code_words <= {(IMEM_LOG2+1){1'b0}};
        end else if (set) begin
            if (register == RG_REG_STEPS)     steps      <= req_data;
            if (register == RG_REG_CODEWORDS) code_words <= req_data[IMEM_LOG2:0];
        end
    end
endmodule
`default_nettype wire
