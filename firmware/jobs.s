; jobs.s: the programs of the jobs, linked twice: for routines whose parameters come in r1 .. r14,
; and as call_wide_job and so on, with the lines behind a +, for those that use any of r1 .. r28. In
; a name $ stands for nothing or for _wide.

; Copies results out.
.routine call$_job
        halt                            ; the run back stops here
call$_job:
        ld := sp, [r0 + mb_STACK]
        ld := r29, [r0 + mb_ENTRY]
        call args
+       call more_args
        callx r29
        call args
+       call more_args
        call results
        ld =: r29, [r0 + mb_ENTRY]
        ld =: sp, [r0 + mb_STACK]
        halt

.routine uncall$_job
        halt                            ; the run back stops here
uncall$_job:
        ld := sp, [r0 + mb_STACK]
        ld := r29, [r0 + mb_ENTRY]
        call args
+       call more_args
        uncallx r29
        call args
+       call more_args
        call results
        ld =: r29, [r0 + mb_ENTRY]
        ld =: sp, [r0 + mb_STACK]
        halt

; Calls, copies results out, and uncalls in gradient mode.
.routine gradient$_job
        halt                            ; the run back stops here
gradient$_job:
        ld := sp, [r0 + mb_STACK]
        ld := r29, [r0 + mb_ENTRY]
        call args
+       call more_args
        callx r29
        call args
+       call more_args
        call results
        mode 1
        call seed
        call args
+       call more_args
        uncallx r29
        call args
+       call more_args
        call gradients
        mode 1
        ld =: r29, [r0 + mb_ENTRY]
        ld =: sp, [r0 + mb_STACK]
        halt
