// rg_control.v: direction, branch register and program counter of the next step. Combinational, so
// that proofs use it as it is.
`default_nettype none

module rg_control #(
    parameter XLEN = 64,
    parameter AHEAD = 0                // while an instruction is decoded: only where the next one is
) (
    input  wire [6:0]      op,
    input  wire [3:0]      cls,
    input  wire [23:0]     offset,
    input  wire [23:0]     pc, br,
    input  wire            dir,        // 1: backward
    input  wire [XLEN-1:0] rd, ra,     // registers D and A before the step
    input  wire [XLEN-1:0] imm5,       // second operand of the immediate branches
    output reg  [23:0]     next_br,
    output wire [23:0]     next_pc,
    output wire            next_dir,
    output reg             write_d,    // the loop counter or the portal register changes
    output reg  [XLEN-1:0] next_d,
    output reg             zero_link,  // a call to itself: ILLEGAL
    output reg             landing_trap, condition_trap, loop_trap, portal_trap
);
`include "rg_isa.vh"

    localparam [XLEN-1:0] ONE = {{(XLEN-1){1'b0}}, 1'b1};
    localparam ABOVE_24 = XLEN > 24 ? XLEN - 24 : 0;
    wire [XLEN+23:0] rd_24 = {{24{rd[XLEN-1]}}, rd}; // at least the 24 bits of an address
    localparam FITS = XLEN < 24 ? XLEN - 1 : 24;     // bits of br that a word holds
    wire br_fits = br >> FITS == 24'd0;

    wire        is_callx = op == RG_OP_CALLX || op == RG_OP_UNCALLX;
    wire        is_call  = op == RG_OP_CALL || op == RG_OP_UNCALL || is_callx;
    wire        turns    = op == RG_OP_UNCALL || op == RG_OP_UNCALLX;
    wire [23:0] target   = is_callx ? rd_24[23:0] : pc + offset;
    wire [23:0] link     = pc ^ target;

    // Branches: even codes from BEQS on are splits, odd ones landings.
    wire in_immediate = op >= RG_OP_BEQIS && op <= RG_OP_BGEIL;
    wire in_branch    = op >= RG_OP_BEQS && op <= RG_OP_BRAL;
    wire split        = op[0] == dir;  // the role in this direction
    wire [XLEN-1:0] other = in_immediate ? imm5 : ra;
    wire equal = rd == other;
    wire less  = $signed(rd) < $signed(other);

    reg taken;
    always @* begin
        case (op[6:1])
            RG_OP_BEQS[6:1], RG_OP_BEQIS[6:1]: taken = equal;
            RG_OP_BNES[6:1], RG_OP_BNEIS[6:1]: taken = !equal;
            RG_OP_BLTS[6:1], RG_OP_BLTIS[6:1]: taken = less;
            RG_OP_BGES[6:1], RG_OP_BGEIS[6:1]: taken = !less;
            default:                           taken = 1'b1;
        endcase
    end

    // Hardware loop: v counts 0 .. n-1 inside and is 0 outside.
    wire at_rest  = br == 24'd0;
    wire linked   = br == link;
    wire v_zero   = rd == {XLEN{1'b0}};
    wire n_zero   = ra == {XLEN{1'b0}};
    wire [XLEN-1:0] v_next = rd + ONE;
    wire [XLEN-1:0] v_prev = rd - ONE;
    wire v_last   = v_next == ra;
    wire v_at_n   = rd == ra;

    always @* begin
        next_br        = br;
        write_d        = 1'b0;
        next_d         = rd;
        zero_link      = 1'b0;
        landing_trap   = 1'b0;
        condition_trap = 1'b0;
        loop_trap      = 1'b0;
        portal_trap    = 1'b0;
        if (in_branch) begin
            if (split) begin
                landing_trap = !at_rest;
                next_br      = taken ? link : 24'd0;
            end else begin
                condition_trap = br != (taken ? link : 24'd0);
                next_br        = 24'd0;
            end
        end else if (is_call) begin
            zero_link    = link == 24'd0;
            landing_trap = !at_rest && !linked;
            next_br      = at_rest ? link : 24'd0;
        end else if (op == RG_OP_PORTAL) begin
            portal_trap = at_rest == v_zero || rd_24[XLEN+23:24] != {XLEN{1'b0}} || !br_fits;
            next_br     = rd_24[23:0];
            write_d     = 1'b1;
            next_d      = {{ABOVE_24{1'b0}}, br};
        end else if (op == RG_OP_FORTOP) begin
            landing_trap = !at_rest && !linked;
            if (!dir) begin
                if (at_rest && v_zero)                   next_br   = n_zero ? link : 24'd0;
                else if (linked && !v_zero && !n_zero)   next_br   = 24'd0;
                else                                     loop_trap = 1'b1;
            end else begin
                if (at_rest && v_zero && !n_zero)        next_br   = 24'd0;
                else if (at_rest && !v_zero && !n_zero)  next_br   = link;
                else if (linked && v_zero && n_zero)     next_br   = 24'd0;
                else                                     loop_trap = 1'b1;
            end
        end else if (op == RG_OP_FOREND) begin
            landing_trap = !at_rest && !linked;
            write_d      = 1'b1;
            if (!dir) begin
                if (at_rest && v_last && !n_zero)                          next_d = {XLEN{1'b0}};
                else if (at_rest && v_next != {XLEN{1'b0}} && !n_zero) begin next_d = v_next; next_br = link; end
                else if (linked && v_zero && n_zero)                       next_br = 24'd0;
                else                                                       loop_trap = 1'b1;
            end else begin
                if (at_rest && v_zero && !n_zero)                          next_d = ra - ONE;
                else if (at_rest && v_zero && n_zero)                      next_br = link;
                else if (linked && !v_zero && !v_at_n && !n_zero) begin    next_d = v_prev; next_br = 24'd0; end
                else                                                       loop_trap = 1'b1;
            end
        end else begin
            // Everything else is no place to land on.
            landing_trap = !at_rest && cls != RG_CLASS_BRANCH && cls != RG_CLASS_LOOP;
        end
        // Where a jump ends, no register decides what comes next: it is the word beside this one, or a trap.
        if (!at_rest && (in_branch || op == RG_OP_FORTOP || op == RG_OP_FOREND)) next_br = 24'd0;
        if (AHEAD != 0) begin
            {write_d, zero_link, landing_trap, condition_trap, loop_trap, portal_trap} = 6'd0;
            next_d = {XLEN{1'b0}};
        end
    end

    assign next_dir = dir ^ turns;
    assign next_pc  = (next_br != 24'd0) ? pc ^ next_br : next_dir ? pc - 24'd1 : pc + 24'd1;
endmodule
`default_nettype wire
