// rg_float_turn.v: 64 a / pi for large a, as isa/num/float/turns.c has it: 448 digits of 64 / pi behind the
// point times all digits of a, in four products of the multiplier outside. Whole turns drop out.
`default_nettype none

module rg_float_turn #(
    parameter N = 128,
    parameter Y = 20
) (
    input  wire           clk, rst_n,
    input  wire           working,          // the step is under way; what it reads is held
    output wire           done,
    input  wire [N+Y-1:0] a,
    output wire [N+Y-1:0] factor,           // of a
    input  wire [2*N-1:0] product,
    output wire [N+Y-1:0] rest,             // what is beside the nearest integer
    output wire [N+Y-1:0] whole             // that integer modulo 128, then 128 less it for a < 0
);
`include "rg_float_turns.vh"
    localparam POINT = 448, TURN = 7, SUM = 576; // digits behind the point, of a circle, of the sum
    localparam [Y-1:0] BIAS = (1 << (Y - 1)) - 1;
    localparam [Y-1:0] UNITS = N - 1, HALF = 1;

    reg [2:0]     parts;                    // that are summed
    reg [SUM-1:0] sum;
    assign done = parts == 3'd4;
    assign factor = float_turns(parts[1:0]);
    wire [SUM-1:0] extended = {{(SUM-2*N){1'b0}}, product};
    reg [SUM-1:0] term;
    always @* begin
        case (parts[1:0])
            2'd0:    term = extended << TURN_0;
            2'd1:    term = extended << TURN_1;
            2'd2:    term = extended << TURN_2;
            default: term = extended >> TURN_3;
        endcase
    end
    always @(posedge clk) begin
        if (!rst_n || !working || done) parts <= 3'd0;
        else                            parts <= parts + 3'd1;
        if (working && !done) sum <= parts == 3'd0 ? term : sum + term;
    end

    wire negative = a[N+Y-1];
    wire [Y-1:0] distance = BIAS + UNITS - a[N-1 +: Y];
    wire [SUM-1:0] shifted = sum >> distance[6:0];
    wire above = shifted[POINT-1];
    wire [POINT-1:0] fraction = shifted[POINT-1:0] ^ {POINT{above}};

    // From the first 64 digits that are not 0 on 256 digits count.
    localparam [Y-1:0] BEHIND_64 = 64, BEHIND_128 = 128, BEHIND_192 = 192;
    reg [255:0] window;
    reg [Y-1:0] skipped;
    always @* begin
        if (|fraction[447:384])      begin window = fraction[447:192];  skipped = {Y{1'b0}};   end
        else if (|fraction[383:320]) begin window = fraction[383:128];  skipped = BEHIND_64;  end
        else if (|fraction[319:256]) begin window = fraction[319:64];   skipped = BEHIND_128; end
        else                         begin window = fraction[255:0];    skipped = BEHIND_192; end
    end
    wire [7:0] zeros;
    wire none;
    rg_leading_zeros #(.W(256)) count (.word(window), .zeros(zeros), .none(none));
    wire [255:0] first = window << zeros;
    assign rest = none ? {(N+Y){1'b0}}
        : {above != negative, BIAS - HALF - skipped - {{(Y-8){1'b0}}, zeros}, first[254 -: N-2],
           first[128] | (|first[127:0])};

    wire [7:0] nearest = {1'b0, shifted[POINT +: TURN]} + {7'd0, above};
    wire [7:0] turned = negative ? 8'd128 - nearest : nearest;
    wire [2:0] part_zeros;
    wire no_part;
    rg_leading_zeros #(.W(8)) count_part (.word(turned), .zeros(part_zeros), .none(no_part));
    wire [7:0] part_digits = turned << part_zeros;
    localparam [Y-1:0] LONGEST = 7;
    assign whole = no_part ? {(N+Y){1'b0}}
        : {1'b0, BIAS + LONGEST - {{(Y-3){1'b0}}, part_zeros}, part_digits[6:0], {(N-8){1'b0}}};

    wire unused = &{1'b0, distance[Y-1:7], shifted[SUM-1:POINT+TURN], first[255], part_digits[7]};
endmodule

`default_nettype wire
