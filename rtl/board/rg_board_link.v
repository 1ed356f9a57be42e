// rg_board_link.v: transfers of the bus in frames (docs/development/board.md).
//
// A request has 11 bytes: 5A, {write, number}, 3 of the address, 4 of data, 2 of the check; the
// answer 9: A5, the number, {fresh, sign, response}, 4 of data, 2 of the check. A request that is not
// whole or not right is no request. One with the number of the last, unless that is 0, is that one
// again: it gets the same answer and does nothing. `fresh` marks the answer to the first request
// since the device was configured: what a host knew of it before is gone.
`default_nettype none

module rg_board_link #(
    parameter DIVIDER = 4
) (
    input  wire        clk, rst_n,
    input  wire        rx,
    output wire        tx,
    output wire        req, req_write,
    output wire [3:0]  req_window,
    output wire        req_high,
    output wire [18:0] req_index,
    output wire [31:0] req_data,
    input  wire        ack,
    input  wire [31:0] ack_data,
    input  wire        ack_sign,
    input  wire [1:0]  ack_resp
);
    localparam [7:0] REQUEST = 8'h5a, ANSWER = 8'ha5;

    wire       received, busy;
    wire [7:0] byte_in;
    reg        send;
    reg  [7:0] byte_out;
    rg_board_uart #(.DIVIDER(DIVIDER)) uart (.*);

    // The check of CCITT, CRC-16 from FFFF
    function [15:0] check(input [15:0] crc, input [7:0] data);
        integer i;
        begin
            check = crc;
            for (i = 7; i >= 0; i = i - 1)
                check = {check[14:0], 1'b0} ^ (check[15] ^ data[i] ? 16'h1021 : 16'h0000);
        end
    endfunction

    // A frame that pauses for 16 bytes is given up.
    localparam PAUSE = $clog2(160 * DIVIDER);
    reg [PAUSE:0] pause;
    reg [3:0]     got;                     // bytes of the frame
    reg [63:0]    frame;                   // all between the first byte and the check
    reg [15:0]    crc;
    reg           wanted;                  // a request is under way
    reg           answering;
    reg [3:0]     sent;
    reg           known;                   // `last` is the number of a request
    reg [6:0]     last;
    reg [35:0]    answer;                  // of it

    wire [6:0] number = frame[62:56];
    wire       again  = known && number == last && number != 7'd0;
    assign req = wanted;
    assign {req_write, req_window, req_high, req_index, req_data} = {frame[63], frame[55:0]};

    wire [15:0] crc_in  = check(crc, byte_in);
    wire [15:0] crc_out = check(crc, byte_out);
    wire        next    = answering && !busy && !send;
    reg  [7:0]  part;
    always @* begin
        case (sent)
            4'd0:    part = ANSWER;
            4'd1:    part = {1'b0, last};
            4'd2:    part = {4'd0, answer[35:32]};
            4'd3:    part = answer[31:24];
            4'd4:    part = answer[23:16];
            4'd5:    part = answer[15:8];
            4'd6:    part = answer[7:0];
            4'd7:    part = crc[15:8];
            default: part = crc[7:0];
        endcase
    end

    always @(posedge clk) begin
        send <= 1'b0;
        if (!rst_n) begin
            {wanted, answering, known, got, sent, last} <= 18'd0;
            pause <= {(PAUSE+1){1'b0}};  crc <= 16'hffff;
        end else if (wanted) begin
            if (ack) begin
                {wanted, answering} <= 2'b01;
                answer <= {!known, ack_sign, ack_resp, ack_data};
                last   <= number;
                known  <= 1'b1;
                crc    <= 16'hffff;
            end
        end else if (answering) begin
            if (next) begin
                byte_out <= part;
                send     <= 1'b1;
                sent     <= sent + 4'd1;
                if (sent == 4'd8) {answering, sent} <= 5'd0;
            end
            // The check of all but the first byte and itself; crc stands while it is sent.
            if (send && sent > 4'd1 && sent < 4'd8) crc <= crc_out;
            got <= 4'd0;
        end else if (received) begin
            pause <= {(PAUSE+1){1'b0}};
            if (got == 4'd0) begin
                crc <= 16'hffff;
                if (byte_in == REQUEST) got <= 4'd1;
            end else begin
                got <= got == 4'd10 ? 4'd0 : got + 4'd1;
                crc <= crc_in;
                if (got < 4'd9) frame <= {frame[55:0], byte_in};
                // Over the frame and its check the check is 0.
                if (got == 4'd10 && crc_in == 16'd0) begin
                    wanted    <= !again;
                    answering <= again;
                    crc       <= 16'hffff;
                end
            end
        end else if (got != 4'd0) begin
            pause <= pause + 1'b1;
            if (pause[PAUSE]) got <= 4'd0;
        end
    end
endmodule
`default_nettype wire
