#!/bin/sh
# messages.sh BUILD: what the command says of programs and arguments that are wrong, as a user meets
# it.
. tests/cli/head.sh
. tests/cli/expect.sh
# also TEXT: the last command said this too. never TEXT: it did not.
also() { grep -qF -- "$1" "$work/out" || { echo "does not say \`$1\`:"; cat "$work/out"; failed=1; }; }
never() { ! grep -qF -- "$1" "$work/out" || { echo "says \`$1\`:"; cat "$work/out"; failed=1; }; }

# ---- names of arguments and routines that are nearly right
cat >"$work/names.rg" <<'END'
@i function scale!(out!::Fixed, weight::Fixed, z::Complex{Fixed})
    out! += weight * real(z)
end
END
# shellcheck disable=SC2086
for option in --grad --hessian "--tangent weight=1 --hvp"; do
    expect 2 'no argument `out`; did you mean `out!`?' run "$work/names.rg" $option out
    expect 2 'no argument `wieght`; did you mean `weight`?' run "$work/names.rg" $option wieght
done
expect 2 'no argument `Out`; did you mean `out!`?' run "$work/names.rg" --tangent Out=1
expect 2 'no argument `out`; did you mean `out!`?' run "$work/names.rg" --set out=1
expect 2 'no argument `z.ree`; did you mean `z.re`?' run "$work/names.rg" --grad z.ree
expect 2 'no argument `other`; it has: out!, weight, z' run "$work/names.rg" --grad other
expect 2 'did you mean `scale!`' run "$work/names.rg" scale --grad 'out!'

# ---- values and files as other commands take them
cat >"$work/values.rg" <<'END'
@i function f(y!::Fixed, x::Vector{Fixed})
    y! += sum(x)
end
END
expect 2 'commas stand between elements, [1,2]' run "$work/values.rg" --set 'x=[1 2 3]'
expect 2 'a matrix has a list for each row' run "$work/values.rg" --set 'x=[1,2;3,4]'
expect 2 'the elements of an array stand in brackets' run "$work/values.rg" --set x=3,4
expect 2 'a range is written out: [1,2,3]' run "$work/values.rg" --set x=1:3
expect 2 'a number, not an expression' run "$work/values.rg" --set x=1/3
expect 2 'a number, not an expression' run "$work/values.rg" --set x=pi
expect 2 'a value has --set before it: --set x=[1,2]' run "$work/values.rg" x=[1,2]
expect 2 'a value has --set before it: --set x=[1,2]' run "$work/values.rg" f x=[1,2]
expect 2 'NAME=VALUE in one word, not `x`' run "$work/values.rg" --set x = [1,2]
expect 2 'a command stands before the file: retrograd run' "$work/values.rg" --set x=[1,2]

# ---- '<-' where an expression stands
cat >"$work/less.rg" <<'END'
@i function f(y!::Int, x::Int)
    if x<-3+1
        y! += 1
    end
    y! += (x<-4 ? 10 : 0)
end
END
expect 0 'y! = 11' run "$work/less.rg" --set x=-5
expect 0 'y! = 1' run "$work/less.rg" --set x=-3
expect 0 'y! = 0' run "$work/less.rg" --set x=-2

# ---- an Int for a Fixed that is changed; one that is given back is fine
cat >"$work/lost.rg" <<'END'
@i function g(a!::Fixed, n::Fixed)
    n += 1
    a! += n
    n -= 1
end
@i function f(y!::Fixed, n::Int)
    g(y!, n)
end
END
expect 0 'y! = 4' run "$work/lost.rg" f --set n=3
sed 's/g(y!, n)$/g(n, y!)/' "$work/lost.rg" >"$work/lost2.rg"
expect 2 'error[R0605]' build "$work/lost2.rg" -o "$work/lost.elf"
also 'this Int is converted'

# ---- elements that are not there
cat >"$work/elements.rg" <<'END'
@i function f(y!::Fixed, x::Vector{Fixed}, A::Matrix{Fixed}, T::Array{Fixed,3})
    y! += x[1] * x[2] + A[1, 2] + T[1, 1, 1]
end
END
element() { expect 2 "$1" run "$work/elements.rg" --set x=[1.0,2] --set A=[[1.0,2],[3,4]] --set T=[[[1.0]]] --grad "$2"; }
element 'argument x has 2 elements: the index 3 is beyond them' 'x[3]'
element 'its indices go from 1 to 2' 'x[0]'
element 'argument x is an array: name one element of it, such as x[1]' x
element 'argument x is a vector: its elements have one index' 'x[1,2]'
element 'argument A is 2 by 2: the element [3,1] is outside' 'A[3,1]'
element 'name one element of it, such as A[1,1]' A
element 'its indices go from 1 to 1, 1 to 1, 1 to 1' 'T[1,1,9]'
element 'name one element of it, such as T[1,1,1]' T

# ---- files of values: the type, the shape, the element
npy() { # npy FILE DESCR SHAPE BYTES
    /usr/bin/python3 - "$work/$1" "$2" "$3" "$4" <<'END'
import sys
header = "{'descr': %s, 'fortran_order': False, 'shape': %s, }" % (sys.argv[2], sys.argv[3])
header += " " * (117 - len(header)) + "\n"
open(sys.argv[1], "wb").write(b"\x93NUMPY\x01\x00" + bytes([len(header), 0]) + header.encode() + bytes.fromhex(sys.argv[4]))
END
}
cat >"$work/sum.rg" <<'END'
@i function f(y!::Fixed, x::Vector{Fixed}, A::Matrix{Fixed})
    y! += x[1] + A[1, 1]
end
END
npy half.npy "'<f2'" '(1,)' 003c
npy several.npy "[('a', '<f8')]" '(1,)' 0000000000000000
npy minus.npy "'<f8'" '(-1,)' 0000000000000000
npy huge.npy "'<f8'" '(99999999,)' 0000000000000000
npy five.npy "'<f8'" '(1, 1, 1, 1, 1)' 0000000000000000
npy nan.npy "'<f8'" '(2,)' 0000000000000000000000000000f87f
from_file() { expect 2 "$1" run "$work/sum.rg" --set x="@$work/$2" --set A=[[1.0,2.0]]; }
from_file 'the type `<f2`: save the array as float64' half.npy
from_file 'elements have several parts' several.npy
from_file 'has a negative number' minus.npy
from_file 'a dimension of more than 2^24 elements' huge.npy
from_file 'more than four dimensions' five.npy
from_file 'argument x[2]: the machine has no infinities and no NaN' nan.npy
case $("$retrograd" version) in *Q20.43)
    expect 2 'argument A[2,1]: 1e+30 does not fit' run "$work/sum.rg" --set x=[1.0] --set A=[[1,2],[1e30,4]]
    seq -s , 70000 | sed 's/^/[/;s/$/]/' >"$work/long.json"
    expect 2 '--tile takes its rows in parts' run "$work/sum.rg" --set x=@"$work/long.json" --set A=[[1.0]] ;;
esac

# ---- why a file cannot be read or written
expect 2 'cannot read the report no.json: No such file' explain-energy no.json
never 'line -1'
printf 'name: s\nworkloads:\n  f: {program: %s}\nobjectives:\n  cycles: counters.cycles\n' "$work/less.rg" >"$work/s.yaml"
expect 3 'name a file that can be written with --store' explore "$work/s.yaml" --store "$work/no/such.db"
[ ! -e "$build/lib/retrograd/trace.so" ] ||
    expect 2 "no/wave.fst: No such file" run "$work/less.rg" --engine rtl --trace "$work/no/wave.fst"
printf 'break 2 if\nbreak if\nwatch y! if \nquit\n' >"$work/breaks"
expect 2 'a condition is missing behind `if`' debug "$work/less.rg" -x "$work/breaks"
never 'no routine'

# ---- a word that an exchange has brought to another variable
cat >"$work/brought.rg" <<'END'
@i function f(y!::Int, n::Int)
    a ← 0
    b ← 1
    for i = 1:n
        a += b
        a ↔ b
    end
    y! += a
end
END
expect 1 'error[R0814]: the ancilla `b`' run "$work/brought.rg" --set n=5
also '`a` was last changed here'
also 'an exchange has brought that word to `b` since'

# ---- an Int that the program says is one makes no remark on gradients
cat >"$work/sizes.rg" <<'END'
@i function f(x!::Fixed, n::Int)
    for i = 1:n
        x! += 1.0
    end
end
END
expect 0 'x! = 1' run "$work/sizes.rg" --set n=2 --grad x!
never 'no other argument has a gradient'

# ---- a constant that the technology does not use
expect 0 'warning[R0923]: --energy-set ramp_time=10ns changes no energy of this run: the technology has no adiabatic view' run "$work/sizes.rg" --set n=2 --energy 7nm --energy-set ramp_time=10ns
expect 0 'x! = 2' run "$work/sizes.rg" --set n=2 --energy-set ramp_time=10ns
never R0923

# ---- the cycle limit: the line, and the loop
cat >"$work/limit.rg" <<'END'
@i function f(y!::Int, z!::Int, n::Int)
    for i = 1:n
        y! += i * i
        for k = 1:n
            z! += i * k
            z! ⊻= i
        end
    end
    while (y! > 0, z! != 0)
        z! += 1
    end
end
END
expect 3 'of the loop of line 4' run "$work/limit.rg" --set n=10000 --max-cycles 20000 -O0
also 'error[R0922]: f did not end within 20000 cycles: it was here'
expect 3 'in the loop of line 9' run "$work/limit.rg" --set y!=1 --max-cycles 20000
also 'limit.rg:'

# ---- what did not fit, the limit, the iteration and the ways out
cat >"$work/over.rg" <<'END'
@i function product(y!::Fixed, x::Fixed)
    y! += x * x + 2
end
@i function growing(v!::Vector{Fixed}, x::Fixed)
    for i = 1:length(v!)
        v![i] += exp(x + i)
    end
end
@i function sums(y!::Fixed, v::Vector{Fixed}, w::Vector{Fixed})
    for i = 1:length(v)
        y! += v[i] * w[i]
    end
end
@i function bank(x!::Fixed, n::Int)
    for k = 1:n
        MULDIV(x!, 9, 10)
    end
end
@i function banked(x!::Fixed, b!::Int, n::Int)
    for k = 1:n
        MULDIV(x!, 9, 10, b!)
    end
end
@i function far(y!::Fixed, x::Fixed)
    y! += log(exp(-x^2 / 2) / sqrt(2π))
end
@i function logs(y!::Fixed, v::Vector{Fixed})
    for i = 1:length(v)
        y! += 16 * log(v[i])
    end
end
END
if "$retrograd" version | grep -q Q20.43; then
    for off in "" -O0; do
        # shellcheck disable=SC2086
        expect 1 '2000 * 2000 = 4000000 does not fit in Q20.43, whose limit is 1048576' run "$work/over.rg" product --set x=2000 $off
        also 'make machine XLEN=64 FRAC=36'
        # shellcheck disable=SC2086
        expect 1 'exp(14.2) = 1468864.19 does not fit' run "$work/over.rg" growing --set 'v!=[0,1.5,2]' --set x=11.2 $off
        # shellcheck disable=SC2086
        expect 1 '2000.5 * 600 = 1200300 does not fit' run "$work/over.rg" sums --set v=[1000,2000.5] --set w=[500,600] $off
        # shellcheck disable=SC2086
        expect 1 'bank of this multiply-divide is full' run "$work/over.rg" bank --set 'x!=0.5' --set n=2000 $off
        also 'in iteration 812 of 2000 of the loop of line 15'
        # shellcheck disable=SC2086
        expect 1 'bank of this multiply-divide is full' run "$work/over.rg" banked --set 'x!=0.5' --set n=2000 $off
        also 'in iteration 397 of 2000 of the loop of line 20'
    done
    expect 3 'error[R0921]' run "$work/over.rg" far --set x=7.5 --grad 'y!'
    also 'beyond the limit, which is then'
    also 'over.rg:25:5'
    also 'the first is met at log(2.27373675e-13)'
    expect 3 'the first is met at log(1.02318154e-12), in iteration 3 of 4 of the loop of line 28' run "$work/over.rg" logs --set 'v=[1,2,1e-12,3]' --grad 'y!'
    also 'hold large magnitudes as Log'

    # ---- results of which few digits can be believed
    expect 0 'warning[R0506]: y! has about 3.8 digits, and its gradients no more' run "$work/over.rg" far --set x=7 --grad 'y!'
    also 'x = -7.03'
    expect 0 '"code": "R0506"' run "$work/over.rg" far --set x=7 --grad 'y!' --message-format=json
    expect 0 'x = -6.00000' run "$work/over.rg" far --set x=6 --grad 'y!'
    never R0506
    printf '@i function f(y!::Fixed, x::Fixed)\n    y! += x * 1e5 / 1e5 / 1e5 / 1e2\nend\n' >"$work/little.rg"
    expect 0 'warning[R0506]: the gradient by x has about' run "$work/little.rg" --set x=1 --grad 'y!'

    # ---- what is 0 since numbers on the way are too small, and what is 0 in earnest
    printf '@i function f(y!::Fixed, x::Fixed, z::Fixed)\n    y! += x * z\nend\n' >"$work/small.rg"
    expect 0 'warning[R0506]: y! is 0 because numbers on the way to it are too small' run "$work/small.rg" --set x=1e-8 --set z=-1e-8
    expect 0 'warning[R0506]: y! is 0 because' run "$work/small.rg" --set x=1e-8 --set z=1e-8 --grad 'y!' -O0
    expect 0 'warning[R0506]: y! has about' run "$work/small.rg" --set x=1e-6 --set z=1e-6 --grad 'y!'
    also 'so small that they keep few'
    expect 0 'y! = 0' run "$work/small.rg" --set x=1e-8 --grad 'y!'
    never R0506
    printf '@i function f(y!::Fixed, v::Vector{Fixed})\n    y! += sum(v .^ 2)\nend\n@i function g(y!::Fixed, v::Vector{Fixed})\n    y! += sqrt(dot(v, v))\nend\n' >"$work/squares.rg"
    for passes in --raw --no-pass=streams -O0; do
        expect 0 'warning[R0506]: y! is 0 because' run "$work/squares.rg" f --set v=[1e-8,2e-8,3e-8] $passes
        expect 0 'warning[R0506]: y! is 0 because' run "$work/squares.rg" g --set v=[1e-8,2e-8,3e-8] $passes
        expect 0 'warning[R0506]: y! has about' run "$work/squares.rg" f --set v=[1e-6,2e-6] --grad 'y!' $passes
        expect 0 'y! = 1' run "$work/squares.rg" f --set v=[1.0,1e-7] --grad 'y!' $passes
        never R0506
    done
    expect 0 'y! = 1' run "$work/small.rg" --set x=1e-8 --set z=1e-8 --float
    never R0506

    # ---- what cancels, and quotients of small numbers: the run with Float tells
    cat >"$work/cancels.rg" <<'END'
@i function growth(y!::Fixed, a::Fixed)
    y! += (exp(a) - 1) / a
end
@i function expm1s(y!::Fixed, a::Fixed)
    y! += expm1(a) / a
end
@i function logs(y!::Fixed, a::Fixed)
    y! += log(1 + a) / a
end
@i function chord(y!::Fixed, a::Fixed)
    y! += 1 - cos(a)
end
@i function zero(y!::Fixed, a::Fixed)
    y! += sin(a)^2 + cos(a)^2 - 1
end
@i function carried(y!::Fixed, z!::Fixed, a::Fixed)
    z! += 2 * a
    y! += 1e5 * z!
end
END
    for f in growth expm1s logs; do
        expect 0 'warning[R0506]: the derivative by a has about 0.0 digits' run "$work/cancels.rg" $f --set a=1e-9 --grad 'y!'
        expect 0 'gradient of y!' run "$work/cancels.rg" $f --set a=0.5 --grad 'y!'
        never R0506
    done
    expect 0 'warning[R0506]: the derivative by a has about 0.3 digits: it is 1.04775, and with --float 0.5' run "$work/cancels.rg" growth --set a=1e-9 --jacobian
    expect 0 'warning[R0506]: y! has about 3.4 digits: it is 5.00222e-11, and with --float 5e-11' run "$work/cancels.rg" chord --set a=1e-5
    expect 0 'warning[R0506]: y! is 0 because' run "$work/cancels.rg" chord --set a=1e-7
    expect 0 'warning[R0506]: z! has about 3.4 digits' run "$work/cancels.rg" carried --set a=1e-10
    for a in 0.3 0.7 1.1 1.7 2.9; do
        expect 0 'y! = ' run "$work/cancels.rg" zero --set a=$a --grad 'y!'
        never R0506
        expect 0 'x = ' run "$work/small.rg" --set x=$a --set z=$a --hvp 'y!' --tangent x=1
        never R0506
    done
    if [ -f examples/momentum.rg ]; then
        expect 0 'v! = [0, 0]' run examples/momentum.rg train_long --set 'w!=[0.3,-0.7]' --set 'v!=[0,0]' --set 'bank!=[[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]]' \
            --set X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]] --set y=[2.0,-0.5,3.25,1.75] --set eta=0.05 --set steps=1500
        never R0506
    fi

    # ---- arguments that became Int because their values have no point
    printf '@i function g(x!, y!)\n    for i = 1:length(x!)\n        x![i] += y! * 0.5\n    end\nend\n@i function h(y!, x)\n    y! += sin(x[1])\nend\n' >"$work/open.rg"
    expect 0 'taken as reals where a parameter has no type' run "$work/open.rg" g --set 'x!=[1,2]'
    expect 0 'x! = [1.75, 2.75]' run "$work/open.rg" g --set 'x!=[1.0,2]' --set 'y!=1.5'
    expect 0 'no other argument has a gradient: `x` holds Int' run "$work/open.rg" h --set x=[1,2] --grad 'y!'
    expect 0 '0.5403' run "$work/open.rg" h --set x=[1.0,2] --grad 'y!'
    never 'holds Int'

    # ---- a function with a value has none without its arguments, typed or not, compiled or assembled
    printf 'h(x, k) = k * sin(x) + 1\ng(v, k) = k * sum(v .^ 2)\n@fn t(x::Fixed, p::Tuple{Fixed, Fixed}) = x * p[1]\nfunction o(x; k=2.0)\n    return x * k\nend\n' >"$work/plain.rg"
    expect 2 'error[R0928]: argument k must be set, as in --set k=1.0: h is a function with a value' run "$work/plain.rg" h --set x=1.5
    expect 2 'error[R0928]: argument x must be set' run "$work/plain.rg" h --set k=1.5 --grad out! --engine float
    expect 2 'error[R0928]: argument p_1 must be set' run "$work/plain.rg" t --set x=1
    expect 0 'out! = 3' run "$work/plain.rg" o --set x=1.5
    printf 'b(x, on::Bool) = on ? x : 2x\ni(x, n::Int) = x * n\n' >"$work/kinds.rg"
    expect 2 'as in --set on=true: b' run "$work/kinds.rg" b --set x=1.5
    expect 2 'as in --set n=1: i' run "$work/kinds.rg" i --set x=1.5
    expect 0 'out! = 1.5' run "$work/kinds.rg" b --set x=1.5 --set on=true
    expect 0 'checks passed, 0 failed' check "$work/plain.rg" t
    expect 2 "not set and without a type, so taken as one Fixed: 'v'; set what is an array" run "$work/plain.rg" g --set k=1.5 --fixed
    printf '@fn t(x::Fixed, p::Tuple{Fixed, Fixed}) = x * p[1]\n' >"$work/typed.rg"
    "$retrograd" build "$work/typed.rg" --emit=asm >"$work/plain.s" || bad "no assembly text"
    "$retrograd" build "$work/typed.rg" --emit=ir >"$work/plain.ir" || bad "no IR text"
    "$retrograd" build "$work/typed.rg" -o "$work/plain.elf" || bad "no object"
    "$retrograd" build "$work/plain.ir" -o "$work/ir.elf" || bad "no object of the IR text"
    for kind in plain.s plain.elf ir.elf; do
        expect 2 'error[R0928]: argument p_2 must be set' run "$work/$kind" t --set x=1 --set p_1=2 --fixed
    done
    printf 'function least(v)\n    m = Inf\n    for x in v\n        m = x > 0.5 ? min(m, x) : m\n    end\n    return m\nend\n' >"$work/inf.rg"
    expect 1 'error[R0815]: Inf is the result here, or an operand that must be finite' run "$work/inf.rg" --set v=[0.1,0.2]
    also 'isfinite(m) ? m : 0.0'
    never 'last changed'
    expect 0 'out! = 0.75' run "$work/inf.rg" --set v=[0.1,0.75]

    # ---- numbers that keep few of their digits
    printf 'const G = 6.6743e-11\n@fn e(x) = 1e-14 * x\n@i function f(y!::Fixed, x::Fixed)\n    y! += 0.1 * x + 1e-8\n    y! += G * x\n    e(y!, x)\nend\n' >"$work/small.rg"
    expect 0 'small.rg:5:11: warning[R0505]: 6.6743e-11 is kept as 6.67342e-11: Q20.43 has 10 bits for it, 3.6 decimal digits' run "$work/small.rg" f --set x=0.1
    also 'small.rg:2:12: warning[R0505]: 1e-14 becomes 0'
    never 'small.rg:4'
    never 'argument x'
    expect 0 'warning[R0505]: argument x: 3e-14 becomes 0' run "$work/small.rg" f --set x=3e-14
    printf '1,-1e-400\n' >"$work/small.csv"
    expect 0 'warning[R0505]: argument v: a number in it becomes 0: a double has no numbers below 4.94e-324' run "$work/over.rg" sums --set v=@"$work/small.csv" --set w=[1,1]
    expect 0 'warning[R0505]: argument v: a number in it becomes 0: a double has no numbers below 4.94e-324' run "$work/over.rg" sums --set v=[1,-1e-400] --set w=[1,1]
    expect 0 'v = [1, 0]' run "$work/over.rg" sums --set 'v=[1,0.0e-400]' --set w=[-0,1e-1]
    never R0505
    expect 0 'warning[R0505]: argument v[2]: -1e-12 is kept as -1.02318e-12' run "$work/over.rg" sums --set v=[0.0,-1e-12] --set w=[1e-14,1]
    never 'argument w'

    # ---- check compares by digits
    cat >"$work/force.rg" <<'END'
@i function force(F!::Fixed, m1::Fixed, m2::Fixed, r::Fixed)
    F! += 6.6743e-11 * m1 * m2 / r^2
end
@i function tiny(y!::Fixed, x::Fixed)
    y! += 1e-14 * x
end
@i function sums(y!::Fixed, x::Fixed, z::Fixed)
    y! += 3 * x^2
    y! += sin(z) * 1e-3
end
END
    expect 1 'FAIL  d F! / d m1' check "$work/force.rg" force --set m1=1e6 --set m2=8e5 --set r=100
    also 'agree, of 6 that the differences have'
    expect 0 'no gradient was compared' check "$work/force.rg" tiny --set x=1e6
    never 'ok    d y! / d x'
    expect 0 'ok    d y! / d x: 3, differences say 3' check "$work/force.rg" sums --set x=0.5 --set z=1.25
    also 'ok    d y! / d z: 0.000315'
    never 'FAIL'
fi

# ---- open types: an open scalar that is not set is a Fixed zero, and nothing hides other faults
cat >"$work/open.rg" <<'END'
@i function f(y!, x)
    y! += x * 2 + 1
end
END
expect 0 'y! = 1' run "$work/open.rg"
expect 0 'x = 0' run "$work/open.rg" --grad y!
expect 0 'y! = 6' run "$work/open.rg" --set x=2.5
expect 2 'error[R0601]' build "$work/open.rg" -o "$work/open.elf"
never '--set'
cat >"$work/open2.rg" <<'END'
@i function g(y!, v, n)
    for i = 1:n
        y! += v[i] * zz
    end
    q <- 0
    q += 1
    sinn(y!)
end
@i function k(a!::Int, b)
    a! += 1.5
end
END
expect 2 "the type of 'v' is open" run "$work/open2.rg" g
also "'zz' is not declared"
also "unknown routine 'sinn'"
also "ancilla 'q' is never freed"
never '1.5'
expect 2 'error[R0601]' build "$work/open2.rg" -o "$work/open.elf"
also "'zz' is not declared"
also '1.5 is not an integer'
expect 2 "not set and without a type, so taken as one Float: 'n'; set what is an array" run "$work/open2.rg" g --set v=[1.5] --set y!=0.5

echo "messages: $checked commands"
exit $failed
