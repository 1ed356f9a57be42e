// Fault: the ancilla keeps the product of a and b.
`default_nettype none
module dirty_ancilla (input wire a, input wire b, input wire c, input wire ancilla,
                      output wire a_out, output wire b_out, output wire c_out, output wire ancilla_out);
  wire mid;
  rg_toffoli product (.control_a(a), .control_b(b), .target(ancilla),
                      .control_a_out(a_out), .control_b_out(b_out), .target_out(mid));
  rg_cnot use_it (.control(mid), .target(c), .control_out(ancilla_out), .target_out(c_out));
endmodule
