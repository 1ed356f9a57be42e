; dispatch.s: what the programs of the jobs share (jobs.s). The host writes the mailbox, sets PC to the
; program of the job and runs; it ends at the halt behind it, and a gradient halts once between.
;
; Each is reversible as any program is: reversed at its end or at a trap it runs back and stops at
; the halt before it. mb_NAME stands for the address of that mailbox word (mailbox.def).
;
;   r29 entry   sp stack          held during the whole job; routines preserve them
;   r30   scratch of what stands here, zero whenever the routine runs

; Exchanges r1 .. r14 with the argument words; gradients travel along in gradient mode. Its own
; inverse.
.routine args
args_t: bra.l args_b
args:   portal r30
        exch r1, [r0 + mb_ARG1]
        exch r2, [r0 + mb_ARG2]
        exch r3, [r0 + mb_ARG3]
        exch r4, [r0 + mb_ARG4]
        exch r5, [r0 + mb_ARG5]
        exch r6, [r0 + mb_ARG6]
        exch r7, [r0 + mb_ARG7]
        exch r8, [r0 + mb_ARG8]
        exch r9, [r0 + mb_ARG9]
        exch r10, [r0 + mb_ARG10]
        exch r11, [r0 + mb_ARG11]
        exch r12, [r0 + mb_ARG12]
        exch r13, [r0 + mb_ARG13]
        exch r14, [r0 + mb_ARG14]
args_b: bra.s args_t

; The same for r15 .. r28.
.routine more_args
more_t: bra.l more_b
more_args: portal r30
        exch r15, [r0 + mb_ARG15]
        exch r16, [r0 + mb_ARG16]
        exch r17, [r0 + mb_ARG17]
        exch r18, [r0 + mb_ARG18]
        exch r19, [r0 + mb_ARG19]
        exch r20, [r0 + mb_ARG20]
        exch r21, [r0 + mb_ARG21]
        exch r22, [r0 + mb_ARG22]
        exch r23, [r0 + mb_ARG23]
        exch r24, [r0 + mb_ARG24]
        exch r25, [r0 + mb_ARG25]
        exch r26, [r0 + mb_ARG26]
        exch r27, [r0 + mb_ARG27]
        exch r28, [r0 + mb_ARG28]
more_b: bra.s more_t
