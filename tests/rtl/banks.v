// banks.v: banked data memory (rg_banks) against a memory of one array: random reads and writes at
// all ports, near one another so that they meet in words and banks. What a port shows, and how long
// the banks are busy.
module banks;
    parameter LOG2 = 8, WIDTH = 16, LANES = 1, BANKS = 8, TIMES = 20000;
    localparam R = 3 * LANES, W = 2 * LANES, DIGIT = $clog2(BANKS);

    reg                clk = 1'b0, rst_n = 1'b0;
    reg  [R-1:0]       read = 0, keep = 0;
    reg  [R*LOG2-1:0]  raddr = 0;
    wire [R*WIDTH-1:0] rdata;
    reg  [W-1:0]       write = 0;
    reg  [W*LOG2-1:0]  waddr = 0;
    reg  [W*WIDTH-1:0] wdata = 0;
    wire               busy;
    rg_banks #(.WIDTH(WIDTH), .LOG2(LOG2), .LANES(LANES), .BANKS(BANKS)) banks (
        .clk(clk), .rst_n(rst_n), .read(read), .keep(keep), .raddr(raddr), .rdata(rdata), .write(write),
        .waddr(waddr), .wdata(wdata), .busy(busy)
    );
    always #5 clk = !clk;

    reg [WIDTH-1:0] words [0:(1<<LOG2)-1];      // what was written last
    reg [WIDTH-1:0] shown [0:R-1];              // what each port must show
    reg [LOG2-1:0]  at [0:R-1];                 // and where it read it
    reg [R-1:0]     looked = 0, stale = 0;      // it has read; its word was written since then
    integer         failed = 0, waits = 0, copies = 0;

    // The digits of the address in Gray code, one after the other
    function integer bank_of(input integer address);
        integer code;
        begin
            bank_of = 0;
            for (code = address ^ (address / 2); code != 0; code = code / BANKS) bank_of = bank_of ^ (code % BANKS);
        end
    endfunction

    // Different words of one bank, where most are asked for, less one
    integer t, i, k, first, same, most, clocks;
    reg     again;
    task count_reads;
        begin
            for (i = 0; i < R; i = i + 1) if (read[i] && !keep[i]) begin
                same = 0;
                for (k = 0; k < R; k = k + 1) begin
                    again = 1'b0;
                    for (first = 0; first < k; first = first + 1)
                        if (read[first] && !keep[first]
                            && raddr[first*LOG2 +: LOG2] == raddr[k*LOG2 +: LOG2]) again = 1'b1;
                    if (read[k] && !keep[k] && !again
                        && bank_of(raddr[k*LOG2 +: LOG2]) == bank_of(raddr[i*LOG2 +: LOG2])) same = same + 1;
                end
                if (same > most) most = same;
            end
        end
    endtask
    task count_writes;
        begin
            for (i = 0; i < W; i = i + 1) if (write[i]) begin
                same = 0;
                for (k = 0; k < W; k = k + 1) begin
                    again = 1'b0;
                    for (first = 0; first < k; first = first + 1)
                        if (write[first] && waddr[first*LOG2 +: LOG2] == waddr[k*LOG2 +: LOG2]) again = 1'b1;
                    if (write[k] && !again
                        && bank_of(waddr[k*LOG2 +: LOG2]) == bank_of(waddr[i*LOG2 +: LOG2])) same = same + 1;
                end
                if (same > most) most = same;
            end
        end
    endtask

    task look(input integer ports);
        for (i = 0; i < ports; i = i + 1)
            if (looked[i] && rdata[i*WIDTH +: WIDTH] !== shown[i]) begin
                if (failed < 5)
                    $display("FAILED: port %0d shows %h of word %h, not %h",
                             i, rdata[i*WIDTH +: WIDTH], at[i], shown[i]);
                failed = failed + 1;
            end
    endtask

    integer seed = 1, base;
    initial begin
        for (i = 0; i < (1 << LOG2); i = i + 1) words[i] = 0;
        repeat (2) @(negedge clk);
        rst_n = 1'b1;
        for (t = 0; t < (1 << LOG2); t = t + 1) begin    // fill
            write = 1;  waddr[0 +: LOG2] = t;  wdata[0 +: WIDTH] = $random(seed);
            words[t] = wdata[0 +: WIDTH];
            @(negedge clk);
        end
        for (t = 0; t < TIMES; t = t + 1) begin
            base = $random(seed);
            for (i = 0; i < R; i = i + 1) begin
                read[i]  = ($random(seed) & 7) != 0;
                raddr[i*LOG2 +: LOG2] = base + ($random(seed) & ($random(seed) & 1 ? 1 : 63));
                keep[i]  = read[i] && looked[i] && !stale[i] && ($random(seed) & 1);
                if (keep[i]) raddr[i*LOG2 +: LOG2] = at[i];
            end
            for (i = 0; i < W; i = i + 1) begin
                write[i] = ($random(seed) & 3) != 0;
                waddr[i*LOG2 +: LOG2] = base + ($random(seed) & ($random(seed) & 1 ? 1 : 63));
                wdata[i*WIDTH +: WIDTH] = $random(seed);
            end
            // A copy: two neighbours, at two ports
            if (t % 8 == 0) begin
                read = 3;  keep = 0;  write = 1 | 1 << LANES;  base = t / 8;
                raddr[0 +: LOG2] = base;  raddr[LOG2 +: LOG2] = base + 1;
                waddr[0 +: LOG2] = base + 2;  waddr[LANES*LOG2 +: LOG2] = base + 3;
            end
            most = 1;
            count_reads;
            count_writes;
            if (t % 8 == 0 && most > 1) begin
                $display("FAILED: neighbours at %0d are in one bank", base);
                failed = failed + 1;
            end
            for (i = 0; i < W; i = i + 1) if (write[i]) words[waddr[i*LOG2 +: LOG2]] = wdata[i*WIDTH +: WIDTH];
            for (i = 0; i < R; i = i + 1) begin
                for (k = 0; k < W; k = k + 1) if (write[k] && waddr[k*LOG2 +: LOG2] == at[i]) stale[i] = 1'b1;
                if (read[i]) begin
                    looked[i] = 1'b1;  stale[i] = 1'b0;  at[i] = raddr[i*LOG2 +: LOG2];
                    shown[i] = words[at[i]];
                end
            end
            @(negedge clk);
            {read, keep, write} = 0;
            for (clocks = 1; busy === 1'b1 && clocks < 100; clocks = clocks + 1) begin
                raddr = $random(seed);  waddr = $random(seed);  wdata = $random(seed);
                @(negedge clk);
            end
            waits = waits + (clocks > 1);
            if (clocks != most) begin
                if (failed < 5) $display("FAILED: %0d clocks, not %0d", clocks, most);
                failed = failed + 1;
            end
            look(R);
            if ($random(seed) & 1) begin
                @(negedge clk);
                look(R);
            end
        end
        if (waits == 0) $display("FAILED: the banks were never busy");
        if (failed != 0) $display("FAILED: %0d", failed);
        else if (waits != 0)
            $display("passed: banks %0d, lanes %0d: %0d times, %0d of them busy", BANKS, LANES, TIMES, waits);
        $finish;
    end
endmodule
