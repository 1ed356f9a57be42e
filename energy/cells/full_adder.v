// full_adder.v: the full adder of the cell library, for Yosys: two XOR and a multiplexer, which
// takes the carry where the operands differ, and one of them where they are equal. It is three cells
// where the gates of a sum of products are five.
(* techmap_celltype = "$fa" *)
module full_adder (A, B, C, X, Y);
    parameter WIDTH = 1;
    input  [WIDTH-1:0] A, B, C;
    output [WIDTH-1:0] X, Y;              // carry, sum
    wire   [WIDTH-1:0] odd = A ^ B;

    assign Y = odd ^ C;
    assign X = (A & ~odd) | (C & odd);
endmodule
