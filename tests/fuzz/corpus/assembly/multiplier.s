
.routine "multiplier"
.param "y!", Fixed, 0
.param "a", Fixed, 0
.param "b", Fixed, 0
.L0:
        bra.l .L3                         ; ../../../examples/multiplier.rg:2:13 frame
.entry "multiplier"
        portal r0                         ; ../../../examples/multiplier.rg:2:13 frame
        fmul += r1, r2, r3                ; ../../../examples/multiplier.rg:3:5 y!
.L3:
        bra.s .L0                         ; ../../../examples/multiplier.rg:2:13 frame
