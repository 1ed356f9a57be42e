#!/bin/sh
# run.sh BUILD: the retrograd command as a user types it: exit statuses, messages, reports.
. tests/cli/head.sh
. tests/cli/expect.sh

expect 0 'cancel' build examples/bessel.rg --report
expect 0 '(off)' build examples/bessel.rg --report --no-pass=inline
expect 0 'uncomputing level: log2(' run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --report
expect 0 'y! = 0.125' run tests/conformance/raw.rg cube --set x=0.5 -O0 --engine rtl
expect 2 'did you mean `cancel`' build examples/iexp.rg --no-pass=cancle -o /dev/null
expect 0 'ancillas' help optimiser

# Words that other programs have for commands and options.
for word in gradient hessian inverse compile test waveform qasm sweep; do
    expect 2 "there is no command $word: " "$word" examples/bessel.rg
done
expect 2 'did you mean run?' rnu examples/bessel.rg
expect 2 'retrograd run own.jl' own.jl
for pair in gradient=--grad inverse=--backward arg=--set vcd=--trace; do
    expect 2 "did you mean ${pair#*=}?" run examples/bessel.rg "--${pair%=*}"
done
printf 'function loss(w)\n    s = 0.0\n    for x in w\n        s += x\n    end\n    return s\nend\n' >"$work/loss.jl"
expect 2 'did you mean `loss`?' run "$work/loss.jl" los --set w=[1,2]
echo 'loss(w) = 2w' >"$work/loss.jl"
expect 2 'did you mean `loss`?' run "$work/loss.jl" los --set w=[1,2]

# An index outside an array, with the last one: as a number, computed, and where there are no elements.
printf 'function f(v, k::Int)\n    w = copy(v)\n    w[k] = w[1]\n    a, b, c = w\n    return w .+ c\nend\n' >"$work/index.jl"
for way in '' -O0 --engine=rtl; do
    expect 1 'R0807]: index 4 is outside the array `v`: its last index is 3' run "$work/index.jl" --set v=[1,2,3] --set k=4 $way
    expect 1 'R0807]: index 0 is outside the array `v`' run "$work/index.jl" --set v=[1,2,3] --set k=0 $way
    expect 1 'R0807]: index 3 is outside the array' run "$work/index.jl" --set v=[1,2] --set k=2 $way
    expect 1 'it has no elements' run "$work/index.jl" --set v=[] --set k=1 $way
done

# What would be dropped without a word, and what is not whole.
expect 2 '--grad is given twice, with `out!` and `z`' run examples/bessel.rg ibesselj --set z=1.0 --grad out! --grad z
expect 2 '-o is given twice' build examples/bessel.rg -o "$work/a.elf" -o "$work/b.elf"
expect 2 '--hvp out! is a product with a direction' run examples/bessel.rg ibesselj --set z=1.0 --hvp out!
expect 0 'no limit' run --help

# The only routine of a file is meant, whatever functions stand beside it, with open types too.
printf 'σ(x) = 1 / (1 + exp(-x))\n@i function f(y!::Fixed, x::Fixed)\n    y! += σ(x)\nend\n' >"$work/beside.rg"
expect 0 'y! = 0.5' run "$work/beside.rg" --set x=0
printf 'σ(x) = 1 / (1 + exp(-x))\n@i function f(y!, x)\n    y! += σ(x)\nend\n' >"$work/beside.rg"
expect 0 'y! = 0.5' run "$work/beside.rg" --set x=0.0 --set y!=0.0
printf '@i function g(y!::Fixed, x::Fixed)\n    y! -= x\nend\n' >>"$work/beside.rg"
expect 2 'R0906' run "$work/beside.rg" --set x=0.0

# A program with open types has a table too, by the types of its arguments.
printf '@i function f(y!::T, x::Vector{T}, z::T, n) where T\n    y! += x[n] * real(z)\nend\n' >"$work/open.rg"
expect 0 'no pass' run "$work/open.rg" --set 'x=[1.0,2.0]' --set z=2.0 --set n=2 --report
grep -q 'error' "$work/out" && { cat "$work/out"; failed=1; }
printf '@i function f(y!, z)\n    y! += z * z\nend\n@i function g(y!::Int)\n    y! += 1\nend\n' >"$work/open.rg"
expect 0 'no pass' run "$work/open.rg" f --set 'z=2+1im' --set 'y!=0.5im' --grad y!.re --report
grep -q 'error' "$work/out" && { cat "$work/out"; failed=1; }

# Passes have one order: in the help, in the table of a report and in the page about them.
"$retrograd" help optimiser | sed -n '/^The passes/,$s/^  \([a-z]*\) .*/\1/p' >"$work/passes"
"$retrograd" build examples/bessel.rg --report | sed '1,/^no pass/d;/^$/,$d;s/ .*//' >"$work/listed"
sed -n '/^| pass | where/,/^$/s/^| \([a-z]*\) |.*/\1/p' docs/development/compiler/optimiser.md | sed 1d >"$work/rows"
checked=$((checked + 1))
[ "$(wc -l <"$work/passes")" -gt 20 ] || { echo "the help lists no passes"; failed=1; }
diff "$work/passes" "$work/listed" || { echo "the report has the passes in another order"; failed=1; }
diff "$work/passes" "$work/rows" || { echo "docs/development/compiler/optimiser.md has the passes in another order"; failed=1; }

# The short report: one line each; the long one has all its lines and more. Of a value or a gradient
# the line is NAME = NUMBER; figures that depend on the machine are left open.
cat >"$work/short" <<'END'
ibesselj on fast (Q*
  values
    out! = *
    v = *
    z = *
    atol = *
  gradient of out!
    out! = *
    z = *
    atol = *
  restored: yes
  cycles: * (forward *, backward *)
  energy: * J conventional, * J adiabatic, * J Landauer bound
  assumptions: * to * J conventional, * to * J adiabatic
END
bessel() { "$retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out! "$@"; }
bessel >"$work/out" 2>"$work/err" || failed=1
checked=$((checked + 1))
sed 's/Q.*/Q*/; s/ ([0-9]* attempts)//; s/[0-9][-+.e0-9]*/*/g' "$work/out" | diff "$work/short" - || { echo "the short report has other lines"; failed=1; }
bessel --report >"$work/long" 2>"$work/err" || failed=1
checked=$((checked + 1))
grep -vxFf "$work/long" "$work/out" && { echo "the long report has not all lines of the short one"; failed=1; }
for text in 'seed of the gradient: 2^' 'of these with gradient' 'bits erased' 'bits of gradient dropped' 'adiabatic CMOS' 'hottest lines'; do
    checked=$((checked + 1))
    grep -qF "$text" "$work/long" || { echo "the long report does not say $text"; failed=1; }
    grep -qF "$text" "$work/out" && { echo "the short report says $text"; failed=1; }
done
case $("$retrograd" version) in *Q20.43)
    expect 0 'gradient of z! (2 attempts)' run tests/cli/second_attempt.rg measured! --set z!=0 --set q!=1 --set p!=0 --set h=0.125 \
        --set c=100000 --set n=10 --set m=10 --grad z! ;;
esac

# Words in use at most: 100 more words in a vector of the routine, in a gradient too.
cat >"$work/words.rg" <<'END'
@i function words(y!::Fixed, x::Fixed, n::Int)
    a ← zeros(Fixed, n)
    a[n] += x
    y! += a[n]
    a[n] -= x
    a → zeros(Fixed, n)
end
END
words() { "$retrograd" run "$work/words.rg" --set x=1.0 --json --set "$@" | sed -n 's/.*"peak_words": \([0-9]*\).*/\1/p'; }
few=$(words n=10)
for more in "$(words n=110)" "$(words n=110 --grad y!)"; do
    checked=$((checked + 1))
    [ "$((more - few))" -eq 100 ] || { echo "100 words more are counted as $((more - few))"; failed=1; }
done

cat >"$work/a.s" <<'END'
    .routine square!
    .param y!, Fixed, 0
    .param x, Fixed, 0
t1: bra.l b1
square!: portal lr
    fmul += r1, r2, r2
b1: bra.s t1
    .routine sum!
    .param y!, Fixed, 0
    .param A, Fixed, 2
    .param n, Int, 0
    .param b, Bool, 0
t2: bra.l b2
sum!: portal lr
    ldf += r1, [r2 + 1]
    ldf += r1, [r2 + 4]
b2: bra.s t2
    .routine log!
    .param y!, Fixed, 0
    .param x, Fixed, 0
t3: bra.l b3
log!: portal lr
    flog += r1, r2
b3: bra.s t3
END
# A stream: squares summed into a word of the frame, copied, taken back.
cat >"$work/stream.s" <<'END'
    .routine norm!
    .param y!, Fixed, 0
    .param x, Fixed, 1
t1: bra.l b1
norm!: portal lr
    mov := r10, sp
    mov += sp, 1
    ld := r13, [r2]
    mov := r14, 1
    add := r3, r2, 1
    mov := r4, 1
    fmul +=[] r10, r3, r3
    ldf += r1, [r10]
    fmul -=[] r10, r3, r3
    mov =: r4, 1
    add =: r3, r2, 1
    mov =: r14, 1
    ld =: r13, [r2]
    mov -= sp, 1
    mov =: r10, sp
b1: bra.s t1
END
for engine in fast rtl; do
    expect 0 'y! = 14.25' run "$work/stream.s" norm! --set 'x=[1,-2,3,0.5]' --engine=$engine
    expect 0 'restored: yes' run "$work/stream.s" norm! --set 'x=[1,-2,3,0.5]' --grad y! --engine=$engine
    expect 0 '-4' run "$work/stream.s" norm! --set 'x=[1,-2,3,0.5]' --grad y! --engine=$engine
    expect 0 'y! = 0' run "$work/stream.s" norm! --set 'x=[0]' --engine=$engine
    expect 1 'stream.s:12:5: error' run "$work/stream.s" norm! --set 'x=[1,2,3,20000]' --engine=$engine
    expect 1 'every bit is what it was' run "$work/stream.s" norm! --set 'x=[1,2,3,20000]' --engine=$engine
done
printf '1,2\n3,4\n' >"$work/m.csv"
printf '1,2\n3\n' >"$work/bad.csv"
printf '[[1,2],[3,4.5]]' >"$work/m.json"
printf 'junk' >"$work/m.npy"
printf 'name: x\n' >"$work/t.yaml"

expect 0 'y! = 2.25' run "$work/a.s" square! --set x=1.5
expect 0 'restored: yes' run "$work/a.s" square! --set x=1.5 --grad y!
expect 0 '"restored": true' run "$work/a.s" square! --set x=1.5 --grad y! --json
expect 0 '"y!": -2.25' run "$work/a.s" square! --set x=1.5 --backward --json
expect 0 'y! = 5' run "$work/a.s" sum! --set 'A=[[1,2],[3,4]]' --set n=5.0 --set b=true
expect 0 'n = 5' run "$work/a.s" sum! --set "A=@$work/m.csv" --set n=5
expect 0 'b = false' run "$work/a.s" sum! --set "A=@$work/m.json"
expect 0 'Landauer' run "$work/a.s" square!
expect 0 'x = 2' run "$work/a.s" square! --set x=2 --engine=fast
expect 1 'a.s:23:5: error' run "$work/a.s" log! --set x=-1
expect 1 'error[R0809]' run "$work/a.s" log! --set x=-1
expect 1 'every bit is what it was' run "$work/a.s" log! --set x=-1
expect 1 '"restored": true' run "$work/a.s" log! --set x=-1 --json
expect 2 'R0906' run "$work/a.s"
expect 2 'R0906' run "$work/a.s" cube!
expect 2 'did you mean `x`' run "$work/a.s" square! --set X=1
expect 2 'R0908' run "$work/a.s" sum! --set 'A=[[1,2],[3,4]]' --set n=5.5
expect 2 'R0908' run "$work/a.s" sum! --set 'A=[1,2]'
expect 2 'R0909' run "$work/a.s" sum!
printf '@i function parts!(y!::Fixed, A::Matrix{Complex{Fixed}})\n    y! += A[1,1].im\nend\n' >"$work/parts.rg"
expect 2 'parts of one array have one shape' run "$work/parts.rg" --set 'A.re=[[1,2]]' --set 'A.im=[[1],[2]]'
expect 2 'R0910' run "$work/a.s" square! --set x=1e30
expect 2 'R0913' run "$work/a.s" sum! --set 'A=[[1,2],[3,4]]' --grad n
expect 2 'R0913' run "$work/a.s" sum! --set 'A=[[1,2],[3,4]]' --grad 'A[3,1]'
expect 2 'R0913' run "$work/a.s" square! --grad 'y!['
expect 2 'R0914' run "$work/a.s" square! --set x=abc
expect 2 'R0914' run "$work/a.s" sum! --set 'A=[[1,2],[3]]'
expect 2 'R0915' run "$work/a.s" sum! --set "A=@$work/bad.csv"
expect 2 'R0915' run "$work/a.s" sum! --set "A=@$work/m.npy"
expect 2 'R0905' run "$work/a.s" sum! --set "A=@$work/none.csv"
expect 2 'R0908' run "$work/a.s" square! --set x=3+2im
expect 0 'Hessian (2 by 2)' run "$work/a.s" square! --hessian y!
expect 0 'Jacobian (2 by 2)' run "$work/a.s" square! --jacobian
expect 2 'R0901' run "$work/a.s" square! --engine vast
expect 2 'R0916' run "$work/a.s" square! --engine fast --trace "$work/t.fst"
expect 2 't.yaml:1:1: error[R0923]' run "$work/a.s" square! --energy "$work/t.yaml"
expect 2 'R0923' run "$work/a.s" square! --energy "$work/none.yaml"
expect 2 'did you mean --json' run "$work/a.s" square! --jsn
expect 2 'R0917' run "$work/a.s" square! --set x
expect 2 'R0917' run "$work/a.s" square! --set x=1 --set x=2
expect 2 'R0917' run "$work/a.s" square! extra
expect 2 'R0917' run
expect 2 'needs an argument' run "$work/a.s" --set
expect 2 'cannot read' run "$work/none.rg"
expect 2 'R0905' run "$work/none.s"
expect 2 'error' run "$work/none.elf"
expect 2 'error' run "$work/m.csv"
expect 2 'did you mean run' rum
expect 3 'R0922' run "$work/a.s" square! --max-cycles 10
expect 0 '0 failed' check "$work/a.s" square! --set x=1.5
expect 0 '"passed": true' check "$work/a.s" square! --set x=1.5 --json
expect 1 'R0809' check "$work/a.s" log! --set x=-1
printf '@i function times!(out!::Log, n::Int)\n    out! *= n\nend\n' >"$work/log.rg"
expect 0 'd out! / d out!: 7' check "$work/log.rg" --set n=7
# results at another start than zero: an ancilla that depends on them, and a routine that says where
# it starts
printf '@i function gains(out!::Fixed, x::Fixed)\n    t ← 0.0\n    t += out!\n    out! += x * x\n    t → 0.0\nend\n' >"$work/hidden.rg"
expect 1 'with the results at another start than 0' check "$work/hidden.rg" --set x=1.5
expect 0 '0 failed' check "$work/hidden.rg" --set x=1.5 --set out!=0
printf '@i function starts(out!::Fixed, n!::Int, x::Fixed)\n    @assert out! == 0\n    out! += x * x\n    n! += 1\nend\n' >"$work/starts.rg"
expect 0 'an assertion asks for another start' check "$work/starts.rg" --set x=1.5
printf '@i function adds(out!::Fixed, n!::Int, b!::Bool, l!::Log, x::Fixed)\n    out! += x\n    n! += 1\n    b! ⊻= x > 1\n    l! *= 2\nend\n' >"$work/adds.rg"
expect 0 'again, with  out! = 1.40625' check "$work/adds.rg" --set x=1.5
# a derivative that the program gives, beside differences and beside that of its formula
printf 'square(x) = x^2\nprimitive_grad(::typeof(square), x) = 2x\nwrong(x) = x^2\nprimitive_grad(::typeof(wrong), x) = 3x\nstairs(x) = floor(x)\nprimitive_grad(::typeof(stairs), x) = 1.0\n' >"$work/own.rg"
expect 0 'd out! / d x: 3, its formula gives 3: 13 digits agree' check "$work/own.rg" square --set x=1.5
expect 1 'd out! / d x: 4.5, its formula gives 3, off by 1.5' check "$work/own.rg" wrong --set x=1.5
expect 1 'd out! / d x: 4.5, differences say 3' check "$work/own.rg" wrong --set x=1.5
expect 1 '"check": "formula"' check "$work/own.rg" wrong --set x=1.5 --json
expect 1 'd out! / d x: 1, differences say 0' check "$work/own.rg" stairs --set x=1.5
expect 1 'd out! / d x: 1: the formula has no gradient of its own' check "$work/own.rg" stairs --set x=1.5
# where two values meet in min and max: the gradient is one of the slopes on both sides, or between
printf 'larger(x) = 1 + max(x, 0)\nprimitive_grad(::typeof(larger), x) = 2.0\n@i function lower(y!::Fixed, a::Fixed, b::Fixed)\n    y! += min(a, b)\nend\n@i function step(y!::Fixed, a::Fixed)\n    y! += floor(a)\nend\n' >"$work/kink.rg"
expect 0 'd y! / d a: 0: a kink: the slope is 1 below and 0 above, and the gradient is one of them or between them' check "$work/kink.rg" lower --set a=0.5 --set b=0.5
expect 0 'd y! / d a: 1, differences say 1' check "$work/kink.rg" lower --set a=0.5 --set b=0.75
expect 1 'd out! / d x: 2: a kink: the slope is 0 below and 1 above, and the gradient is not between them' check "$work/kink.rg" larger --set x=0
expect 0 '"slopes": [' check "$work/kink.rg" lower --set a=0.5 --set b=0.5 --json
expect 0 'jumps or bends' check "$work/kink.rg" step --set a=1
expect 0 'retrograd ' version
expect 0 'run FILE.rg' help
expect 0 '--grad NAME' help run
expect 0 '--grad NAME' run --help
expect 2 'did you mean values' help value
# options are written out, in any order with words, as -j 4 or -j4, and end at --
expect 2 'unknown option --engi; did you mean --engine?' run "$work/a.s" square! --engi=fast
expect 2 'unknown option -qO0' run "$work/a.s" square! -qO0
expect 2 'unknown option --xyzzy; `retrograd help run` lists the options' run "$work/a.s" square! --xyzzy
expect 2 'unknown option -O1; did you mean -O0?' run "$work/a.s" square! -O1
expect 2 '--json takes no argument' run "$work/a.s" --json=3 square!
expect 2 '--engine needs an argument: fast, fast16, float, gates, rtl, rtl-float, systemc or board' run "$work/a.s" square! --engine
expect 2 '--at is trap, overflow or cause, not `or`' debug "$work/a.s" --at or
expect 2 '--plan does not belong to `retrograd run`' run "$work/a.s" --plan=3
expect 2 '`-O0` is one word too many' run "$work/a.s" square! -- -O0
expect 0 'y! = 2.25' run --set x=1.5 "$work/a.s" --engine=fast -- square!
expect 0 'R0814: ' explain R0814
expect 0 'R0814: ' explain r0814
expect 0 'R0814' explain
expect 2 'R0917' explain R9999
expect 2 'R0917' build "$work/a.rg" --emit=objs
expect 0 'kept gradients: ' run "$work/a.s" square! --set x=1.5 --grad y! --keep-gradients
expect 0 '"kept_gradients": ' run "$work/a.s" square! --set x=1.5 --grad y! --keep-gradients --json
expect 2 'needs --grad' run "$work/a.s" square! --keep-gradients
expect 2 '{"severity": "error", "code": "R0917"' run "$work/a.s" square! --nosuch --message-format=json
expect 2 'is text or json' version --message-format=xml
expect 1 '"notes": [' run "$work/a.s" log! --message-format json
printf '@i function f(y!::Fixed, x::Fixed)\n  y! += x * x\nend\n' >"$work/f.rg"
expect 0 'digraph' build "$work/f.rg" --emit=graph
"$retrograd" build "$work/f.rg" --emit=graph -o "$work/f.svg"
grep -q '<circle' "$work/f.svg" || { echo "no graph in f.svg"; failed=1; }
expect 0 'y! -= x * x' build "$work/f.rg" --emit=inverse
expect 2 'error' disasm "$work/m.csv"
expect 0 'run FILE.rg'

# Derivatives of x^2 z at (3, 0.5) as the report prints them, line by line.
printf '@i function q(y!::Fixed, x::Fixed, z::Fixed)\n    y! += x * x * z\nend\n' >"$work/q.rg"
lines() {
    while read -r line; do
        tr -s ' ' <"$work/out" | grep -qxF -- " $line" || { echo "the report lacks the line \`$line\`:"; cat "$work/out"; failed=1; }
    done
}
expect 0 'values' run "$work/q.rg" q --set x=3 --set z=0.5 --hessian y! --raw
fraction=$("$retrograd" version | sed 's/.*Q[0-9]*\.//')
lines <<END
y! = 4.5
x = 3
y! (raw) = $(awk "BEGIN { printf \"%.0f\", 4.5 * 2 ^ $fraction }")
z (raw) = $(awk "BEGIN { printf \"%.0f\", 0.5 * 2 ^ $fraction }")
y! = 1
z = 9
Hessian (3 by 3)
y! 0 0 0
x 0 1 6
z 0 6 0
restored: yes
END
expect 0 'values' run "$work/q.rg" q --set x=3 --set z=0.5 --jacobian
lines <<'END'
y! 1 3 9
x 0 1 0
z 0 0 1
restored: yes
END
expect 0 'values' run "$work/q.rg" q --set x=3 --set z=0.5 --tangent x=2 --tangent z=-1 --hvp y!
lines <<'END'
x = 3
z = 9
y! = 0
x = -4
z = 12
restored: yes
END
expect 0 'values' run "$work/q.rg" q --set x=3 --set z=0.5 --tangent x=2 --tangent z=-1
lines <<'END'
y! = -3
x = 2
z = -1
END
expect 0 'values' run "$work/q.rg" q --set y!=5.5 --set x=3 --set z=0.5 --backward
lines <<'END'
y! = 1
z = 0.5
END

# A graph has the other branch, each loop, an uncall and an assertion.
cat >"$work/g.rg" <<'END'
@i function inner(y!::Fixed, x::Fixed)
    y! += x
end
@i function outer(y!::Fixed, z!::Fixed, x::Fixed, n::Int)
    k ← 0
    if (x > 0, ~)
        y! += x
    else
        SWAP(y!, z!)
    end
    while (k < n, k > 0)
        k += 1
    end
    while (k > 0, k < n)
        k -= 1
    end
    (~inner)(z!, x)
    @assert y! > -100
    k → 0
end
END
for text in else '@assert' SWAP inner while; do
    expect 0 "$text" build "$work/g.rg" --emit=graph
done

# A listing of a program with arrays, structs, stacks and recursion runs as the program does; only
# source lines differ.
for name in types_compound types_arguments stacks calls; do
    program=tests/conformance/$name.rg
    "$retrograd" build -O0 "$program" --emit=asm -o "$work/round.s" 2>"$work/said"
    arguments=$(sed -n 's/^#! run //p' "$program" | head -n 1)
    eval "$retrograd run $work/round.s $arguments" 2>"$work/said" | grep -v dropped >"$work/listing.out"
    eval "$retrograd run $program $arguments -O0" 2>"$work/said" | grep -v dropped >"$work/program.out"
    grep -q restored "$work/listing.out" || { echo "$program: the listing does not run"; cat "$work/said"; failed=1; }
    cmp -s "$work/program.out" "$work/listing.out" || { echo "$program: its listing runs otherwise"; diff "$work/program.out" "$work/listing.out" | head; failed=1; }
done

# Reading everything that `run` prints as JSON is checked in tests/property/test_conformance.c.
if [ -n "$("$retrograd" run "$work/a.s" square! --json 2>&1 >/dev/null)" ]; then
    echo "run --json says something on standard error"
    failed=1
fi
# A disk that is full is noticed by whatever writes, and ends with 3.
"$retrograd" build "$work/f.rg" -o "$work/full.elf"
for arguments in help version explain 'explain R0905' "run $work/a.s square!" "run $work/a.s square! --json" "check $work/f.rg f --set x=2" \
    "disasm $work/full.elf" "build $work/f.rg --emit=asm" "build $work/f.rg --emit=inverse"; do
    # shellcheck disable=SC2086
    "$retrograd" $arguments >/dev/full 2>"$work/said"
    status=$?
    [ "$status" = 3 ] && grep -q R0905 "$work/said" || { echo "a full disk goes unnoticed: $arguments ($status)"; failed=1; }
done

# So does a file for which there is no room; nothing half written stays.
for arguments in "build examples/bessel.rg -o $work/small" "build examples/bessel.rg --emit=asm -o $work/small" "run $work/f.rg f --set x=2 --engine rtl --trace $work/small"; do
    # shellcheck disable=SC2086
    (trap '' XFSZ; ulimit -f 1; "$retrograd" $arguments) >"$work/said" 2>&1
    status=$?
    [ "$status" -ge 2 ] && [ "$status" -le 3 ] && grep -q 'R0905\|R0723' "$work/said" || { echo "no room goes unnoticed: $arguments ($status)"; failed=1; }
    ls "$work"/small* 2>/dev/null && { echo "half a file stays: $arguments"; failed=1; }
done

# What is no ordinary file is written to or refused, never replaced.
mkfifo "$work/pipe"
expect 2 R0723 build "$work/f.rg" -o "$work/pipe"
expect 2 R0916 run "$work/f.rg" f --set x=2 --engine rtl --trace "$work/pipe"
cat "$work/pipe" >"$work/piped" &
"$retrograd" build "$work/f.rg" --emit=asm -o "$work/pipe" || failed=1
wait $!
grep -q ALLOC "$work/piped" || grep -q "f.rg" "$work/piped" || { echo "a listing does not go into a pipe"; failed=1; }
[ -p "$work/pipe" ] || { echo "a pipe was replaced"; failed=1; }
echo "$checked command lines checked"
exit $failed
