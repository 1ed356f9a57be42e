; dispatch.s: the job dispatcher. The host writes the mailbox, sets PC to the program of the job
; (jobs.s) and runs; it ends at the halt behind it.
;
; Each is reversible as any program is: reversed at its end or at a trap it runs back and stops at
; the halt before it. mb_NAME stands for the address of that mailbox word (mailbox.def).
;
;   r29 entry   sp stack          held during the whole job; routines preserve them
;   r17 .. r25, r30   scratch of what stands here, zero whenever the routine runs but for the parameters in r17 .. r25

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

; Adds SEED to the gradient of the word at SEED_ADDR, as an integer: the sum wraps.
.routine seed
seed_t: bra.l seed_b
seed:   portal r17
        ld := r18, [r0 + mb_SEED_ADDR]
        ld := r19, [r0 + mb_SEED]
        exch r20, [r18 + 0]
        xgrad r20
        mov += r20, r19
        xgrad r20
        exch r20, [r18 + 0]
        ld =: r19, [r0 + mb_SEED]
        ld =: r18, [r0 + mb_SEED_ADDR]
seed_b: bra.s seed_t

; Copies out the values of every word of every range of RESULT_LIST, in order.
.routine results
res_t:  bra.l res_b
results: portal r17
        ld := r18, [r0 + mb_RESULT_LIST]
        ld := r19, [r18 + 0]
res_r:  fortop r20, r19, res_re
        shl := r21, r20, 1
        mov += r21, r18
        ld := r22, [r21 + 1]            ; first word
        ld := r23, [r21 + 2]            ; how many
res_w:  fortop r24, r23, res_we
        ld := r25, [r22 + r24]
        out r25
        ld =: r25, [r22 + r24]
res_we: forend r24, r23, res_w
        ld =: r23, [r21 + 2]
        ld =: r22, [r21 + 1]
        mov -= r21, r18
        shl =: r21, r20, 1
res_re: forend r20, r19, res_r
        ld =: r19, [r18 + 0]
        ld =: r18, [r0 + mb_RESULT_LIST]
res_b:  bra.s res_t

; The same for the gradients of GRAD_LIST; in gradient mode.
.routine gradients
gra_t:  bra.l gra_b
gradients: portal r17
        ld := r18, [r0 + mb_GRAD_LIST]
        ld := r19, [r18 + 0]
gra_r:  fortop r20, r19, gra_re
        shl := r21, r20, 1
        mov += r21, r18
        ld := r22, [r21 + 1]
        ld := r23, [r21 + 2]
gra_w:  fortop r24, r23, gra_we
        exch r25, [r22 + r24]
        outg r25
        exch r25, [r22 + r24]
gra_we: forend r24, r23, gra_w
        ld =: r23, [r21 + 2]
        ld =: r22, [r21 + 1]
        mov -= r21, r18
        shl =: r21, r20, 1
gra_re: forend r20, r19, gra_r
        ld =: r19, [r18 + 0]
        ld =: r18, [r0 + mb_GRAD_LIST]
gra_b:  bra.s gra_t
