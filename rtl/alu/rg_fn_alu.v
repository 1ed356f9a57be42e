// rg_fn_alu.v: the micro-operations of one clock (isa/num/uops.def). Combinational.
`default_nettype none

module rg_fn_alu #(
    parameter XLEN = 64
) (
    input  wire [5:0]        uop,
    input  wire [63:0]       a, b, c,
    input  wire signed [8:0] n,          // shift distance
    input  wire [63:0]       entry_word, // of the ROM
    input  wire [3:0]        cause,
    input  wire              overflow_in, product_negative, wrap,
    output reg  [63:0]       d,
    output wire              writes,
    output reg               overflow,   // the flag V afterwards
    output wire [3:0]        trap,       // 0 or a cause
    output wire              value_ovf, grad_ovf
);
`include "rg_isa.vh"
`include "rg_uops.vh"

    function [6:0] leading_zeros(input [63:0] v);
        integer place;
        begin
            leading_zeros = 7'd64;
            for (place = 0; place < 64; place = place + 1)
                if (v[place]) leading_zeros = 7'd63 - place[6:0];
        end
    endfunction

    wire [6:0] signs = leading_zeros(a ^ {64{a[63]}}); // one more than the bits that equal the first

    wire [6:0] zeros = leading_zeros(a);
    wire normalises = uop == RG_UOP_NRM;
    wire [8:0] distance = normalises ? 9'd1 - {2'd0, zeros} : n + (uop == RG_UOP_SHV ? b[8:0] : 9'd0);
    wire [63:0] shifted;
    wire shift_overflow;
    wire shifts = uop == RG_UOP_SHR || uop == RG_UOP_SHV || uop == RG_UOP_SHF || normalises;
    rg_shift64 shifter (.on(shifts), .a(a), .n(distance),
        .round(uop != RG_UOP_SHF && !normalises), .d(shifted), .overflow(shift_overflow));

    // One adder: a + b, a - b, -a, |a|, -b.
    wire zero_left = uop == RG_UOP_NEG || uop == RG_UOP_ABS || uop == RG_UOP_QT;
    wire [63:0] right = uop == RG_UOP_ADD || uop == RG_UOP_SUB ? b : uop == RG_UOP_QT && c[0] ? b : a;
    wire negates = uop == RG_UOP_ABS ? a[63] : uop == RG_UOP_QT ? c[1] ^ c[0] : uop != RG_UOP_ADD;
    wire [63:0] left = zero_left ? 64'd0 : a;
    wire [64:0] sum = {left[63], left} + ({right[63], right} ^ {65{negates}}) + {64'd0, negates};

    wire [63:0] one = 64'd1 << n[5:0];
    wire above = $signed(a) > $signed(entry_word);
    wire [63:0] low_limit = 64'd0 - entry_word;
    wire below = $signed(a) < $signed(low_limit);
    wire saturates = uop == RG_UOP_CLMV && overflow_in;

    wire log_fit = uop == RG_UOP_LFIT || uop == RG_UOP_LFTW;
    wire [63:0] word = {{(65-XLEN){a[XLEN-1]}}, a[XLEN-2:0]};
    wire [63:0] field = {{(66-XLEN){a[XLEN-2]}}, a[XLEN-3:0]};
    wire [63:0] log_word = {{(65-XLEN){b[63]}}, a[XLEN-2:0]};
    wire misfit = overflow_in || (log_fit ? field : word) != a;

    always @* begin
        overflow = overflow_in;
        case (uop)
            RG_UOP_ADD, RG_UOP_SUB, RG_UOP_NEG, RG_UOP_ABS, RG_UOP_QT: begin
                d = sum[63:0];
                overflow = sum[64] ^ sum[63];
            end
            RG_UOP_AND: d = a & b;
            RG_UOP_XOR: d = a ^ b;
            RG_UOP_SHR, RG_UOP_SHV, RG_UOP_SHF: begin
                d = shifted;
                overflow = shift_overflow;
            end
            RG_UOP_NRM: d = {1'b0, shifted[62:0]};
            RG_UOP_CLZ: d = {57'd0, zeros};
            RG_UOP_CLRS: d = {57'd0, signs} - 64'd1;
            RG_UOP_CLRN: d = 64'd1 - {57'd0, signs};
            RG_UOP_CLRE: d = 64'd1 - {57'd0, signs} + {63'd0, ~signs[0] ^ n[0]};
            RG_UOP_SELZ: d = a == 64'd0 ? b : c;
            RG_UOP_SELN: d = a[63] ? b : c;
            RG_UOP_CLMP, RG_UOP_CLMV:
                if (saturates) d = product_negative ? low_limit : entry_word;
                else d = above ? entry_word : below ? low_limit : a;
            RG_UOP_LFLD: d = field;
            RG_UOP_FIT, RG_UOP_FITW, RG_UOP_GFIT: d = word;
            RG_UOP_LFIT, RG_UOP_LFTW: d = log_word;
            RG_UOP_ONE: d = one;
            RG_UOP_IMM: d = {{55{n[8]}}, n};
            default: d = entry_word; // CONST, TAB
        endcase
    end

    wire traps_zero = uop == RG_UOP_TRZ && a == 64'd0;
    wire traps_negative = uop == RG_UOP_TRN && a[63];
    wire wraps = uop == RG_UOP_FITW || uop == RG_UOP_LFTW;
    wire strict = uop == RG_UOP_FIT || uop == RG_UOP_LFIT || (wraps && !wrap);

    assign writes = uop != RG_UOP_TRZ && uop != RG_UOP_TRN;
    assign trap = traps_zero || traps_negative ? cause : strict && misfit ? RG_TRAP_OVERFLOW : RG_TRAP_NONE;
    assign value_ovf = wraps && wrap && misfit;
    assign grad_ovf = uop == RG_UOP_GFIT && misfit;
endmodule

`default_nettype wire
