// rg_decoded.v: with STAGED, what the word in C is: found out while it was in X, and kept in
// registers, so that no clock of C begins with tables. Else what C finds, as it is.
`default_nettype none

// Of the words of an element of a stream it is known in C alone which are one. That changes two fields
// of its ordinary instruction, and whether the alias rule holds. The rest stands in the word.
module rg_decoded #(
    parameter XLEN     = 64,
    parameter FRAC     = 43,
    parameter SWITCHES = 1,
    parameter STAGED   = 0
) (
    input  wire             clk,
    input  wire             look,              // the word goes from X to C
    input  wire [31:0]      look_word,
    input  wire             streamed,          // of the word in C, as all that follows
    input  wire             a_is_d, b_is_d, b_is_a, // words of its element
    input  wire [5:0]       found_form,        // target, two, reg_b and indexed of rg_element
    input  wire [31:0]      found_element,
    output wire [5:0]       form,              // the same
    output wire [31:0]      element,
    output wire [XLEN+40:0] decoded            // as rg_step takes it
);
    generate
        if (STAGED != 0) begin : staged
            localparam [4:0] D = 5'd1, A = 5'd2, B = 5'd3; // as in rg_element
            wire        x_streamed, target, two, reg_b;
            wire [2:0]  indexed, unused_mode;
            wire [31:0] x_element;
            wire [17:0] unused_fields;
            wire [XLEN+40:0] now;
            rg_streamed as_stream (.word(look_word), .streamed(x_streamed));
            rg_element as_ordinary (
                .word(look_word), .words(3'd0), .streamed(x_streamed), .a_is_d(1'b0), .b_is_d(1'b0), .b_is_a(1'b0),
                .target(target), .two(two), .reg_b(reg_b), .indexed(indexed), .element(x_element)
            );
            rg_decode #(.XLEN(XLEN), .FRAC(FRAC), .SWITCHES(SWITCHES)) decode (
                .word(x_element), .op(unused_fields[6:0]), .a(unused_fields[11:7]), .b(unused_fields[16:12]),
                .alias_hit(unused_fields[17]), .umode(unused_mode),
                .imm(now[XLEN+39:40]), .offset(now[39:16]), .fmt(now[15:11]), .kind(now[10:9]), .cls(now[8:5]),
                .imm_used(now[4]), .legal(now[3]), .uses_mem(now[2]), .uses_exec(now[1]), .updates(now[0])
            );
            assign now[XLEN+40] = x_element[16:12] == x_element[4:0];
            wire unused = &{unused_fields, unused_mode, found_form, found_element};
            reg  [5:0]       held_form;
            reg  [31:0]      held_element;
            reg  [XLEN+40:0] held;
            always @(posedge clk) if (look) begin
                held_form <= {target, two, reg_b, indexed};  held_element <= x_element;  held <= now;
            end
            wire [4:0] a = !held_form[4] ? 5'd0 : a_is_d ? D : A;
            wire [4:0] b = b_is_d ? D : held_form[4] && b_is_a ? A : B;
            assign form    = held_form;
            assign element = {held_element[31:17], streamed ? a : held_element[16:12], held_element[11:5],
                streamed && held_form[3] ? b : held_element[4:0]};
            // As the fields of `element` say it, without a comparison of them
            wire one = held_form[4] && (a_is_d ? b_is_d : !b_is_d && b_is_a);
            assign decoded = {streamed ? one : held[XLEN+40], held[XLEN+39:0]};
        end else begin : at_once
            wire unused = &{clk, look, look_word, streamed, a_is_d, b_is_d, b_is_a};
            assign form    = found_form;
            assign element = found_element;
            assign decoded = {(XLEN+41){1'b0}};
        end
    endgenerate
endmodule
`default_nettype wire
