// rg_words_meet.v: whether one of two words writes what the other needs early, by what rg_early_use
// says of both. Combinational.
`default_nettype none

module rg_words_meet (
    input  wire [14:0] x_at, y_at,        // registers D, A, B
    input  wire [12:0] x, y,              // use_bits of rg_early_use
    output wire        meet
);
`include "rg_use.vh"

    // What w writes is what n needs.
    function writes_for(input [14:0] w_at, input [14:0] n_at, input [12:0] w, input [12:0] n);
        reg [4:0] w_d, w_a, w_b, n_d, n_a, n_b;
        begin
            {w_d, w_a, w_b, n_d, n_a, n_b} = {w_at, n_at};
            writes_for = (w[USE_WRITES_D] && ((n[USE_NEEDS_D] && w_d == n_d) || (n[USE_NEEDS_A] && w_d == n_a)
                    || (n[USE_NEEDS_B] && w_d == n_b)))
                || (w[USE_WRITES_A] && ((n[USE_NEEDS_D] && w_a == n_d) || (n[USE_NEEDS_A] && w_a == n_a)
                    || (n[USE_NEEDS_B] && w_a == n_b)))
                || (n[USE_NEEDS_GD] && ((w[USE_GIVES_D] && w_d == n_d) || (w[USE_GIVES_A] && w_a == n_d)
                    || (w[USE_GIVES_B] && w_b == n_d)))
                || (n[USE_NEEDS_W] && w[USE_WRITES_W]) || (n[USE_NEEDS_GW] && w[USE_WRITES_GW]);
        end
    endfunction
    assign meet = writes_for(x_at, y_at, x, y) || writes_for(y_at, x_at, y, x);
endmodule
`default_nettype wire
