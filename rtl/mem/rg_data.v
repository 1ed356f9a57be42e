// rg_data.v: a bank of data memory: for each lane three synchronous read ports and two write ports.
// Of two writes to one word the higher lane's stays, and that of port 2. With FORWARD a word read
// in the clock that writes it is the new one, else the old. With BANKS it is made of so many macros
// (rg_banks), and `busy` is high in the clocks in which words wait for theirs.
`default_nettype none

module rg_data #(
    parameter WIDTH   = 64,
    parameter LOG2    = 16,
    parameter FORWARD = 0,
    parameter LANES   = 1,
    parameter BANKS   = 0
) (
    input  wire                   clk, rst_n,
    input  wire [3*LANES-1:0]     keep,          // ports that hold their last word, of lanes by port; for BANKS
    output wire                   busy,
    input  wire [LANES-1:0]       read_1, read_2, read_3,
    input  wire [LANES*LOG2-1:0]  raddr_1, raddr_2, raddr_3,
    output wire [LANES*WIDTH-1:0] rdata_1, rdata_2, rdata_3,
    input  wire [LANES-1:0]       write_1, write_2,
    input  wire [LANES*LOG2-1:0]  waddr_1, waddr_2,
    input  wire [LANES*WIDTH-1:0] wdata_1, wdata_2
);
    generate
        if (BANKS != 0) begin : banked
            rg_banks #(.WIDTH(WIDTH), .LOG2(LOG2), .LANES(LANES), .BANKS(BANKS)) banks (
                .clk(clk), .rst_n(rst_n), .read({read_3, read_2, read_1}), .keep(keep),
                .raddr({raddr_3, raddr_2, raddr_1}), .rdata({rdata_3, rdata_2, rdata_1}),
                .write({write_2, write_1}), .waddr({waddr_2, waddr_1}), .wdata({wdata_2, wdata_1}), .busy(busy)
            );
        end else begin : ports
            reg [WIDTH-1:0] words [0:(1<<LOG2)-1];
            reg [LANES*WIDTH-1:0] word_1, word_2, word_3;
            assign {rdata_1, rdata_2, rdata_3, busy} = {word_1, word_2, word_3, 1'b0};
            wire unused = &{rst_n, keep};

            // The word that stands at an address after this clock, where `old` stands before
            function [WIDTH-1:0] seen(input [LOG2-1:0] address, input [WIDTH-1:0] old);
                integer k;
                begin
                    seen = old;
                    if (FORWARD != 0) begin
                        for (k = 0; k < LANES; k = k + 1)
                            if (write_1[k] && waddr_1[k*LOG2 +: LOG2] == address) seen = wdata_1[k*WIDTH +: WIDTH];
                        for (k = 0; k < LANES; k = k + 1)
                            if (write_2[k] && waddr_2[k*LOG2 +: LOG2] == address) seen = wdata_2[k*WIDTH +: WIDTH];
                    end
                end
            endfunction

            integer i;
            always @(posedge clk) begin
                for (i = 0; i < LANES; i = i + 1) begin
                    if (read_1[i])
                        word_1[i*WIDTH +: WIDTH] <=
                            seen(raddr_1[i*LOG2 +: LOG2], words[raddr_1[i*LOG2 +: LOG2]]);
                    if (read_2[i])
                        word_2[i*WIDTH +: WIDTH] <=
                            seen(raddr_2[i*LOG2 +: LOG2], words[raddr_2[i*LOG2 +: LOG2]]);
                    if (read_3[i])
                        word_3[i*WIDTH +: WIDTH] <=
                            seen(raddr_3[i*LOG2 +: LOG2], words[raddr_3[i*LOG2 +: LOG2]]);
                end
            end

            always @(posedge clk) begin
                for (i = 0; i < LANES; i = i + 1)
                    if (write_1[i]) words[waddr_1[i*LOG2 +: LOG2]] <= wdata_1[i*WIDTH +: WIDTH];
                for (i = 0; i < LANES; i = i + 1)
                    if (write_2[i]) words[waddr_2[i*LOG2 +: LOG2]] <= wdata_2[i*WIDTH +: WIDTH];
            end
        end
    endgenerate
endmodule
`default_nettype wire
