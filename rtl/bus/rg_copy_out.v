// rg_copy_out.v: the copy engine: words of data memory into the host's memory, while the core stands.
//
// An AXI4 bus master that writes. A beat has 16 bytes, two words of 8 bytes each, the lower address in
// the lower half; its strobes say which of them are there. Bursts have up to 16 beats, end at multiples
// of 256 bytes, and up to 4 are under way. Their beats go out in order, and answers come in order.
//
// A burst that was answered with an error, and a stop, end the transfer: no more bursts are asked for.
// The beats of those that were asked for still go out, as the bus wants it.
`default_nettype none

module rg_copy_out #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16
) (
    input  wire                 clk, rst_n,
    input  wire                 start, stop,
    input  wire [63:3]          host,              // address of the first word in the host's memory
    input  wire [DMEM_LOG2-1:0] word,              // where from
    input  wire [DMEM_LOG2:0]   count,             // how many; word + count <= 2^DMEM_LOG2
    output reg                  copying,
    output wire                 done,              // the transfer ends in this clock
    output wire [DMEM_LOG2:0]   copied,            // words of bursts before the first that was not answered well
    output reg  [1:0]           response,          // the answer that ended it early; 0: none
    output wire                 m_awvalid,
    input  wire                 m_awready,
    output wire [63:0]          m_awaddr,
    output wire [7:0]           m_awlen,
    output wire                 m_wvalid,
    input  wire                 m_wready,
    output wire [127:0]         m_wdata,
    output wire [15:0]          m_wstrb,
    output wire                 m_wlast,
    input  wire                 m_bvalid,
    output wire                 m_bready,
    input  wire [1:0]           m_bresp,
    // data memory: two words are read at a time, and stay until the next are
    output wire                 read,
    output wire [DMEM_LOG2-1:0] read_at,           // and the word behind it
    input  wire [XLEN-1:0]      first, second,
    output wire [1:0]           sent               // words that the host's memory takes in this clock
);
    localparam [2:0]         BURSTS = 3'd4;
    localparam [DMEM_LOG2:0] NONE = {(DMEM_LOG2+1){1'b0}}, ONE = {{DMEM_LOG2{1'b0}}, 1'b1};

    reg [63:4]          line;                      // of the next beat that is asked for
    reg [DMEM_LOG2:0]   beats;                     // still to be asked for
    reg [2:0]           owed;                      // bursts without an answer
    reg                 halting, held;             // held: asked for and not yet accepted
    reg [DMEM_LOG2:0]   left;                      // words still to be read
    reg [DMEM_LOG2-1:0] at;
    reg                 middle;                    // the next pair is one word, for the upper half of its beat
    reg                 shown, low, high;          // a beat waits in the read ports, and which words of it
    reg [6:0]           granted;                   // beats that were asked for and not yet sent
    reg [3:0]           place;                     // of the beat that waits, within 256 bytes
    reg [DMEM_LOG2:0]   all, unanswered, good;     // words of the transfer; beats without an answer, with a good one
    reg [3:0]           answer_place;
    reg                 began_high;

    function [63:0] extend(input [XLEN-1:0] w);
        integer i;
        for (i = 0; i < 64; i = i + 1) extend[i] = (i < XLEN) ? w[i % XLEN] : w[XLEN-1];
    endfunction

    // Beats up to the next multiple of 256 bytes, or up to the end
    function [4:0] burst_of(input [3:0] from, input [DMEM_LOG2:0] rest);
        reg [4:0] room;
        begin
            room     = 5'd16 - {1'b0, from};
            burst_of = rest < {{(DMEM_LOG2-4){1'b0}}, room} ? rest[4:0] : room;
        end
    endfunction

    // Asking
    wire [4:0] burst = burst_of(line[7:4], beats);
    wire [4:0] last  = burst - 5'd1;
    wire       asked = m_awvalid && m_awready;
    assign m_awvalid = copying && (held || (beats != NONE && !halting && owed < BURSTS));
    assign m_awaddr  = {line, 4'd0};
    assign m_awlen   = {3'd0, last};

    // Sending: the next pair is read in the clock in which the one before goes
    wire   sends    = m_wvalid && m_wready;
    wire   two      = !middle && left != ONE;
    assign m_wvalid = shown && granted != 7'd0;
    assign m_wdata  = {low ? extend(second) : extend(first), extend(first)};
    assign m_wstrb  = {{8{high}}, {8{low}}};
    assign m_wlast  = place == 4'd15 || left == NONE;
    assign read     = copying && left != NONE && (!shown || sends);
    assign read_at  = at;
    assign sent     = sends ? {high && low, high != low} : 2'd0;

    // Answers
    wire [4:0] answered = burst_of(answer_place, unanswered);
    wire       answer   = m_bvalid && m_bready;
    wire [DMEM_LOG2+1:0] there = {good, 1'b0} - {{(DMEM_LOG2+1){1'b0}}, began_high};
    assign m_bready = owed != 3'd0;
    assign copied   = good == NONE ? NONE : there < {1'b0, all} ? there[DMEM_LOG2:0] : all;
    assign done     = copying && owed == 3'd0 && !m_awvalid && (beats == NONE || halting);

    wire [DMEM_LOG2:0] all_beats = count == NONE ? NONE
                                 : (count >> 1) + {{DMEM_LOG2{1'b0}}, count[0] || host[3]};

    always @(posedge clk) begin
        if (!rst_n) begin
            copying <= 1'b0;  halting <= 1'b0;  held <= 1'b0;  owed <= 3'd0;  response <= 2'd0;  line <= 60'd0;
            beats <= NONE;  left <= NONE;  at <= {DMEM_LOG2{1'b0}};  middle <= 1'b0;  shown <= 1'b0;  low <= 1'b0;
            high <= 1'b0;  granted <= 7'd0;  place <= 4'd0;  all <= NONE;  unanswered <= NONE;  good <= NONE;
            answer_place <= 4'd0;  began_high <= 1'b0;
        end else if (!copying) begin
            if (start) begin
                copying <= 1'b1;  halting <= 1'b0;  response <= 2'd0;  shown <= 1'b0;  granted <= 7'd0;
                line <= host[63:4];  place <= host[7:4] - 4'd1;  answer_place <= host[7:4];
                middle <= host[3];  began_high <= host[3];
                at <= word;  left <= count;  all <= count;  good <= NONE;
                beats <= all_beats;  unanswered <= all_beats;
            end
        end else begin
            held <= m_awvalid && !m_awready;
            if (asked) begin
                line  <= line + {55'd0, burst};
                beats <= beats - {{(DMEM_LOG2-4){1'b0}}, burst};
            end
            owed    <= owed + {2'd0, asked} - {2'd0, answer};
            granted <= granted + (asked ? {2'd0, burst} : 7'd0) - {6'd0, sends};
            if (read) begin
                shown  <= 1'b1;  low <= !middle;  high <= middle || two;  middle <= 1'b0;
                place  <= place + 4'd1;
                at     <= at + {{(DMEM_LOG2-2){1'b0}}, two, !two};
                left   <= left - {{(DMEM_LOG2-1){1'b0}}, two, !two};
            end else if (sends) begin
                shown <= 1'b0;
            end
            if (answer) begin
                unanswered   <= unanswered - {{(DMEM_LOG2-4){1'b0}}, answered};
                answer_place <= answer_place + answered[3:0];
                if (!m_bresp[1] && response == 2'd0) good <= good + {{(DMEM_LOG2-4){1'b0}}, answered};
                if (m_bresp[1] && response == 2'd0) response <= m_bresp;
            end
            if (stop || (answer && m_bresp[1])) halting <= 1'b1;
            if (done) begin
                copying <= 1'b0;  shown <= 1'b0;
            end
        end
    end
endmodule
`default_nettype wire
