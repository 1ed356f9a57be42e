// rg_copy.v: both directions of the copy engine, of which one works at a time, and what they show.
`default_nettype none

module rg_copy #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16
) (
    input  wire                 clk, rst_n,
    input  wire                 start_in, start_out, start_gradients, stop,
    input  wire [63:3]          host,
    input  wire [DMEM_LOG2-1:0] word,
    input  wire [DMEM_LOG2:0]   count,
    output wire                 copying_in, copying_out, done,
    output wire [DMEM_LOG2:0]   copied,            // of the last transfer in either direction
    output wire [1:0]           response,
    output wire                 m_arvalid,
    input  wire                 m_arready,
    output wire [63:0]          m_araddr,
    output wire [7:0]           m_arlen,
    input  wire                 m_rvalid,
    output wire                 m_rready,
    input  wire [127:0]         m_rdata,
    input  wire [1:0]           m_rresp,
    input  wire                 m_rlast,
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
    // data memory
    output wire                 read_values, read_gradients,
    output wire [DMEM_LOG2-1:0] read_at,           // and the word behind it
    input  wire [2*XLEN-1:0]    values, gradients, // that were read, the first in the lower half
    output wire [1:0]           write,
    output wire [DMEM_LOG2-1:0] write_at,
    output wire [2*XLEN-1:0]    data,
    output wire [1:0]           sent
);
    reg                 out, of_gradients;         // the last transfer: which way, and which bank
    wire                done_in, done_out, read_in, read_out;
    wire [DMEM_LOG2:0]   copied_in, copied_out;
    wire [1:0]           response_in, response_out;
    wire [DMEM_LOG2-1:0] at_in, at_out;
    wire [2*XLEN-1:0]    pair = of_gradients ? gradients : values;

    assign done           = done_in || done_out;
    assign copied         = out ? copied_out : copied_in;
    assign response       = out ? response_out : response_in;
    assign read_values    = read_in || (read_out && !of_gradients);
    assign read_gradients = read_out && of_gradients;
    assign read_at        = copying_out ? at_out : at_in;

    always @(posedge clk) begin
        if (!rst_n) begin
            out <= 1'b0;  of_gradients <= 1'b0;
        end else if (start_in || start_out) begin
            out <= start_out;  of_gradients <= start_gradients;
        end
    end

    rg_copy_in #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) way_in (
        .clk(clk), .rst_n(rst_n), .start(start_in), .stop(stop), .host(host), .word(word), .count(count),
        .copying(copying_in), .done(done_in), .copied(copied_in), .response(response_in),
        .m_arvalid(m_arvalid), .m_arready(m_arready), .m_araddr(m_araddr), .m_arlen(m_arlen),
        .m_rvalid(m_rvalid), .m_rready(m_rready), .m_rdata(m_rdata), .m_rresp(m_rresp), .m_rlast(m_rlast),
        .read(read_in), .read_at(at_in), .write(write), .write_at(write_at), .data(data)
    );
    rg_copy_out #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) way_out (
        .clk(clk), .rst_n(rst_n), .start(start_out), .stop(stop), .host(host), .word(word), .count(count),
        .copying(copying_out), .done(done_out), .copied(copied_out), .response(response_out),
        .m_awvalid(m_awvalid), .m_awready(m_awready), .m_awaddr(m_awaddr), .m_awlen(m_awlen),
        .m_wvalid(m_wvalid), .m_wready(m_wready), .m_wdata(m_wdata), .m_wstrb(m_wstrb), .m_wlast(m_wlast),
        .m_bvalid(m_bvalid), .m_bready(m_bready), .m_bresp(m_bresp),
        .read(read_out), .read_at(at_out), .first(pair[0 +: XLEN]), .second(pair[XLEN +: XLEN]), .sent(sent)
    );
endmodule
`default_nettype wire
