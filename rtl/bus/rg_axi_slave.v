// rg_axi_slave.v: AXI4-Lite handshakes; one transfer at a time is handed on as a request that is
// held until acknowledged.
`default_nettype none

module rg_axi_slave (
    input  wire        clk, rst_n,
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire [31:0] s_awaddr,
    input  wire [2:0]  s_awprot,
    input  wire        s_wvalid,
    output wire        s_wready,
    input  wire [63:0] s_wdata,
    input  wire [7:0]  s_wstrb,
    output wire        s_bvalid,
    input  wire        s_bready,
    output wire [1:0]  s_bresp,
    input  wire        s_arvalid,
    output wire        s_arready,
    input  wire [31:0] s_araddr,
    input  wire [2:0]  s_arprot,
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire [63:0] s_rdata,
    output wire [1:0]  s_rresp,
    output wire        req, req_write, req_whole,  // whole: all bytes of the word are written
    output reg  [31:0] req_addr,
    output reg  [1:0]  req_prot,                   // privileged; non-secure
    output reg  [63:0] req_wdata,
    input  wire        ack,
    input  wire [63:0] ack_rdata,
    input  wire [1:0]  ack_resp
);
    localparam [1:0] IDLE = 2'd0, BUSY = 2'd1, ANSWER = 2'd2;

    reg [1:0]  state;
    reg        writing, whole;
    reg [63:0] rdata;
    reg [1:0]  resp;

    wire take_write = state == IDLE && s_awvalid && s_wvalid;
    wire take_read  = state == IDLE && s_arvalid && !take_write;

    assign s_awready = take_write;
    assign s_wready  = take_write;
    assign s_arready = take_read;
    assign s_bvalid  = state == ANSWER && writing;
    assign s_rvalid  = state == ANSWER && !writing;
    assign s_bresp   = resp;
    assign s_rresp   = resp;
    assign s_rdata   = rdata;
    assign req       = state == BUSY;
    assign req_write = writing;
    assign req_whole = whole;

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  writing <= 1'b0;  whole <= 1'b0;
            req_addr <= 32'd0;  req_prot <= 2'd0;  req_wdata <= 64'd0;  rdata <= 64'd0;  resp <= 2'd0;
        end else case (state)
            IDLE: if (take_write || take_read) begin
                state     <= BUSY;
                writing   <= take_write;
                whole     <= s_wstrb == 8'hff;
                req_addr  <= take_write ? s_awaddr : s_araddr;
                req_prot  <= take_write ? s_awprot[1:0] : s_arprot[1:0];
                req_wdata <= s_wdata;
            end
            BUSY: if (ack) begin
                state <= ANSWER;  rdata <= ack_rdata;  resp <= ack_resp;
            end
            default: if (writing ? s_bready : s_rready) state <= IDLE;
        endcase
    end
endmodule
`default_nettype wire
