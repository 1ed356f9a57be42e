// rg_run.v: run control: whether the core runs, when it stops, and why it has stopped.
`default_nettype none

module rg_run #(
    parameter XLEN = 64
) (
    input  wire            clk, rst_n,
    input  wire            cmd_run, cmd_stop, cmd_scan, cmd_copy, // commands of the host
    input  wire [63:0]     steps, cycle_limit, cycles,
    input  wire            idle, clearing, scanning, scan_done, copy_done,
    input  wire [2:0]      irq_clear,
    // the step that ends in this clock
    input  wire            commit, trapping, halting, leave,
    input  wire [3:0]      cause,
    input  wire [23:0]     pc,
    input  wire [XLEN-1:0] info,
    output wire            running,
    output wire            go,                   // a run begins when idle
    output wire            stop_here,            // stop before the next instruction
    output reg             stop_wanted,          // by the host
    output reg             halted, trapped, step_limit, cycles_up, stopped,
    output reg  [2:0]      happened,             // since the last start: a copy or a scan ended, the core stopped
    output reg  [3:0]      trap_cause,
    output reg  [23:0]     trap_pc,
    output reg  [XLEN-1:0] trap_word
);
    reg        run_pending, counts_steps;
    reg [63:0] steps_left;

    wire steps_up = counts_steps && steps_left == 64'd0;
    wire limit_up = cycle_limit != 64'd0 && cycles >= cycle_limit;
    wire stops    = trapping || halting || leave;

    assign running   = !idle || run_pending;
    assign go        = run_pending && !clearing && !scanning;
    assign stop_here = stop_wanted || steps_up || limit_up;

    always @(posedge clk) begin
        if (!rst_n) begin
            run_pending <= 1'b0;
        end else begin
            if (cmd_run)                             run_pending <= 1'b1;
            else if (idle && !clearing && !scanning) run_pending <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (!rst_n) begin
            halted <= 1'b0;  trapped <= 1'b0;  step_limit <= 1'b0;  cycles_up <= 1'b0;  stopped <= 1'b0;
            happened <= 3'd0;
            trap_cause <= 4'd0;  trap_pc <= 24'd0;  trap_word <= {XLEN{1'b0}};
            stop_wanted <= 1'b0;  counts_steps <= 1'b0;  steps_left <= 64'd0;
        end else begin
            if (cmd_run) begin
                halted <= 1'b0;  trapped <= 1'b0;  step_limit <= 1'b0;  cycles_up <= 1'b0;  stopped <= 1'b0;
                trap_cause <= 4'd0;
                counts_steps <= steps != 64'd0;  steps_left <= steps;
            end
            if (cmd_run || cmd_scan || cmd_copy) happened <= 3'd0;
            else happened <= (happened & ~irq_clear) | {copy_done, scan_done, stops};
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
endmodule
`default_nettype wire
