// rg_float_data.v: data memory with words of 256 bits, and their gradients of 512. A word is four
// banks of 64 bits, so that the bus and the copy engine write 64 bits of it, and a pair of these in one
// clock. The second read port is the copy engine's, whose pair may stand in two words, and that of the
// words at A; the third one is that of the words at B.
`default_nettype none

module rg_float_data #(
    parameter LOG2 = 16
) (
    input  wire              clk, rst_n,
    input  wire [2:0]        read,               // at `at`, at_2, at_3
    input  wire              gradients_too,
    input  wire [LOG2-1:0]   at, at_2, at_3,
    output wire [255:0]      m, m_2, m_3,
    output wire [511:0]      gm, gm_2, gm_3,
    // a step, or an element of a stream, which writes two gradients
    input  wire              write_m, write_gm, write_gm_2,
    input  wire [LOG2-1:0]   to_m, to_gm, to_gm_2,
    input  wire [255:0]      next_m,
    input  wire [511:0]      next_gm, next_gm_2,
    // the host: 64 bits of a value, or a gradient; and the copy engine
    input  wire              host_m, host_gm,
    input  wire [LOG2+1:0]   host_at,
    input  wire [63:0]       host_data,
    input  wire [511:0]      host_gradient,
    input  wire [1:0]        copies,
    input  wire [LOG2+1:0]   copy_at,
    input  wire [127:0]      copy_data
);
    wire [LOG2+1:0] copy_next = copy_at + {{(LOG2+1){1'b0}}, 1'b1};
    wire [4:0] unused_busy;

    genvar k;
    generate for (k = 0; k < 4; k = k + 1) begin : limbs
        localparam [1:0] HERE = k;
        wire by_host = host_m && host_at[1:0] == HERE;
        wire first   = copies[0] && copy_at[1:0] == HERE;
        wire second  = copies[1] && copy_next[1:0] == HERE;
        rg_data #(.WIDTH(64), .LOG2(LOG2)) bank (
            .clk(clk), .rst_n(rst_n), .keep(3'd0), .busy(unused_busy[k]), .read_1(read[0]), .read_2(read[1]),
            .read_3(read[2]), .raddr_1(at), .raddr_2(at_2), .raddr_3(at_3), .rdata_1(m[64*k +: 64]),
            .rdata_2(m_2[64*k +: 64]), .rdata_3(m_3[64*k +: 64]), .write_1(write_m || by_host || first || second),
            .waddr_1(first ? copy_at[LOG2+1:2] : second ? copy_next[LOG2+1:2] : by_host ? host_at[LOG2+1:2] : to_m),
            .wdata_1(first ? copy_data[63:0] : second ? copy_data[127:64] : by_host ? host_data : next_m[64*k +: 64]),
            .write_2(1'b0), .waddr_2({LOG2{1'b0}}), .wdata_2(64'd0)
        );
    end endgenerate

    wire [2:0] read_gradients = gradients_too ? read : 3'd0;
    rg_data #(.WIDTH(512), .LOG2(LOG2)) gradients (
        .clk(clk), .rst_n(rst_n), .keep(3'd0), .busy(unused_busy[4]), .read_1(read_gradients[0]),
        .read_2(read_gradients[1]), .read_3(read_gradients[2]), .raddr_1(at), .raddr_2(at_2), .raddr_3(at_3),
        .rdata_1(gm), .rdata_2(gm_2), .rdata_3(gm_3), .write_1(write_gm || host_gm),
        .waddr_1(host_gm ? host_at[LOG2+1:2] : to_gm), .wdata_1(host_gm ? host_gradient : next_gm),
        .write_2(write_gm_2), .waddr_2(to_gm_2), .wdata_2(next_gm_2)
    );
    wire unused = &{1'b0, unused_busy};
endmodule
`default_nettype wire
