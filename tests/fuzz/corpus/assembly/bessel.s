
.routine "ibesselj"
.param "out!", Fixed, 0
.param "v", Int, 0
.param "z", Fixed, 0
.param "atol", Fixed, 0, 87961
.L0:
        bra.l .L47                        ; ../../../examples/bessel.rg:20:13 frame
.entry "ibesselj"
        portal r0                         ; ../../../examples/bessel.rg:20:13 frame
        mov += sp, 17                     ; ../../../examples/bessel.rg:20:13 frame
        exch r0, [sp - 1]                 ; ../../../examples/bessel.rg:20:13 frame
        exch r15, [sp - 3]                ; ../../../examples/bessel.rg:20:13 frame
        exch r16, [sp - 4]                ; ../../../examples/bessel.rg:20:13 frame
        exch r17, [sp - 5]                ; ../../../examples/bessel.rg:20:13 frame
        exch r18, [sp - 6]                ; ../../../examples/bessel.rg:20:13 frame
        exch r19, [sp - 7]                ; ../../../examples/bessel.rg:20:13 frame
        exch r20, [sp - 8]                ; ../../../examples/bessel.rg:20:13 frame
        exch r21, [sp - 9]                ; ../../../examples/bessel.rg:20:13 frame
        exch r22, [sp - 10]               ; ../../../examples/bessel.rg:20:13 frame
        exch r23, [sp - 11]               ; ../../../examples/bessel.rg:20:13 frame
        exch r24, [sp - 12]               ; ../../../examples/bessel.rg:20:13 frame
        exch r25, [sp - 13]               ; ../../../examples/bessel.rg:20:13 frame
        exch r26, [sp - 14]               ; ../../../examples/bessel.rg:20:13 frame
        exch r27, [sp - 15]               ; ../../../examples/bessel.rg:20:13 frame
        exch r28, [sp - 16]               ; ../../../examples/bessel.rg:20:13 frame
        exch r29, [sp - 17]               ; ../../../examples/bessel.rg:20:13 frame
        swap r28, r1                      ; ../../../examples/bessel.rg:20:13 frame
        swap r23, r2                      ; ../../../examples/bessel.rg:20:13 frame
        swap r29, r3                      ; ../../../examples/bessel.rg:20:13 frame
        swap r18, r4                      ; ../../../examples/bessel.rg:20:13 frame
        call .L49                         ; ../../../examples/bessel.rg:21:5 call
        fmov += r28, r22                  ; ../../../examples/bessel.rg:44:5 out!
        uncall .L49                       ; ../../../examples/bessel.rg:45:5 call
        swap r18, r4                      ; ../../../examples/bessel.rg:20:13 frame
        swap r29, r3                      ; ../../../examples/bessel.rg:20:13 frame
        swap r23, r2                      ; ../../../examples/bessel.rg:20:13 frame
        swap r28, r1                      ; ../../../examples/bessel.rg:20:13 frame
        exch r29, [sp - 17]               ; ../../../examples/bessel.rg:20:13 frame
        exch r28, [sp - 16]               ; ../../../examples/bessel.rg:20:13 frame
        exch r27, [sp - 15]               ; ../../../examples/bessel.rg:20:13 frame
        exch r26, [sp - 14]               ; ../../../examples/bessel.rg:20:13 frame
        exch r25, [sp - 13]               ; ../../../examples/bessel.rg:20:13 frame
        exch r24, [sp - 12]               ; ../../../examples/bessel.rg:20:13 frame
        exch r23, [sp - 11]               ; ../../../examples/bessel.rg:20:13 frame
        exch r22, [sp - 10]               ; ../../../examples/bessel.rg:20:13 frame
        exch r21, [sp - 9]                ; ../../../examples/bessel.rg:20:13 frame
        exch r20, [sp - 8]                ; ../../../examples/bessel.rg:20:13 frame
        exch r19, [sp - 7]                ; ../../../examples/bessel.rg:20:13 frame
        exch r18, [sp - 6]                ; ../../../examples/bessel.rg:20:13 frame
        exch r17, [sp - 5]                ; ../../../examples/bessel.rg:20:13 frame
        exch r16, [sp - 4]                ; ../../../examples/bessel.rg:20:13 frame
        exch r15, [sp - 3]                ; ../../../examples/bessel.rg:20:13 frame
        exch r0, [sp - 1]                 ; ../../../examples/bessel.rg:20:13 frame
        mov -= sp, 17                     ; ../../../examples/bessel.rg:20:13 frame
.L47:
        bra.s .L0                         ; ../../../examples/bessel.rg:20:13 frame
.L48:
        bra.l .L108                       ; ../../../examples/bessel.rg:21:14 frame
.L49:
        portal r0                         ; ../../../examples/bessel.rg:21:14 frame
        exch r0, [sp - 2]                 ; ../../../examples/bessel.rg:21:14 frame
        alloc r15                         ; ../../../examples/bessel.rg:22:9 allocate k
        alloc r26                         ; ../../../examples/bessel.rg:23:9 allocate fact_nu
        alloc r25                         ; ../../../examples/bessel.rg:23:9 allocate halfz
        alloc r27                         ; ../../../examples/bessel.rg:23:9 allocate halfz_power_nu
        alloc r24                         ; ../../../examples/bessel.rg:23:9 allocate halfz_power_2
        alloc r22                         ; ../../../examples/bessel.rg:23:9 allocate out_anc
        alloc r16                         ; ../../../examples/bessel.rg:24:9 allocate anc1
        alloc r20                         ; ../../../examples/bessel.rg:24:9 allocate anc2
        alloc r21                         ; ../../../examples/bessel.rg:24:9 allocate anc3
        alloc r19                         ; ../../../examples/bessel.rg:24:9 allocate anc4
        alloc r17                         ; ../../../examples/bessel.rg:24:9 allocate anc5
        fdiv += r25, r29, 2               ; ../../../examples/bessel.rg:25:9 halfz
        fpowi += r27, r25, r23            ; ../../../examples/bessel.rg:26:9 halfz_power_nu
        fmul += r24, r25, r25             ; ../../../examples/bessel.rg:27:9 halfz_power_2
        swap r1, r26                      ; ../../../examples/bessel.rg:28:20 call fact_nu
        swap r2, r23                      ; ../../../examples/bessel.rg:28:29 call v
        call .L110                        ; ../../../examples/bessel.rg:28:9 call
        swap r2, r23                      ; ../../../examples/bessel.rg:28:29 call v
        swap r1, r26                      ; ../../../examples/bessel.rg:28:20 call fact_nu
        fdiv += r16, r27, r26             ; ../../../examples/bessel.rg:29:9 anc1
        fmov += r22, r16                  ; ../../../examples/bessel.rg:30:9 out_anc
.L72:
        bnei.l r15, 0, .L105              ; ../../../examples/bessel.rg:31:54 while, after
        fabs := r3, r16                   ; ../../../examples/bessel.rg:31:16 temporary
        gt := r2, r3, r18                 ; ../../../examples/bessel.rg:31:16 temporary
.L75:
        beqi.s r2, 0, .L79                ; ../../../examples/bessel.rg:31:16 while, before
        fabs := r4, r19                   ; ../../../examples/bessel.rg:31:36 temporary
        lt := r1, r4, r18                 ; ../../../examples/bessel.rg:31:36 temporary
        fabs =: r4, r19                   ; ../../../examples/bessel.rg:31:36 temporary
.L79:
        beqi.l r2, 0, .L75                ; ../../../examples/bessel.rg:31:16 while, before
        gt =: r2, r3, r18                 ; ../../../examples/bessel.rg:31:16 temporary
        fabs =: r3, r16                   ; ../../../examples/bessel.rg:31:16 temporary
.L82:
        beqi.s r1, 0, .L106               ; ../../../examples/bessel.rg:31:16 while, before
        mov =: r1, 1                      ; ../../../examples/bessel.rg:31:16 while, before
        mov += r15, 1                     ; ../../../examples/bessel.rg:32:13 k
        itof += r17, r15                  ; ../../../examples/bessel.rg:34:17 anc5
        itof += r17, r23                  ; ../../../examples/bessel.rg:35:17 anc5
        itof := r1, r15                   ; ../../../examples/bessel.rg:36:25 temporary
        fmul -= r20, r1, r17              ; ../../../examples/bessel.rg:36:17 anc2
        itof =: r1, r15                   ; ../../../examples/bessel.rg:36:25 temporary
        fdiv += r21, r24, r20             ; ../../../examples/bessel.rg:37:17 anc3
        swap r1, r16                      ; ../../../examples/bessel.rg:39:18 call anc1
        swap r2, r21                      ; ../../../examples/bessel.rg:39:24 call anc3
        swap r3, r19                      ; ../../../examples/bessel.rg:39:30 call anc4
        call .L151                        ; ../../../examples/bessel.rg:39:13 call
        swap r3, r19                      ; ../../../examples/bessel.rg:39:30 call anc4
        swap r2, r21                      ; ../../../examples/bessel.rg:39:24 call anc3
        swap r1, r16                      ; ../../../examples/bessel.rg:39:18 call anc1
        fmov += r22, r16                  ; ../../../examples/bessel.rg:40:13 out_anc
        fdiv -= r21, r24, r20             ; ../../../examples/bessel.rg:37:17 anc3
        itof := r1, r15                   ; ../../../examples/bessel.rg:36:25 temporary
        fmul += r20, r1, r17              ; ../../../examples/bessel.rg:36:17 anc2
        itof =: r1, r15                   ; ../../../examples/bessel.rg:36:25 temporary
        itof -= r17, r23                  ; ../../../examples/bessel.rg:35:17 anc5
        itof -= r17, r15                  ; ../../../examples/bessel.rg:34:17 anc5
.L105:
        bra.s .L72                        ; ../../../examples/bessel.rg:31:54 while, after
.L106:
        bra.l .L82                        ; ../../../examples/bessel.rg:31:16 while, before
        exch r0, [sp - 2]                 ; ../../../examples/bessel.rg:21:14 frame
.L108:
        bra.s .L48                        ; ../../../examples/bessel.rg:21:14 frame
.end

.routine "ifactorial{Fixed,Int}", local
.param "out!", Fixed, 0
.param "n", Int, 0
.L109:
        bra.l .L149                       ; ../../../examples/bessel.rg:11:13 frame
.entry "ifactorial{Fixed,Int}"
.L110:
        portal r0                         ; ../../../examples/bessel.rg:11:13 frame
        mov += sp, 7                      ; ../../../examples/bessel.rg:11:13 frame
        exch r0, [sp - 1]                 ; ../../../examples/bessel.rg:11:13 frame
        exch r15, [sp - 2]                ; ../../../examples/bessel.rg:11:13 frame
        exch r16, [sp - 3]                ; ../../../examples/bessel.rg:11:13 frame
        exch r17, [sp - 4]                ; ../../../examples/bessel.rg:11:13 frame
        exch r18, [sp - 5]                ; ../../../examples/bessel.rg:11:13 frame
        exch r19, [sp - 6]                ; ../../../examples/bessel.rg:11:13 frame
        exch r20, [sp - 7]                ; ../../../examples/bessel.rg:11:13 frame
        swap r19, r1                      ; ../../../examples/bessel.rg:11:13 frame
        swap r20, r2                      ; ../../../examples/bessel.rg:11:13 frame
        alloc r18                         ; ../../../examples/bessel.rg:12:5 allocate anc
        fmov += r19, 1                    ; ../../../examples/bessel.rg:13:5 out!
        max := r16, r20, 0                ; ../../../examples/bessel.rg:14:5 for i
        mov := r15, 1                     ; ../../../examples/bessel.rg:14:5 for i
.L125:
        fortop r17, r16, .L134            ; ../../../examples/bessel.rg:14:5 for i
        mov := r2, r15                    ; ../../../examples/bessel.rg:15:20 call
        swap r1, r19                      ; ../../../examples/bessel.rg:15:14 call out!
        swap r3, r18                      ; ../../../examples/bessel.rg:15:23 call anc
        call .L157                        ; ../../../examples/bessel.rg:15:9 call
        swap r3, r18                      ; ../../../examples/bessel.rg:15:23 call anc
        swap r1, r19                      ; ../../../examples/bessel.rg:15:14 call out!
        mov =: r2, r15                    ; ../../../examples/bessel.rg:15:20 call
        mov += r15, 1                     ; ../../../examples/bessel.rg:14:5 for i
.L134:
        forend r17, r16, .L125            ; ../../../examples/bessel.rg:14:5 for i
        mov -= r15, r16                   ; ../../../examples/bessel.rg:14:5 for i
        mov =: r15, 1                     ; ../../../examples/bessel.rg:14:5 for i
        max =: r16, r20, 0                ; ../../../examples/bessel.rg:14:5 for i
        free r18                          ; ../../../examples/bessel.rg:17:5 free anc
        swap r20, r2                      ; ../../../examples/bessel.rg:11:13 frame
        swap r19, r1                      ; ../../../examples/bessel.rg:11:13 frame
        exch r20, [sp - 7]                ; ../../../examples/bessel.rg:11:13 frame
        exch r19, [sp - 6]                ; ../../../examples/bessel.rg:11:13 frame
        exch r18, [sp - 5]                ; ../../../examples/bessel.rg:11:13 frame
        exch r17, [sp - 4]                ; ../../../examples/bessel.rg:11:13 frame
        exch r16, [sp - 3]                ; ../../../examples/bessel.rg:11:13 frame
        exch r15, [sp - 2]                ; ../../../examples/bessel.rg:11:13 frame
        exch r0, [sp - 1]                 ; ../../../examples/bessel.rg:11:13 frame
        mov -= sp, 7                      ; ../../../examples/bessel.rg:11:13 frame
.L149:
        bra.s .L109                       ; ../../../examples/bessel.rg:11:13 frame
.end

.routine "imul{Fixed,Fixed,Fixed}", local
.param "out!", Fixed, 0
.param "x", Fixed, 0
.param "anc!", Fixed, 0
.L150:
        bra.l .L155                       ; ../../../examples/bessel.rg:5:21 frame
.entry "imul{Fixed,Fixed,Fixed}"
.L151:
        portal r0                         ; ../../../examples/bessel.rg:5:21 frame
        fmul += r3, r1, r2                ; ../../../examples/bessel.rg:6:5 anc!
        fdiv -= r1, r3, r2                ; ../../../examples/bessel.rg:7:5 out!
        swap r1, r3                       ; ../../../examples/bessel.rg:8:5 out!
.L155:
        bra.s .L150                       ; ../../../examples/bessel.rg:5:21 frame
.end

.routine "imul{Fixed,Int,Fixed}", local
.param "out!", Fixed, 0
.param "x", Int, 0
.param "anc!", Fixed, 0
.L156:
        bra.l .L165                       ; ../../../examples/bessel.rg:5:21 frame
.entry "imul{Fixed,Int,Fixed}"
.L157:
        portal r0                         ; ../../../examples/bessel.rg:5:21 frame
        itof := r4, r2                    ; ../../../examples/bessel.rg:6:20 temporary
        fmul += r3, r1, r4                ; ../../../examples/bessel.rg:6:5 anc!
        itof =: r4, r2                    ; ../../../examples/bessel.rg:6:20 temporary
        itof := r4, r2                    ; ../../../examples/bessel.rg:7:20 temporary
        fdiv -= r1, r3, r4                ; ../../../examples/bessel.rg:7:5 out!
        itof =: r4, r2                    ; ../../../examples/bessel.rg:7:20 temporary
        swap r1, r3                       ; ../../../examples/bessel.rg:8:5 out!
.L165:
        bra.s .L156                       ; ../../../examples/bessel.rg:5:21 frame
