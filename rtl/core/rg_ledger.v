// rg_ledger.v: bits erased by the instruction at each address. One billing port (read, then add),
// one host read port, and a port that clears a row of 2^ROW_LOG2 entries: so many banks side by
// side.
`default_nettype none

module rg_ledger #(
    parameter XLEN     = 64,
    parameter LOG2     = 16,
    parameter ROW_LOG2 = LOG2 < 6 ? LOG2 : 6,
    parameter FORWARD  = 0               // an entry may be looked up in the clock that bills it
) (
    input  wire            clk, rst_n,
    input  wire            clear,        // start sweeping the rows that were ever billed
    output wire            clearing,
    input  wire            look,         // fetch the entry of the step that begins
    input  wire [LOG2-1:0] look_address,
    input  wire            bill, bill_tangent, // add a word of erased bits to it, each
    input  wire [LOG2-1:0] address,      // of the step that is billed
    input  wire            host_read,
    input  wire [LOG2-1:0] host_address,
    output reg  [63:0]     host_data
);
    localparam ROWS_LOG2 = LOG2 - ROW_LOG2;
    localparam [ROWS_LOG2:0] ONE = {{ROWS_LOG2{1'b0}}, 1'b1};
    localparam [ROWS_LOG2:0] ALL = ONE << ROWS_LOG2;

    reg [63:0]        entries [0:(1<<LOG2)-1];
    reg [63:0]        entry;
    reg [ROWS_LOG2:0] sweep;             // rows below are still to be cleared
    reg [ROWS_LOG2:0] used;              // rows from here on were never billed
    localparam [31:0] BITS = XLEN;
    localparam [63:0] ONE_WORD = {32'd0, BITS}, TWO_WORDS = {32'd0, 32'd2 * BITS};

    wire [ROWS_LOG2:0] below = sweep - ONE;
    wire [ROWS_LOG2:0] row   = {1'b0, address[LOG2-1:ROW_LOG2]};
    assign clearing = sweep != {(ROWS_LOG2+1){1'b0}};

    wire        billing = (bill || bill_tangent) && rst_n && !clear && !clearing; // else `used` would not know of it
    // That a step is committed is known last in the clock: both sums are there, and wait for that alone.
    wire [63:0] with_one = entry + ONE_WORD, with_two = entry + TWO_WORDS;
    wire [63:0] billed  = bill && bill_tangent ? with_two : with_one;

    integer i;
    always @(posedge clk) begin
        if (look)      entry     <= (FORWARD != 0 && billing && address == look_address) ? billed
            : entries[look_address];
        if (host_read) host_data <= entries[host_address];
        if (clearing)
            for (i = 0; i < (1 << ROW_LOG2); i = i + 1) entries[{below[ROWS_LOG2-1:0], i[ROW_LOG2-1:0]}] <= 64'd0;
        else if (billing)
            entries[address] <= billed;
    end

    // A reset finds anything in the memory, so it sweeps all of it; `clear` sweeps what was billed
    // since.
    always @(posedge clk) begin
        if (!rst_n) begin
            sweep <= ALL;  used <= ALL;
        end else if (clear) begin
            sweep <= used;
        end else if (clearing) begin
            sweep <= below;
            used  <= below;
        end else if (billing && row >= used) begin
            used <= row + ONE;
        end
    end
endmodule
`default_nettype wire
