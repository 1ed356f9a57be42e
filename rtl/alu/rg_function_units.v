// rg_function_units.v: function units for elements of streams, beside that of the instructions in
// rg_exec; one is started in a clock.
`default_nettype none

module rg_function_units #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter PRODUCTS = 0,
    parameter DIGITS = 1,
    parameter UNITS = 2,
    parameter LOG_UNITS = 1,
    parameter HOLDS = 0                          // a unit that is done stays so until its outcome is taken
) (
    input  wire                 clk, rst_n,
    input  wire                 start,
    input  wire [LOG_UNITS-1:0] into,            // the unit that starts
    input  wire [6:0]           op,
    input  wire                 grad, wrap,
    input  wire [XLEN-1:0]      a, b, gy,        // its operands
    output wire                 has_program,     // of op
    input  wire [LOG_UNITS-1:0] oldest,          // the unit whose outcome is shown
    input  wire                 taken,           // in this clock
    output wire                 done,
    output wire [XLEN-1:0]      f, da, db,
    output wire [XLEN-1:0]      operand_b,       // with which it was started
    output wire [3:0]           trap,
    output wire [2:0]           grad_ovf,
    output wire                 value_ovf
);
    localparam WIDTH = 3*XLEN + 9;               // of an outcome

    reg [XLEN-1:0] held_b [0:UNITS-1];
    always @(posedge clk) if (start) held_b[into] <= b;
    assign operand_b = held_b[oldest];

    wire unused_taken = HOLDS != 0 && taken;
    wire [UNITS*WIDTH-1:0] outcome;
    wire [UNITS-1:0]       programmed;
    genvar u;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : unit
            localparam [31:0] NUMBER = u;
            wire            u_done, u_value_ovf;
            wire [XLEN-1:0] u_f, u_da, u_db;
            wire [3:0]      u_trap;
            wire [2:0]      u_grad_ovf;
            rg_function_unit #(.XLEN(XLEN), .FRAC(FRAC), .PRODUCTS(PRODUCTS), .DIGITS(DIGITS)) function_unit (
                .clk(clk), .rst_n(rst_n), .start(start && into == NUMBER[LOG_UNITS-1:0]), .op(op), .grad(grad),
                .wrap(wrap), .a(a), .b(b), .gy(gy),
                .has_program(programmed[u]), .done(u_done), .f(u_f), .da(u_da), .db(u_db), .trap(u_trap),
                .grad_ovf(u_grad_ovf),
                .value_ovf(u_value_ovf)
            );
            wire u_over;
            if (HOLDS != 0) begin : held
                reg over;
                always @(posedge clk) over <= rst_n && u_over && !(taken && oldest == NUMBER[LOG_UNITS-1:0]);
                assign u_over = u_done || over;
            end else begin : passed
                assign u_over = u_done;
            end
            assign outcome[u*WIDTH +: WIDTH] = {u_over, u_f, u_da, u_db, u_trap, u_grad_ovf, u_value_ovf};
        end
    endgenerate
    assign has_program = |programmed;
    assign {done, f, da, db, trap, grad_ovf, value_ovf} = outcome[oldest*WIDTH +: WIDTH];
endmodule
`default_nettype wire
