// In-place carry-lookahead adder with carry out (Draper et al., quant-ph/0406142, section 4.2): b
// += a mod 2^N, line ^= carry out, depth logarithmic in N. 2N - weight(N) - floor(log2 N) - 1
// ancillas. INVERSE = 1: b -= a, and the line receives the carry of the addition undone.
`default_nettype none

module rg_lookahead_adder #(
    parameter N = 32,                     // 4 to 1023
    parameter INVERSE = 0,
    // Derived, not to be set: ancillas of the propagate tree. N - weight(N) is the sum of N/2^t.
    parameter TREE = (N >> 1) + (N >> 2) + (N >> 3) + (N >> 4) + (N >> 5) + (N >> 6) + (N >> 7)
                   + (N >> 8) + (N >> 9) - ($clog2(N + 1) - 1)
) (
    input  wire [N-1:0]      a,
    input  wire [N-1:0]      b,
    input  wire              line,
    input  wire [N+TREE-2:0] ancilla,     // N-1 for the carries, then TREE
    output wire [N-1:0]      a_out,
    output wire [N-1:0]      b_out,
    output wire              line_out,
    output wire [N+TREE-2:0] ancilla_out
);
  // Layers of the lines between the steps below; INVERSE travels them from the last to the first.
  localparam STEPS = 10;
  localparam FIRST = (INVERSE == 0) ? 0 : STEPS;
  localparam LAST  = STEPS - FIRST;
  localparam IN    = (INVERSE == 0) ? 0 : 1;
  localparam OUT   = 1 - IN;
  localparam TREE_FIRST = (INVERSE == 0) ? 0 : 2;
  localparam TREE_LAST  = 2 - TREE_FIRST;

  genvar i;
  generate
    for (i = 0; i <= STEPS; i = i + 1) begin : layer
      wire [N-1:0] x;                     // a
      wire [N-1:0] s;                     // b, then the sum
      wire [N-1:0] z;                     // bit i: carry out of bit i; the last is the line
    end
    for (i = 0; i <= 2; i = i + 1) begin : tree
      wire [TREE-1:0] node;
    end
  endgenerate

  assign layer[FIRST].x = a;
  assign layer[FIRST].s = b;
  assign layer[FIRST].z = {line, ancilla[N-2:0]};
  assign tree[TREE_FIRST].node = ancilla[N-1 +: TREE];
  assign a_out    = layer[LAST].x;
  assign b_out    = layer[LAST].s;
  assign line_out = layer[LAST].z[N-1];
  assign ancilla_out = {tree[TREE_LAST].node, layer[LAST].z[N-2:0]};

  generate
    for (i = 0; i < N; i = i + 1) begin : gen_bit
      // Steps 0 and 1: generate and propagate of each bit.
      rg_toffoli generates (
          .control_a(layer[IN].x[i]), .control_b(layer[IN].s[i]), .target(layer[IN].z[i]),
          .control_a_out(layer[OUT].x[i]), .control_b_out(layer[OUT].s[i]), .target_out(layer[OUT].z[i]));
      rg_cnot propagates (
          .control(layer[1+IN].x[i]), .target(layer[1+IN].s[i]),
          .control_out(layer[1+OUT].x[i]), .target_out(layer[1+OUT].s[i]));
      assign layer[1+OUT].z[i] = layer[1+IN].z[i];

      // Step 2: the carries, below. Step 3: the sum.
      assign layer[2+OUT].x[i] = layer[2+IN].x[i];
      assign layer[3+OUT].x[i] = layer[3+IN].x[i];
      if (i == 0) begin : gen_low
        assign layer[2+OUT].s[i] = layer[2+IN].s[i];
        assign layer[3+OUT].s[i] = layer[3+IN].s[i];
      end else begin : gen_sum
        rg_cnot sum (
            .control(layer[3+IN].z[i-1]), .target(layer[3+IN].s[i]),
            .control_out(layer[3+OUT].z[i-1]), .target_out(layer[3+OUT].s[i]));
      end
      // The last carry is a result; nothing touches it after step 2.
      if (i == N - 1) begin : gen_line
        assign layer[3+OUT].z[i] = layer[3+IN].z[i];
        assign layer[6+OUT].z[i] = layer[6+IN].z[i];
        assign layer[8+OUT].z[i] = layer[8+IN].z[i];
      end

      // Steps 4 to 9: a and the complement of the sum have the same carries, so these are undone
      // from them.
      assign layer[4+OUT].x[i] = layer[4+IN].x[i];
      assign layer[6+OUT].x[i] = layer[6+IN].x[i];
      assign layer[9+OUT].x[i] = layer[9+IN].x[i];
      assign layer[4+OUT].z[i] = layer[4+IN].z[i];
      assign layer[5+OUT].z[i] = layer[5+IN].z[i];
      assign layer[7+OUT].z[i] = layer[7+IN].z[i];
      assign layer[9+OUT].z[i] = layer[9+IN].z[i];
      if (i == 0 || i == N - 1) begin : gen_ends
        assign layer[6+OUT].s[i] = layer[6+IN].s[i];
        assign layer[5+OUT].x[i] = layer[5+IN].x[i];
        assign layer[7+OUT].x[i] = layer[7+IN].x[i];
        assign layer[5+OUT].s[i] = layer[5+IN].s[i];
        assign layer[7+OUT].s[i] = layer[7+IN].s[i];
      end else begin : gen_middle
        rg_cnot repropagates (
            .control(layer[5+IN].x[i]), .target(layer[5+IN].s[i]),
            .control_out(layer[5+OUT].x[i]), .target_out(layer[5+OUT].s[i]));
        rg_cnot restores (
            .control(layer[7+IN].x[i]), .target(layer[7+IN].s[i]),
            .control_out(layer[7+OUT].x[i]), .target_out(layer[7+OUT].s[i]));
      end
      if (i == N - 1) begin : gen_top
        assign layer[4+OUT].s[i] = layer[4+IN].s[i];
        assign layer[8+OUT].x[i] = layer[8+IN].x[i];
        assign layer[8+OUT].s[i] = layer[8+IN].s[i];
        assign layer[9+OUT].s[i] = layer[9+IN].s[i];
      end else begin : gen_erase
        rg_not complements (.target(layer[4+IN].s[i]), .target_out(layer[4+OUT].s[i]));
        rg_toffoli erases (
            .control_a(layer[8+IN].x[i]), .control_b(layer[8+IN].s[i]), .target(layer[8+IN].z[i]),
            .control_a_out(layer[8+OUT].x[i]), .control_b_out(layer[8+OUT].s[i]), .target_out(layer[8+OUT].z[i]));
        rg_not recovers (.target(layer[9+IN].s[i]), .target_out(layer[9+OUT].s[i]));
      end
    end
  endgenerate

  rg_lookahead_carries #(.N(N), .A(TREE), .INVERSE(INVERSE)) make (
      .p(layer[2+IN].s[N-1:1]), .g(layer[2+IN].z), .ancilla(tree[IN].node),
      .p_out(layer[2+OUT].s[N-1:1]), .g_out(layer[2+OUT].z), .ancilla_out(tree[OUT].node));
  rg_lookahead_carries #(.N(N - 1), .A(TREE), .INVERSE(1 - INVERSE)) unmake (
      .p(layer[6+IN].s[N-2:1]), .g(layer[6+IN].z[N-2:0]), .ancilla(tree[1+IN].node),
      .p_out(layer[6+OUT].s[N-2:1]), .g_out(layer[6+OUT].z[N-2:0]), .ancilla_out(tree[1+OUT].node));
endmodule
