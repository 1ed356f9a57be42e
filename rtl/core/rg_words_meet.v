// rg_words_meet.v: whether one of two words writes what the other needs early, by what rg_early_use
// says of both. Combinational.
`default_nettype none

module rg_words_meet (
    input  wire [14:0] x_at, y_at,        // registers D, A, B
    input  wire [12:0] x, y,              // needs D, A, B, GD, W, GW; writes D, A; gives D, A, B; writes W, GW
    output wire        meet
);
    function writes_for(input [14:0] w_at, input [14:0] n_at, input [6:0] w, input [5:0] n);
        reg [4:0] w_d, w_a, w_b, n_d, n_a, n_b;
        begin
            {w_d, w_a, w_b, n_d, n_a, n_b} = {w_at, n_at};
            writes_for = (w[6] && ((n[5] && w_d == n_d) || (n[4] && w_d == n_a) || (n[3] && w_d == n_b)))
                || (w[5] && ((n[5] && w_a == n_d) || (n[4] && w_a == n_a) || (n[3] && w_a == n_b)))
                || (n[2] && ((w[4] && w_d == n_d) || (w[3] && w_a == n_d) || (w[2] && w_b == n_d)))
                || (n[1] && w[1]) || (n[0] && w[0]);
        end
    endfunction
    assign meet = writes_for(x_at, y_at, x[6:0], y[12:7]) || writes_for(y_at, x_at, y[6:0], x[12:7]);
endmodule
`default_nettype wire
