// bench.vh: included by the benches of this folder: rg_top for Icarus, a clock, and transfers of
// the bus.
    parameter PIPELINE = 0;
    parameter LANES = 1;
`include "rg_isa.vh"
    localparam PATIENCE = 5000; // clocks

    reg         clk = 1'b0, rst_n = 1'b0, arvalid = 1'b0, awvalid = 1'b0;
    reg  [31:0] araddr = 32'd0, awaddr = 32'd0;
    reg  [63:0] wdata = 64'd0;
    wire        arready, awready, wready, rvalid, bvalid, irq;
    wire [63:0] rdata;
    wire [1:0]  rresp, bresp;
    reg  [1:0]  bresp_seen = 2'd0; // of the last write
    reg  [2:0]  prot = 3'd0;
    integer     waited = 0;

    rg_top #(.XLEN(64), .FRAC(43), .DMEM_LOG2(8), .IMEM_LOG2(10), .PIPELINE(PIPELINE), .LANES(LANES)) machine (
        .clk(clk), .rst_n(rst_n), .s_awvalid(awvalid), .s_awready(awready), .s_awaddr(awaddr),
        .s_awprot(prot), .s_arprot(prot), .s_wvalid(awvalid), .s_wready(wready), .s_wdata(wdata), .s_wstrb(8'hff),
        .s_bvalid(bvalid), .s_bready(1'b1), .s_bresp(bresp),
        .s_arvalid(arvalid), .s_arready(arready), .s_araddr(araddr), .s_rvalid(rvalid), .s_rready(1'b1),
        .s_rdata(rdata), .s_rresp(rresp),
        .irq(irq)
    );
    always #5 clk = !clk;

    task read(input [31:0] at);
        begin
            araddr = at;  arvalid = 1'b1;  waited = 0;
            while (arready !== 1'b1 && waited < PATIENCE) begin @(posedge clk); #1 waited = waited + 1; end
            @(posedge clk); #1;
            arvalid = 1'b0;
            while (rvalid !== 1'b1 && waited < PATIENCE) begin @(posedge clk); #1 waited = waited + 1; end
            if (waited >= PATIENCE) begin
                $display("FAILED: no answer at %h", at);
                $finish;
            end
        end
    endtask

    task write(input [31:0] at, input [63:0] word);
        begin
            awaddr = at;  wdata = word;  awvalid = 1'b1;  waited = 0;
            while ((awready && wready) !== 1'b1 && waited < PATIENCE) begin @(posedge clk); #1 waited = waited + 1; end
            @(posedge clk); #1;
            awvalid = 1'b0;
            while (bvalid !== 1'b1 && waited < PATIENCE) begin @(posedge clk); #1 waited = waited + 1; end
            bresp_seen = bresp;
            if (waited >= PATIENCE) begin
                $display("FAILED: no answer at %h", at);
                $finish;
            end
            @(posedge clk); #1;
        end
    endtask
