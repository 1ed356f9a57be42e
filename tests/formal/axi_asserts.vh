// axi_asserts.vh: included at the end of a copy of rg_axi_slave.v. Induction over one clock: what
// AXI4-Lite asks of a slave.
    reg owes_b, owes_r;              // an accepted write or read waits for its answer
    wire good = owes_b == (state != IDLE && writing) && owes_r == (state != IDLE && !writing) && state != 2'd3;
    wire takes_aw = s_awvalid && s_awready;
    wire takes_ar = s_arvalid && s_arready;
    reg was_reset, was_good, b_waits, r_waits, asked;
    reg [1:0]  past_bresp, past_rresp;
    reg [63:0] past_rdata, past_wdata;
    reg [31:0] past_addr;
    reg [1:0]  past_prot, took_prot;
    reg        past_write, past_whole;
    reg        took_write, took_read, answered, took_whole;
    reg [31:0] took_addr;
    reg [63:0] took_data, answer;
    reg [1:0]  answer_resp;
    always @(posedge clk) begin
        owes_b     <= rst_n && (takes_aw || (owes_b && !(s_bvalid && s_bready)));
        owes_r     <= rst_n && (takes_ar || (owes_r && !(s_rvalid && s_rready)));
        was_reset  <= !rst_n;
        was_good   <= good;
        b_waits    <= rst_n && s_bvalid && !s_bready;
        r_waits    <= rst_n && s_rvalid && !s_rready;
        asked      <= rst_n && req && !ack;
        past_bresp <= s_bresp;  past_rresp <= s_rresp;  past_rdata <= s_rdata;
        past_addr  <= req_addr; past_wdata <= req_wdata; past_write <= req_write; past_whole <= req_whole;
        past_prot  <= req_prot;  took_prot <= takes_aw ? s_awprot[1:0] : s_arprot[1:0];
        took_write <= rst_n && takes_aw;  took_read <= rst_n && takes_ar && !takes_aw;
        took_addr  <= takes_aw ? s_awaddr : s_araddr;  took_data <= s_wdata;  took_whole <= &s_wstrb;
        answered   <= rst_n && req && ack;  answer <= ack_rdata;  answer_resp <= ack_resp;
    end
    always @* begin
        if (was_reset) assert (!s_bvalid && !s_rvalid && !req);
        if (was_reset || was_good) begin
            assert (good);
            // No answer that nobody waits for, one transfer at a time, address and data of a write
            // taken together.
            assert (!s_bvalid || owes_b);
            assert (!s_rvalid || owes_r);
            assert (!(takes_aw && takes_ar) && !((owes_b || owes_r) && (takes_aw || takes_ar)));
            assert ((s_awvalid && s_awready) == (s_wvalid && s_wready));
        end
        // An answer stands until it is taken; a request inside stands until it is acknowledged.
        if (b_waits) assert (s_bvalid && s_bresp == past_bresp);
        if (r_waits) assert (s_rvalid && s_rresp == past_rresp && s_rdata == past_rdata);
        if (asked)   assert (req && req_addr == past_addr && req_wdata == past_wdata && req_write == past_write
            && req_whole == past_whole && req_prot == past_prot);
        // What was taken is what is handed on, with all strobes or not; what is answered inside is
        // the answer.
        if (took_write) assert (req && req_write && req_addr == took_addr && req_wdata == took_data
            && req_whole == took_whole && req_prot == took_prot);
        if (took_read)  assert (req && !req_write && req_addr == took_addr && req_prot == took_prot);
        if (answered)   assert ((past_write ? s_bvalid : s_rvalid) && (past_write ? s_bresp : s_rresp) == answer_resp
            && s_rdata == answer);
    end
    (* keep *) wire reach_write = was_good && good && b_waits;
    (* keep *) wire reach_read  = was_good && good && r_waits;
    (* keep *) wire reach_both  = was_good && good && s_awvalid && s_wvalid && s_arvalid && state == IDLE;
