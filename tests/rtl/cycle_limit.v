// cycle_limit.v: a loop of instructions of one step each, run with every small limit of cycles: an
// instruction begins while CYCLES is below the limit, and no other does.
`timescale 1ns / 1ps
module cycle_limit;
`include "bench.vh"
    integer limit, errors = 0, least;
    localparam FILL = PIPELINE != 0 ? 2 : 0, STEP = PIPELINE != 0 ? 1 : 3;

    // An instruction of format J with its offset
    function [63:0] jump(input [6:0] op, input [31:0] offset);
        jump = {32'd0, op, 1'b0, offset[23:0]};
    endfunction

    // stops_at LIMIT RETIRED: a run from CYCLES = 0
    task stops_at(input [63:0] up_to, input integer steps);
        begin
            write(RG_WINDOW_CONTROL + RG_REG_PC, 64'd1);
            write(RG_WINDOW_CONTROL + RG_REG_BR, 64'd0);
            write(RG_WINDOW_CONTROL + RG_REG_CYCLELIMIT, up_to);
            write(RG_WINDOW_CONTROL + RG_REG_CONTROL, 64'd9); // clear, run
            waited = 0;
            while (irq !== 1'b1 && waited < PATIENCE) begin @(posedge clk); #1 waited = waited + 1; end
            read(RG_WINDOW_CONTROL + RG_REG_RETIRED);
            if (rdata !== steps) begin
                $display("limit %0d: %0d instructions, not %0d", up_to, rdata, steps);
                errors = errors + 1;
            end
            @(posedge clk); #1;
            read(RG_WINDOW_CONTROL + RG_REG_CYCLES);
            if (rdata !== FILL + STEP * steps) begin
                $display("limit %0d: %0d cycles, not %0d", up_to, rdata, FILL + STEP * steps);
                errors = errors + 1;
            end
            @(posedge clk); #1;
        end
    endtask

    initial begin
        repeat (2) @(posedge clk);
        #1 rst_n = 1'b1;
        write(RG_WINDOW_IMEM, jump(RG_OP_BRAL, 32'd1));
        write(RG_WINDOW_IMEM + 8, jump(RG_OP_BRAS, -32'd1));
        write(RG_WINDOW_CONTROL + RG_REG_CODEWORDS, 64'd2);
        for (limit = 1; limit < 40; limit = limit + 1) begin
            least = (limit - FILL + STEP - 1) / STEP;
            stops_at(limit, limit <= FILL + STEP ? 1 : least);
        end
        if (errors == 0) $display("passed: limits of 1 .. 39 cycles");
        else $display("FAILED: %0d errors", errors);
        $finish;
    end
endmodule
