// Exchange of two words by 3 CNOT a bit; its own inverse.
`default_nettype none

module rg_swap #(
    parameter N = 32
) (
    input  wire [N-1:0] x,
    input  wire [N-1:0] y,
    output wire [N-1:0] x_out,
    output wire [N-1:0] y_out
);
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : gen_bit
      wire x_mid, y_mid, x_mid2, y_mid2;
      rg_cnot first  (.control(x[i]), .target(y[i]), .control_out(x_mid), .target_out(y_mid));
      rg_cnot second (.control(y_mid), .target(x_mid), .control_out(y_mid2), .target_out(x_mid2));
      rg_cnot third  (.control(x_mid2), .target(y_mid2), .control_out(x_out[i]), .target_out(y_out[i]));
    end
  endgenerate
endmodule
