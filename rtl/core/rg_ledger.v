// rg_ledger.v: bits erased by the instruction at each address. One billing port (read, then add), one host read port.
`default_nettype none

module rg_ledger #(
    parameter XLEN    = 64,
    parameter LOG2    = 16,
    parameter FORWARD = 0                // an entry may be looked up in the clock that bills it
) (
    input  wire            clk, rst_n,
    input  wire            clear,        // start sweeping the entries that were ever billed
    output wire            clearing,
    input  wire            look,         // fetch the entry of the step that begins
    input  wire [LOG2-1:0] look_address,
    input  wire            bill, bill_tangent, // add a word of erased bits to it, each
    input  wire [LOG2-1:0] address,      // of the step that is billed
    input  wire            host_read,
    input  wire [LOG2-1:0] host_address,
    output reg  [63:0]     host_data
);
    localparam [LOG2:0] ONE = {{LOG2{1'b0}}, 1'b1};

    reg [63:0]   entries [0:(1<<LOG2)-1];
    reg [63:0]   entry;
    reg [LOG2:0] sweep;                  // entries below are still to be cleared
    reg [LOG2:0] used;                   // entries from here on were never billed
    localparam [31:0] BITS = XLEN;
    localparam [63:0] ONE_WORD = {32'd0, BITS};

    // A reset leaves the memory as it is, so it starts a sweep over all of it that was used before.
    initial used = {(LOG2+1){1'b0}};

    wire [LOG2:0] below = sweep - ONE;
    assign clearing = sweep != {(LOG2+1){1'b0}};

    wire            billing = (bill || bill_tangent) && rst_n && !clear; // else `used` would not know of it
    wire            write = clearing || billing;
    wire [LOG2-1:0] waddr = clearing ? below[LOG2-1:0] : address;
    wire [63:0]     wdata = clearing ? 64'd0 : entry + (bill ? ONE_WORD : 64'd0) + (bill_tangent ? ONE_WORD : 64'd0);

    always @(posedge clk) begin
        if (look)      entry     <= (FORWARD != 0 && write && waddr == look_address) ? wdata : entries[look_address];
        if (host_read) host_data <= entries[host_address];
        if (write)     entries[waddr] <= wdata;
    end

    always @(posedge clk) begin
        if (!rst_n || clear) begin
            sweep <= used;
        end else if (clearing) begin
            sweep <= below;
            used  <= below;
        end else if ((bill || bill_tangent) && {1'b0, address} >= used) begin
            used <= {1'b0, address} + ONE;
        end
    end
endmodule
`default_nettype wire
