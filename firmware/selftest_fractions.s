; selftest_fractions.s: the part of the self-test that needs numbers up to 32: formats with at least
; 7 bits before the point.
.routine fractions
fractions_t: bra.l fractions_b
fractions: portal r22
        ; ints3
        call ints3
        call fold
        const := r21, sig_ints3
        assert r20 == r21
        const =: r21, sig_ints3
        uncall fold
        uncall ints3

        ; fixed1: values, then gradients
        call inputs
        call fixed1
        call fold
        const := r21, sig_fixed1
        assert r20 == r21
        const =: r21, sig_fixed1
        uncall fold
        mode 1
        call seeds
        uncall fixed1
        call flip
        call fold
        const := r21, sig_fixed1_grad
        assert r20 == r21
        const =: r21, sig_fixed1_grad
        uncall fold
        call flip
        call fixed1
        uncall seeds
        mode 1
        uncall fixed1
        uncall inputs

        ; fixed2: values, then gradients
        call inputs
        call fixed2
        call fold
        const := r21, sig_fixed2
        assert r20 == r21
        const =: r21, sig_fixed2
        uncall fold
        mode 1
        call seeds
        uncall fixed2
        call flip
        call fold
        const := r21, sig_fixed2_grad
        assert r20 == r21
        const =: r21, sig_fixed2_grad
        uncall fold
        call flip
        call fixed2
        uncall seeds
        mode 1
        uncall fixed2
        uncall inputs

        ; logs: values, then gradients
        call inputs
        call logs
        call fold
        const := r21, sig_logs
        assert r20 == r21
        const =: r21, sig_logs
        uncall fold
        mode 1
        call seeds
        uncall logs
        call flip
        call fold
        const := r21, sig_logs_grad
        assert r20 == r21
        const =: r21, sig_logs_grad
        uncall fold
        call flip
        call logs
        uncall seeds
        mode 1
        uncall logs
        uncall inputs

        ; moves: values, then gradients
        call inputs
        call moves
        call fold
        const := r21, sig_moves
        assert r20 == r21
        const =: r21, sig_moves
        uncall fold
        mode 1
        call seeds
        uncall moves
        call flip
        call fold
        const := r21, sig_moves_grad
        assert r20 == r21
        const =: r21, sig_moves_grad
        uncall fold
        call flip
        call moves
        uncall seeds
        mode 1
        uncall moves
        uncall inputs

        ; the function instructions that no block above uses, made from the instruction table
        ; (others.c)
        call others
fractions_b: bra.s fractions_t
