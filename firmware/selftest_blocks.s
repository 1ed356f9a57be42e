; selftest_blocks.s: what the self-test computes. Every block starts from zero registers (the last
; four groups from `inputs`).

; Integers and constants
.routine ints1
ints1_t: bra.l ints1_b
ints1: portal r0
        li0 := r1, 23456
        li1 ^= r1, 77
        mov := r2, -13
        add := r3, r1, r2
        sub -= r4, r1, 100
        mul ^= r5, r1, r2
        div += r6, r1, r2
        rem += r7, r1, r2
        fld += r8, r1, r2
        mod += r9, r1, r2
        and += r10, r1, r2
        or += r11, r1, -1024
        xor += r12, r1, r2
        shl += r13, r1, 5
        shr += r14, r2, 7
ints1_b: bra.s ints1_t

.routine ints2
ints2_t: bra.l ints2_b
ints2: portal r0
        li0 := r1, -9999
        mov := r2, 40
        sar += r3, r1, 3
        sign += r4, r1
        eq += r5, r1, r2
        ne ^= r6, r1, r2
        lt -= r7, r1, r2
        le += r8, r1, 40
        gt += r9, r2, r1
        ge += r10, r2, 40
        min += r11, r1, r2
        max += r12, r1, 1000
        abs += r13, r1
        popc += r14, r1
ints2_b: bra.s ints2_t

.routine ints3
ints3_t: bra.l ints3_b
ints3: portal r15
        fmov := r1, -7
        fmov := r2, 2
        fdiv += r3, r1, r2
        floor += r4, r3
        ceil += r5, r3
        round += r6, r3
        trunc += r7, r3
        li0 := r8, 1234
        rol r8, 11
        li1 += r9, -5
        mov := r10, 3
        ror r9, r10
        neg r9
        swap r8, r9
        alloc r11
        mov := r11, r10
        mov =: r11, 3
        free r11
        call wide
ints3_b: bra.s ints3_t

; Memory
.routine memory
memory_t: bra.l memory_b
memory: portal r0
        mov := r1, mb_SCRATCH
        mov := r2, 5
        li0 := r3, 777
        li0 := r4, 12345
        exch r3, [r1 + 0]
        st += [r1 + r2], r4
        stf += [r1 + 1], r4
        stl -= [r1 + 2], r4
        ld += r5, [r1 + 0]
        ld ^= r9, [r1 + r2]
        ldf -= r6, [r1 + 1]
        ldl += r7, [r1 + 2]
        allocm [r1 + 9]
        st := [r1 + 9], r2
        mov := r8, 4
        chkb r8, [r1 + 9]
        st =: [r1 + 9], r2
        freem [r1 + 9]
memory_b: bra.s memory_t

; Three inputs of the blocks below: 5/4, 4/7 and minus their product
.routine inputs
inputs_t: bra.l inputs_b
inputs: portal r0
        fmov := r4, 5
        fmov := r5, 4
        fdiv := r1, r4, r5
        fdiv := r2, r5, 7
        fmul -= r3, r1, r2
        fmov =: r5, 4
        fmov =: r4, 5
inputs_b: bra.s inputs_t

; Fixed point: every target starts at zero and is updated with += or -=, so that no gradient is
; dropped on the way back
.routine fixed1
fixed1_t: bra.l fixed1_b
fixed1: portal r0
        fmov += r4, r3
        fadd -= r5, r1, r2
        fsub += r6, r1, r3
        fmul += r7, r1, r2
        fdiv += r8, r3, r2
        fmin += r9, r1, r2
        fmax -= r10, r2, r3
        fabs += r11, r3
        fsqrt += r12, r1
        fexp += r13, r3
        flog += r14, r2
fixed1_b: bra.s fixed1_t

.routine fixed2
fixed2_t: bra.l fixed2_b
fixed2: portal r0
        fsin += r4, r1
        fcos -= r5, r3
        fatan2 += r6, r1, r3
        fpow += r7, r1, r2
        fpowi += r8, r3, 3
        itof += r9, 12
        ltof += r10, r2
        fmov += r11, r2
        fadd += r12, r1, r3
        rot r11, r12, r1
        fmov += r13, r1
        fmov += r14, 3
        irot r13, r14, r2
        had r13, r11
        ihad r12, r14
        muldiv += r10, r1, r2
        muldiv -= r7, r3, r1
        muldiv := r12, r2, r3
        rng += r8
        rng -= r9
        wmac += r1, r2
        wmac -= r3, 3
        wout += r4
        wxch r13, r14
        wxch r13, r11
fixed2_b: bra.s fixed2_t

.routine logs
logs_t: bra.l logs_b
logs: portal r0
        lmul += r4, r1
        lmulf -= r5, r2
        lmulf += r6, r3
        lmul2 += r7, r1, r2
        ldiv2 += r8, r2, r1
        lpowi += r9, r1, -3
logs_b: bra.s logs_t

.routine moves
moves_t: bra.l moves_b
moves: portal r0
        mov := r14, mb_SCRATCH
        stf += [r14 + 0], r1
        stl += [r14 + 1], r2
        ldf += r4, [r14 + 0]
        ldl -= r5, [r14 + 1]
        exch r6, [r14 + 0]
        swap r6, r7
        neg r7
        mov =: r14, mb_SCRATCH
moves_b: bra.s moves_t

; Control flow: r1 and r2 decide, r3 .. r12 and r14 tell which way it went
.routine flow
flow_t: bra.l flow_b
flow: portal r15
if3: bne.s r1, r2, el3
        mov += r3, 21
th3: bra.s fi3
el3: bra.l if3
        mov -= r3, 15
fi3: beq.l r1, r2, th3
if4: beq.s r1, r2, el4
        mov += r4, 28
th4: bra.s fi4
el4: bra.l if4
        mov -= r4, 20
fi4: bne.l r1, r2, th4
if5: bge.s r1, r2, el5
        mov += r5, 35
th5: bra.s fi5
el5: bra.l if5
        mov -= r5, 25
fi5: blt.l r1, r2, th5
if6: blt.s r1, r2, el6
        mov += r6, 42
th6: bra.s fi6
el6: bra.l if6
        mov -= r6, 30
fi6: bge.l r1, r2, th6
if7: bnei.s r1, 4, el7
        mov += r7, 49
th7: bra.s fi7
el7: bra.l if7
        mov -= r7, 35
fi7: beqi.l r1, 4, th7
if8: beqi.s r1, 4, el8
        mov += r8, 56
th8: bra.s fi8
el8: bra.l if8
        mov -= r8, 40
fi8: bnei.l r1, 4, th8
if9: bgei.s r1, 4, el9
        mov += r9, 63
th9: bra.s fi9
el9: bra.l if9
        mov -= r9, 45
fi9: blti.l r1, 4, th9
if10: blti.s r1, 4, el10
        mov += r10, 70
th10: bra.s fi10
el10: bra.l if10
        mov -= r10, 50
fi10: bgei.l r1, 4, th10
        ; while r13 < 5
lw_s: bnei.l r13, 0, lw_e
lw_c: bgei.s r13, 5, lw_x
        add += r11, r13, r1
        mov += r13, 1
lw_e: bra.s lw_s
lw_x: bra.l lw_c
        mov =: r13, 5
        ; for r13 = 0 .. r1-1, then a loop without iterations
lf_t: fortop r13, r1, lf_e
        mul += r12, r13, r2
lf_e: forend r13, r1, lf_t
lz_t: fortop r13, r14, lz_e
        mov += r12, 1
lz_e: forend r13, r14, lz_t
        ; calls, near and by address
        call leaf
        call leaf
        uncall leaf
        li0 := r16, leaf
        callx r16
        callx r16
        uncallx r16
        li0 =: r16, leaf
flow_b: bra.s flow_t

.routine leaf
leaf_t: bra.l leaf_b
leaf: portal r0
        mov += r14, 3
leaf_b: bra.s leaf_t
