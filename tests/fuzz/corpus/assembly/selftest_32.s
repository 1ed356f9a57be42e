; selftest_32.s: the part of the self-test that only a machine of 32-bit words can run.
.routine wide
wide_t: bra.l wide_b
wide: portal r0
        li0 += r12, 4321
        li1 -= r13, 99
wide_b: bra.s wide_t
