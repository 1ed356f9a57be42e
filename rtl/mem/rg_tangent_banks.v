// rg_tangent_banks.v: the state of tangent mode: tangents of registers, data memory and
// accumulator, and of their gradients.
// Written by a committed step, an element of a stream, or by the host while the core is stopped;
// outside tangent mode nothing here is read or written.
`default_nettype none

module rg_tangent_banks #(
    parameter XLEN      = 64,
    parameter DMEM_LOG2 = 16,
    parameter PIPELINE  = 0,
    parameter BANKS     = 0,
    parameter TANGENTS  = 1                             // 0: there is none of it, and all that is read is 0
) (
    input  wire                 clk, rst_n,
    input  wire [2:0]           keep_words,             // as of rg_stream
    output wire                 busy,
    // reads
    input  wire                 read_t, read_u,         // registers: tangents, tangents of gradients
    input  wire                 read_tm, read_um,       // memory
    input  wire [4:0]           read_d, read_a, read_b,
    input  wire [DMEM_LOG2-1:0] read_index,
    output wire [XLEN-1:0]      td, ta, tb, ud, ua, ub, tm, um,
    // the words of an element: its target is read as tm, um
    input  wire                 read_ta, read_tb, read_ua, read_ub,
    input  wire [DMEM_LOG2-1:0] index_a, index_b,
    output wire [XLEN-1:0]      tm_a, tm_b, um_a, um_b,
    input  wire                 element,
    input  wire [2:0]           words,                  // operands of a committed step that are in memory
    input  wire [DMEM_LOG2-1:0] at_d, at_a, at_b,
    output wire [2*XLEN-1:0]    tw, tgw,
    // a committed step
    input  wire                 commit, commit_wide,    // the latter for W, also of an element
    input  wire [4:0]           d, a, b,
    input  wire [DMEM_LOG2-1:0] address,
    input  wire                 write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um, write_tw,
        write_tgw,
    input  wire [XLEN-1:0]      next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um,
    input  wire [2*XLEN-1:0]    next_tw, next_tgw,
    // the host
    input  wire                 host_regt, host_regu, host_memt, host_memu, host_wide,
    input  wire [DMEM_LOG2-1:0] host_index,
    input  wire [1:0]           host_half,              // word of {TGW, TW}
    input  wire [XLEN-1:0]      host_data
);
    generate if (TANGENTS != 0) begin : carried
        wire t_ahead_1, t_ahead_2, u_ahead_1, u_ahead_2, u_ahead_3;
        wire t_1, t_2, u_1, u_2, u_3, wm_t, wm_u, wm_v;
        wire [4:0] t_index_1, t_index_2, u_index_1, u_index_2, u_index_3;
        wire [XLEN-1:0] t_data_1, t_data_2, u_data_1, u_data_2, u_data_3, tm_data, um_data, vm_data;
        wire [DMEM_LOG2-1:0] tm_index, um_index, vm_index;

        rg_writeback #(.XLEN(XLEN), .DMEM_LOG2(DMEM_LOG2)) writeback (
            .stands(commit), .commit(commit), .d(d), .a(a), .b(b), .address(address), .element(element), .words(words),
            .at_d(at_d), .at_a(at_a),
            .at_b(at_b),
            .write_d(write_td), .write_a(write_ta), .write_m(write_tm), .next_d(next_td), .next_a(next_ta),
            .next_m(next_tm),
            .write_gd(write_ud), .write_ga(write_ua), .write_gb(write_ub), .write_gm(write_um),
            .next_gd(next_ud), .next_ga(next_ua), .next_gb(next_ub), .next_gm(next_um),
            .host_regv(host_regt), .host_regg(host_regu), .host_memv(host_memt), .host_memg(host_memu),
            .host_index(host_index), .host_data(host_data),
            .ahead_v1(t_ahead_1), .ahead_v2(t_ahead_2), .ahead_g1(u_ahead_1), .ahead_g2(u_ahead_2),
            .ahead_g3(u_ahead_3),
            .regv_1(t_1), .regv_2(t_2), .regv_index_1(t_index_1), .regv_index_2(t_index_2),
            .regv_data_1(t_data_1), .regv_data_2(t_data_2), .regg_1(u_1), .regg_2(u_2), .regg_3(u_3),
            .regg_index_1(u_index_1), .regg_index_2(u_index_2), .regg_index_3(u_index_3),
            .regg_data_1(u_data_1), .regg_data_2(u_data_2), .regg_data_3(u_data_3),
            .memv(wm_t), .memg_1(wm_u), .memg_2(wm_v), .memv_index(tm_index), .memg_index_1(um_index),
            .memg_index_2(vm_index),
            .memv_data(tm_data), .memg_data_1(um_data), .memg_data_2(vm_data)
        );

        wire busy_t, busy_u;
        assign busy = BANKS != 0 && (busy_t || busy_u);

        wire [XLEN-1:0] unused_d, unused_a, unused_b, unused_x, unused_1, unused_2, unused_3, unused_4;
        rg_operands #(.XLEN(XLEN), .BYPASS(PIPELINE)) registers (
            .clk(clk), .read(read_t), .read_grad(read_u), .d(read_d), .a(read_a), .b(read_b), .now_d(unused_d),
            .now_a(unused_a), .now_b(unused_b), .now_x(unused_x), .first_d(5'd0), .first_a(5'd0),
            .first_b(5'd0), .early_d(unused_1),
            .early_a(unused_2), .early_b(unused_3), .early_gd(unused_4),
            .rd(td), .ra(ta), .rb(tb), .gd(ud), .ga(ua), .gb(ub),
            .ahead_1(t_ahead_1), .ahead_2(t_ahead_2), .ahead_g1(u_ahead_1), .ahead_g2(u_ahead_2),
            .ahead_g3(u_ahead_3),
            .write_1(t_1), .index_1(t_index_1), .data_1(t_data_1), .write_2(t_2), .index_2(t_index_2),
            .data_2(t_data_2),
            .gwrite_1(u_1), .gindex_1(u_index_1), .gdata_1(u_data_1), .gwrite_2(u_2), .gindex_2(u_index_2),
            .gdata_2(u_data_2),
            .gwrite_3(u_3), .gindex_3(u_index_3), .gdata_3(u_data_3)
        );

        rg_data #(.WIDTH(XLEN), .LOG2(DMEM_LOG2), .FORWARD(PIPELINE), .BANKS(BANKS)) tangent_bank (
            .clk(clk), .rst_n(rst_n), .keep(keep_words), .busy(busy_t),
            .read_1(read_tm), .raddr_1(read_index), .rdata_1(tm), .read_2(read_ta), .raddr_2(index_a), .rdata_2(tm_a),
            .read_3(read_tb), .raddr_3(index_b), .rdata_3(tm_b), .write_1(wm_t), .waddr_1(tm_index), .wdata_1(tm_data),
            .write_2(1'b0), .waddr_2(tm_index), .wdata_2(tm_data)
        );
        rg_data #(.WIDTH(XLEN), .LOG2(DMEM_LOG2), .FORWARD(PIPELINE), .BANKS(BANKS)) gradient_bank (
            .clk(clk), .rst_n(rst_n), .keep(keep_words), .busy(busy_u),
            .read_1(read_um), .raddr_1(read_index), .rdata_1(um), .read_2(read_ua), .raddr_2(index_a), .rdata_2(um_a),
            .read_3(read_ub), .raddr_3(index_b), .rdata_3(um_b), .write_1(wm_u), .waddr_1(um_index), .wdata_1(um_data),
            .write_2(wm_v), .waddr_2(vm_index), .wdata_2(vm_data)
        );

        rg_accumulator #(.XLEN(XLEN)) accumulator (
            .clk(clk), .rst_n(rst_n), .commit(commit_wide), .write_w(write_tw), .write_gw(write_tgw), .next_w(next_tw),
            .next_gw(next_tgw), .host_write(host_wide), .host_index(host_half), .host_data(host_data), .w(tw), .gw(tgw)
        );
    end else begin : left_out
        wire unused = &{clk, rst_n, keep_words, read_t, read_u, read_tm,
            read_um, read_d, read_a, read_b, read_index, read_ta, read_tb, read_ua, read_ub,
            index_a, index_b, element, words, at_d, at_a, at_b, commit, commit_wide, d, a, b,
            address, write_td, write_ta, write_tm, write_ud, write_ua, write_ub, write_um,
            write_tw, write_tgw, next_td, next_ta, next_tm, next_ud, next_ua, next_ub, next_um,
            next_tw, next_tgw, host_regt, host_regu, host_memt, host_memu, host_wide, host_index,
            host_half, host_data};
        assign busy = 1'b0;
        assign {td, ta, tb, ud, ua, ub, tm, um, tm_a, tm_b, um_a, um_b} = {(12*XLEN){1'b0}};
        assign {tw, tgw} = {(4*XLEN){1'b0}};
    end endgenerate
endmodule
`default_nettype wire
