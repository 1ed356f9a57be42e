// Exchange of two words when control is 1: one Fredkin gate a bit; its own inverse.
`default_nettype none

module rg_controlled_swap #(
    parameter N = 32
) (
    input  wire         control,
    input  wire [N-1:0] x,
    input  wire [N-1:0] y,
    output wire         control_out,
    output wire [N-1:0] x_out,
    output wire [N-1:0] y_out
);
  wire [N:0] ctl;
  assign ctl[0]      = control;
  assign control_out = ctl[N];

  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_bit
      rg_fredkin exchange (.control(ctl[i]), .x(x[i]), .y(y[i]),
                           .control_out(ctl[i+1]), .x_out(x_out[i]), .y_out(y_out[i]));
    end
  endgenerate
endmodule
