// rg_float_operand.v: a register as an operand of an update of Floats: as a wide word, as a number of Q
// digits, which functions read, and as the nearest float word. Combinational.
// Numbers are packed as float words are, with Q digits and X bits of exponent.
`default_nettype none

module rg_float_operand #(
    parameter W    = 256,
    parameter FRAC = 128,
    parameter L    = 64,  // the lowest bits, which hold a float word or an Int
    parameter P    = 53,
    parameter E    = 11,
    parameter Q    = 106,
    parameter X    = 14
) (
    input  wire [W-1:0]        register,
    input  wire                wide,     // it is a wide word, whatever stands in it
    input  wire                constant, // the lowest bits are a float word, whatever stands above
    output wire [W-1:0]        value,    // 0 where it has no room
    output wire [P+E-1:0]      bits,
    output wire [Q+X-1:0]      number,
    output wire                apart,    // the wide word has not all digits of it
    output wire                huge,     // the wide word has no room for it
    output wire                few,      // the wide word has fewer than 30 digits of it
    output wire signed [X-1:0] scale     // of its gradient
);
    localparam signed [X-1:0] BIAS = (1 << (E - 1)) - 1;
    localparam [X-1:0] MORE = (1 << (X - 1)) - (1 << (E - 1)); // between the two biases

    wire held = !wide && register[W-1:L] == {1'b1, {(W-L-1){1'b0}}};
    wire is_float = constant || held;

    // What is no float word counts as 0.
    wire [P+E-1:0] low = register[P+E-1:0];
    wire [E-1:0] field = low[P-1 +: E];
    wire proper = |field && !(&field);
    wire [P+E-1:0] word = proper ? low : {(P+E){1'b0}};

    wire [W:0] magnitude;
    wire over;
    wire cut;
    wire split;
    wire no_room;
    wire signed [E+1:0] exponent = $signed({2'b00, field}) - $signed(BIAS[E+1:0]);
    rg_wide_expand #(.W(W), .FRAC(FRAC), .N(P), .X(E + 2)) expand (
        .negative(low[P+E-1]), .exponent(exponent), .digits({proper, low[P-2:0] & {(P-1){proper}}}),
        .magnitude(magnitude), .overflow(over), .few(cut)
    );
    rg_float_apart #(.W(W), .FRAC(FRAC), .P(P), .E(E)) fits (.bits(word), .apart(split), .huge(no_room));
    wire [W-1:0] there = over ? {W{1'b0}} : magnitude[W-1:0];
    wire [W-1:0] expanded = (there ^ {W{low[P+E-1]}}) + {{(W-1){1'b0}}, low[P+E-1]};

    wire [P+E-1:0] nearest;
    wire [Q+X-1:0] rounded;
    wire negative;
    wire [W-1:0] digits;
    wire [$clog2(W)-1:0] zeros;
    rg_wide_first #(.W(W)) first (.word(register), .negative(negative), .digits(digits), .zeros(zeros));
    rg_wide_round #(.W(W), .FRAC(FRAC), .P(P), .E(E)) to_float (
        .negative(negative), .digits(digits), .zeros(zeros), .value(nearest)
    );
    rg_wide_round #(.W(W), .FRAC(FRAC), .P(Q), .E(X)) to_number (
        .negative(negative), .digits(digits), .zeros(zeros), .value(rounded)
    );
    wire [Q+X-1:0] number_of_float = proper
        ? {low[P+E-1], {{(X-E){1'b0}}, field} + MORE, low[P-2:0], {(Q-P){1'b0}}} : {(Q+X){1'b0}};

    assign value = is_float ? expanded : register;
    assign bits = is_float ? word : nearest;
    assign number = is_float ? number_of_float : rounded;
    assign apart = is_float && split;
    assign huge = is_float && no_room;
    assign few = is_float && cut && !over;
    assign scale = held && !constant && proper ? {{(X-E-2){exponent[E+1]}}, exponent} : {X{1'b0}};

    wire unused = &{1'b0, magnitude[W]};
endmodule

`default_nettype wire
