// rg_board_run.v: run control and counters of the board: when the core runs, when it stops, why it
// has stopped, and what it has counted. It is rg_run and rg_counters as far as a small device has
// room: counts of 32 and 16 bits, no limit of cycles.
`default_nettype none

module rg_board_run #(
    parameter XLEN = 16
) (
    input  wire            clk, rst_n,
    input  wire            cmd_run, cmd_stop, cmd_clear, // of the host
    input  wire [31:0]     steps,                        // 0: no limit
    input  wire            idle,
    // the step that ends in this clock
    input  wire            commit, trapping, halting, leave,
    input  wire [3:0]      cause,
    input  wire [23:0]     pc,
    input  wire [XLEN-1:0] info,
    input  wire            dir, billed,
    input  wire [6:0]      grad_overflows,
    input  wire [1:0]      value_overflows,
    output reg             go,                           // a run begins when idle
    output wire            stop_here,                    // stop before the next instruction
    output reg             halted, trapped, step_limit, stopped,
    output reg  [3:0]      trap_cause,
    output reg  [23:0]     trap_pc,
    output reg  [XLEN-1:0] trap_word,
    output reg  [31:0]     cycles, retired,
    output reg  [15:0]     dropped,                      // gradients that were not 0
    output reg  [15:0]     grad_ovf, val_ovf,            // net: backward steps count down
    output reg  [31:0]     grad_ovf_all                  // in either direction
);
    reg        stop_wanted, counts_steps;
    reg [31:0] steps_left;
    wire       steps_up = counts_steps && steps_left == 32'd0;
    assign stop_here = stop_wanted || steps_up;

    always @(posedge clk) begin
        if (!rst_n) begin
            {go, halted, trapped, step_limit, stopped, stop_wanted, counts_steps} <= 7'd0;
            trap_cause <= 4'd0;  trap_pc <= 24'd0;  trap_word <= {XLEN{1'b0}};  steps_left <= 32'd0;
        end else begin
            go <= cmd_run;
            if (cmd_run) begin
                {halted, trapped, step_limit, stopped} <= 4'd0;
                trap_cause   <= 4'd0;
                counts_steps <= steps != 32'd0;
                steps_left   <= steps;
            end else if (commit) steps_left <= steps_left - 32'd1;
            if (trapping || halting || leave)   stop_wanted <= 1'b0;
            else if (cmd_stop && (!idle || go)) stop_wanted <= 1'b1;
            if (trapping) begin
                trapped <= 1'b1;  trap_cause <= cause;  trap_pc <= pc;  trap_word <= info;
            end
            if (halting) halted <= 1'b1;
            if (leave) begin
                stopped <= stop_wanted;  step_limit <= steps_up;
            end
        end
    end

    wire [15:0] grad_by  = {9'd0, grad_overflows};
    wire [15:0] value_by = {14'd0, value_overflows};
    always @(posedge clk) begin
        if (!rst_n || cmd_clear) begin
            cycles <= 32'd0;  retired <= 32'd0;  dropped <= 16'd0;  grad_ovf <= 16'd0;  val_ovf <= 16'd0;
            grad_ovf_all <= 32'd0;
        end else begin
            if (!idle && !leave) cycles <= cycles + 32'd1;
            if (commit) begin
                retired  <= retired + 32'd1;
                dropped  <= dropped + {15'd0, billed};
                grad_ovf <= dir ? grad_ovf - grad_by : grad_ovf + grad_by;
                grad_ovf_all <= grad_ovf_all + {25'd0, grad_overflows};
                val_ovf  <= dir ? val_ovf - value_by : val_ovf + value_by;
            end
        end
    end
endmodule
`default_nettype wire
