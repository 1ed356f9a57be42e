; jobs.s: the programs of the jobs, linked once for each width: how many registers from r1 on may
; carry a parameter. In a name $ stands for what tells the widths apart: _few for r1 .. r4, nothing for
; r1 .. r14, _wide for r1 .. r28. Lines behind a - stand in the first only, those behind a = in the
; others, those behind a + in the last.

; The host copies results out at the end.
.routine call$_job
        halt                            ; the run back stops here
call$_job:
        ld := sp, [r0 + mb_STACK]
        ld := r29, [r0 + mb_ENTRY]
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        callx r29
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        ld =: r29, [r0 + mb_ENTRY]
        ld =: sp, [r0 + mb_STACK]
        halt

.routine uncall$_job
        halt                            ; the run back stops here
uncall$_job:
        ld := sp, [r0 + mb_STACK]
        ld := r29, [r0 + mb_ENTRY]
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        uncallx r29
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        ld =: r29, [r0 + mb_ENTRY]
        ld =: sp, [r0 + mb_STACK]
        halt

; Calls, halts for the host to copy results out, and uncalls in gradient mode. The host has seeded a
; gradient before.
.routine gradient$_job
        halt                            ; the run back stops here
gradient$_job:
        ld := sp, [r0 + mb_STACK]
        ld := r29, [r0 + mb_ENTRY]
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        callx r29
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        mode 1
        halt                            ; between the sweeps; the host goes on behind it
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        uncallx r29
-       exch r1, [r0 + mb_ARG1]
-       exch r2, [r0 + mb_ARG2]
-       exch r3, [r0 + mb_ARG3]
-       exch r4, [r0 + mb_ARG4]
=       call args
+       call more_args
        mode 1
        ld =: r29, [r0 + mb_ENTRY]
        ld =: sp, [r0 + mb_STACK]
        halt
