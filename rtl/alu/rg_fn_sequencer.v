// rg_fn_sequencer.v: runs the micro-program of an opcode over sixteen registers; the time taken
// depends on no data.
`default_nettype none

module rg_fn_sequencer #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter PRODUCTS = 0,              // a product is formed and rounded in one clock, else in two
    parameter DIGITS = 1                 // of a quotient or root in a clock
) (
    input  wire            clk, rst_n,
    input  wire            start,
    input  wire [6:0]      op,
    input  wire            grad, inverse, wrap,
    input  wire [XLEN-1:0] y, a, b, gy, ga,
    input  wire [2*XLEN-1:0] w,
    output wire [2*XLEN-1:0] product,     // after the last multiplication
    output wire            has_program, // of op
    input  wire            second,      // run the program of the second partials, over f_in .. t3 as well
    output wire            has_second,  // there is one for op
    input  wire [XLEN-1:0] f_in, da_in, db_in, t0, t1, t2, t3,
    output reg             done,
    output wire [XLEN-1:0] f, da, db, y2, a2, gy2, ga2,
    output reg  [3:0]      trap,
    output reg  [2:0]      grad_ovf,
    output reg             value_ovf
);
`include "rg_isa.vh"
`include "rg_uops.vh"

    localparam [6:0] FINISH = 7'd1 + 7'd64 / DIGITS[6:0];
    localparam [6:0] LONG_LAST = FINISH + 7'd1; // last clock of a division or a root: load, 64 digits, round, write
    localparam signed [9:0] FRACTION = FRAC[9:0];

    reg [63:0] r [0:15];
    reg [127:0] wide;
    reg overflow, busy;
    reg [11:0] pc;
    reg [6:0] phase;

    // Fetch
    wire [12:0] first, first_second;
    wire [12:0] chosen = second ? first_second : first;
    wire [45:0] micro;
    wire [9:0] table_address;
    wire [63:0] entry_word;
    rg_fn_rom rom (
        .opcode(op), .first(first), .first_second(first_second), .read(busy), .micro_address(pc), .micro(micro),
        .table_address(table_address), .entry_word(entry_word)
    );
    assign has_program = !chosen[12];
    assign has_second = !first_second[12];

    function [63:0] extend(input [XLEN-1:0] v);
        extend = {{(65-XLEN){v[XLEN-1]}}, v[XLEN-2:0]};
    endfunction

    wire [1:0] stop = micro[45:44];
    wire [5:0] uop = micro[43:38];
    wire [3:0] rd = micro[37:34];
    wire [2:0] dependence = micro[21:19];
    wire signed [9:0] distance = {micro[18], micro[18:10]};
    wire [9:0] k = micro[9:0];
    wire [63:0] ra = r[micro[33:30]];
    wire [63:0] rb = r[micro[29:26]];
    wire [63:0] rc = r[micro[25:22]];

    // Shift distance
    wire signed [9:0] beyond = FRACTION - distance;
    reg signed [8:0] n;
    always @* begin
        case (dependence)
            3'd0: n = distance[8:0];
            3'd1: n = distance[8:0] + FRACTION[8:0];
            3'd2: n = distance[8:0] - FRACTION[8:0];
            3'd3: n = beyond < 10'sd0 ? beyond[8:0] : 9'sd0;
            default: n = beyond < 10'sd0 ? 9'sd0 : beyond[8:0];
        endcase
    end
    wire [9:0] index_mask = (10'd1 << n[3:0]) - 10'd1;
    assign table_address = k + (uop == RG_UOP_TAB ? ra[9:0] & index_mask : 10'd0);

    // Products
    wire multiplies = uop == RG_UOP_MUL || uop == RG_UOP_MULK || uop == RG_UOP_MULV || uop == RG_UOP_NMUL
        || uop == RG_UOP_MADD
                   || uop == RG_UOP_MSUB || uop == RG_UOP_HORN;
    wire accumulates = uop == RG_UOP_MADD || uop == RG_UOP_MSUB;
    wire negates = uop == RG_UOP_NMUL || uop == RG_UOP_MSUB;
    wire [127:0] fresh;
    rg_multiplier multiplier (.on(busy && multiplies), .a(ra), .b(uop == RG_UOP_MULK ? entry_word : rb), .p(fresh));
    wire [127:0] base = accumulates ? wide : 128'd0;
    reg  [127:0] sum;
    always @* begin
        sum = 128'd0;
        if (busy && multiplies) sum = negates ? base - fresh : base + fresh;
    end
    wire [127:0] scaled;
    wire [63:0] rounded;
    wire rounded_overflow;
    wire scales = uop == RG_UOP_SHP || uop == RG_UOP_SHPV;
    wire [6:0] product_distance = n[6:0] + (uop == RG_UOP_MULV || uop == RG_UOP_SHPV ? rc[6:0] : 7'd0);
    rg_round_shift rounder (
        .on(busy && (multiplies || scales)), .p(PRODUCTS != 0 && multiplies ? sum : wide), .n(product_distance),
        .rounded(scaled), .q(rounded), .overflow(rounded_overflow)
    );

    // Quotients and roots
    wire divides = uop == RG_UOP_DIV || uop == RG_UOP_DIVT;
    wire roots = uop == RG_UOP_SQRT;
    wire load = phase == 7'd0;
    wire finish = phase == FINISH;
    wire [63:0] quotient, root;
    wire quotient_overflow, root_overflow;
    rg_divider #(.DIGITS(DIGITS)) divider (
        .clk(clk), .load(busy && divides && load), .step(busy && divides && !load && !finish && phase != LONG_LAST),
        .finish(busy && divides && finish), .round(uop == RG_UOP_DIV), .p(wide), .by(ra),
        .q(quotient), .overflow(quotient_overflow)
    );
    rg_isqrt #(.DIGITS(DIGITS)) isqrt (
        .clk(clk), .load(busy && roots && load), .step(busy && roots && !load && !finish && phase != LONG_LAST),
        .finish(busy && roots && finish), .p(wide), .q(root), .overflow(root_overflow)
    );

    // All else
    wire [63:0] alu_d;
    wire alu_writes, alu_overflow, alu_value_ovf, alu_grad_ovf;
    wire [3:0] alu_trap;
    rg_fn_alu #(.XLEN(XLEN)) alu (
        .uop(uop), .a(ra), .b(rb), .c(rc), .n(n), .entry_word(entry_word), .cause(k[3:0]),
        .overflow_in(overflow), .product_negative(wide[127]), .wrap(wrap),
        .d(alu_d), .writes(alu_writes), .overflow(alu_overflow), .trap(alu_trap),
        .value_ovf(alu_value_ovf), .grad_ovf(alu_grad_ovf)
    );

    reg [6:0] last_phase;
    reg [63:0] result;
    reg result_overflow;
    always @* begin
        last_phase = 7'd0;
        result = alu_d;
        result_overflow = alu_overflow;
        if (multiplies) begin
            last_phase = PRODUCTS != 0 ? 7'd0 : 7'd1;
            result = uop == RG_UOP_HORN ? rounded + entry_word : rounded;
            result_overflow = rounded_overflow;
        end else if (scales) begin
            result = rounded;
            result_overflow = rounded_overflow;
        end else if (divides || roots) begin
            last_phase = LONG_LAST;
            result = roots ? root : quotient;
            result_overflow = roots ? root_overflow : quotient_overflow;
        end
    end
    wire commit = busy && phase == last_phase;
    wire single = !multiplies && !scales && !divides && !roots;
    wire ends = stop[1] || (stop[0] && !grad);

    always @(posedge clk) begin
        done <= 1'b0;
        if (!rst_n) begin
            busy <= 1'b0;
            phase <= 7'd0;
        end else if (start) begin
            busy <= has_program;
            pc <= chosen[11:0];
            phase <= 7'd0;
        end else if (busy) begin
            phase <= commit ? 7'd0 : phase + 7'd1;
            if (commit) begin
                pc <= pc + 12'd1;
                busy <= !ends;
                done <= ends;
            end
        end
    end

    integer i;
    always @(posedge clk) begin
        if (start && has_program) begin
            for (i = 0; i < 16; i = i + 1) r[i] <= 64'd0;
            r[0] <= {{(65-XLEN){a[XLEN-1]}}, a[XLEN-2:0]};
            r[1] <= {{(65-XLEN){b[XLEN-1]}}, b[XLEN-2:0]};
            r[2] <= {{(65-XLEN){gy[XLEN-1]}}, gy[XLEN-2:0]};
            r[3] <= {{(65-XLEN){y[XLEN-1]}}, y[XLEN-2:0]};
            r[4] <= {{(65-XLEN){ga[XLEN-1]}}, ga[XLEN-2:0]};
            r[8] <= {64{inverse}};
            if (second) begin
                r[5] <= extend(f_in);
                r[6] <= extend(da_in);
                r[7] <= extend(db_in);
                r[9] <= extend(t0);
                r[10] <= extend(t1);
                r[11] <= extend(t2);
                r[12] <= extend(t3);
            end
            wide <= op == RG_OP_WOUT ? {{(129-2*XLEN){w[2*XLEN-1]}}, w[2*XLEN-2:0]} : 128'd0;
            overflow <= 1'b0;
            trap <= RG_TRAP_NONE;
            grad_ovf <= 3'd0;
            value_ovf <= 1'b0;
        end else if (busy) begin
            if (multiplies && phase == 7'd0) wide <= sum;
            else if (scales) wide <= scaled;
            if (commit && (!single || alu_writes)) begin
                r[rd] <= result;
                overflow <= result_overflow;
            end
            if (single) begin
                if (trap == RG_TRAP_NONE) trap <= alu_trap;
                grad_ovf <= grad_ovf + {2'd0, alu_grad_ovf};
                value_ovf <= value_ovf | alu_value_ovf;
            end
        end
    end

    assign product = wide[2*XLEN-1:0];
    assign f = r[5][XLEN-1:0];
    assign da = r[6][XLEN-1:0];
    assign db = r[7][XLEN-1:0];
    assign y2 = r[12][XLEN-1:0];
    assign a2 = r[13][XLEN-1:0];
    assign gy2 = r[14][XLEN-1:0];
    assign ga2 = r[15][XLEN-1:0];
endmodule

`default_nettype wire
