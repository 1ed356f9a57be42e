// rg_reached.v: how far data memory is in use: the power of two above every word that an instruction
// has accessed.
`default_nettype none

module rg_reached #(
    parameter LOG2  = 16,
    parameter LANES = 1
) (
    input  wire                  clk, rst_n, clear,
    input  wire                  access,           // of an instruction, at an address
    input  wire [LOG2-1:0]       address,
    input  wire [2:0]            words,            // its operands that are in memory, and where
    input  wire [3*LOG2-1:0]     words_at,
    input  wire                  element, group,   // of a stream; those of the other lanes with it
    input  wire                  used_d, used_a, used_b,
    input  wire [LANES*LOG2-1:0] at_d, at_a, at_b,
    output reg  [LOG2:0]         reached
);
    localparam [LOG2:0] ONE = {{LOG2{1'b0}}, 1'b1};
    reg [LOG2-1:0] bits, elements;                 // bitwise or of addresses

    integer i, lane;
    always @* begin
        elements = {LOG2{1'b0}};
        for (lane = 0; lane < LANES; lane = lane + 1) if (lane == 0 || group) begin
            if (used_d) elements = elements | at_d[lane*LOG2 +: LOG2];
            if (used_a) elements = elements | at_a[lane*LOG2 +: LOG2];
            if (used_b) elements = elements | at_b[lane*LOG2 +: LOG2];
        end
        reached = ONE;
        for (i = 0; i < LOG2; i = i + 1) if (bits[i]) reached = ONE << (i + 1);
    end

    always @(posedge clk) begin
        if (!rst_n || clear) bits <= {LOG2{1'b0}};
        else if (element)    bits <= bits | elements;
        else if (words != 3'd0) bits <= bits | (words[0] ? words_at[0 +: LOG2] : {LOG2{1'b0}})
            | (words[1] ? words_at[LOG2 +: LOG2] : {LOG2{1'b0}}) | (words[2] ? words_at[2*LOG2 +: LOG2] : {LOG2{1'b0}});
        else if (access)     bits <= bits | address;
    end
endmodule
`default_nettype wire
