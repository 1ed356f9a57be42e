// rg_float_data.v: data memory with words of 256 bits, and their gradients of 512. A word is four
// banks of 64 bits, so that the bus and the copy engine write 64 bits of it, and a pair of these in one
// clock. The second read port is the copy engine's: its pair may stand in two words.
`default_nettype none

module rg_float_data #(
    parameter LOG2 = 16
) (
    input  wire              clk,
    input  wire              read, read_gradient, // at `at`, and at `at_2` for the second port
    input  wire [LOG2-1:0]   at, at_2,
    output wire [255:0]      m, m_2,
    output wire [511:0]      gm, gm_2,
    // a step
    input  wire              write_m, write_gm,
    input  wire [255:0]      next_m,
    input  wire [511:0]      next_gm,
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

    genvar k;
    generate for (k = 0; k < 4; k = k + 1) begin : limbs
        localparam [1:0] HERE = k;
        wire by_host = host_m && host_at[1:0] == HERE;
        wire first   = copies[0] && copy_at[1:0] == HERE;
        wire second  = copies[1] && copy_next[1:0] == HERE;
        rg_mem_pair #(.WIDTH(64), .LOG2(LOG2)) bank (
            .clk(clk), .read_1(read), .read_2(read), .raddr_1(at), .raddr_2(at_2), .rdata_1(m[64*k +: 64]),
            .rdata_2(m_2[64*k +: 64]), .write(write_m || by_host || first || second),
            .waddr(first ? copy_at[LOG2+1:2] : second ? copy_next[LOG2+1:2] : by_host ? host_at[LOG2+1:2] : at),
            .wdata(first ? copy_data[63:0] : second ? copy_data[127:64] : by_host ? host_data : next_m[64*k +: 64])
        );
    end endgenerate

    rg_mem_pair #(.WIDTH(512), .LOG2(LOG2)) gradients (
        .clk(clk), .read_1(read_gradient), .read_2(read_gradient), .raddr_1(at), .raddr_2(at_2), .rdata_1(gm),
        .rdata_2(gm_2), .write(write_gm || host_gm), .waddr(host_gm ? host_at[LOG2+1:2] : at),
        .wdata(host_gm ? host_gradient : next_gm)
    );
endmodule
`default_nettype wire
