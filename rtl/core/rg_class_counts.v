// rg_class_counts.v: what retired, by class, direction and gradient mode: a memory of 2^LOG2 counters.
// A count is read in the clock that retires the step and written in the next one. The host has a
// copy of its own, so each memory has one read port and one write port. A reset or `clear` sweeps
// the counts, one a clock.
`default_nettype none

module rg_class_counts #(
    parameter LOG2 = 7
) (
    input  wire            clk, rst_n,
    input  wire            clear,        // start the sweep; the machine is idle until it ends
    output wire            clearing,
    input  wire            retire,       // add `times` to the count at `index`
    input  wire [LOG2-1:0] index,
    input  wire [63:0]     times,
    input  wire            host_read,    // `count` is that at `host_index` in the clock after it
    input  wire [LOG2-1:0] host_index,   // stable in both clocks
    output wire [63:0]     count
);
    localparam [LOG2:0] ONE = {{LOG2{1'b0}}, 1'b1};
    localparam [LOG2:0] ALL = ONE << LOG2;

    reg            adding;               // the count that was read in the last clock grows in this one
    reg [LOG2-1:0] adding_index;
    reg [63:0]     adding_times;
    reg [LOG2:0]   sweep;                // counts below are still to be cleared
    wire [LOG2:0]  below = sweep - ONE;
    assign clearing = sweep != {(LOG2+1){1'b0}};

    wire [63:0]     old, shown;
    wire [63:0]     sum     = old + adding_times;
    wire            write   = clearing || adding;
    wire [LOG2-1:0] address = clearing ? below[LOG2-1:0] : adding_index;
    wire [63:0]     word    = clearing ? 64'd0 : sum;

    rg_mem #(.WIDTH(64), .LOG2(LOG2), .FORWARD(1)) counts (
        .clk(clk), .read(retire), .raddr(index), .rdata(old), .write(write), .waddr(address), .wdata(word)
    );
    rg_mem #(.WIDTH(64), .LOG2(LOG2), .FORWARD(1)) host_counts (
        .clk(clk), .read(host_read), .raddr(host_index), .rdata(shown), .write(write), .waddr(address), .wdata(word)
    );
    assign count = adding && adding_index == host_index ? sum : shown;

    always @(posedge clk) begin
        if (!rst_n || clear) begin
            sweep  <= ALL;
            adding <= 1'b0;
        end else begin
            if (clearing) sweep <= below;
            adding <= retire;
        end
        if (retire) begin
            adding_index <= index;
            adding_times <= times;
        end
    end
endmodule
`default_nettype wire
