// rg_banks.v: data memory of BANKS macros with one read port and one write port each. It takes what
// rg_data takes in a clock. Where several words fall into one bank, `busy` is high for so many more
// clocks, in which nothing else may be asked (docs/development/banks.md).
`default_nettype none

// A word that is read at several ports is read once. Of two writes to one word the higher lane's
// stays, and that of port 2. With `keep` a port holds its last word, unless this clock writes it.
module rg_banks #(
    parameter WIDTH   = 64,
    parameter LOG2    = 16,
    parameter LANES   = 1,
    parameter BANKS   = 8
) (
    input  wire                   clk, rst_n,
    input  wire [3*LANES-1:0]     read, keep,
    input  wire [3*LANES*LOG2-1:0]  raddr,
    output reg  [3*LANES*WIDTH-1:0] rdata,
    input  wire [2*LANES-1:0]     write,
    input  wire [2*LANES*LOG2-1:0]  waddr,
    input  wire [2*LANES*WIDTH-1:0] wdata,
    output reg                    busy
);
    localparam R = 3 * LANES, W = 2 * LANES, DIGIT = $clog2(BANKS), ROW = LOG2 - DIGIT;

    // Accesses that wait for their bank
    reg  [R-1:0]       reads_left;
    reg  [W-1:0]       writes_left;
    reg  [R*LOG2-1:0]  reads_at;
    reg  [W*LOG2-1:0]  writes_at;
    reg  [W*WIDTH-1:0] writes_data;

    // New ones: what is written in this clock is known, and written once.
    reg  [R-1:0]       known;
    reg  [R*WIDTH-1:0] known_data;
    reg  [W-1:0]       stays;
    integer i, k;
    always @* begin
        known      = {R{1'b0}};
        known_data = {(R*WIDTH){1'b0}};
        for (i = 0; i < R; i = i + 1)
            for (k = 0; k < W; k = k + 1)
                if (read[i] && write[k] && waddr[k*LOG2 +: LOG2] == raddr[i*LOG2 +: LOG2]) begin
                    known[i] = 1'b1;
                    known_data[i*WIDTH +: WIDTH] = wdata[k*WIDTH +: WIDTH];
                end
        stays = write;
        for (i = 0; i < W; i = i + 1)
            for (k = i + 1; k < W; k = k + 1)
                if (write[k] && waddr[k*LOG2 +: LOG2] == waddr[i*LOG2 +: LOG2]) stays[i] = 1'b0;
    end

    wire [R-1:0]       reads   = busy ? reads_left : read & ~keep;
    wire [W-1:0]       writes  = busy ? writes_left : stays;
    wire [R*LOG2-1:0]  read_at  = busy ? reads_at : raddr;
    wire [W*LOG2-1:0]  write_at = busy ? writes_at : waddr;
    wire [W*WIDTH-1:0] write_data = busy ? writes_data : wdata;
    wire [R*DIGIT-1:0] read_bank;
    wire [W*DIGIT-1:0] write_bank;
    wire [R-1:0]       read_leads, read_served;
    wire [W-1:0]       write_leads, write_served;
    wire               more_reads, more_writes;
    rg_bank_turns #(.LOG2(LOG2), .BANKS(BANKS), .PORTS(R)) read_turns (
        .wanted(reads), .at(read_at), .bank(read_bank), .leads(read_leads), .served(read_served), .more(more_reads)
    );
    rg_bank_turns #(.LOG2(LOG2), .BANKS(BANKS), .PORTS(W)) write_turns (
        .wanted(writes), .at(write_at), .bank(write_bank), .leads(write_leads), .served(write_served),
        .more(more_writes)
    );

    always @(posedge clk) begin
        if (!rst_n) begin
            busy <= 1'b0;
        end else begin
            busy <= more_reads || more_writes;
        end
        reads_left  <= reads & ~read_served;
        writes_left <= writes & ~write_served;
        if (!busy) begin
            reads_at  <= raddr;  writes_at <= waddr;  writes_data <= wdata;
        end
    end

    // The macros
    wire [BANKS-1:0]       macro_reads, macro_writes;
    wire [BANKS*ROW-1:0]   macro_from, macro_to;
    wire [BANKS*WIDTH-1:0] macro_data, words;
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : macros
            localparam [31:0] NUMBER = b;
            reg               reads_here, writes_here;
            reg  [ROW-1:0]    from_row, to_row;
            reg  [WIDTH-1:0]  data;
            integer           p;
            always @* begin
                {reads_here, writes_here} = 2'b00;
                from_row = {ROW{1'b0}};
                to_row   = {ROW{1'b0}};
                data     = {WIDTH{1'b0}};
                for (p = 0; p < R; p = p + 1)
                    if (read_leads[p] && read_bank[p*DIGIT +: DIGIT] == NUMBER[DIGIT-1:0]) begin
                        reads_here = 1'b1;
                        from_row   = from_row | read_at[p*LOG2 + DIGIT +: ROW];
                    end
                for (p = 0; p < W; p = p + 1)
                    if (write_leads[p] && write_bank[p*DIGIT +: DIGIT] == NUMBER[DIGIT-1:0]) begin
                        writes_here = 1'b1;
                        to_row      = to_row | write_at[p*LOG2 + DIGIT +: ROW];
                        data        = data | write_data[p*WIDTH +: WIDTH];
                    end
            end
            assign macro_reads[b]  = reads_here;
            assign macro_writes[b] = writes_here;
            assign macro_from[b*ROW +: ROW]     = from_row;
            assign macro_to[b*ROW +: ROW]       = to_row;
            assign macro_data[b*WIDTH +: WIDTH] = data;
            rg_macro #(.WIDTH(WIDTH), .LOG2(ROW)) bank (
                .clk(clk), .read(macro_reads[b]), .raddr(macro_from[b*ROW +: ROW]),
                .rdata(words[b*WIDTH +: WIDTH]), .write(macro_writes[b]), .waddr(macro_to[b*ROW +: ROW]),
                .wdata(macro_data[b*WIDTH +: WIDTH])
            );
        end
    endgenerate

    // What a port shows: in the clock after its bank was read the word there, later and otherwise
    // the word that it holds.
    reg [R-1:0]       fresh, given;
    reg [R*DIGIT-1:0] from;
    reg [R*WIDTH-1:0] held;
    always @* begin
        rdata = held;
        for (i = 0; i < R; i = i + 1)
            if (fresh[i]) rdata[i*WIDTH +: WIDTH] = words[from[i*DIGIT +: DIGIT]*WIDTH +: WIDTH];
    end
    wire [R-1:0] ports_known = busy ? given : known;
    always @(posedge clk) begin
        fresh <= read_served & ~ports_known;
        given <= ports_known;
        from  <= read_bank;
        held  <= rdata;
        for (i = 0; i < R; i = i + 1)
            if (!busy && known[i]) held[i*WIDTH +: WIDTH] <= known_data[i*WIDTH +: WIDTH];
    end
endmodule
`default_nettype wire
