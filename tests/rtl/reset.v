// reset.v: rg_top as Icarus starts it, every register and memory unknown, and one reset: ledger and
// counters are empty, and no register that the host can read is unknown.
`timescale 1ns / 1ps
module reset;
`include "bench.vh"
    integer address, errors = 0, registers = 0;

    task empty(input [31:0] at);
        begin
            read(at);
            if (rdata !== 64'd0 || rresp !== 2'd0) begin
                if (errors < 5) $display("%h: %h, not 0", at, rdata);
                errors = errors + 1;
            end
            @(posedge clk); #1;
        end
    endtask

    initial begin
        repeat (2) @(posedge clk);
        #1 rst_n = 1'b1;
        for (address = 0; address < 4096; address = address + 8) begin
            read(RG_WINDOW_CONTROL + address);
            if (rresp === 2'd0) registers = registers + 1;
            if (^{rresp, rdata, irq} === 1'bx) begin
                if (errors < 5) $display("register %h: unknown, %b", address, rdata);
                errors = errors + 1;
            end
            @(posedge clk); #1;
        end
        for (address = 0; address < 1024; address = address + 1) empty(RG_WINDOW_LEDGER + 8 * address);
        for (address = 0; address < 128; address = address + 1) empty(RG_WINDOW_COUNT + 8 * address);
        if (errors == 0 && registers > 30) $display("passed: %0d registers known, ledger and counters empty",
            registers);
        else $display("FAILED: %0d registers, %0d errors", registers, errors);
        $finish;
    end
endmodule
