// protect.v: PROTECT refuses the transfers it asks more of, and those alone: no word is read, and
// none is written.
`timescale 1ns / 1ps
module protect;
`include "bench.vh"
    localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2;
    localparam [31:0] PLACE = RG_WINDOW_DMEMV;
    localparam [2:0] ALLOWED = 3'd1; // privileged, secure
    integer asked, signals, errors = 0, refused = 0;
    reg     wanted;

    task same(input [63:0] is, input [63:0] should);
        if (is !== should) begin
            if (errors < 5) $display("PROTECT %0d, signals %b: %h, not %h", asked, prot, is, should);
            errors = errors + 1;
        end
    endtask

    initial begin
        repeat (2) @(posedge clk);
        #1 rst_n = 1'b1;
        for (asked = 0; asked < 4; asked = asked + 1)
            for (signals = 0; signals < 8; signals = signals + 1) begin
                prot = ALLOWED;
                write(RG_WINDOW_CONTROL + RG_REG_PROTECT, asked);
                write(PLACE, 64'd5);
                prot = signals[2:0];
                wanted = (asked & 1 && !prot[0]) || (asked & 2 && prot[1]);
                if (wanted) refused = refused + 1;
                read(PLACE);
                same(rresp, wanted ? SLVERR : OKAY);
                same(rdata, wanted ? 64'd0 : 64'd5);
                @(posedge clk); #1;
                write(PLACE, 64'd7);
                same(bresp_seen, wanted ? SLVERR : OKAY);
                prot = ALLOWED;
                read(PLACE);
                same(rdata, wanted ? 64'd5 : 64'd7);
                @(posedge clk); #1;
            end
        if (errors == 0) $display("passed: %0d kinds of transfers refused", refused);
        else $display("FAILED: %0d errors", errors);
        $finish;
    end
endmodule
