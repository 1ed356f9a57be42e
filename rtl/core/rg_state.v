// rg_state.v: the control state: program counter, branch register, direction, mode.
`default_nettype none

module rg_state #(
    parameter IMEM_LOG2 = 16
) (
    input  wire               clk, rst_n,
    input  wire               commit,              // the step ends: the state it leaves
    input  wire [23:0]        next_pc, next_br,
    input  wire               next_dir,
    input  wire [2:0]         next_mode,
    input  wire               cmd_turn, set_mode, set_pc, set_br, set_dir, // the host, while idle
    input  wire [23:0]        set_data,
    input  wire [IMEM_LOG2:0] code_words,
    output wire [23:0]        pc,
    output reg  [23:0]        br,
    output reg                at_rest,             // br is 0: what many wait for stands in a register
    output reg                dir,
    output reg  [2:0]         mode,
    output wire               pc_outside           // the program
);
    wire [23:0] turned_pc = (br != 24'd0) ? pc ^ br : dir ? pc + 24'd1 : pc - 24'd1;
    rg_fetch #(.IMEM_LOG2(IMEM_LOG2)) fetch (
        .load(set_pc || cmd_turn), .load_pc(cmd_turn ? turned_pc : set_data), .advance(commit), .fault(pc_outside), .*
    );

    always @(posedge clk) begin
        if (!rst_n) begin
            br <= 24'd0;  at_rest <= 1'b1;  dir <= 1'b0;  mode <= 3'd0;
        end else if (commit) begin
            br <= next_br;  at_rest <= next_br == 24'd0;  dir <= next_dir;  mode <= next_mode;
        end else begin
            if (set_br) begin
                br <= set_data;  at_rest <= set_data == 24'd0;
            end
            if (set_mode) mode <= set_data[2:0];
            if (set_dir)       dir <= set_data[0];
            else if (cmd_turn) dir <= !dir;
        end
    end
endmodule
`default_nettype wire
