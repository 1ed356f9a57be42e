// rg_accumulator.v: W and its gradient, or the tangents of both, each of two words. They change with
// a step, or with each element of a stream; the host writes them word by word.
`default_nettype none

module rg_accumulator #(
    parameter XLEN = 64
) (
    input  wire              clk, rst_n,
    input  wire              commit, write_w, write_gw,
    input  wire [2*XLEN-1:0] next_w, next_gw,
    input  wire              host_write,
    input  wire [1:0]        host_index,           // of the words {GW, W}
    input  wire [XLEN-1:0]   host_data,
    output reg  [2*XLEN-1:0] w, gw
);
    always @(posedge clk) begin
        if (!rst_n) begin
            w <= {(2*XLEN){1'b0}};  gw <= {(2*XLEN){1'b0}};
        end else if (commit) begin
            if (write_w)  w  <= next_w;
            if (write_gw) gw <= next_gw;
        end else if (host_write) begin
            case (host_index)
                2'd0:    w[XLEN-1:0]       <= host_data;
                2'd1:    w[2*XLEN-1:XLEN]  <= host_data;
                2'd2:    gw[XLEN-1:0]      <= host_data;
                default: gw[2*XLEN-1:XLEN] <= host_data;
            endcase
        end
    end
endmodule
`default_nettype wire
