// rg_use.vh: the bits of use_bits of rg_early_use: what a word needs before its step (values of
// registers D, A, B, the gradient of D, W and GW), and what of that it writes.
    localparam USE_NEEDS_D = 12, USE_NEEDS_A = 11, USE_NEEDS_B = 10, USE_NEEDS_GD = 9, USE_NEEDS_W = 8,
        USE_NEEDS_GW = 7, USE_WRITES_D = 6, USE_WRITES_A = 5, USE_GIVES_D = 4, USE_GIVES_A = 3, USE_GIVES_B = 2,
        USE_WRITES_W = 1, USE_WRITES_GW = 0;
