// rg_copy_in.v: the copy engine: words of the host's memory into data memory, while the core stands.
//
// An AXI4 bus master that reads. A beat has 16 bytes, two words of 8 bytes each, the lower address in
// the lower half. Bursts have up to 16 beats, end at multiples of 256 bytes, and up to 4 are under
// way. Their beats come in order.
//
// A beat that was answered with an error, and a stop, end the transfer: nothing more is asked for, and
// what was asked for is awaited and thrown away.
`default_nettype none

module rg_copy_in #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16
) (
    input  wire                 clk, rst_n,
    input  wire                 start, stop,
    input  wire [63:3]          host,              // address of the first word
    input  wire [DMEM_LOG2-1:0] word,              // where to
    input  wire [DMEM_LOG2:0]   count,             // how many; word + count <= 2^DMEM_LOG2
    output reg                  copying,
    output wire                 done,              // the transfer ends in this clock
    output reg  [DMEM_LOG2:0]   copied,            // words written by this transfer or the last
    output reg  [1:0]           response,          // the answer that ended it early; 0: none
    output wire                 m_arvalid,
    input  wire                 m_arready,
    output wire [63:0]          m_araddr,
    output wire [7:0]           m_arlen,
    input  wire                 m_rvalid,
    output wire                 m_rready,
    input  wire [127:0]         m_rdata,
    input  wire [1:0]           m_rresp,
    input  wire                 m_rlast,
    // data memory: what stands at two words is read in the clock before these are written
    output wire                 read,
    output wire [DMEM_LOG2-1:0] read_at,           // and the word behind it
    output reg  [1:0]           write,
    output reg  [DMEM_LOG2-1:0] write_at,
    output reg  [2*XLEN-1:0]    data
);
    localparam [2:0]         BURSTS = 3'd4;
    localparam [DMEM_LOG2:0] NONE = {(DMEM_LOG2+1){1'b0}}, ONE = {{DMEM_LOG2{1'b0}}, 1'b1};

    reg [63:4]          line;                      // of the next beat that is asked for
    reg [DMEM_LOG2:0]   beats;                     // still to be asked for
    reg [DMEM_LOG2:0]   left;                      // words still to come
    reg [DMEM_LOG2-1:0] at;
    reg [2:0]           owed;                      // bursts under way
    reg                 upper;                     // the next beat has one word, in its upper half
    reg                 halting, held;             // held: asked for and not yet accepted

    // Asking
    wire [4:0]         room  = 5'd16 - {1'b0, line[7:4]};
    wire               short = beats < {{(DMEM_LOG2-4){1'b0}}, room};
    wire [4:0]         burst = short ? beats[4:0] : room;
    wire [4:0]         last  = burst - 5'd1;
    wire               asked = m_arvalid && m_arready;
    assign m_arvalid = copying && (held || (beats != NONE && !halting && owed < BURSTS));
    assign m_araddr  = {line, 4'd0};
    assign m_arlen   = {3'd0, last};

    // Taking
    wire       beat  = m_rvalid && m_rready;
    wire       takes = beat && !m_rresp[1] && !halting && left != NONE;
    wire       two   = !upper && left != ONE;
    assign m_rready  = owed != 3'd0;
    assign read      = takes;
    assign read_at   = at;
    assign done      = copying && owed == 3'd0 && !m_arvalid && (beats == NONE || halting);

    always @(posedge clk) begin
        if (!rst_n) begin
            copying <= 1'b0;  halting <= 1'b0;  held <= 1'b0;  upper <= 1'b0;  owed <= 3'd0;  write <= 2'd0;
            response <= 2'd0;  copied <= NONE;  beats <= NONE;  left <= NONE;
            line <= 60'd0;  at <= {DMEM_LOG2{1'b0}};  write_at <= {DMEM_LOG2{1'b0}};  data <= {(2*XLEN){1'b0}};
        end else if (!copying) begin
            write <= 2'd0;
            if (start) begin
                copying <= 1'b1;  halting <= 1'b0;  response <= 2'd0;  copied <= NONE;
                line <= host[63:4];  upper <= host[3];  at <= word;  left <= count;
                beats <= count == NONE ? NONE : (count >> 1) + {{DMEM_LOG2{1'b0}}, count[0] || host[3]};
            end
        end else begin
            held <= m_arvalid && !m_arready;
            if (asked) begin
                line  <= line + {55'd0, burst};
                beats <= beats - {{(DMEM_LOG2-4){1'b0}}, burst};
            end
            owed    <= owed + {2'd0, asked} - {2'd0, beat && m_rlast};
            write   <= {takes && two, takes};
            copied  <= copied + {{DMEM_LOG2{1'b0}}, write[0]} + {{DMEM_LOG2{1'b0}}, write[1]};
            if (takes) begin
                write_at <= at;
                data     <= {m_rdata[64 +: XLEN], upper ? m_rdata[64 +: XLEN] : m_rdata[0 +: XLEN]};
                at       <= at + {{(DMEM_LOG2-2){1'b0}}, two, !two};
                left     <= left - {{(DMEM_LOG2-1){1'b0}}, two, !two};
                upper    <= 1'b0;
            end
            if (beat && m_rresp[1] && !halting) response <= m_rresp;
            if (stop || (beat && m_rresp[1])) halting <= 1'b1;
            if (done) copying <= 1'b0;
        end
    end
endmodule
`default_nettype wire
