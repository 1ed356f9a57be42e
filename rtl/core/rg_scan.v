// rg_scan.v: signature of registers and memory words, one word a cycle, so that two states compare
// without copying them out.
//
// h starts at 0x9E3779B97F4A7C15; for each word w (sign-extended to 64 bits): h = rotl((h ^ w) *
// 0xD6E8FEB86659FD93, 27).
// Order: R[0..31], GR[0..31], W, GW (low word first), data words base .. base+count-1, gradient
// words of the same range.
// A second signature passes over the values alone.
`default_nettype none

module rg_scan #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16
) (
    input  wire                 clk, rst_n, start,
    input  wire [DMEM_LOG2:0]   base, count,
    output wire                 scanning,
    output wire                 reg_read, mem_read, grad_read,
    output wire [4:0]           reg_index,
    output wire [DMEM_LOG2-1:0] mem_index,
    input  wire [2*XLEN-1:0]    w, gw,
    input  wire [XLEN-1:0]      rv, rg, mv, mg,   // one cycle after the read
    output wire                 done,             // the scan ends in this cycle
    output reg  [63:0]          signature, sigvalue
);
    localparam [63:0] SEED = 64'h9E3779B97F4A7C15;
    localparam [2:0]  IDLE = 3'd0, VALUES = 3'd1, GRADIENTS = 3'd2, WORDS = 3'd3, GWORDS = 3'd4, LAST = 3'd5,
        WIDE = 3'd6;
    localparam [DMEM_LOG2:0] ONE = {{DMEM_LOG2{1'b0}}, 1'b1};

    // The product by 0xD6E8FEB86659FD93 from three multiples that its digits (0, 1, -1) share: eleven
    // terms where the ones of the number would be 39. Each term is a multiple of x, so one x that is
    // odd shows whether the sum is right for all.
    function [63:0] product(input [63:0] x);
        reg [63:0] three, near, far;
        begin
            three = x + (x << 1);
            near  = x + (x << 21);
            far   = x + (near << 31);
            product = three + (x << 4) - (far << 7) - (far << 9) - (three << 17) + (three << 21) + (three << 25)
                + (three << 29) - (near << 35) + (x << 48) - (three << 51);
        end
    endfunction

    function [63:0] mix(input [63:0] h, input [63:0] word);
        reg [63:0] p;
        begin
            p   = product(h ^ word);
            mix = {p[36:0], p[63:37]};
        end
    endfunction

    reg [2:0]         state, was;          // was: the phase whose word arrives now
    reg [4:0]         index;
    reg [DMEM_LOG2:0] left;
    reg [DMEM_LOG2:0] at;

    assign scanning  = state != IDLE;
    assign done      = state == LAST;
    assign reg_read  = state == VALUES || state == GRADIENTS;
    assign mem_read  = state == WORDS;
    assign grad_read = state == GWORDS;
    assign reg_index = index;
    assign mem_index = at[DMEM_LOG2-1:0];

    reg  [1:0]      wide_index;
    wire [XLEN-1:0] wide_half = wide_index[0] ? (wide_index[1] ? gw[2*XLEN-1:XLEN] : w[2*XLEN-1:XLEN])
                                              : (wide_index[1] ? gw[XLEN-1:0] : w[XLEN-1:0]);
    wire [XLEN-1:0] word  = (was == WIDE) ? wide_half : (was == VALUES) ? rv : (was == GRADIENTS) ? rg
        : (was == WORDS) ? mv : mg;
    wire [63:0]     word64;
    wire            arrived = was != IDLE;
    wire            of_value = was == VALUES || was == WORDS || (was == WIDE && !wide_index[1]);
    wire            last = left == ONE;

    generate
        if (XLEN == 64) begin : full
            assign word64 = word;
        end else begin : narrow
            assign word64 = {{(64-XLEN){word[XLEN-1]}}, word};
        end
    endgenerate

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  was <= IDLE;  index <= 5'd0;
            at <= {(DMEM_LOG2+1){1'b0}};  left <= {(DMEM_LOG2+1){1'b0}};
            signature <= 64'd0;  sigvalue <= 64'd0;
        end else begin
            was  <= (state == LAST) ? IDLE : state;
            wide_index <= index[1:0];
            if (arrived) begin
                signature <= mix(signature, word64);
                if (of_value) sigvalue <= mix(sigvalue, word64);
            end
            case (state)
                IDLE: if (start) begin
                    state <= VALUES;  index <= 5'd0;
                    signature <= SEED;  sigvalue <= SEED;
                end
                VALUES: begin
                    index <= index + 5'd1;
                    if (index == 5'd31) state <= GRADIENTS;
                end
                GRADIENTS: begin
                    index <= index + 5'd1;
                    if (index == 5'd31) state <= WIDE;
                end
                WIDE: begin
                    index <= index + 5'd1;
                    at <= base;  left <= count;
                    if (index == 5'd3) state <= (count == {(DMEM_LOG2+1){1'b0}}) ? LAST : WORDS;
                end
                WORDS: begin
                    at <= last ? base : at + ONE;  left <= last ? count : left - ONE;
                    if (last) state <= GWORDS;
                end
                GWORDS: begin
                    at <= at + ONE;  left <= left - ONE;
                    if (last) state <= LAST;
                end
                default: begin  // LAST: the word read last is mixed in this cycle
                    state <= IDLE;
                end
            endcase
        end
    end
endmodule
`default_nettype wire
