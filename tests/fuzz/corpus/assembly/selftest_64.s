; selftest_64.s: the part of the self-test that only a machine of 64-bit words can run.
.routine wide
wide_t: bra.l wide_b
wide: portal r0
        li2 += r12, 4321
        li3 -= r13, 99
wide_b: bra.s wide_t
