#!/bin/sh
# float_core.sh BUILD: the core with Float as a user meets it: by its name and by --float, what it does
# not have, and random programs that give on it what the default engine gives (tests/float/core.py).
. tests/cli/head.sh

cat >"$work/p.rg" <<'END_RG'
@i function dot(y!::Float64, a::Float64, x::Vector{Float64})
    for i = 1:length(x)
        y! += a * x[i]
    end
end
@i function grows(y!::Float64, x::Float64)
    y! += x * exp(x)
end
@i function ratio(y!::Float64, x::Float64)
    y! += sqrt(2 / x)
end
@i function dirty(y!::Float64, x::Float64, n::Int)
    t ← 0.0
    t += x
    y! += t
    t -= n
    t → 0.0
end
@i function folded(y!::Log, x::Vector{Log})
    for i = 1:length(x)
        y! *= x[i]
    end
end
@i function turned(y!::Float64, z!::Float64, x::Float64)
    ROT(y!, z!, x)
    HADAMARD(y!, z!)
end
@i function decayed(y!::Float64)
    MULDIV(y!, 9.0, 10.0)
end
@i function inverse(y!::Float64, x::Float64, n::Int)
    y! += x ^ n
end
@i function added(y!::Log, x::Log, z::Log)
    y! *= x - z
end
@i function raised(y!::Log, x::Log, e::Float64)
    y! *= x ^ e
end
@i function given(y!::Log, a::Float64)
    y! *= a
end
END_RG

cat >"$work/beside.rg" <<'END_RG'
@i function rounded(z!::Fixed, y!::Float64, x::Float64)
    z! += Fixed(x * x)
    y! += z! * x
end
END_RG

# The share of the angle is rounded again where the angle is a float word, and loses digits.
cat >"$work/lost.rg" <<'END_RG'
@i function lost(o!::Float64, y!::Float64, z!::Float64, t::Float64, p::Float64, q::Float64)
    ROT(y!, z!, t)
    @routine begin
        u ← 0.0
        w ← 0.0
        u += y! + z! + p
        w += log(u) + q
    end
    o! += log(w)
    ~@routine
end
END_RG

fail() {
    echo "$*"
    sed 's/^/    /' "$work/out" "$work/err"
    exit 1
}
on() { # on ROUTINE OPTIONS ...: its status in $status, what it says in out and err
    routine=$1
    shift
    status=0
    "$retrograd" run "$work/p.rg" "$routine" "$@" >"$work/out" 2>"$work/err" || status=$?
}
dot() { on dot --set a=1.1 --set 'x=[1.5,2.5e20,-3.25e-20]' --grad 'y!' --json --raw "$@"; }
numbers() { # what of a report must not depend on the engine
    "${PYTHON3:-/usr/bin/python3}" -c 'import json, sys
r = json.load(sys.stdin)
print([r[k] for k in ("status", "values", "raw", "gradients", "restored")])' <"$work/out"
}

# By its name, and as rtl with --float: the numbers of the default engine, and clocks of its own.
dot --float
numbers >"$work/want"
grep -q 'True\]$' "$work/want" || fail "the default engine restores nothing"
for engine in "--engine rtl-float" "--engine rtl --float" "--engine rtl-float --float"; do
    # shellcheck disable=SC2086
    dot $engine
    numbers >"$work/have"
    cmp -s "$work/want" "$work/have" || fail "$engine gives other numbers than the default engine"
    grep -q '"engine": *"rtl-float"' "$work/out" || fail "$engine is another engine"
done
on dot --set a=1 --set 'x=[2,3]' --engine rtl-float
grep -q 'cycles are those of the core with Float' "$work/out" || fail "the report does not say whose cycles it has"
on dot --set a=1 --set 'x=[2,3]' --engine rtl-float --backward
[ $status -eq 0 ] || fail "it does not run backward"
on ratio --set x=-2 --engine rtl-float
{ [ $status -ne 0 ] && grep -q 'R0809.*-1' "$work/err"; } || fail "a root of -1 does not trap on the core"

# A function has its value and its slope at once, or traps where it has none.
on grows --set x=1 --engine rtl-float --grad 'y!'
{ [ $status -eq 0 ] && grep -q 'y! = 2.71828182845904' "$work/out" && grep -q 'x = 5.43656365691809' "$work/out"; } ||
    fail "x exp(x) and its slope are not 2.718 and 5.437"
on grows --set x=1000 --engine rtl-float
{ [ $status -ne 0 ] && grep -q 'R0810.*1000' "$work/err"; } || fail "the exponential of 1000 does not trap"
on inverse --set x=0 --set n=-1 --engine rtl-float
{ [ $status -ne 0 ] && grep -q 'R0808' "$work/err"; } || fail "0 to the power -1 does not trap"

# What rounding takes from the share of an angle is said on both.
for engine in rtl-float float; do
    "$retrograd" run "$work/lost.rg" --set 'y!=7.9345703125e-05' --set 'z!=0.00011596679687500001' --set t=1.0212012033316163e-24 \
        --set p=4.67e37 --set q=32768 --grad 'o!' --engine $engine >"$work/out" 2>"$work/err"
    grep -q 'few digits: 0 results and 1 shares' "$work/out" || fail "$engine does not say that an angle's gradient has few digits"
done

# A Fixed beside Float is rounded at 2^-43 as on the default engine, and has no room for 2^20.
for engine in rtl-float float; do
    "$retrograd" run "$work/beside.rg" rounded --set x=1.1 --grad 'y!' --json --raw --engine $engine >"$work/out" 2>"$work/err"
    numbers >"$work/$engine"
done
cmp -s "$work/float" "$work/rtl-float" || fail "a Fixed beside Float is another number on the core"
grep -q "'z!': 1.21.*True\]$" "$work/float" || fail "a Fixed beside Float is not 1.21, or not restored"
"$retrograd" run "$work/beside.rg" rounded --set x=1024 --engine rtl-float >"$work/out" 2>"$work/err" && fail "2^20 is a Fixed"
grep -q 'R0810' "$work/err" || fail "2^20 as a Fixed does not trap with R0810"

# Rotations, of the pair and of its gradients, and the share of the angle.
for engine in rtl-float float; do
    on turned --set 'y!=1.5' --set 'z!=-0.25' --set x=2.5 --engine $engine --grad 'z!' --json --raw
    numbers >"$work/$engine"
done
cmp -s "$work/float" "$work/rtl-float" || fail "a rotation gives other numbers on the core"
grep -q "True\]$" "$work/float" || fail "a rotation is not restored"

# Sums, powers and numbers as Logs; 5 - 5 is none.
on added --set 'y!=1' --set x=5 --set z=3 --engine rtl-float --grad 'y!'
{ [ $status -eq 0 ] && grep -q 'y! = 2$' "$work/out" && grep -q 'restored' "$work/out"; } || fail "5 - 3 of Logs is not 2"
on raised --set 'y!=1' --set x=2 --set e=0.5 --engine rtl-float
grep -q 'y! = 1.414213562373095' "$work/out" || fail "2 to the power 0.5 of Logs is not 1.414"
on given --set 'y!=1' --set a=-0.375 --engine rtl-float
grep -q 'y! = -0.375' "$work/out" || fail "-0.375 as a Log is not -0.375"
on added --set 'y!=1' --set x=5 --set z=5 --engine rtl-float
{ [ $status -ne 0 ] && grep -q 'R0809' "$work/err"; } || fail "5 - 5 of Logs does not trap on the core"

# A register is shown in its lowest 64 bits, which are no Float: it reports neither a wrong number nor a change.
on dirty --set x=-3 --set n=4 --engine rtl-float
{ [ $status -ne 0 ] && grep -q 'R0814.*a number that this engine does not tell' "$work/err"; } || fail "it tells what an ancilla had"
grep -q 'last changed' "$work/err" && fail "it tells of a change that it cannot see"
"$retrograd" debug "$work/p.rg" ratio --set x=2 --engine rtl-float >"$work/out" 2>"$work/err" </dev/null && fail "the debugger opens"
grep -q 'R0951.*has no debugger' "$work/err" || fail "the debugger is not refused"

# What the core does not have is refused before it runs, by its name and place.
refused() { # refused CODE WHAT ROUTINE OPTIONS ...
    code=$1 what=$2
    shift 2
    on "$@"
    [ $status -ne 0 ] && grep -q "$code" "$work/err" && grep -q "$what" "$work/err" ||
        fail "$* is not refused with $code, $what"
}
refused R0951 'muldiv.*of decayed' decayed --set 'y!=1' --engine rtl-float
refused R0951 'by line' dot --set a=1 --set 'x=[1]' --engine rtl-float --report
refused R0917 'rtl-float' dot --set a=1 --set 'x=[1]' --engine rtl-float --fixed
refused R0916 'gates' dot --set a=1 --set 'x=[1]' --engine gates --float
refused R0916 'signals' dot --set a=1 --set 'x=[1]' --engine rtl --float --trace "$work/w.fst"
on dot --set a=1 --set 'x=[1]' --engine rtl-flot
grep -q 'did you mean .*rtl-float' "$work/err" || fail "a name next to rtl-float is not explained"
refused R0927 'tangent' dot --set a=1 --set 'x=[1]' --engine rtl-float --tangent a=1

exec "${PYTHON3:-/usr/bin/python3}" tests/float/core.py "$build" "${PROGRAMS:-20}" "${SEED:-1}"
