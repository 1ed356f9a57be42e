// rg_function_pool.v: where the outcome of the function unit comes from. It is the unit of the
// instructions, or what was computed ahead of elements of streams: in one of several units, or in a
// stage of its own.
`default_nettype none

module rg_function_pool #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter LOG2 = 16,
    parameter MULTIPLIER = 0,
    parameter DIGITS = 1,
    parameter LANES = 1,
    parameter UNITS = 1,
    parameter LOG_UNITS = 1,
    parameter STAGED = 0,
    parameter BANKS = 0
) (
    input  wire                 clk, rst_n,
    input  wire [6:0]           op,
    input  wire                 grad, wrap, dual, streams, by_index, undoing, reads_b,
    input  wire                 in_stage,        // that stage does the function
    input  wire                 issues, drop, read_front, element_reads,
    input  wire                 element,         // the element whose outcome is shown is committed
    input  wire                 frozen,          // words wait for their banks: none is
    input  wire [2*LOG2-1:0]    front_operands,  // A, below B
    input  wire [LOG2-1:0]      read_at_a, read_at_b,
    input  wire [LOG_UNITS-1:0] into, oldest,
    input  wire [XLEN-1:0]      m_a, m_b, operand_b, gy,
    input  wire                 exec_done,       // outcome of the function unit of the instructions
    input  wire [XLEN-1:0]      first_f, first_da, first_db,
    input  wire [3:0]           first_trap,
    input  wire [2:0]           first_grad_ovf,
    input  wire                 first_value_ovf,
    output wire                 ahead,           // elements go through the units
    output wire                 reads_front, element_done,
    output wire                 holds,           // an outcome waits, and those behind it in their stage
    output wire [2*LOG2-1:0]    operands_at,     // A, below B
    output wire [XLEN-1:0]      step_b,          // the word at B of the element that is committed
    output wire [XLEN-1:0]      f, da, db,
    output wire [3:0]           exec_trap,
    output wire [2:0]           exec_grad_ovf,
    output wire                 exec_value_ovf
);
`include "rg_isa.vh"

    wire            done, value_ovf;
    wire [XLEN-1:0] p_f, p_da, p_db, p_b;
    wire [3:0]      p_trap;
    wire [2:0]      p_grad_ovf;

    assign reads_front    = ahead ? read_front : element_reads;
    assign operands_at    = ahead ? front_operands : {read_at_b, read_at_a};
    assign element_done   = ahead ? done : exec_done;
    assign step_b         = ahead ? p_b : m_b;
    assign f              = ahead ? p_f : first_f;
    assign da             = ahead ? p_da : first_da;
    assign db             = ahead ? p_db : first_db;
    assign exec_trap      = ahead ? p_trap : first_trap;
    assign exec_grad_ovf  = ahead ? p_grad_ovf : first_grad_ovf;
    assign exec_value_ovf = ahead ? value_ovf : first_value_ovf;

    generate
        if (UNITS > 1) begin : several
            wire has_program;
            assign holds = 1'b0;
            wire unused_stage = &{in_stage, frozen};
            rg_function_units #(
                .XLEN(XLEN), .FRAC(FRAC), .PRODUCTS(MULTIPLIER), .DIGITS(DIGITS), .UNITS(UNITS),
                .LOG_UNITS(LOG_UNITS), .HOLDS(BANKS)
            ) units (
                .rst_n(rst_n && !drop), .start(issues), .taken(element && ahead), .a(m_a),
                .b(reads_b ? m_b : operand_b),
                .has_program(has_program), .f(p_f), .da(p_da), .db(p_db), .operand_b(p_b), .trap(p_trap),
                .grad_ovf(p_grad_ovf), .*
            );
            // What one clock or the lanes do does not go through them.
            wire multiplied = op == RG_OP_WMAC || (MULTIPLIER != 0 && (op == RG_OP_MUL || op == RG_OP_FMUL))
                || (LANES > 1 && op_has_lanes(op));
            assign ahead = streams && has_program && !multiplied && !dual && !by_index && !undoing;
        end else if (STAGED != 0) begin : one_stage
            // Its outcome is there for one clock, in which the element is committed or fails. With banks
            // it stays while words wait, and so does what a stage before it has.
            wire unused = &{op, grad, wrap, dual, into, oldest, m_a, gy, element};
            reg             computed, begun, goes; // known a clock later: a stream first reads its descriptors
            reg  [XLEN-1:0] held_b, first_b;
            wire [XLEN-1:0] b = reads_b ? m_b : operand_b;
            always @(posedge clk) begin
                begun    <= rst_n && !drop && (issues || (holds && begun));
                computed <= rst_n && !drop && ((STAGED > 1 ? begun : issues) || holds);
                goes     <= rst_n && in_stage && !by_index;
                if (issues) first_b <= b;
                if (STAGED > 1 ? !holds : issues) held_b <= STAGED > 1 ? first_b : b;
            end
            assign ahead = streams && goes && !undoing;
            assign holds = BANKS != 0 && computed && frozen;
            assign {done, value_ovf, p_trap, p_grad_ovf} = {computed, first_value_ovf, first_trap, first_grad_ovf};
            assign {p_f, p_da, p_db, p_b} = {first_f, first_da, first_db, held_b};
        end else begin : alone
            wire unused = &{in_stage, clk, rst_n, op, grad, wrap, dual, streams, by_index, undoing, reads_b, issues,
                drop, into, oldest, m_a, operand_b, gy, element, frozen};
            assign {ahead, holds} = 2'b00;
            assign {done, value_ovf, p_trap, p_grad_ovf} = 9'd0;
            assign {p_f, p_da, p_db, p_b} = {4{{XLEN{1'b0}}}};
        end
    endgenerate
endmodule
`default_nettype wire
