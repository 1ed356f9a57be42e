// rg_board.v: the machine on a board with an iCE40 HX8K: a clock of 12 MHz, a serial line, and
// lamps that say what it does. It has no button: it starts when it is configured.
`default_nettype none

module rg_board #(
    parameter XLEN      = 16,
    parameter FRAC      = 8,
    parameter DMEM_LOG2 = 10,
    parameter IMEM_LOG2 = 10,
    parameter DIVIDER   = 4               // clocks a bit of the line: 3 Mbaud
) (
    input  wire       clk,
    input  wire       rx,
    output wire       tx,
    output wire [2:0] lamps               // it runs, it trapped, it runs backward
);
    // Parameters that are no board, as in rg_limits
    generate
        if (XLEN != 16) begin : words
            XLEN_of_the_board_is_16 broken ();
        end
        if (FRAC < 1 || FRAC > 14) begin : fraction
            FRAC_of_the_board_is_1_to_14 broken ();
        end
        if (DMEM_LOG2 < 8 || DMEM_LOG2 > 10 || IMEM_LOG2 < 8 || IMEM_LOG2 > 10) begin : memories
            DMEM_LOG2_and_IMEM_LOG2_of_the_board_are_8_to_10 broken ();
        end
        if (DIVIDER < 4) begin : line
            DIVIDER_of_the_board_is_at_least_4 broken ();
        end
    endgenerate

    // Registers are 0 when the device is configured: a few clocks of reset follow.
    reg [3:0] up = 4'd0;
    reg       rst_n = 1'b0;
    always @(posedge clk) begin
        if (!up[3]) up <= up + 4'd1;
        rst_n <= up[3];
    end

    wire        req, req_write, req_high, ack, ack_sign;
    wire [3:0]  req_window;
    wire [18:0] req_index;
    wire [31:0] req_data, ack_data;
    wire [1:0]  ack_resp;
    rg_board_link #(.DIVIDER(DIVIDER)) link (.*);

    wire               cmd_run, cmd_stop, cmd_turn, cmd_clear, set_mode, set_pc, set_br, set_dir;
    wire               host_read, host_gradient, write_reg, write_imem, write_memv, write_memg, write_wide, out_pop;
    wire [31:0]        steps, imem_q, cycles, retired, grad_ovf_all;
    wire [IMEM_LOG2:0] code_words;
    wire [9:0]         host_index;
    wire [XLEN-1:0]    reg_q, memv_q, memg_q, trap_word, out_front;
    wire [2*XLEN-1:0]  w, gw;
    wire               running, halted, trapped, step_limit, stopped, dir, out_full;
    wire [3:0]         trap_cause;
    wire [23:0]        pc, br, trap_pc;
    wire [2:0]         mode;
    wire [15:0]        dropped, grad_ovf, val_ovf;
    rg_board_bus #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2)) bus (.*);
    rg_board_core #(.XLEN(XLEN), .FRAC(FRAC), .DMEM_LOG2(DMEM_LOG2), .IMEM_LOG2(IMEM_LOG2)) core (
        .host_data(req_data), .*
    );
    assign lamps = {dir, trapped, running};
endmodule
`default_nettype wire
