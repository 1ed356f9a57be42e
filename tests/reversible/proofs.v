// Pairs for equivalence checking: circuit_X is the gate-level unit with its ancillas at zero,
// spec_X what it must compute. An ancilla is an output of both: zero in the specification.
`default_nettype none

module circuit_ripple_adder #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire ancilla_out);
  rg_ripple_adder #(.N(N), .INVERSE(INVERSE)) unit (
      .a(a), .b(b), .ancilla(1'b0), .a_out(a_out), .b_out(b_out), .ancilla_out(ancilla_out));
endmodule

module spec_ripple_adder #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire ancilla_out);
  assign a_out = a;
  assign b_out = (INVERSE == 0) ? b + a : b - a;
  assign ancilla_out = 1'b0;
endmodule

// The line also carries: the carry of the sum forward, and of the sum undone backward (that is the
// borrow).
module circuit_ripple_adder_carry #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire line,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire line_out, output wire ancilla_out);
  rg_ripple_adder_carry #(.N(N), .INVERSE(INVERSE)) unit (
      .a(a), .b(b), .line(line), .ancilla(1'b0),
      .a_out(a_out), .b_out(b_out), .line_out(line_out), .ancilla_out(ancilla_out));
endmodule

module spec_ripple_adder_carry #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire line,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire line_out, output wire ancilla_out);
  wire [N:0] result = (INVERSE == 0) ? {1'b0, b} + {1'b0, a} : {1'b0, b} - {1'b0, a};
  assign a_out = a;
  assign b_out = result[N-1:0];
  assign line_out = line ^ result[N];
  assign ancilla_out = 1'b0;
endmodule

module circuit_lookahead_adder #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire line,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire line_out, output wire ancilla_out);
  localparam A = 2 * N;                   // at least the number of ancillas
  wire [A-1:0] returned;
  assign ancilla_out = |returned;
  localparam USED = N - 1 + (N >> 1) + (N >> 2) + (N >> 3) + (N >> 4) + (N >> 5) + (N >> 6) + (N >> 7)
                  - ($clog2(N + 1) - 1);
  assign returned[A-1:USED] = 0;
  rg_lookahead_adder #(.N(N), .INVERSE(INVERSE)) unit (
      .a(a), .b(b), .line(line), .ancilla({USED{1'b0}}),
      .a_out(a_out), .b_out(b_out), .line_out(line_out), .ancilla_out(returned[USED-1:0]));
endmodule

module spec_lookahead_adder #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire line,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire line_out, output wire ancilla_out);
  spec_ripple_adder_carry #(.N(N), .INVERSE(INVERSE)) same (
      .a(a), .b(b), .line(line), .a_out(a_out), .b_out(b_out), .line_out(line_out), .ancilla_out(ancilla_out));
endmodule

module circuit_controlled_adder #(parameter N = 8, parameter INVERSE = 0) (
    input wire control, input wire [N-1:0] a, input wire [N-1:0] b,
    output wire control_out, output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire ancilla_out);
  rg_controlled_adder #(.N(N), .INVERSE(INVERSE)) unit (
      .control(control), .a(a), .b(b), .ancilla(1'b0),
      .control_out(control_out), .a_out(a_out), .b_out(b_out), .ancilla_out(ancilla_out));
endmodule

module spec_controlled_adder #(parameter N = 8, parameter INVERSE = 0) (
    input wire control, input wire [N-1:0] a, input wire [N-1:0] b,
    output wire control_out, output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire ancilla_out);
  assign control_out = control;
  assign a_out = a;
  assign b_out = !control ? b : (INVERSE == 0) ? b + a : b - a;
  assign ancilla_out = 1'b0;
endmodule

module circuit_log_multiply #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] x, input wire [N-1:0] y, input wire overflow,
    output wire [N-1:0] x_out, output wire [N-1:0] y_out, output wire overflow_out, output wire ancilla_out);
  rg_log_multiply #(.N(N), .INVERSE(INVERSE)) unit (
      .x(x), .y(y), .overflow(overflow), .ancilla(1'b0),
      .x_out(x_out), .y_out(y_out), .overflow_out(overflow_out), .ancilla_out(ancilla_out));
endmodule

module spec_log_multiply #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] x, input wire [N-1:0] y, input wire overflow,
    output wire [N-1:0] x_out, output wire [N-1:0] y_out, output wire overflow_out, output wire ancilla_out);
  wire signed [N-1:0] xf = {x[N-2], x[N-2:0]};
  wire signed [N-1:0] yf = {y[N-2], y[N-2:0]};
  wire signed [N-1:0] field = (INVERSE == 0) ? yf + xf : yf - xf;
  assign x_out = x;
  assign y_out = {y[N-1] ^ x[N-1], field[N-2:0]};
  assign overflow_out = overflow ^ (field[N-1] != field[N-2]);
  assign ancilla_out = 1'b0;
endmodule

module circuit_multiply_accumulate #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire [N-1:0] y,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire [N-1:0] y_out, output wire ancilla_out);
  rg_multiply_accumulate #(.N(N), .INVERSE(INVERSE)) unit (
      .a(a), .b(b), .y(y), .ancilla(1'b0),
      .a_out(a_out), .b_out(b_out), .y_out(y_out), .ancilla_out(ancilla_out));
endmodule

module spec_multiply_accumulate #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire [N-1:0] y,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire [N-1:0] y_out, output wire ancilla_out);
  assign a_out = a;
  assign b_out = b;
  assign y_out = (INVERSE == 0) ? y + a * b : y - a * b;
  assign ancilla_out = 1'b0;
endmodule

// The same product written row by row, for widths where a proof against * is out of reach.
module circuit_multiply_rows #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire [N-1:0] y,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire [N-1:0] y_out, output wire ancilla_out);
  circuit_multiply_accumulate #(.N(N), .INVERSE(INVERSE)) same (
      .a(a), .b(b), .y(y), .a_out(a_out), .b_out(b_out), .y_out(y_out), .ancilla_out(ancilla_out));
endmodule

module spec_multiply_rows #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire [N-1:0] y,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire [N-1:0] y_out, output wire ancilla_out);
  reg [N-1:0] sum;
  integer k;
  always @* begin
    sum = y;
    for (k = 0; k < N; k = k + 1)
      if (INVERSE == 0) begin
        if (b[k]) sum = sum + (a << k);
      end else begin
        if (b[N-1-k]) sum = sum - (a << (N - 1 - k));
      end
  end
  assign a_out = a;
  assign b_out = b;
  assign y_out = sum;
  assign ancilla_out = 1'b0;
endmodule

// Forward, then the inverse circuit: nothing happened.
module circuit_multiply_and_back #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire [N-1:0] y,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire [N-1:0] y_out, output wire ancilla_out);
  wire [N-1:0] a_mid, b_mid, y_mid;
  wire ancilla_mid;
  rg_multiply_accumulate #(.N(N), .INVERSE(INVERSE)) there (
      .a(a), .b(b), .y(y), .ancilla(1'b0),
      .a_out(a_mid), .b_out(b_mid), .y_out(y_mid), .ancilla_out(ancilla_mid));
  rg_multiply_accumulate #(.N(N), .INVERSE(1 - INVERSE)) back (
      .a(a_mid), .b(b_mid), .y(y_mid), .ancilla(ancilla_mid),
      .a_out(a_out), .b_out(b_out), .y_out(y_out), .ancilla_out(ancilla_out));
endmodule

module spec_multiply_and_back #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] a, input wire [N-1:0] b, input wire [N-1:0] y,
    output wire [N-1:0] a_out, output wire [N-1:0] b_out, output wire [N-1:0] y_out, output wire ancilla_out);
  assign a_out = a;
  assign b_out = b;
  assign y_out = y;
  assign ancilla_out = 1'b0;
endmodule

module circuit_swap #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] x, input wire [N-1:0] y, output wire [N-1:0] x_out, output wire [N-1:0] y_out);
  rg_swap #(.N(N)) unit (.x(x), .y(y), .x_out(x_out), .y_out(y_out));
endmodule

module spec_swap #(parameter N = 8, parameter INVERSE = 0) (
    input wire [N-1:0] x, input wire [N-1:0] y, output wire [N-1:0] x_out, output wire [N-1:0] y_out);
  assign x_out = y;
  assign y_out = x;
endmodule

module circuit_controlled_swap #(parameter N = 8, parameter INVERSE = 0) (
    input wire control, input wire [N-1:0] x, input wire [N-1:0] y,
    output wire control_out, output wire [N-1:0] x_out, output wire [N-1:0] y_out);
  rg_controlled_swap #(.N(N)) unit (
      .control(control), .x(x), .y(y), .control_out(control_out), .x_out(x_out), .y_out(y_out));
endmodule

module spec_controlled_swap #(parameter N = 8, parameter INVERSE = 0) (
    input wire control, input wire [N-1:0] x, input wire [N-1:0] y,
    output wire control_out, output wire [N-1:0] x_out, output wire [N-1:0] y_out);
  assign control_out = control;
  assign x_out = control ? y : x;
  assign y_out = control ? x : y;
endmodule
