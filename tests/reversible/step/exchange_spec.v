// exchange_spec.v: the exchange of a register with work lines: `spec` by an index, `circuit` by the net
// of gate-step with its ancillas at zero.
`default_nettype none

`define EXCHANGE_PORTS \
    input  wire [4:0] name, \
    input  wire enable, \
    input  wire [32*XLEN-1:0] r, g, \
    input  wire [XLEN-1:0] value, grad, \
    output wire [32*XLEN-1:0] next_r, next_g, \
    output wire [XLEN-1:0] next_value, next_grad, \
    output wire clean

module spec #(
    parameter XLEN = 64
) (
    `EXCHANGE_PORTS
);
    assign next_value = enable ? r[name*XLEN +: XLEN] : value;
    assign next_grad  = enable ? g[name*XLEN +: XLEN] : grad;
    genvar i;
    generate for (i = 0; i < 32; i = i + 1) begin : register
        wire here = enable && name == i;
        assign next_r[i*XLEN +: XLEN] = here ? value : r[i*XLEN +: XLEN];
        assign next_g[i*XLEN +: XLEN] = here ? grad : g[i*XLEN +: XLEN];
    end endgenerate
    assign clean = 1'b1;
endmodule

module circuit #(
    parameter XLEN = 64,
    parameter ANCILLAS = 1
) (
    `EXCHANGE_PORTS
);
    wire [4:0] name_out;
    wire enable_out;
    wire [ANCILLAS-1:0] ancilla;
    rg_circuit_exchange net (
        .name(name), .name_out(name_out), .enable(enable), .enable_out(enable_out), .r(r), .r_out(next_r),
        .g(g), .g_out(next_g), .value(value), .value_out(next_value), .grad(grad), .grad_out(next_grad),
        .ancilla({ANCILLAS{1'b0}}), .ancilla_out(ancilla)
    );
    assign clean = name_out == name && enable_out == enable && ancilla == 0;
endmodule

`default_nettype wire
