// rg_muldiv.v: multiply-divide with an information bank, v := v n / d to the nearest with the
// remainders kept in the bank w, or the exact inverse; bit for bit map of isa/num/muldiv.c.
// Divides, multiplies and divides DIGITS bits in a clock.
`default_nettype none

// start for one clock with operands stable until done; done for one clock after 4 XLEN / DIGITS + 2
// more, outputs hold until the next start. With n or d 0 the outputs mean nothing.
module rg_muldiv #(
    parameter XLEN = 64,
    parameter DIGITS = 1                 // 1, 2, 4 .. XLEN, a divisor of XLEN
) (
    input  wire              clk, rst_n,
    input  wire              start,
    input  wire              inverse,
    input  wire [XLEN-1:0]   v, n, d,
    input  wire [2*XLEN-1:0] w,
    output reg               done,
    output reg  [XLEN-1:0]   v2,
    output reg  [2*XLEN-1:0] w2,
    output reg               overflow
);
    localparam [2:0] IDLE = 3'd0, POP = 3'd1, MIX = 3'd2, PUSH = 3'd3, LAST = 3'd4;
    localparam [31:0] BITS = 2 * XLEN / DIGITS - 1;
    localparam [7:0] FINAL = BITS[7:0];
    localparam [31:0] TERMS = XLEN / DIGITS;
    localparam [2*XLEN-1:0] WIDE_ZERO = {(2*XLEN){1'b0}};
    localparam [XLEN-1:0]   ZERO = {XLEN{1'b0}};

    function [XLEN-1:0] magnitude(input [XLEN-1:0] x);
        magnitude = x[XLEN-1] ? ZERO - x : x;
    endfunction

    reg [2:0]        state;
    reg [7:0]        count;
    reg [XLEN-1:0]   from, to, rest, factor;
    reg [2*XLEN-1:0] quotient, bank, sum;
    reg              changes_sign, below, negative, too_large;

    // One step of the division: quotient holds what is left of the dividend, then the digits found.
    wire [XLEN-1:0]   divisor = state == POP || state == MIX ? from : to;

    // DIGITS steps; beside them those of the multiplication, by `factor` from the left: of v (XLEN
    // + 1 bits, signed) or of the bank.
    wire              more  = count < TERMS[7:0];
    reg  [XLEN-1:0]   next_rest, next_factor;
    reg  [2*XLEN-1:0] next_quotient, next_sum;
    reg  [XLEN:0]     trial;
    reg  [2*XLEN:0]   grown;
    reg               fits, next_large;
    integer           i;
    always @* begin
        next_rest     = rest;
        next_quotient = quotient;
        next_factor   = factor;
        next_sum      = sum;
        next_large    = too_large;
        trial         = {(XLEN+1){1'b0}};
        grown         = {(2*XLEN+1){1'b0}};
        fits          = 1'b0;
        if (state == POP || state == PUSH) for (i = 0; i < DIGITS; i = i + 1) begin
            trial = {next_rest, next_quotient[2*XLEN-1]};
            fits  = trial >= {1'b0, divisor};
            next_rest     = fits ? trial[XLEN-1:0] - divisor : trial[XLEN-1:0];
            next_quotient = {next_quotient[2*XLEN-2:0], fits};
            grown = {next_sum, 1'b0} + {1'b0, next_factor[XLEN-1] ? bank : WIDE_ZERO};
            next_factor = {next_factor[XLEN-2:0], 1'b0};
            next_sum    = grown[2*XLEN-1:0];
            // Partial products only grow: the first that needs the sign bit decides.
            if (grown[2*XLEN:2*XLEN-1] != 2'd0) next_large = 1'b1;
        end
    end

    // Floored: a dividend below 0 was complemented, so are the quotient and the rest.
    wire [XLEN-1:0] mirrored = divisor - {{(XLEN-1){1'b0}}, 1'b1} - rest;

    // Between the divisions: the digit popped is centred, half the divisor makes the next floor a
    // rounding.
    wire [XLEN-1:0]   popped = below ? mirrored : rest;
    wire              upper  = popped >= from - popped;
    reg  [2*XLEN-1:0] exact;
    always @* begin
        exact = WIDE_ZERO;
        if (state == MIX) exact = sum + {ZERO, popped} - (upper ? {ZERO, from} : WIDE_ZERO)
            + {ZERO, 1'b0, to[XLEN-1:1]};
    end

    // At the end
    wire [XLEN-1:0]   above  = negative ? mirrored : rest;
    wire [XLEN-1:0]   half   = {1'b0, to[XLEN-1:1]};
    wire [XLEN-1:0]   digit  = above >= half ? above - half : above + (to - half);
    wire [XLEN-1:0]   pushed = below ? to - {{(XLEN-1){1'b0}}, 1'b1} - digit : digit;
    wire [2*XLEN-1:0] value  = negative ? ~quotient : quotient;
    reg  [2*XLEN-1:0] signed_value;
    reg  [2*XLEN:0]   filled;
    always @* begin
        signed_value = WIDE_ZERO;
        filled       = {1'b0, WIDE_ZERO};
        if (state == LAST) begin
            signed_value = changes_sign && !inverse ? WIDE_ZERO - value : value;
            filled       = {1'b0, sum} + {1'b0, ZERO, pushed};
        end
    end

    wire [XLEN:0] wide_v = {v[XLEN-1], v};
    wire          flips  = n[XLEN-1] ^ d[XLEN-1];
    wire [XLEN:0] first  = flips && inverse ? {(XLEN+1){1'b0}} - wide_v : wide_v;

    always @(posedge clk) begin
        done <= 1'b0;
        if (!rst_n) begin
            state <= IDLE;  count <= 8'd0;
        end else begin
            count <= (state == IDLE || state == MIX || count == FINAL) ? 8'd0 : count + 8'd1;
            case (state)
                IDLE:    if (start) state <= POP;
                POP:     if (count == FINAL) state <= MIX;
                MIX:     state <= PUSH;
                PUSH:    if (count == FINAL) state <= LAST;
                default: begin
                    state <= IDLE;
                    done  <= 1'b1;
                end
            endcase
        end
    end

    always @(posedge clk) begin
        case (state)
            IDLE: if (start) begin
                from         <= magnitude(inverse ? d : n);
                factor       <= magnitude(inverse ? d : n);
                to           <= magnitude(inverse ? n : d);
                changes_sign <= flips;
                below        <= w[2*XLEN-1];
                quotient     <= w[2*XLEN-1] ? ~w : w;
                rest         <= ZERO;
                bank         <= {{(XLEN-1){first[XLEN]}}, first};
                sum          <= WIDE_ZERO;
            end
            MIX: begin
                bank      <= quotient;
                quotient  <= exact[2*XLEN-1] ? ~exact : exact;
                negative  <= exact[2*XLEN-1];
                rest      <= ZERO;
                factor    <= to;
                sum       <= WIDE_ZERO;
                too_large <= 1'b0;
            end
            POP, PUSH: begin
                rest     <= next_rest;
                quotient <= next_quotient;
                if (more) begin
                    factor    <= next_factor;
                    sum       <= next_sum;
                    too_large <= next_large;
                end
            end
            LAST: begin
                v2 <= signed_value[XLEN-1:0];
                w2 <= below ? ~filled[2*XLEN-1:0] : filled[2*XLEN-1:0];
                overflow <= too_large || filled[2*XLEN:2*XLEN-1] != 2'd0
                         || signed_value[2*XLEN-1:XLEN-1] != {(XLEN+1){signed_value[XLEN-1]}};
            end
            default: ;
        endcase
    end
endmodule
`default_nettype wire
