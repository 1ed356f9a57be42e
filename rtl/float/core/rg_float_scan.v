// rg_float_scan.v: signature of registers and memory words as the host sees them, 64 bits a cycle: that
// of rg_scan, with four words for each of 256 bits. The accumulator counts as two words, and so does its
// gradient.
`default_nettype none

module rg_float_scan #(
    parameter DMEM_LOG2 = 16
) (
    input  wire                 clk, rst_n, start,
    input  wire [DMEM_LOG2:0]   base, count,
    output wire                 scanning,
    output wire                 read,              // a register and a data word
    output wire [4:0]           reg_index,
    output wire [DMEM_LOG2-1:0] mem_index,
    output wire                 of_memory,
    input  wire [255:0]         value, view,       // one cycle after the read, until the next one
    input  wire [255:0]         wide,              // the words of the accumulator
    output wire                 done,              // the scan ends in this cycle
    output reg  [63:0]          signature, sigvalue
);
    localparam [63:0] SEED = 64'h9E3779B97F4A7C15, FACTOR = 64'hD6E8FEB86659FD93;
    localparam [2:0]  IDLE = 3'd0, VALUES = 3'd1, GRADIENTS = 3'd2, WIDE = 3'd3, WORDS = 3'd4, GWORDS = 3'd5,
        LAST = 3'd6;
    localparam [DMEM_LOG2:0] ONE = {{DMEM_LOG2{1'b0}}, 1'b1}, NONE = {(DMEM_LOG2+1){1'b0}};

    function [63:0] mix(input [63:0] h, input [63:0] word);
        reg [63:0] p;
        begin
            p   = (h ^ word) * FACTOR;
            mix = {p[36:0], p[63:37]};
        end
    endfunction

    reg [2:0]         state, limb;                 // limb 0: the word is read; 1 .. 4: it is mixed
    reg [4:0]         index;
    reg [DMEM_LOG2:0] left, at;

    assign scanning  = state != IDLE;
    assign done      = state == LAST;
    assign read      = scanning && limb == 3'd0;
    assign reg_index = index;
    assign mem_index = at[DMEM_LOG2-1:0];
    assign of_memory = state == WORDS || state == GWORDS;

    wire [255:0] whole = state == WIDE ? wide : state == VALUES || state == WORDS ? value : view;
    wire [1:0]   which = limb[1:0] - 2'd1;
    wire [63:0]  word  = whole[{which, 6'd0} +: 64];
    wire of_value = state == VALUES || state == WORDS || (state == WIDE && !which[1]);
    wire mixes = limb != 3'd0;
    wire next  = limb == 3'd4;
    wire last  = left == ONE;

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  limb <= 3'd0;  index <= 5'd0;  at <= NONE;  left <= NONE;
            signature <= 64'd0;  sigvalue <= 64'd0;
        end else if (state == IDLE) begin
            limb <= 3'd0;  index <= 5'd0;
            if (start) begin
                state <= VALUES;  signature <= SEED;  sigvalue <= SEED;
            end
        end else if (state == LAST) begin
            state <= IDLE;
        end else begin
            limb <= next ? 3'd0 : limb + 3'd1;
            if (mixes)             signature <= mix(signature, word);
            if (mixes && of_value) sigvalue <= mix(sigvalue, word);
            if (next) begin
                case (state)
                    VALUES:    begin index <= index + 5'd1;  if (index == 5'd31) state <= GRADIENTS; end
                    GRADIENTS: begin index <= index + 5'd1;  if (index == 5'd31) state <= WIDE; end
                    WIDE:      begin at <= base;  left <= count;  state <= count == NONE ? LAST : WORDS; end
                    WORDS: begin
                        at <= last ? base : at + ONE;  left <= last ? count : left - ONE;
                        if (last) state <= GWORDS;
                    end
                    default: begin
                        at <= at + ONE;  left <= left - ONE;
                        if (last) state <= LAST;
                    end
                endcase
            end
        end
    end

    wire unused = &{1'b0, at[DMEM_LOG2]};
endmodule
`default_nettype wire
