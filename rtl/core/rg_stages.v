// rg_stages.v: the sequencer of three stages (docs/development/stages.md). D has an instruction and
// finds the next pc; X reads its operands and computes its function; C evaluates the step before it
// and commits. With DEEP there are five: F reads the word that follows the one in D, unless that one
// jumps. A function has two clocks, X1 and X2. Ports and wires that say X mean X2 there.
`default_nettype none

module rg_stages #(
    parameter XLEN      = 64,
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter IMEM_LOG2 = 16,
    parameter SWITCHES  = 1,                     // 0: `mode` cannot switch tangents on
    parameter DEEP      = 0
) (
    input  wire                 clk, rst_n,
    input  wire                 go,              // a run begins when idle
    input  wire                 stop_here,       // stop before the next instruction
    // the step in C; control state is that before it, or before the next one while C is empty
    input  wire                 uses_exec, exec_done,
    input  wire                 streams, stream_done, // it is a stream
    input  wire                 gives_up,        // which the host stops
    input  wire                 traps, halt,
    input  wire                 blocked,         // it has a word for OUT, which is full
    input  wire [23:0]          pc, br,
    input  wire                 dir,
    input  wire [2:0]           mode, next_mode, // before the step and after
    input  wire                 keep, undo,
    // D
    input  wire [31:0]          fetched,         // its word
    input  wire [IMEM_LOG2:0]   code_words,
    input  wire [XLEN-1:0]      early_d, early_a, // values of its registers, those that C writes included
    output wire [IMEM_LOG2-1:0] fetch_address,
    output wire                 takes,           // the word goes from D to X, or to X1
    output wire                 imm_used,        // it has an immediate operand
    output wire [XLEN-1:0]      imm,
    // X
    input  wire [XLEN-1:0]      now_a, now_b,    // as early_a, of the word in X
    output reg  [31:0]          look_word,       // that word
    output wire [IMEM_LOG2-1:0] look_address,    // and where it stands
    output wire                 look_grad, look_wrap, look_tangent, // mode bits it will meet
    output wire [DMEM_LOG2-1:0] bank_address,
    output wire [6:0]           function_op,     // of the word whose function begins: that in X, or in X1
    output wire                 moves,           // the words move on by a stage
    // C
    output reg  [31:0]          word,
    output reg                  streamed,        // it is a legal stream
    output reg                  fetch_fault,     // its address is outside the program
    output reg                  fresh,           // in its first clock
    output reg                  again,           // in its first clock it computes its function again, or waits
    // what happens in this clock
    output wire                 idle,
    output wire                 fetch,           // read the instruction memory
    output wire                 look,            // read registers, and what else a step looks up: X goes to C
    output wire                 read_banks,
    output wire                 start,           // of the function unit
    output wire                 begins,          // a stream
    output wire                 stands,          // C has a step, which may trap yet
    output wire                 commit, trapping, halting,
    output wire                 leave,           // stop between instructions
    output wire                 counting         // this clock is one of CYCLES
);
`include "rg_isa.vh"
`include "rg_use.vh"

    localparam [1:0] IDLE = 2'd0, FETCH = 2'd1, RUN = 2'd2;

    reg  [1:0] state;
    reg        x_full, full;           // X and C have a word
    reg        between;                // an instruction was committed in the clock before
    reg        delayed;                // the clock before was one more for the word in C
    wire       held;                   // the word in C takes a clock more
    wire       first = !held && (fresh || delayed);

    // Limits are looked at between two instructions: before the fetch of the first, and in the
    // clock after a commit, whether or not C has the next one.
    wire barred   = stop_here && (state == FETCH || between);
    wire ready    = full && !barred && !held && (streams ? stream_done : !uses_exec || exec_done);
    wire waiting  = ready && !trapping && blocked;
    assign idle     = state == IDLE;
    assign trapping = ready && traps;
    assign halting  = ready && halt;
    assign stands   = full;
    assign commit   = ready && !trapping && !halting && !waiting && !gives_up;
    assign leave    = barred || (stop_here && waiting) || (ready && gives_up);
    assign counting = !idle && !barred;
    assign start    = full && first && !barred && uses_exec && !streams;
    assign begins   = full && first && !barred && streams;

    // Words move on when C is empty or commits.
    assign moves = state == RUN && (full ? commit : !barred);
    wire d_full, waits;
    assign look  = moves && x_full;
    assign takes = moves && d_full && !waits;

    // D: the next pc
    reg  [23:0] d_pc, d_br;
    reg         d_dir;
    wire [6:0]      op;
    wire [3:0]      cls;
    wire [4:0]      unused_fmt, a;
    wire [23:0]     offset, next_pc, next_br;
    wire            legal, next_dir;
    // What C finds out again, with all that D does not know yet
    wire [2:0]      unused_mode;
    wire [4:0]      unused_b, unused_traps;
    wire [1:0]      unused_kind;
    wire            updates, unused_alias, unused_mem, unused_exec, unused_write;
    wire [XLEN-1:0] unused_next;

    rg_decode #(.XLEN(XLEN), .FRAC(FRAC), .SWITCHES(SWITCHES)) decode (
        .word(fetched), .op(op), .umode(unused_mode), .a(a), .b(unused_b), .imm_used(imm_used), .imm(imm),
        .offset(offset), .fmt(unused_fmt), .kind(unused_kind), .cls(cls), .legal(legal), .alias_hit(unused_alias),
        .uses_mem(unused_mem), .uses_exec(unused_exec), .updates(updates)
    );
    rg_control #(.XLEN(XLEN), .AHEAD(1)) control (
        .op(op), .cls(cls), .offset(offset), .pc(d_pc), .br(d_br), .dir(d_dir), .rd(early_d), .ra(early_a), .imm5(imm),
        .next_br(next_br), .next_pc(next_pc), .next_dir(next_dir), .write_d(unused_write), .next_d(unused_next),
        .zero_link(unused_traps[0]), .landing_trap(unused_traps[1]), .condition_trap(unused_traps[2]),
        .loop_trap(unused_traps[3]), .portal_trap(unused_traps[4])
    );

    // X: the address
    wire [6:0]      x_unused_op;
    wire [2:0]      x_umode;
    wire [4:0]      x_unused_fmt, x_a, x_unused_b;
    wire            x_imm_used, x_uses_mem, x_updates, x_legal, x_unused_alias, x_unused_exec;
    wire [1:0]      x_unused_kind;
    wire [3:0]      x_unused_cls;
    wire [23:0]     x_unused_offset;
    wire [XLEN-1:0] x_imm;
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC), .SWITCHES(SWITCHES)) x_decode (
        .word(look_word), .op(x_unused_op), .umode(x_umode), .a(x_a), .b(x_unused_b), .imm_used(x_imm_used),
        .imm(x_imm),
        .offset(x_unused_offset), .fmt(x_unused_fmt), .kind(x_unused_kind), .cls(x_unused_cls), .legal(x_legal),
        .alias_hit(x_unused_alias), .uses_mem(x_uses_mem), .uses_exec(x_unused_exec), .updates(x_updates)
    );
    reg  [IMEM_LOG2-1:0] x_pc;
    wire [XLEN-1:0] address = now_a + (x_imm_used ? x_imm : now_b);
    assign bank_address = address[DMEM_LOG2-1:0];
    assign read_banks   = look && x_uses_mem;
    assign look_address = x_pc;
    wire [2:0] meets    = full ? next_mode : mode;
    assign look_grad    = meets[RG_BIT_GRADIENT];
    assign look_wrap    = meets[RG_BIT_WRAP];
    assign look_tangent = meets[RG_BIT_TANGENT];

    // Words that meet: one writes what the other needs early (RG_STAGES, isa/timing.def). A branch
    // waits for that in D. Any other word takes a clock more in C, `again`: then a function is
    // computed again, and the clocks are the same in both directions. With DEEP every word waits in D
    // while it meets the word in X1 or the one in X2.
    wire [4:0]  d = fetched[21:17], x_d = look_word[21:17], x_b = look_word[4:0];
    wire        d_branches, d_streamed, d_early, d_alone, d_turns, x_unused_branches, x_streamed, x_early, x_alone,
        x_unused_turns, d_links, d_splits, x_links, x_splits;
    wire [12:0] d_use, x_use;
    rg_early_use of_d (
        .word(fetched), .imm_used(imm_used), .updates(updates), .branches(d_branches), .streamed(d_streamed),
        .use_bits(d_use), .early(d_early), .alone(d_alone), .turns(d_turns), .splits(d_splits), .links(d_links)
    );
    rg_early_use of_x (
        .word(look_word), .imm_used(x_imm_used), .updates(x_updates), .branches(x_unused_branches),
        .streamed(x_streamed), .use_bits(x_use), .early(x_early), .alone(x_alone), .turns(x_unused_turns),
        .splits(x_splits), .links(x_links)
    );
    wire [24:0] limit = {{(24-IMEM_LOG2){1'b0}}, code_words};
    wire outside = {1'b0, d_pc} >= limit || {1'b0, d_pc} >= (25'd1 << IMEM_LOG2);
    wire d_good  = (legal || (DEEP != 0 && d_streamed)) && !outside;
    reg  x_outside;
    // A target's gradient that comes from the stack of kept ones is known in C alone.
    function from_stack(input needs_gd, input [2:0] of_umode);
        from_stack = needs_gd && (of_umode == RG_MODE_SET || of_umode == RG_MODE_UNSET);
    endfunction
    wire born    = look_grad && keep && undo && from_stack(x_use[USE_NEEDS_GD], x_umode);
    wire [14:0] d_at = {d, a, fetched[4:0]}, x_at = {x_d, x_a, x_b};
    wire good    = (x_legal || x_streamed) && !x_outside;

    wire ends = trapping || halting || leave;
    // The stages between D and C, and what the word in C waits for
    wire again_next, into_x;
    generate
        if (DEEP != 0) begin : deep
            reg         d_has, x1_full, x1_outside, x1_early, x1_alone, x1_splits, x1_landed, second;
            reg  [23:0] f_pc;
            reg  [31:0] x1_word;
            reg  [12:0] x1_use;
            reg  [IMEM_LOG2-1:0] x1_pc;
            // The next word is the one beside it, or else it is read a clock later. A jump that needs no
            // register, and a loop that goes around, are read at once: what a word alone says is early.
            // So is the word beside one that returns and reverses the direction. What ends a loop, or
            // enters it, has a clock before it, since there the guess is wrong in one direction.
            wire landed  = d_br != 24'd0;
            wire guesses = d_has && !landed && offset != 24'd0
                && (op == (d_dir ? RG_OP_FORTOP : RG_OP_FOREND) || (op[6:1] == RG_OP_BRAS[6:1] && op[0] == d_dir));
            wire returns = d_has && landed && d_turns;
            wire misses  = next_dir != (d_dir ^ returns) || (next_br != 24'd0) != guesses;
            wire leaves_loop = !landed && (x1_word[31:25] == (d_dir ? RG_OP_FORTOP : RG_OP_FOREND)
                || (d_good && op == (d_dir ? RG_OP_FOREND : RG_OP_FORTOP)));
            wire reads = moves && !(d_full && waits);
            wire        back = state == FETCH ? dir : d_dir ^ returns;
            wire [23:0] from = state == FETCH ? pc : guesses ? d_pc + offset
                : returns ? (back ? d_pc - 24'd1 : d_pc + 24'd1) : f_pc;
            wire meets_1, meets_2;
            // A branch finds the next pc by its registers where it splits. Where the two ways meet again,
            // it does not, nor does any word but PORTAL that is entered by a jump: then the one in X2 made
            // it. In the other direction each has the other role. So what finds the next pc counts for
            // words on one side of it, and for none across its own jump.
            function [12:0] without(input [12:0] needs, input not_needed);
                without = not_needed ? needs & ~(13'd1 << USE_NEEDS_D | 13'd1 << USE_NEEDS_A) : needs;
            endfunction
            wire [12:0] d_needs = without(d_use, (landed && d_links) || (d_splits && fetched[25] != d_dir)),
                x1_needs = without(x1_use, landed || (x1_splits && x1_word[25] == d_dir)),
                x2_needs = without(x_use,
                    ((x1_full ? x1_landed : landed) && x_links) || (x_splits && look_word[25] == d_dir));
            // While a function is in X1 or X2, no word in C changes the mode: the two are farther apart.
            wire undoes  = mode[RG_BIT_GRADIENT] && keep && undo;
            wire x1_born = undoes && from_stack(x1_use[USE_NEEDS_GD], x1_word[24:22]);
            wire x2_born = undoes && from_stack(x_use[USE_NEEDS_GD], x_umode);
            rg_words_meet with_1 (
                .x_at(d_at), .x(d_needs), .y_at({x1_word[21:12], x1_word[4:0]}), .y(x1_needs), .meet(meets_1)
            );
            rg_words_meet with_2 (.x_at(d_at), .x(d_needs), .y_at(x_at), .y(x2_needs), .meet(meets_2));
            assign waits = (x1_full && (leaves_loop || (d_good && (meets_1 || (d_early && x1_alone)
                    || (d_alone && x1_early))) || x1_born))
                || (x_full && ((d_good && (meets_2 || (d_early && x_alone) || (d_alone && x_early))) || x2_born));
            assign d_full        = d_has;
            assign fetch         = state == FETCH || reads;
            assign fetch_address = from[IMEM_LOG2-1:0];
            assign into_x        = x1_full;
            assign function_op   = x1_word[31:25];
            assign again_next    = born && good;
            assign held          = again && (fresh || second);
            always @(posedge clk) begin
                second <= rst_n && fresh && again;
                if (!rst_n || ends) {x1_full, d_has} <= 2'b00;
                else if (state == FETCH) {x1_full, d_has} <= 2'b01;
                else if (moves) {x1_full, d_has} <= {takes, d_full ? !takes || !misses : 1'b1};
                if (state == FETCH || reads) begin
                    d_pc <= from;
                    f_pc <= state != FETCH && d_full && misses ? next_pc : back ? from - 24'd1 : from + 24'd1;
                end
                if (state == FETCH) begin
                    d_br <= br;  d_dir <= dir;
                end else if (takes) begin
                    d_br <= next_br;  d_dir <= next_dir;
                end
                if (takes) begin
                    x1_pc <= d_pc[IMEM_LOG2-1:0];  x1_word <= fetched;  x1_outside <= outside;  x1_use <= d_use;
                    x1_early <= d_early;  x1_alone <= d_alone;  x1_splits <= d_splits;
                    x1_landed <= landed;
                end
                if (moves) begin
                    x_pc <= x1_pc;  look_word <= x1_word;  x_outside <= x1_outside;
                end
            end
            wire unused_branches = d_branches;
        end else begin : near
            reg  [12:0] c_use;
            wire        meets_c;
            rg_words_meet with_c (
                .x_at(x_at), .x(x_use), .y_at({word[21:12], word[4:0]}), .y(c_use), .meet(meets_c)
            );
            assign waits = x_full && d_branches && d_good
                && ((x_use[USE_WRITES_D] && ((d_use[USE_NEEDS_D] && d == x_d) || (d_use[USE_NEEDS_A] && a == x_d)))
                    || (x_use[USE_WRITES_A] && ((d_use[USE_NEEDS_D] && d == x_a) || (d_use[USE_NEEDS_A] && a == x_a))));
            assign d_full        = 1'b1;
            assign fetch         = state == FETCH || takes;
            assign fetch_address = state == FETCH ? pc[IMEM_LOG2-1:0] : next_pc[IMEM_LOG2-1:0];
            assign into_x        = takes;
            assign function_op   = look_word[31:25];
            assign again_next    = good && ((full && meets_c) || born);
            assign held          = fresh && again;
            always @(posedge clk) begin
                if (state == FETCH) begin
                    d_pc <= pc;  d_br <= br;  d_dir <= dir;
                end else if (takes) begin
                    d_pc <= next_pc;  d_br <= next_br;  d_dir <= next_dir;
                end
                if (takes) begin
                    x_pc <= d_pc[IMEM_LOG2-1:0];  look_word <= fetched;  x_outside <= outside;
                end
                if (look) c_use <= x_use;
            end
            wire unused_deep = &{d_streamed, d_early, d_alone, d_turns, x_early, x_alone, d_at, d_use,
                d_links, d_splits, x_links, x_splits};
        end
    endgenerate

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  x_full <= 1'b0;  full <= 1'b0;  fresh <= 1'b0;  delayed <= 1'b0;  between <= 1'b0;
        end else begin
            fresh   <= look;
            delayed <= held;
            between <= commit;
            case (state)
                IDLE:  if (go) state <= FETCH;
                FETCH: state <= leave ? IDLE : RUN;
                default: if (ends) state <= IDLE;
            endcase
            if (ends)       {x_full, full} <= 2'b00;
            else if (moves) {x_full, full} <= {into_x, look};
        end
        if (look) begin
            word  <= look_word;  streamed <= x_streamed;  fetch_fault <= x_outside;
            again <= again_next;
        end
    end
endmodule
`default_nettype wire
