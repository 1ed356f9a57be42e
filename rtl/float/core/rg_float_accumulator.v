// rg_float_accumulator.v: the accumulator of a core with Float, two wide words, and their gradients. Sums
// of products stand in the first word. The second one is exchanged with a register.
`default_nettype none

module rg_float_accumulator (
    input  wire         clk, rst_n,
    input  wire         write_w, write_gw, write_w2, write_gw2,
    input  wire [255:0] next_w, next_w2,
    input  wire [511:0] next_gw, next_gw2,
    input  wire         host_write,
    input  wire [1:0]   host_index,
    input  wire [63:0]  host_data,
    output reg  [255:0] w, w2,
    output reg  [511:0] gw, gw2
);
    wire [255:0] host_value    = {192'd0, host_data};
    wire [511:0] host_gradient = {320'd0, host_data, 128'd0};

    always @(posedge clk) begin
        if (!rst_n) begin
            w <= 256'd0;  gw <= 512'd0;  w2 <= 256'd0;  gw2 <= 512'd0;
        end else if (host_write) begin
            case (host_index)
                2'd0:    w <= host_value;
                2'd1:    w2 <= host_value;
                2'd2:    gw <= host_gradient;
                default: gw2 <= host_gradient;
            endcase
        end else begin
            if (write_w)   w <= next_w;
            if (write_gw)  gw <= next_gw;
            if (write_w2)  w2 <= next_w2;
            if (write_gw2) gw2 <= next_gw2;
        end
    end
endmodule
`default_nettype wire
