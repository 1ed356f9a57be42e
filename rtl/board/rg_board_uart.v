// rg_board_uart.v: bytes over two wires, 8N1: a bit takes DIVIDER clocks, at least 4.
`default_nettype none

module rg_board_uart #(
    parameter DIVIDER = 4
) (
    input  wire       clk, rst_n,
    input  wire       rx,
    output wire       tx,
    output reg        received,            // for one clock, with the byte
    output reg  [7:0] byte_in,
    input  wire       send,                // while not busy
    input  wire [7:0] byte_out,
    output wire       busy
);
    localparam LOG2 = $clog2(DIVIDER + DIVIDER / 2 + 1);
    localparam [LOG2-1:0] BIT = DIVIDER - 1, MIDDLE = DIVIDER + DIVIDER / 2 - 3; // two clocks of rx_now behind it

    // Receiver
    reg            rx_first, rx_now;
    reg [LOG2-1:0] rx_clocks;
    reg [3:0]      rx_bits;                // still to come, the stop bit among them
    always @(posedge clk) begin
        {rx_now, rx_first} <= {rx_first, rx};
        received <= 1'b0;
        if (!rst_n) begin
            rx_bits <= 4'd0;  rx_clocks <= {LOG2{1'b0}};
            {rx_now, rx_first} <= 2'b11;
        end else if (rx_bits == 4'd0) begin
            if (!rx_now) begin
                rx_bits <= 4'd9;  rx_clocks <= MIDDLE;
            end
        end else if (rx_clocks != {LOG2{1'b0}}) begin
            rx_clocks <= rx_clocks - 1'b1;
        end else begin
            rx_bits   <= rx_bits - 4'd1;
            rx_clocks <= BIT;
            if (rx_bits != 4'd1) byte_in <= {rx_now, byte_in[7:1]};
            else received <= rx_now;       // without a stop bit it was no byte
        end
    end

    // Transmitter
    reg [8:0]      out;
    reg [LOG2-1:0] tx_clocks;
    reg [3:0]      tx_bits;
    assign busy = tx_bits != 4'd0;
    assign tx   = out[0];
    always @(posedge clk) begin
        if (!rst_n) begin
            out <= 9'h1ff;  tx_bits <= 4'd0;  tx_clocks <= {LOG2{1'b0}};
        end else if (!busy) begin
            if (send) begin
                out <= {byte_out, 1'b0};  tx_bits <= 4'd10;  tx_clocks <= BIT;
            end
        end else if (tx_clocks != {LOG2{1'b0}}) begin
            tx_clocks <= tx_clocks - 1'b1;
        end else begin
            out <= {1'b1, out[8:1]};  tx_bits <= tx_bits - 4'd1;  tx_clocks <= BIT;
        end
    end
endmodule
`default_nettype wire
