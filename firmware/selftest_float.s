; selftest_float.s: the power-on self-test of a machine with FLOAT, instead of selftest.s. Numbers are
; computed forward, compared with others that are the same, and uncomputed; then a derivative is
; compared, and taken back. Where something is wrong an assertion or an ancilla traps.
;
;   r1 .. r12 numbers   r15, r17 links
.routine selftest
        halt

selftest:
        call numbers
        assert.w r5 == r6
        assert.w r8 == r3
        assert.w r9 < r1
        uncall numbers

        ; the derivatives of 7 * 3 - 7 by both factors
        itof += r1, 7
        itof += r2, 3
        call products
        mode 1
        xgrad r5
        fmov += r5, 1
        xgrad r5
        uncall products
        xgrad r1
        xgrad r2
        fmov += r11, 2
        fmov += r12, 7
        assert.w r1 == r11
        assert.w r2 == r12
        fmov -= r12, 7
        fmov -= r11, 2
        xgrad r2
        xgrad r1
        call products
        xgrad r5
        fmov -= r5, 1
        xgrad r5
        mode 1
        uncall products
        itof -= r2, 3
        itof -= r1, 7

        ; everything is zero again
        alloc r1
        alloc r2
        alloc r5
        alloc r6
        alloc r9
        allocm [r0 + mb_SCRATCH]
        const := r1, pass_marker
        out r1
        out r1
        out r1
        out r1
        const =: r1, pass_marker
tested: halt

.routine products
products_t: bra.l products_b
products: portal r15
        fmul += r5, r1, r2
        fmov -= r5, r1
products_b: bra.s products_t

; Numbers that no fixed point holds together, by several ways.
.routine numbers
numbers_t: bra.l numbers_b
numbers: portal r17
        itof += r1, 7
        itof += r2, 3
        call products
        fmov += r6, 14
        li3 := r4, 0x4130
        fmov += r3, r4.f                ; 2^20
        li3 =: r4, 0x4130
        flog2 += r7, r3
        fexp2 += r8, r7
        fdiv += r9, r1, r2
        stf += [r0 + mb_SCRATCH], r9
        exch r9, [r0 + mb_SCRATCH]
        neg.w r9
        neg.w r9
        stf -= [r0 + mb_SCRATCH], r9
numbers_b: bra.s numbers_t
