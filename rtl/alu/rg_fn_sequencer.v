// rg_fn_sequencer.v: runs the micro-program of an opcode over sixteen registers; the time taken
// depends on no data. With PRODUCTS a word of it may have an operation of the ALU beside one of the
// multiplier. Neither sees what the other one writes in that clock.
`default_nettype none

module rg_fn_sequencer #(
    parameter XLEN = 64,
    parameter FRAC = 43,
    parameter PRODUCTS = 0,              // a product takes one clock, else two: in the second it is added and rounded
    parameter HALVES = 0,                // and half of it is formed in each of the two
    parameter SECOND = 1,                // 0: without the programs of the second partials; `second` stays 0
    parameter DIGITS = 1                 // of a quotient or root in a clock: to the base 4 with PRODUCTS
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

    localparam IN_HALVES = PRODUCTS == 0 && HALVES != 0;
    localparam HELD = PRODUCTS == 0 && HALVES == 0; // a product is formed in one clock, added and rounded in the next
    // A digit to the base 4 stands for two, and a clock in which a product is formed and rounded has time for
    // twice as many.
    localparam BASE4_DIGITS = PRODUCTS != 0 || DIGITS == 1 ? DIGITS : DIGITS / 2;
    localparam signed [9:0] FRACTION = FRAC[9:0];

    reg [63:0] r [0:15];
    reg [127:0] wide;
    reg overflow, busy;
    reg [11:0] pc;                       // of the word after the one that runs
    reg phase;                           // the second clock of a product

    // Fetch
    wire [12:0] first, first_second, first_gradient;
    wire seconds = SECOND != 0 && second;
    wire [12:0] chosen = seconds ? first_second : grad && !first_gradient[12] ? first_gradient : first;
    wire [1:0] stop;
    wire [1:0] fit;
    wire [10:0] entry_address;
    wire [63:0] constant, entry_word;
    wire alu_on, product_on;
    wire [33:0] alu_micro, product_word;
    // One operation in a word: both units read the same registers, so the ports are there once.
    wire [33:0] product_micro = PRODUCTS != 0 ? product_word : alu_micro;
    wire commit, ends, looks_up;
    rg_fn_rom #(.PAIRS(PRODUCTS), .SECOND(SECOND)) rom (
        .clk(clk), .opcode(op), .first(first), .first_second(first_second), .first_gradient(first_gradient),
        .step(start || commit), .read(start ? has_program : !ends), .micro_address(start ? chosen[11:0] : pc),
        .stop(stop), .fit(fit),
        .alu_on(alu_on), .product_on(product_on), .alu_micro(alu_micro), .product_micro(product_word),
        .constant(constant), .looks_up(looks_up), .entry_address(entry_address), .entry_word(entry_word)
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
    // One that reads k has it in place of b, c and distance: an address in the ROM, or a cause.
    wire [10:0] k = alu_micro[19:9];
    wire tabulates = uop == RG_UOP_TAB || uop == RG_UOP_TABH || uop == RG_UOP_TABN;
    wire [9:0] index_mask = tabulates ? (10'd1 << alu_micro[3:0]) - 10'd1 : 10'd0;
    wire [9:0] index = uop == RG_UOP_TABH ? ra[15:6] : uop == RG_UOP_TABN ? {1'b0, ra[63:55]} : ra[9:0];
    assign entry_address = k + {1'b0, index & index_mask};
    assign looks_up = busy && alu_on
        && (tabulates || uop == RG_UOP_CONST || uop == RG_UOP_CLMP || uop == RG_UOP_CLMV);

    // That of the multiplier
    wire [5:0] long_uop = product_micro[33:28];
    wire [63:0] long_a = r[product_micro[23:20]];
    wire [63:0] long_b = r[product_micro[19:16]];
    wire [63:0] long_c = r[product_micro[15:12]];
    wire signed [8:0] long_n = distance(product_micro[11:9], {product_micro[8], product_micro[8:0]});

    // Products
    wire lifts_value = long_uop == RG_UOP_LIFT || long_uop == RG_UOP_LIFN;
    wire lifts = lifts_value || long_uop == RG_UOP_LIFG || long_uop == RG_UOP_LIGN;
    wire adds_c = lifts || long_uop == RG_UOP_MULC || long_uop == RG_UOP_MSBK;
    wire doubles = long_uop == RG_UOP_MULS || long_uop == RG_UOP_MADS;
    wire multiplies = product_on && (long_uop == RG_UOP_MUL || long_uop == RG_UOP_MULK || long_uop == RG_UOP_MULV
        || long_uop == RG_UOP_NMUL || long_uop == RG_UOP_MADD || long_uop == RG_UOP_MSUB || long_uop == RG_UOP_HORN
        || long_uop == RG_UOP_MADT || adds_c || doubles);
    wire accumulates = long_uop == RG_UOP_MADD || long_uop == RG_UOP_MSUB || long_uop == RG_UOP_MADS
        || long_uop == RG_UOP_MADT;
    wire negates = long_uop == RG_UOP_NMUL || long_uop == RG_UOP_MSUB || long_uop == RG_UOP_MSBK
        || (lifts && (long_uop == RG_UOP_LIFN || long_uop == RG_UOP_LIGN) != inverse);
    wire by_constant = long_uop == RG_UOP_MULK || long_uop == RG_UOP_MSBK || lifts;
    wire [63:0] multiplicand = by_constant ? constant : doubles ? 64'd1 << long_n[5:0] : long_b;
    wire [127:0] whole_product, formed;
    wire trims = long_uop == RG_UOP_MADT;
    generate
        if (!IN_HALVES) begin : whole
            rg_multiplier multiplier (.on(busy && multiplies), .a(long_a), .b(multiplicand), .p(whole_product));
        end else begin : halves
            rg_half_multiplier multiplier (
                .on(busy && multiplies), .high(phase), .a(long_a), .b(multiplicand), .p(whole_product)
            );
        end
    endgenerate
    // How it is added. Where the product stands in a register, so does this, and the clock that adds does
    // not begin with the word.
    wire adds, add_wide, subtracts, add_trimmed;
    wire [6:0] added_distance;           // by which the sum is rounded
    wire [6:0] product_distance;
    generate
        if (HELD) begin : held
            reg [127:0] last;
            reg [9:0]   how;
            always @(posedge clk) if (busy && multiplies && !phase) begin
                last <= whole_product;
                how  <= {accumulates, negates, trims, product_distance};
            end
            assign formed = last;
            assign adds   = phase;
            assign {add_wide, subtracts, add_trimmed, added_distance} = how;
        end else begin : at_once
            assign formed = whole_product;
            assign adds   = busy && multiplies;
            assign {add_wide, subtracts, add_trimmed} = {accumulates || (IN_HALVES && phase), negates, trims};
            assign added_distance = product_distance;
        end
    endgenerate
    wire [127:0] fresh = add_trimmed ? {{14{formed[127]}}, formed[127:14]} : formed;
    wire [127:0] base = add_wide ? wide : 128'd0;
    reg  [127:0] sum;
    always @* begin
        sum = 128'd0;
        if (adds) sum = subtracts ? base - fresh : base + fresh;
    end
    wire [127:0] scaled;
    wire [63:0] rounded;
    wire rounded_overflow;
    wire scales = product_on && (long_uop == RG_UOP_SHP || long_uop == RG_UOP_SHPV);
    wire further = long_uop == RG_UOP_MULV || long_uop == RG_UOP_SHPV;
    // Limited to 0 .. 127
    wire signed [10:0] far = {{2{long_n[8]}}, long_n} + {{2{long_c[8]}}, long_c[8:0]};
    wire [6:0] limited = far[10] ? 7'd0 : far[9:7] != 3'd0 ? 7'd127 : far[6:0];
    assign product_distance = doubles ? 7'd0 : further ? limited : long_n[6:0];
    rg_round_shift rounder (
        .on(adds || (busy && scales)), .p(adds ? sum : wide),
        .n(adds ? added_distance : product_distance),
        .rounded(scaled), .q(rounded), .overflow(rounded_overflow)
    );

    // Quotients and roots, beside what comes until they are asked for
    wire [63:0] quotient, quotient_b, root;
    wire quotient_overflow, overflow_b, root_overflow, quotient_ready, ready_b, root_ready;
    wire takes_quotient = product_on && long_uop == RG_UOP_QUO;
    wire takes_b = product_on && long_uop == RG_UOP_QUOB;
    wire takes_root = product_on && long_uop == RG_UOP_ROOT;
    wire waits = (takes_quotient && !quotient_ready) || (takes_b && !ready_b)
        || (takes_root && !root_ready);
    wire lasts = PRODUCTS == 0 && multiplies; // two clocks
    assign commit = busy && phase == lasts && !waits;
    wire starts = commit && product_on;
    // Of a word: with FRAC zeros behind it
    wire of_word = long_uop == RG_UOP_DIVW || long_uop == RG_UOP_DVBW;
    wire [127:0] dividend = of_word ? {{64{long_b[63]}}, long_b} << FRAC : wide;
    wire [127:0] radicand = long_uop == RG_UOP_ROOW ? {64'd0, long_a} << FRAC : wide;
    wire divides = starts
        && (long_uop == RG_UOP_DIVS || long_uop == RG_UOP_DIVT || long_uop == RG_UOP_DIVW);
    wire divides_b = starts && (long_uop == RG_UOP_DIVB || long_uop == RG_UOP_DVBW);
    wire extracts = starts && (long_uop == RG_UOP_ROOS || long_uop == RG_UOP_ROOW);
    // Both dividers begin with the same. What is not asked does not switch.
    reg [127:0] dividend_magnitude;
    reg [63:0]  divisor_magnitude;
    always @* begin
        dividend_magnitude = 128'd0;
        divisor_magnitude  = 64'd0;
        if (divides || divides_b) begin
            dividend_magnitude = dividend[127] ? 128'd0 - dividend : dividend;
            divisor_magnitude  = long_a[63] ? 64'd0 - long_a : long_a;
        end
    end
    wire minus = dividend[127] ^ long_a[63];
    rg_divider #(.DIGITS(BASE4_DIGITS)) divider (
        .clk(clk), .rst_n(rst_n), .load(divides), .show(busy && takes_quotient && quotient_ready),
        .round(long_uop != RG_UOP_DIVT), .minus(minus), .p(dividend_magnitude), .by(divisor_magnitude),
        .ready(quotient_ready), .q(quotient), .overflow(quotient_overflow)
    );
    rg_divider #(.DIGITS(BASE4_DIGITS > 1 ? BASE4_DIGITS / 2 : 1)) divider_b (
        .clk(clk), .rst_n(rst_n), .load(divides_b), .show(busy && takes_b && ready_b),
        .round(1'b1), .minus(minus), .p(dividend_magnitude), .by(divisor_magnitude), .ready(ready_b), .q(quotient_b),
        .overflow(overflow_b)
    );
    rg_isqrt #(.DIGITS(BASE4_DIGITS)) isqrt (
        .clk(clk), .rst_n(rst_n), .load(extracts), .show(busy && takes_root && root_ready),
        .p(radicand), .ready(root_ready), .q(root), .overflow(root_overflow)
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

    wire [63:0] added = long_uop == RG_UOP_HORN ? constant : adds_c ? long_c : 64'd0;
    wire [64:0] product_sum = {rounded[63], rounded} + {added[63], added};
    wire [63:0] whole_result = takes_quotient ? quotient : takes_b ? quotient_b : takes_root ? root
        : product_sum[63:0];
    wire result_overflow = takes_quotient ? quotient_overflow : takes_b ? overflow_b : takes_root ? root_overflow
        : rounded_overflow || (adds_c && product_sum[64] != product_sum[63]);

    // The result in XLEN bits, as FIT, FITW and GFIT have it
    wire fits_wrapping = lifts_value || fit == RG_FIT_WRAPPING;
    wire fits_value = fits_wrapping || fit == RG_FIT_VALUE;
    wire fits = lifts || fit != RG_FIT_NONE;
    wire [63:0] fitted = extend(whole_result[XLEN-1:0]);
    wire [63:0] result = fits ? fitted : whole_result;
    wire misfits = product_on && fits && (result_overflow || fitted != whole_result);
    wire wraps_result = fits_wrapping && wrap;
    wire [3:0] fit_trap = misfits && fits_value && !wraps_result ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign ends = stop[1] || (stop[0] && !grad);

    always @(posedge clk) begin
        done <= 1'b0;
        if (!rst_n) begin
            busy <= 1'b0;
            phase <= 1'b0;
        end else if (start) begin
            busy <= has_program;
            pc <= chosen[11:0] + 12'd1;
            phase <= 1'b0;
        end else if (busy) begin
            phase <= lasts && !phase;
            if (commit) begin
                pc <= pc + 12'd1;
                busy <= !ends;
                done <= ends;
            end
        end
    end

    // What the registers take. Most begin a program with 0, which then stands here: so no register has a
    // choice of its own in front of it.
    wire loads = start && has_program;
    wire writes = commit && (multiplies || scales || takes_quotient || takes_b || takes_root);
    wire alu_writes_r = commit && alu_on && alu_writes;
    wire [63:0] taken = loads ? 64'd0 : PRODUCTS == 0 && alu_on ? alu_d : result;
    wire taking = writes || (PRODUCTS == 0 && alu_writes_r);

    integer i;
    always @(posedge clk) begin
        if (loads) begin
            for (i = 0; i < 16; i = i + 1) r[i] <= taken;
            r[0] <= {{(65-XLEN){a[XLEN-1]}}, a[XLEN-2:0]};
            r[1] <= {{(65-XLEN){b[XLEN-1]}}, b[XLEN-2:0]};
            r[2] <= {{(65-XLEN){gy[XLEN-1]}}, gy[XLEN-2:0]};
            r[3] <= {{(65-XLEN){y[XLEN-1]}}, y[XLEN-2:0]};
            r[4] <= {{(65-XLEN){ga[XLEN-1]}}, ga[XLEN-2:0]};
            r[8] <= {64{inverse}};
            if (seconds) begin
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
            if (adds) wide <= sum;
            else if (scales) wide <= scaled;
            if (PRODUCTS != 0 && alu_writes_r) r[alu_micro[27:24]] <= alu_d;
            if (taking) r[product_micro[27:24]] <= taken;
            if (commit && alu_on) overflow <= alu_overflow;
            if (commit) begin // never both in one clock
                if (trap == RG_TRAP_NONE) trap <= alu_on ? alu_trap | fit_trap : fit_trap;
                grad_ovf <= grad_ovf + {2'd0, (alu_on && alu_grad_ovf) || (misfits && !fits_value)};
                value_ovf <= value_ovf || (alu_on && alu_value_ovf) || (misfits && wraps_result);
            end
            if (writes) overflow <= result_overflow; // that of the later one
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
