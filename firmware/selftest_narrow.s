; selftest_narrow.s: in place of selftest_fractions.s where the format cannot hold its numbers. The
; self-test then copies out another marker (link.c).
.routine fractions
fractions_t: bra.l fractions_b
fractions: portal r22
fractions_b: bra.s fractions_t
