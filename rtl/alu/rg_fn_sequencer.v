// rg_fn_sequencer.v: runs the micro-program of an opcode over sixteen registers; the time taken
// depends on no data. With PRODUCTS a word of it may have an operation of the ALU beside one of the
// multiplier. Neither sees what the other one writes in that clock.
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
    reg [11:0] pc;                      // of the word after the one that runs
    reg [6:0] phase;

    // Fetch
    wire [12:0] first, first_second;
    wire [12:0] chosen = second ? first_second : first;
    wire [1:0] stop;
    wire [9:0] k;
    wire [63:0] constant, entry_word;
    wire alu_on, product_on;
    wire [33:0] alu_micro, product_micro;
    wire commit, ends, looks_up;
    rg_fn_rom #(.PAIRS(PRODUCTS)) rom (
        .clk(clk), .opcode(op), .first(first), .first_second(first_second), .step(start || commit),
        .read(start ? has_program : !ends), .micro_address(start ? chosen[11:0] : pc), .stop(stop), .k(k),
        .alu_on(alu_on), .product_on(product_on), .alu_micro(alu_micro), .product_micro(product_micro),
        .constant(constant), .looks_up(looks_up), .table_address(k + (ra[9:0] & index_mask)), .entry_word(entry_word)
    );
    assign has_program = !chosen[12];
    assign has_second = !first_second[12];

    function [63:0] extend(input [XLEN-1:0] v);
        extend = {{(65-XLEN){v[XLEN-1]}}, v[XLEN-2:0]};
    endfunction

    // Shift distance, where that of the format counts
    function signed [8:0] distance(input [2:0] dependence, input signed [9:0] c);
        reg signed [9:0] beyond;
        begin
            beyond = FRACTION - c;
            case (dependence)
                3'd0: distance = c[8:0];
                3'd1: distance = c[8:0] + FRACTION[8:0];
                3'd2: distance = c[8:0] - FRACTION[8:0];
                3'd3: distance = beyond < 10'sd0 ? beyond[8:0] : 9'sd0;
                default: distance = beyond < 10'sd0 ? 9'sd0 : beyond[8:0];
            endcase
        end
    endfunction

    // The operation of the ALU and its operands
    wire [5:0] uop = alu_micro[33:28];
    wire [63:0] ra = r[alu_micro[23:20]];
    wire [63:0] rb = r[alu_micro[19:16]];
    wire [63:0] rc = r[alu_micro[15:12]];
    wire signed [8:0] n = distance(alu_micro[11:9], {alu_micro[8], alu_micro[8:0]});
    wire [9:0] index_mask = (10'd1 << n[3:0]) - 10'd1;
    assign looks_up = busy && alu_on && uop == RG_UOP_TAB;

    // That of the multiplier
    wire [5:0] long_uop = product_micro[33:28];
    wire [63:0] long_a = r[product_micro[23:20]];
    wire [63:0] long_b = r[product_micro[19:16]];
    wire [56:0] unused_c;
    wire [6:0] long_c, long_n;
    wire [1:0] unused_n;
    assign {unused_c, long_c} = r[product_micro[15:12]];
    assign {unused_n, long_n} = distance(product_micro[11:9], {product_micro[8], product_micro[8:0]});

    // Products
    wire multiplies = product_on && (long_uop == RG_UOP_MUL || long_uop == RG_UOP_MULK || long_uop == RG_UOP_MULV
        || long_uop == RG_UOP_NMUL || long_uop == RG_UOP_MADD || long_uop == RG_UOP_MSUB || long_uop == RG_UOP_HORN);
    wire accumulates = long_uop == RG_UOP_MADD || long_uop == RG_UOP_MSUB;
    wire negates = long_uop == RG_UOP_NMUL || long_uop == RG_UOP_MSUB;
    wire [127:0] fresh;
    rg_multiplier multiplier (
        .on(busy && multiplies), .a(long_a), .b(long_uop == RG_UOP_MULK ? constant : long_b), .p(fresh)
    );
    wire [127:0] base = accumulates ? wide : 128'd0;
    reg  [127:0] sum;
    always @* begin
        sum = 128'd0;
        if (busy && multiplies) sum = negates ? base - fresh : base + fresh;
    end
    wire [127:0] scaled;
    wire [63:0] rounded;
    wire rounded_overflow;
    wire scales = product_on && (long_uop == RG_UOP_SHP || long_uop == RG_UOP_SHPV);
    wire further = long_uop == RG_UOP_MULV || long_uop == RG_UOP_SHPV;
    wire [6:0] product_distance = long_n + (further ? long_c : 7'd0);
    rg_round_shift rounder (
        .on(busy && (multiplies || scales)), .p(PRODUCTS != 0 && multiplies ? sum : wide), .n(product_distance),
        .rounded(scaled), .q(rounded), .overflow(rounded_overflow)
    );

    // Quotients and roots
    wire divides = product_on && (long_uop == RG_UOP_DIV || long_uop == RG_UOP_DIVT);
    wire roots = product_on && long_uop == RG_UOP_SQRT;
    wire load = phase == 7'd0;
    wire finish = phase == FINISH;
    wire [63:0] quotient, root;
    wire quotient_overflow, root_overflow;
    rg_divider #(.DIGITS(DIGITS)) divider (
        .clk(clk), .load(busy && divides && load), .step(busy && divides && !load && !finish && phase != LONG_LAST),
        .finish(busy && divides && finish), .round(long_uop == RG_UOP_DIV), .p(wide), .by(long_a),
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
        .uop(uop), .a(ra), .b(rb), .c(rc), .n(n), .entry_word(looks_up ? entry_word : constant), .cause(k[3:0]),
        .overflow_in(overflow), .product_negative(wide[127]), .wrap(wrap),
        .d(alu_d), .writes(alu_writes), .overflow(alu_overflow), .trap(alu_trap),
        .value_ovf(alu_value_ovf), .grad_ovf(alu_grad_ovf)
    );

    reg [6:0] last_phase;
    reg [63:0] result;
    reg result_overflow;
    always @* begin
        last_phase = 7'd0;
        result = rounded;
        result_overflow = rounded_overflow;
        if (multiplies) begin
            last_phase = PRODUCTS != 0 ? 7'd0 : 7'd1;
            result = long_uop == RG_UOP_HORN ? rounded + constant : rounded;
        end else if (divides || roots) begin
            last_phase = LONG_LAST;
            result = roots ? root : quotient;
            result_overflow = roots ? root_overflow : quotient_overflow;
        end
    end
    assign commit = busy && phase == last_phase;
    assign ends = stop[1] || (stop[0] && !grad);

    always @(posedge clk) begin
        done <= 1'b0;
        if (!rst_n) begin
            busy <= 1'b0;
            phase <= 7'd0;
        end else if (start) begin
            busy <= has_program;
            pc <= chosen[11:0] + 12'd1;
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
            if (commit && alu_on) begin
                if (alu_writes) r[alu_micro[27:24]] <= alu_d;
                overflow <= alu_overflow;
                if (trap == RG_TRAP_NONE) trap <= alu_trap;
                grad_ovf <= grad_ovf + {2'd0, alu_grad_ovf};
                value_ovf <= value_ovf | alu_value_ovf;
            end
            if (commit && product_on) begin // the flag is that of the later one
                r[product_micro[27:24]] <= result;
                overflow <= result_overflow;
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
