// rg_bank_turns.v: which of several accesses to banked memory their banks take in this clock: of
// each bank one word, that of the lowest port. Combinational.
`default_nettype none

// The bank of a word is the exclusive or of the digits of its address in Gray code, to the base of
// BANKS. Neighbours differ in one bit of that code, so they are never in one bank.
module rg_bank_turns #(
    parameter LOG2  = 16,
    parameter BANKS = 8,
    parameter PORTS = 3
) (
    input  wire [PORTS-1:0]               wanted,
    input  wire [PORTS*LOG2-1:0]          at,
    output wire [PORTS*$clog2(BANKS)-1:0] bank,
    output reg  [PORTS-1:0]               leads,     // these take a port of their bank
    output reg  [PORTS-1:0]               served,    // and all of the same word with them
    output wire                           more       // others wait for the next clock
);
    localparam DIGIT = $clog2(BANKS);

    function [DIGIT-1:0] bank_of(input [LOG2-1:0] address);
        reg [LOG2-1:0] code;
        integer i;
        begin
            code    = address ^ (address >> 1);
            bank_of = {DIGIT{1'b0}};
            for (i = 0; i < LOG2; i = i + 1) bank_of[i % DIGIT] = bank_of[i % DIGIT] ^ code[i];
        end
    endfunction

    genvar p;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : port
            assign bank[p*DIGIT +: DIGIT] = bank_of(at[p*LOG2 +: LOG2]);
        end
    endgenerate

    integer i, k;
    always @* begin
        leads  = wanted;
        served = {PORTS{1'b0}};
        for (i = 0; i < PORTS; i = i + 1) begin
            for (k = 0; k < i; k = k + 1)
                if (wanted[k] && bank[k*DIGIT +: DIGIT] == bank[i*DIGIT +: DIGIT]) leads[i] = 1'b0;
            served[i] = leads[i];
            for (k = 0; k < i; k = k + 1)
                if (wanted[i] && leads[k] && at[k*LOG2 +: LOG2] == at[i*LOG2 +: LOG2]) served[i] = 1'b1;
        end
    end
    assign more = (wanted & ~served) != {PORTS{1'b0}};
endmodule
`default_nettype wire
