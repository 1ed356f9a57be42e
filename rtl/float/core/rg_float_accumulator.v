// rg_float_accumulator.v: the accumulator of a core with Float, one wide word, and its gradient. Each has
// a second word of 64 bits that the host alone changes: the bus of all machines shows two.
`default_nettype none

module rg_float_accumulator (
    input  wire         clk, rst_n,
    input  wire         write_w, write_gw,
    input  wire [255:0] next_w,
    input  wire [511:0] next_gw,
    input  wire         host_write,
    input  wire [1:0]   host_index,
    input  wire [63:0]  host_data,
    output reg  [255:0] w,
    output reg  [511:0] gw,
    output reg  [63:0]  second, second_gradient
);
    always @(posedge clk) begin
        if (!rst_n) begin
            w <= 256'd0;  gw <= 512'd0;  second <= 64'd0;  second_gradient <= 64'd0;
        end else if (host_write) begin
            case (host_index)
                2'd0:    w <= {192'd0, host_data};
                2'd1:    second <= host_data;
                2'd2:    gw <= {320'd0, host_data, 128'd0};
                default: second_gradient <= host_data;
            endcase
        end else begin
            if (write_w)  w <= next_w;
            if (write_gw) gw <= next_gw;
        end
    end
endmodule
`default_nettype wire
