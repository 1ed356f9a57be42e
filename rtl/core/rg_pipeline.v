// rg_pipeline.v: the sequencer of two stages (docs/explanation/pipeline.md). D has an instruction,
// its operands, its address and the next pc; C evaluates the step before it and commits.
`default_nettype none

module rg_pipeline #(
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
    input  wire                 mode_grad, mode_tangent, next_grad, next_tangent, // mode bits before the step and after
    // D
    input  wire [31:0]          fetched,         // its word
    input  wire [XLEN-1:0]      now_d, now_a, now_b, // values of its registers, those that C writes included
    output wire [IMEM_LOG2-1:0] fetch_address,
    output wire [IMEM_LOG2-1:0] look_address,    // of the word in D
    output wire                 look_grad, look_tangent, // mode bits it will meet
    output wire [DMEM_LOG2-1:0] bank_address,
    output reg  [31:0]          word,            // the word in C
    // what happens in this clock
    output wire                 idle,
    output wire                 fetch,           // read the instruction memory
    output wire                 look,            // read registers, and what else a step looks up
    output wire                 read_banks,
    output wire                 start,           // of the function unit
    output wire                 begins,          // a stream
    output wire                 stands,          // C has a step, which may trap yet
    output wire                 commit, trapping, halting,
    output wire                 leave,           // stop between instructions
    output wire                 counting         // this clock is one of CYCLES
);
    localparam [1:0] IDLE = 2'd0, FETCH = 2'd1, RUN = 2'd2;

    reg  [1:0] state;
    reg        full, fresh, entered;   // C has a word; since the last edge; it is the first of the run

    // Limits are looked at before an instruction begins: before the fetch of the first, when the
    // others enter C.
    wire barred   = stop_here && (state == FETCH || (full && fresh && !entered));
    wire ready    = full && !barred && (streams ? stream_done : !uses_exec || exec_done);
    wire waiting  = ready && !trapping && blocked;
    assign idle     = state == IDLE;
    assign trapping = ready && traps;
    assign halting  = ready && halt;
    assign stands   = full;
    assign commit   = ready && !trapping && !halting && !waiting && !gives_up;
    assign leave    = barred || (stop_here && waiting) || (ready && gives_up);
    assign counting = !idle && !barred;
    assign start    = full && fresh && !barred && uses_exec && !streams;
    assign begins   = full && fresh && !barred && streams;

    // D: the word moves on when C is empty or commits.
    assign look = state == RUN && (!full || commit);
    reg  [23:0] d_pc, d_br;
    reg         d_dir;

    wire [6:0]      op;
    wire [3:0]      cls;
    wire [23:0]     offset, next_pc, next_br;
    wire [XLEN-1:0] imm;
    wire            imm_used, uses_mem, next_dir;
    // What C finds out again, with all that D does not know yet
    wire [2:0]      unused_umode;
    wire [4:0]      unused_a, unused_b, unused_fmt, unused_traps;
    wire [1:0]      unused_kind;
    wire            unused_legal, unused_alias, unused_exec, unused_updates, unused_write;
    wire [XLEN-1:0] unused_next;

    rg_decode #(.XLEN(XLEN), .FRAC(FRAC)) decode (
        .word(fetched), .op(op), .umode(unused_umode), .a(unused_a), .b(unused_b), .imm_used(imm_used), .imm(imm),
        .offset(offset),
        .fmt(unused_fmt), .kind(unused_kind), .cls(cls), .legal(unused_legal), .alias_hit(unused_alias),
        .uses_mem(uses_mem),
        .uses_exec(unused_exec), .updates(unused_updates)
    );
    rg_control #(.XLEN(XLEN), .AHEAD(1)) control (
        .op(op), .cls(cls), .offset(offset), .pc(d_pc), .br(d_br), .dir(d_dir), .rd(now_d), .ra(now_a), .imm5(imm),
        .next_br(next_br), .next_pc(next_pc), .next_dir(next_dir), .write_d(unused_write), .next_d(unused_next),
        .zero_link(unused_traps[0]), .landing_trap(unused_traps[1]), .condition_trap(unused_traps[2]),
        .loop_trap(unused_traps[3]),
        .portal_trap(unused_traps[4])
    );

    wire [XLEN-1:0] address = now_a + (imm_used ? imm : now_b);
    assign bank_address = address[DMEM_LOG2-1:0];
    assign read_banks   = look && uses_mem;
    assign look_address = d_pc[IMEM_LOG2-1:0];
    assign look_grad    = full ? next_grad : mode_grad;
    assign look_tangent = full ? next_tangent : mode_tangent;
    assign fetch        = state == FETCH || look;
    assign fetch_address = state == FETCH ? pc[IMEM_LOG2-1:0] : next_pc[IMEM_LOG2-1:0];

    always @(posedge clk) begin
        if (!rst_n) begin
            state <= IDLE;  full <= 1'b0;  fresh <= 1'b0;  entered <= 1'b0;
        end else begin
            fresh <= look;
            case (state)
                IDLE:  if (go) state <= FETCH;
                FETCH: state <= leave ? IDLE : RUN;
                default: if (trapping || halting || leave) state <= IDLE;
            endcase
            if (state == FETCH) entered <= 1'b1;
            else if (commit)    entered <= 1'b0;
            if (look)                                  full <= 1'b1;
            else if (trapping || halting || leave)     full <= 1'b0;
        end
        if (state == FETCH) begin
            d_pc <= pc;  d_br <= br;  d_dir <= dir;
        end else if (look) begin
            d_pc <= next_pc;  d_br <= next_br;  d_dir <= next_dir;
            word <= fetched;
        end
    end
endmodule
`default_nettype wire
