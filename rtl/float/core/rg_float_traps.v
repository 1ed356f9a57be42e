// rg_float_traps.v: why a step of a core with Float traps, and the word that this shows. Combinational.
`default_nettype none

module rg_float_traps (
    input  wire [31:0]  word,
    input  wire [6:0]   op,
    input  wire         update, negates, compares, rounds, turns, // what the unit does
    input  wire [2:0]   condition,                  // of ASSERT
    input  wire         less, greater,              // order of D and B
    input  wire [3:0]   plain_trap, unit_trap,      // of rg_float_plain and of the unit
    input  wire [63:0]  plain_info, unit_info,
    input  wire [255:0] rd, ra, m, w, w2,
    input  wire         gradient_dirty,             // of an ancilla; this one
    input  wire [63:0]  dirty_gradient,             // its bits in units of the last place of a value
    input  wire         no_room,                    // XGRAD: value and gradient have no room for each other
    input  wire [63:0]  last_info,                  // of the trap before
    output reg  [3:0]   cause,
    output reg  [63:0]  info
);
`include "rg_isa.vh"
    // Causes that the unit does not know of come first.
    wire early = plain_trap != RG_TRAP_NONE && plain_trap <= RG_TRAP_ADDRESS;
    wire in_register = op == RG_OP_ALLOC || op == RG_OP_FREE;
    wire in_memory   = op == RG_OP_ALLOCM || op == RG_OP_FREEM;
    wire [255:0] ancilla = in_memory ? m : rd;
    wire [63:0] ancilla_info = ancilla[63:0] != 64'd0 ? ancilla[63:0] : 64'd1;
    wire [63:0] gradient_info = dirty_gradient != 64'd0 ? dirty_gradient : 64'd1;

    // A word of more than 64 bits is none of the bank of remainders, which WXCH exchanges.
    wire outgrown = op == RG_OP_WXCH && (|{rd[255:64], ra[255:64], w[255:64], w2[255:64]});

    wire unused = &{1'b0, ra[63:0], w[63:0], w2[63:0]};

    reg asserted;
    always @* begin
        case (condition)
            RG_COND_EQ: asserted = !less && !greater;
            RG_COND_NE: asserted = less || greater;
            RG_COND_LT: asserted = less;
            default:    asserted = !less;
        endcase
    end

    always @* begin
        cause = plain_trap;
        info  = plain_trap == RG_TRAP_ILLEGAL ? {32'd0, word} : plain_info;
        if (early) begin
        end else if (turns) begin
            cause = unit_trap;  info = op == RG_OP_HAD || op == RG_OP_IHAD ? last_info : unit_info;
        end else if ((update || negates) && unit_trap != RG_TRAP_NONE) begin
            cause = unit_trap;  info = unit_info;
        end else if (rounds && plain_trap == RG_TRAP_OVERFLOW) begin
            info = unit_info;
        end else if ((in_register || in_memory) && ancilla != 256'd0) begin
            cause = RG_TRAP_DIRTY;  info = ancilla_info;
        end else if (update || in_register || in_memory) begin
            cause = gradient_dirty ? RG_TRAP_DIRTY : RG_TRAP_NONE;  info = gradient_info;
        end else if (op == RG_OP_WXCH) begin
            cause = outgrown ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;  info = rd[63:0];
        end else if (op == RG_OP_XGRAD) begin
            cause = no_room ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;  info = last_info;
        end else if (op == RG_OP_ASSERT && compares) begin
            cause = asserted ? RG_TRAP_NONE : RG_TRAP_ASSERT;  info = rd[63:0];
        end else if (negates) begin
            cause = RG_TRAP_NONE;
        end
    end
endmodule
`default_nettype wire
