; selftest.s: the power-on self-test. The host sets PC to `selftest` and runs; it ends at `tested`,
; or traps where something is wrong.
;
; Every instruction runs forward and backward. The state after a block is folded into r20 and
; compared with sig_NAME, a constant. Then the block is uncalled, and everything must be zero again.
; From the reference model of the arithmetic link.c obtains the constants, for the word format of
; this build.
;
;   r1 .. r14 the state   r15 .. r18, r22 links and addresses   r20 signature   r21 expected
.routine selftest
        halt

selftest:
        ; ints1
        call ints1
        call fold
        const := r21, sig_ints1
        assert r20 == r21
        const =: r21, sig_ints1
        uncall fold
        uncall ints1

        ; ints2
        call ints2
        call fold
        const := r21, sig_ints2
        assert r20 == r21
        const =: r21, sig_ints2
        uncall fold
        uncall ints2

        ; memory
        call memory
        call fold
        const := r21, sig_memory
        assert r20 == r21
        const =: r21, sig_memory
        uncall fold
        uncall memory
        call clean

        ; flow
        mov := r1, 3
        mov := r2, 5
        call flow
        call fold
        const := r21, sig_flow1
        assert r20 == r21
        const =: r21, sig_flow1
        uncall fold
        uncall flow
        mov =: r2, 5
        mov =: r1, 3

        ; flow
        mov := r1, 5
        mov := r2, 3
        call flow
        call fold
        const := r21, sig_flow2
        assert r20 == r21
        const =: r21, sig_flow2
        uncall fold
        uncall flow
        mov =: r2, 3
        mov =: r1, 5

        ; flow
        mov := r1, 4
        mov := r2, 4
        call flow
        call fold
        const := r21, sig_flow3
        assert r20 == r21
        const =: r21, sig_flow3
        uncall fold
        uncall flow
        mov =: r2, 4
        mov =: r1, 4
        call clean

        ; fixed point and logarithms
        call fractions

        ; everything is zero again
        call clean
        mov := r21, mb_SCRATCH
        allocm [r21 + 0]
        allocm [r21 + 1]
        allocm [r21 + 2]
        allocm [r21 + 5]
        allocm [r21 + 9]
        mode 1
        call flip
        call clean
        call flip

        ; the marker, copied out by out and outg, forward and backward
        const := r1, pass_marker
        xgrad r1
        const := r1, pass_marker
        call report
        uncall report
        const =: r1, pass_marker
        xgrad r1
        const =: r1, pass_marker
        mode 1
        mov =: r21, mb_SCRATCH
tested: halt

; Copies out a value and a gradient.
.routine report
report_t: bra.l report_b
report: portal r0
        out r1
        outg r1
report_b: bra.s report_t

; Folds r1 .. r14 into r20.
.routine fold
fold_t: bra.l fold_b
fold: portal r17
        rol r20, 13
        mov += r20, r1
        rol r20, 13
        mov += r20, r2
        rol r20, 13
        mov += r20, r3
        rol r20, 13
        mov += r20, r4
        rol r20, 13
        mov += r20, r5
        rol r20, 13
        mov += r20, r6
        rol r20, 13
        mov += r20, r7
        rol r20, 13
        mov += r20, r8
        rol r20, 13
        mov += r20, r9
        rol r20, 13
        mov += r20, r10
        rol r20, 13
        mov += r20, r11
        rol r20, 13
        mov += r20, r12
        rol r20, 13
        mov += r20, r13
        rol r20, 13
        mov += r20, r14
fold_b: bra.s fold_t

; Exchanges values and gradients of r1 .. r14.
.routine flip
flip_t: bra.l flip_b
flip: portal r17
        xgrad r1
        xgrad r2
        xgrad r3
        xgrad r4
        xgrad r5
        xgrad r6
        xgrad r7
        xgrad r8
        xgrad r9
        xgrad r10
        xgrad r11
        xgrad r12
        xgrad r13
        xgrad r14
flip_b: bra.s flip_t

; Traps unless r1 .. r14 are zero.
.routine clean
clean_t: bra.l clean_b
clean: portal r17
        assert r1 == 0
        assert r2 == 0
        assert r3 == 0
        assert r4 == 0
        assert r5 == 0
        assert r6 == 0
        assert r7 == 0
        assert r8 == 0
        assert r9 == 0
        assert r10 == 0
        assert r11 == 0
        assert r12 == 0
        assert r13 == 0
        assert r14 == 0
clean_b: bra.s clean_t

; Gives the gradients of r4 .. r14 the numbers 1 .. 11 with changing signs.
.routine seeds
seeds_t: bra.l seeds_b
seeds: portal r18
        call flip
        fmov += r4, 1
        fmov += r5, 2
        fmov -= r6, 3
        fmov += r7, 4
        fmov += r8, 5
        fmov -= r9, 6
        fmov += r10, 7
        fmov += r11, 8
        fmov -= r12, 9
        fmov += r13, 10
        fmov += r14, 11
        call flip
seeds_b: bra.s seeds_t
