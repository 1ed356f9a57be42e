// Carry computation of the lookahead adder (Draper et al., quant-ph/0406142, section 3). In: g[i] =
// bit i generates a carry, p[i] = bit i+1 propagates one. Out: g[i] = carry out of bit i. The
// propagate tree stands in the ancillas and is uncomputed. INVERSE = 1: carries back to generates.
`default_nettype none

module rg_lookahead_carries #(
    parameter N = 32,                     // at least 2
    parameter A = 26,                     // ancilla lines; N - weight(N) - log2(N) of them are used
    parameter INVERSE = 0
) (
    input  wire [N-2:0] p,
    input  wire [N-1:0] g,
    input  wire [A-1:0] ancilla,
    output wire [N-2:0] p_out,
    output wire [N-1:0] g_out,
    output wire [A-1:0] ancilla_out
);
  // Node m of level t says that the 2^t bits from 2^t m on all propagate; nodes 1 .. N/2^t - 1
  // exist.
  function integer first;                 // ancilla of node 1 of a level; level 0 stands in p
    input integer level;
    integer t;
    begin
      first = 0;
      for (t = 1; t < level; t = t + 1) first = first + (N >> t) - 1;
    end
  endfunction

  localparam LEVELS = $clog2(N + 1) - 1;  // floor of log2(N)
  localparam USED   = first(LEVELS);      // ancillas

  // The life of a node: made (step 0), read for the next level (1), for a generate (2), for a carry
  // (3), read again to unmake the next level (4), unmade (5). INVERSE travels the layers backward.
  localparam STEPS = 6;
  // The generate lines: one step for each level on the way up, one for each on the way down.
  localparam ROUNDS = 2 * LEVELS;
  localparam NODE_FIRST  = (INVERSE == 0) ? 0 : STEPS;
  localparam NODE_LAST   = STEPS - NODE_FIRST;
  localparam CARRY_FIRST = (INVERSE == 0) ? 0 : ROUNDS;
  localparam CARRY_LAST  = ROUNDS - CARRY_FIRST;
  localparam IN  = (INVERSE == 0) ? 0 : 1;
  localparam OUT = 1 - IN;

  genvar t, m, j;
  generate
    for (t = 0; t <= STEPS; t = t + 1) begin : made
      for (m = 0; m < LEVELS; m = m + 1) begin : level
        wire [(N>>m)-2:0] node;           // node m at place m-1
      end
    end
    for (t = 0; t <= ROUNDS; t = t + 1) begin : round
      wire [N-1:0] carry;
    end
  endgenerate

  assign made[NODE_FIRST].level[0].node = p;
  assign p_out = made[NODE_LAST].level[0].node;
  assign round[CARRY_FIRST].carry = g;
  assign g_out = round[CARRY_LAST].carry;
  generate
    for (t = 1; t < LEVELS; t = t + 1) begin : gen_tree
      assign made[NODE_FIRST].level[t].node = ancilla[first(t) +: (N>>t)-1];
      assign ancilla_out[first(t) +: (N>>t)-1] = made[NODE_LAST].level[t].node;
    end
    if (A > USED) begin : gen_spare
      assign ancilla_out[A-1:USED] = ancilla[A-1:USED];
    end
  endgenerate

  generate
    // Propagate tree, made and unmade: node m of level t ^= nodes 2m and 2m+1 of level t-1.
    for (t = 1; t < LEVELS; t = t + 1) begin : gen_level
      for (m = 1; m < (N >> t); m = m + 1) begin : gen_node
        rg_toffoli make (
            .control_a(made[1+IN].level[t-1].node[2*m-1]), .control_b(made[1+IN].level[t-1].node[2*m]),
            .target(made[IN].level[t].node[m-1]),
            .control_a_out(made[1+OUT].level[t-1].node[2*m-1]), .control_b_out(made[1+OUT].level[t-1].node[2*m]),
            .target_out(made[OUT].level[t].node[m-1]));
        rg_toffoli unmake (
            .control_a(made[4+IN].level[t-1].node[2*m-1]), .control_b(made[4+IN].level[t-1].node[2*m]),
            .target(made[5+IN].level[t].node[m-1]),
            .control_a_out(made[4+OUT].level[t-1].node[2*m-1]), .control_b_out(made[4+OUT].level[t-1].node[2*m]),
            .target_out(made[5+OUT].level[t].node[m-1]));
      end
    end

    // Segments of nodes that no gate touches in a step.
    for (t = 0; t < LEVELS; t = t + 1) begin : gen_pass
      for (m = 1; m < (N >> t); m = m + 1) begin : gen_node
        if (t == 0) begin : gen_given
          assign made[OUT].level[t].node[m-1]   = made[IN].level[t].node[m-1];
          assign made[5+OUT].level[t].node[m-1] = made[5+IN].level[t].node[m-1];
        end
        if (t + 1 >= LEVELS || m / 2 < 1 || m / 2 >= (N >> (t + 1))) begin : gen_no_next
          assign made[1+OUT].level[t].node[m-1] = made[1+IN].level[t].node[m-1];
          assign made[4+OUT].level[t].node[m-1] = made[4+IN].level[t].node[m-1];
        end
        if (m % 2 == 0 || m / 2 >= (N >> (t + 1))) begin : gen_no_generate
          assign made[2+OUT].level[t].node[m-1] = made[2+IN].level[t].node[m-1];
        end
        if (m % 2 == 1 || m * (1 << t) + (1 << t) > N) begin : gen_no_carry
          assign made[3+OUT].level[t].node[m-1] = made[3+IN].level[t].node[m-1];
        end
      end
    end

    // Position j stands for the carry into bit j; its line is j-1.
    for (t = 1; t <= LEVELS; t = t + 1) begin : gen_round
      localparam HALF = 1 << (t - 1);
      localparam UP   = t - 1;
      localparam DOWN = 2 * LEVELS - t;
      for (j = 1; j <= N; j = j + 1) begin : gen_position
        // Up: a block generates if its upper half does, or the lower half does and the upper
        // propagates.
        if (j % (2 * HALF) == 0) begin : gen_up
          rg_toffoli generates (
              .control_a(round[UP+IN].carry[j-HALF-1]), .control_b(made[2+IN].level[t-1].node[j/HALF-2]),
              .target(round[UP+IN].carry[j-1]),
              .control_a_out(round[UP+OUT].carry[j-HALF-1]), .control_b_out(made[2+OUT].level[t-1].node[j/HALF-2]),
              .target_out(round[UP+OUT].carry[j-1]));
        end else if (j % (2 * HALF) != HALF || j + HALF > N) begin : gen_up_pass
          assign round[UP+OUT].carry[j-1] = round[UP+IN].carry[j-1];
        end
        // Down: the carry known at a block's foot gives that at its middle.
        if (j % (2 * HALF) == HALF && j > HALF) begin : gen_down
          rg_toffoli carries (
              .control_a(round[DOWN+IN].carry[j-HALF-1]), .control_b(made[3+IN].level[t-1].node[j/HALF-2]),
              .target(round[DOWN+IN].carry[j-1]),
              .control_a_out(round[DOWN+OUT].carry[j-HALF-1]), .control_b_out(made[3+OUT].level[t-1].node[j/HALF-2]),
              .target_out(round[DOWN+OUT].carry[j-1]));
        end else if (j % (2 * HALF) != 0 || j + HALF > N) begin : gen_down_pass
          assign round[DOWN+OUT].carry[j-1] = round[DOWN+IN].carry[j-1];
        end
      end
    end
  endgenerate
endmodule
