// Icarus bench: every gate against its truth table and applied twice; the multiplier there and back
// at 8 and 12 bits. Wider, event-driven simulation drowns in glitches of the ripple rows;
// test_gates runs the netlists there.
`default_nettype none

module bench_multiplier #(parameter N = 32, parameter RUNS = 20) (input wire go, output reg done);
  reg  [N-1:0] a, b, y;
  reg          zero;
  wire [N-1:0] a_mid, b_mid, y_mid, a_end, b_end, y_end;
  wire         zero_mid, zero_end;
  integer      i;
  rg_multiply_accumulate #(.N(N), .INVERSE(0)) there (
      .a(a), .b(b), .y(y), .ancilla(zero), .a_out(a_mid), .b_out(b_mid), .y_out(y_mid), .ancilla_out(zero_mid));
  rg_multiply_accumulate #(.N(N), .INVERSE(1)) back (
      .a(a_mid), .b(b_mid), .y(y_mid), .ancilla(zero_mid),
      .a_out(a_end), .b_out(b_end), .y_out(y_end), .ancilla_out(zero_end));

  initial begin
    done = 0;
    zero = 0;
    wait (go);
    for (i = 0; i < RUNS; i = i + 1) begin
      a = {$random, $random};
      b = {$random, $random};
      y = {$random, $random};
      #1;
      if (y_mid !== y + a * b || a_mid !== a || b_mid !== b || zero_mid !== 1'b0) begin
        $display("FAILED: %0d-bit %h + %h * %h gave %h", N, y, a, b, y_mid);
        $finish_and_return(1);
      end
      if (y_end !== y || a_end !== a || b_end !== b || zero_end !== 1'b0) begin
        $display("FAILED: %0d-bit inverse left %h, not %h", N, y_end, y);
        $finish_and_return(1);
      end
    end
    $display("multiply-accumulate %0d bits: %0d runs there and back", N, RUNS);
    done = 1;
  end
endmodule

module bench;
  reg  [2:0] in;
  wire       n1, n2, done8, done12;
  wire [1:0] c1, c2;
  wire [2:0] t1, t2, f1, f2, p1, p2;
  reg        go8, go12;
  reg  [2:0] want;
  integer    v;

  rg_not n_a (.target(in[0]), .target_out(n1));
  rg_not n_b (.target(n1), .target_out(n2));
  rg_cnot c_a (.control(in[0]), .target(in[1]), .control_out(c1[0]), .target_out(c1[1]));
  rg_cnot c_b (.control(c1[0]), .target(c1[1]), .control_out(c2[0]), .target_out(c2[1]));
  rg_toffoli t_a (.control_a(in[0]), .control_b(in[1]), .target(in[2]),
                  .control_a_out(t1[0]), .control_b_out(t1[1]), .target_out(t1[2]));
  rg_toffoli t_b (.control_a(t1[0]), .control_b(t1[1]), .target(t1[2]),
                  .control_a_out(t2[0]), .control_b_out(t2[1]), .target_out(t2[2]));
  rg_fredkin f_a (.control(in[0]), .x(in[1]), .y(in[2]), .control_out(f1[0]), .x_out(f1[1]), .y_out(f1[2]));
  rg_fredkin f_b (.control(f1[0]), .x(f1[1]), .y(f1[2]), .control_out(f2[0]), .x_out(f2[1]), .y_out(f2[2]));
  rg_peres p_a (.control(in[0]), .x(in[1]), .y(in[2]), .control_out(p1[0]), .x_out(p1[1]), .y_out(p1[2]));
  rg_peres_inverse p_b (.control(p1[0]), .x(p1[1]), .y(p1[2]), .control_out(p2[0]), .x_out(p2[1]), .y_out(p2[2]));

  bench_multiplier #(.N(8), .RUNS(200)) m8 (.go(go8), .done(done8));
  bench_multiplier #(.N(12), .RUNS(50)) m12 (.go(go12), .done(done12));

  task check(input [8*8-1:0] gate, input same);
    if (!same) begin
      $display("FAILED: gate %0s on %b", gate, in);
      $finish_and_return(1);
    end
  endtask

  initial begin
    go8 = 0;
    go12 = 0;
    for (v = 0; v < 8; v = v + 1) begin
      in = v[2:0];
      #1;
      check("not", n1 === !in[0] && n2 === in[0]);
      check("cnot", c1 === {in[1] ^ in[0], in[0]} && c2 === in[1:0]);
      want = (in[1:0] == 2'b11) ? in ^ 3'b100 : in;
      check("toffoli", t1 === want && t2 === in);
      want = in[0] ? {in[1], in[2], 1'b1} : in;
      check("fredkin", f1 === want && f2 === in);
      want = (in[0] ? in ^ 3'b010 : in) ^ ((in[1:0] == 2'b11) ? 3'b100 : 3'b000);
      check("peres", p1 === want && p2 === in);
    end
    $display("gates: all inputs");
    go8 = 1;
    wait (done8);
    go12 = 1;
    wait (done12);
    $finish_and_return(0);
  end
endmodule
