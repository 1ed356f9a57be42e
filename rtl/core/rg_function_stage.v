// rg_function_stage.v: with STAGED, the functions of one clock in a stage of their own, X, before
// the step that takes their outcome (docs/development/stages.md). Else the outcome of the function
// unit, as it is.
`default_nettype none

// The operands of the word in X were read in the clock before, those that C then wrote included. If
// C may write one of them in this clock, the word takes one clock more, and its function is computed
// `again` in the first clock of its own step, from what that step reads. Elements of streams, whose
// operands are words of memory, have theirs in the clock before their step: where an element `issues`
// its operands, the step of the one before is in C. Those undone or by index do not overlap.
module rg_function_stage #(
    parameter XLEN   = 64,
    parameter FRAC   = 43,
    parameter STAGED = 0                // 1: a function takes one clock, X; 2: two, X1 and X2
) (
    input  wire              clk, rst_n,
    // D: operands of its word
    input  wire              takes,               // it goes to X
    input  wire              imm_used,            // with an immediate operand
    input  wire [XLEN-1:0]   imm,
    input  wire [XLEN-1:0]   early_a, early_b, early_gd,
    // X
    input  wire              look,                // its word goes to C
    input  wire [6:0]        function_op,         // of the word whose function begins
    input  wire              moves,               // the words move on by a stage
    input  wire              look_grad, look_wrap, // mode bits it will meet
    // C: the step, and its operands as it reads them
    input  wire [6:0]        op,
    input  wire              active, dual, wrap,
    input  wire              fresh, again,        // the first clock of its word; which is one more
    input  wire              streams, element_starts, exec_start,
    input  wire              issues, reads_b,     // an element whose second operand is a word
    input  wire              drop,                // elements under way come to nothing
    input  wire              holds,               // an outcome in C waits
    input  wire [XLEN-1:0]   a, b, gd, m_b,
    input  wire [2*XLEN-1:0] w, gw,
    // the function unit of the instructions, and its outcome
    output wire              in_stage,            // X does the function of this word
    output wire              unit_start,
    input  wire              unit_done, unit_value_ovf,
    input  wire [XLEN-1:0]   unit_f, unit_da, unit_db,
    input  wire [2*XLEN-1:0] unit_product,
    input  wire [3:0]        unit_trap,
    input  wire [2:0]        unit_grad_ovf,
    // the outcome
    output wire              done, value_ovf,
    output wire [XLEN-1:0]   f, da, db,
    output wire [2*XLEN-1:0] product,
    output wire [3:0]        trap,
    output wire [2:0]        grad_ovf
);
`include "rg_isa.vh"
`include "rg_uops.vh"

    wire starts = exec_start || element_starts;
    generate
        if (STAGED != 0) begin : staged
            // X
            reg  [XLEN-1:0] at_a, at_b, at_gd;
            always @(posedge clk) if (takes) begin
                at_a  <= early_a;
                at_b  <= imm_used ? imm : early_b;
                at_gd <= early_gd;
            end

            wire here = (again && fresh) || element_starts || issues; // from the operands of C
            wire [XLEN-1:0] here_b = issues && reads_b ? m_b : b;

            wire [XLEN-1:0]   n_f, n_da, n_db;
            wire [2*XLEN-1:0] n_product;
            wire [3:0]        n_trap;
            wire [2:0]        n_grad_ovf;
            wire              n_value_ovf;
            wire [6:0]        n_op = here ? op : function_op;
            rg_function_now #(.XLEN(XLEN), .FRAC(FRAC), .HALVES(STAGED > 1 ? 1 : 0)) now (
                .clk(clk), .rst_n(rst_n), .next(moves || here), .op(n_op), .grad(here ? active : look_grad),
                .wrap(here ? wrap : look_wrap),
                .a(here ? a : at_a), .b(here ? here_b : at_b),
                .gy(n_op == RG_OP_WMAC ? gw[XLEN-1:0] : here ? gd : at_gd), .w(w), .f(n_f), .da(n_da), .db(n_db),
                .product(n_product), .trap(n_trap), .grad_ovf(n_grad_ovf), .value_ovf(n_value_ovf)
            );
            // A function of C ends in this clock, and has ended in the clock before.
            reg  late;
            wire ends;
            if (STAGED > 1) begin : halves
                reg begun;
                always @(posedge clk) begun <= rst_n && !drop && (here || (holds && begun));
                assign ends = begun;
            end else begin : whole
                assign ends = here;
            end
            always @(posedge clk) late <= rst_n && ends && (STAGED < 2 || !drop);
            reg  [XLEN-1:0]   c_f, c_da, c_db;
            reg  [2*XLEN-1:0] c_product;
            reg  [3:0]        c_trap;
            reg  [2:0]        c_grad_ovf;
            reg               c_value_ovf;
            always @(posedge clk) if (look || (ends && (STAGED < 2 || !holds))) begin
                c_f <= n_f;  c_da <= n_da;  c_db <= n_db;  c_product <= n_product;
                c_trap <= n_trap;  c_grad_ovf <= n_grad_ovf;  c_value_ovf <= n_value_ovf;
            end

            // C
            wire multiplies = op == RG_OP_MUL || op == RG_OP_FMUL || op == RG_OP_WMAC || op == RG_OP_WOUT;
            wire early = !dual && (multiplies || !has_micro_program({1'b0, op}));
            assign in_stage   = early;
            assign unit_start = starts && !early;
            assign done       = !early ? unit_done : streams ? late : 1'b1;
            assign f          = early ? c_f : unit_f;
            assign da         = !early ? unit_da : active ? c_da : {XLEN{1'b0}};
            assign db         = !early ? unit_db : active ? c_db : {XLEN{1'b0}};
            assign product    = early ? c_product : unit_product;
            assign trap       = early ? c_trap : unit_trap;
            assign grad_ovf   = !early ? unit_grad_ovf : active ? c_grad_ovf : 3'd0;
            assign value_ovf  = early ? c_value_ovf : unit_value_ovf;
        end else begin : direct
            wire unused = &{clk, rst_n, takes, imm_used, imm, early_a, early_b, early_gd, look, function_op, moves,
                drop, holds, look_grad, look_wrap, op, active, dual, wrap, fresh, again, streams, issues, reads_b,
                a, b, gd, m_b, w, gw};
            assign in_stage   = 1'b0;
            assign unit_start = starts;
            assign done       = unit_done;
            assign {f, da, db, product} = {unit_f, unit_da, unit_db, unit_product};
            assign {trap, grad_ovf, value_ovf} = {unit_trap, unit_grad_ovf, unit_value_ovf};
        end
    endgenerate
endmodule
`default_nettype wire
