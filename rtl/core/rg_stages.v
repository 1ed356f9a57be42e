// rg_stages.v: the sequencer of three stages (docs/development/stages.md). D has an instruction and
// finds the next pc; X reads its operands and computes its function; C evaluates the step before it
// and commits.
`default_nettype none

module rg_stages #(
    parameter XLEN      = 64,
    parameter FRAC      = 43,
    parameter DMEM_LOG2 = 16,
    parameter IMEM_LOG2 = 16
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
    output wire                 takes,           // the word goes from D to X
    output wire                 imm_used,        // it has an immediate operand
    output wire [XLEN-1:0]      imm,
    // X
    input  wire [XLEN-1:0]      now_a, now_b,    // as early_a, of the word in X
    output reg  [31:0]          look_word,       // that word
    output wire [IMEM_LOG2-1:0] look_address,    // and where it stands
    output wire                 look_grad, look_wrap, look_tangent, // mode bits it will meet
    output wire [DMEM_LOG2-1:0] bank_address,
    // C
    output reg  [31:0]          word,
    output reg                  streamed,        // it is a legal stream
    output reg                  fetch_fault,     // its address is outside the program
    output reg                  fresh,           // in its first clock
    output reg                  again,           // which it takes to compute its function again, or to wait
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

    localparam [1:0] IDLE = 2'd0, FETCH = 2'd1, RUN = 2'd2;

    reg  [1:0] state;
    reg        x_full, full;           // X and C have a word
    reg        between;                // an instruction was committed in the clock before
    reg        delayed;                // the clock before was one more for the word in C
    wire       held;
    wire       first = (fresh && !again) || delayed;

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
    wire moves = state == RUN && (full ? commit : !barred);
    wire waits;
    assign look  = moves && x_full;
    assign takes = moves && !waits;

    // D: the next pc
    reg  [23:0] d_pc, d_br;
    reg         d_dir;
    wire [6:0]      op;
    wire [3:0]      cls;
    wire [4:0]      unused_fmt, a;
    wire [23:0]     offset, next_pc, next_br;
    wire            legal, next_dir;
    // What C finds out again, with all that D does not know yet
    wire [2:0]      unused_umode;
    wire [4:0]      unused_b, unused_traps;
    wire [1:0]      unused_kind;
    wire            updates, unused_alias, unused_mem, unused_exec, unused_write;
    wire [XLEN-1:0] unused_next;

    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) decode (
        .word(fetched), .op(op), .umode(unused_umode), .a(a), .b(unused_b), .imm_used(imm_used), .imm(imm),
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
    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) x_decode (
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
    assign fetch        = state == FETCH || takes;
    assign fetch_address = state == FETCH ? pc[IMEM_LOG2-1:0] : next_pc[IMEM_LOG2-1:0];

    // Words that meet: one writes what the other needs early (RG_STAGES, isa/timing.def). A branch
    // waits for that in D. Any other word takes a clock more in C, `again`: then a function is
    // computed again, and the clocks are the same in both directions.
    wire [4:0]  d = fetched[21:17], x_d = look_word[21:17], x_b = look_word[4:0];
    wire        d_branches, d_needs_d, d_needs_a, x_needs_d, x_needs_a, x_needs_b, x_needs_gd, x_needs_w, x_needs_gw;
    wire        x_writes_d, x_writes_a, x_gives_d, x_gives_a, x_gives_b, x_writes_w, x_writes_gw, x_streamed;
    wire        x_unused_branches;
    wire [11:0] d_unused;
    rg_early_use d_use (
        .word(fetched), .imm_used(imm_used), .updates(updates), .branches(d_branches), .streamed(d_unused[0]),
        .needs_d(d_needs_d), .needs_a(d_needs_a), .needs_b(d_unused[1]), .needs_gd(d_unused[2]), .needs_w(d_unused[3]),
        .needs_gw(d_unused[4]), .writes_d(d_unused[5]), .writes_a(d_unused[6]), .gives_d(d_unused[7]),
        .gives_a(d_unused[8]), .gives_b(d_unused[9]), .writes_w(d_unused[10]), .writes_gw(d_unused[11])
    );
    rg_early_use x_use (
        .word(look_word), .imm_used(x_imm_used), .updates(x_updates), .branches(x_unused_branches),
        .streamed(x_streamed), .needs_d(x_needs_d), .needs_a(x_needs_a), .needs_b(x_needs_b), .needs_gd(x_needs_gd),
        .needs_w(x_needs_w), .needs_gw(x_needs_gw), .writes_d(x_writes_d), .writes_a(x_writes_a), .gives_d(x_gives_d),
        .gives_a(x_gives_a), .gives_b(x_gives_b), .writes_w(x_writes_w), .writes_gw(x_writes_gw)
    );
    wire [24:0] limit = {{(24-IMEM_LOG2){1'b0}}, code_words};
    wire outside = {1'b0, d_pc} >= limit || {1'b0, d_pc} >= (25'd1 << IMEM_LOG2);
    assign waits = x_full && d_branches && legal && !outside
        && ((x_writes_d && ((d_needs_d && d == x_d) || (d_needs_a && a == x_d)))
            || (x_writes_a && ((d_needs_d && d == x_a) || (d_needs_a && a == x_a))));

    reg  x_outside;
    reg  c_needs_d, c_needs_a, c_needs_b, c_needs_gd, c_needs_w, c_needs_gw;
    reg  c_writes_d, c_writes_a, c_gives_d, c_gives_a, c_gives_b, c_writes_w, c_writes_gw;
    wire [4:0] c_d = word[21:17], c_a = word[16:12], c_b = word[4:0];
    wire meets_it =
        (c_writes_d && ((x_needs_d && c_d == x_d) || (x_needs_a && c_d == x_a) || (x_needs_b && c_d == x_b)))
        || (c_writes_a && ((x_needs_d && c_a == x_d) || (x_needs_a && c_a == x_a) || (x_needs_b && c_a == x_b)))
        || (x_needs_gd && ((c_gives_d && c_d == x_d) || (c_gives_a && c_a == x_d) || (c_gives_b && c_b == x_d)))
        || (x_needs_w && c_writes_w) || (x_needs_gw && c_writes_gw);
    wire is_met =
        (x_writes_d && ((c_needs_d && x_d == c_d) || (c_needs_a && x_d == c_a) || (c_needs_b && x_d == c_b)))
        || (x_writes_a && ((c_needs_d && x_a == c_d) || (c_needs_a && x_a == c_a) || (c_needs_b && x_a == c_b)))
        || (c_needs_gd && ((x_gives_d && x_d == c_d) || (x_gives_a && x_a == c_d) || (x_gives_b && x_b == c_d)))
        || (c_needs_w && x_writes_w) || (c_needs_gw && x_writes_gw);
    // A target's gradient that comes from the stack of kept ones is known in C alone.
    wire born    = look_grad && keep && undo && x_needs_gd && (x_umode == RG_MODE_SET || x_umode == RG_MODE_UNSET);
    wire good    = (x_legal || x_streamed) && !x_outside;
    assign held  = fresh && again;               // the clock more

    wire ends = trapping || halting || leave;
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
            else if (moves) {x_full, full} <= {takes, look};
        end
        if (state == FETCH) begin
            d_pc <= pc;  d_br <= br;  d_dir <= dir;
        end else if (takes) begin
            d_pc <= next_pc;  d_br <= next_br;  d_dir <= next_dir;
        end
        if (takes) begin
            x_pc <= d_pc[IMEM_LOG2-1:0];  look_word <= fetched;  x_outside <= outside;
        end
        if (look) begin
            word  <= look_word;  streamed <= x_streamed;  fetch_fault <= x_outside;
            again <= good && ((full && (meets_it || is_met)) || born);
            {c_needs_d, c_needs_a, c_needs_b, c_needs_gd, c_needs_w, c_needs_gw}
                <= {x_needs_d, x_needs_a, x_needs_b, x_needs_gd, x_needs_w, x_needs_gw};
            {c_writes_d, c_writes_a, c_gives_d, c_gives_a, c_gives_b, c_writes_w, c_writes_gw}
                <= {x_writes_d, x_writes_a, x_gives_d, x_gives_a, x_gives_b, x_writes_w, x_writes_gw};
        end
    end
endmodule
`default_nettype wire
