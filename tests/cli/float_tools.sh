#!/bin/sh
# float_tools.sh BUILD: what the tools say of programs with Float: traps with the numbers that led to
# them, studies, and clear words where a tool has Fixed alone.
set -uf
. tests/cli/head.sh
. tests/cli/expect.sh
cat >"$work/t.rg" <<'EOF'
@i function dirty(y!::Float64, x::Float64)
    t ← 0.0
    t += x
    y! += t
    t → 0.0
end
@i function whole(y!::Float64, n::Int)
    k ← 0
    k += n
    k → 0
end
@i function array(y!::Float64, x::Float64)
    v ← zeros(Float64, 2)
    v[1] += 3.0
    v[2] += x
    v[1] -= 3.0
    v → zeros(Float64, 2)
end
@i function asserted(y!::Float64, x::Float64)
    y! += x
    @assert y! < 1.0
end
@i function again(y!::Float64, x::Float64, n::Int)
    k ← 0
    k += n
    y! += k * 1.5
    k -= n
    k → 0
    k ← 0.0
    k += x
    y! += k
    k → 0.0
end
@i function other(y!::Float64, x::Float64, n::Int)
    k ← 0.0
    k += x
    y! += k
    k -= x
    k → 0.0
    k ← 0
    k += n
    y! += k * 1.5
    k → 0
end
@i function quotient(y!::Float64, v::Vector{Float64})
    for i = 1:length(v)
        y! += v[i]^2 / 3.0
    end
end
@i function sum(y!::Float64, x::Float64)
    y! += x
    y! += 1.2e38
end
@i function slight(y!::Float64, x::Float64)
    y! += 1e7 + 1e-3 * sin(x)
end
@i function grows(y!::Float64, x::Float64)
    y! += exp(x)
end
@i function dot(y!::Float64, v::Vector{Float64}, w::Vector{Float64})
    y! += v' * w
end
@i function less(y!::Float64, v::Vector{Float64}, w::Vector{Float64})
    for i = 1:length(w)
        y! -= v[i] * w[i]
    end
end
EOF
t="$work/t.rg"

# ---- traps: what an ancilla had, who changed it, and what does not fit
for passes in "" -O0; do
    # shellcheck disable=SC2086
    {
        expect 1 'it differs by 0.025' run "$t" dirty --set x=0.025 $passes
        expect 1 'from 0 to 0.025' run "$t" dirty --set x=0.025 $passes
        expect 1 'it differs by 1e-90' run "$t" dirty --set x=1e-90 $passes
        expect 1 'it differs by -3' run "$t" dirty --set x=-3 $passes
        expect 1 'it differs by 7' run "$t" whole --set n=7 $passes
        # an Int and a Float one after the other, of one name
        expect 1 'it differs by 3.5' run "$t" again --set x=3.5 --set n=3 $passes
        expect 1 'it differs by 7' run "$t" other --set x=3.5 --set n=7 $passes
        expect 1 'it differs by 1024' run "$t" array --set x=1024 $passes
        expect 1 '`y!` was last changed here, from 0 to 1.25' run "$t" asserted --set x=1.25 $passes
        expect 1 '1e+40 / 3 = 3.33333333e+39 does not fit in a Float' run "$t" quotient --set v=[1,1e20] $passes
        expect 1 '1e+38 + 1.2e+38 = 2.2e+38 does not fit' run "$t" sum --set x=1e38 $passes
        expect 1 'exp(100) = 2.68811714e+43 does not fit' run "$t" grows --set x=100 $passes
        expect 1 'a result or a sum here reaches its limit, 2^127; the operand or summand was 3e+20' run "$t" dot --set v=[1,1e20] --set w=[1,3e20] $passes
        expect 1 '1e+20 * 3e+20 = 3e+40 does not fit' run "$t" less --set v=[1,1e20] --set w=[1,3e20] $passes
    }
done
# Differences of doubles have few digits of a small slope.
expect 0 '1 digit agrees, of 1 that the differences have' check "$t" slight --set x=1.5
expect 0 'd y! / d x: 1.6487' check "$t" grows --set x=0.5
if grep -q 'd x.*that the differences have' "$work/out"; then bad "digits of differences that have enough"; fi
# A Float that is written once has its digits without the optimiser, too.
printf '@i function f(y!::Float64, x::Float64)\n    t ← x * 0.3\n    y! += 1.0e-30 / t\n    t → x * 0.3\nend\n' >"$work/f.rg"
for passes in "" -O0 --no-pass=ancillas; do
    # shellcheck disable=SC2086
    expect 0 'y! = 3.3333333333333336e+30' run "$work/f.rg" --set x=1e-60 $passes
done

printf '@i function f(y!::Float64, x::Float64)\n    t ← x * 0.5\n    y! += t * t\n    t → x * 0.5\nend\n' >"$work/k.rg"
expect 0 'kept gradients: 1 words of 512 bits' run "$work/k.rg" --set x=3 --grad 'y!' --keep-gradients -O0

# ---- a study has the numbers of `run`, and no energies
printf '@i function f(y!::Float64, x::Float64)\n    y! += exp(x)\nend\n' >"$work/e.rg"
cat >"$work/s.yaml" <<'EOF'
name: exponentials
workloads: {w: {program: e.rg, arguments: {x: 14}}}
axes: {x: {argument: x, values: [1, 14, 30]}}
objectives:
  cycles: counters.cycles
  error: {value: 'abs(values["y!"] / exp(x) - 1)', scale: log}
constraints: ["error < 1e-15"]
EOF
expect 0 'on the Pareto front 3' explore "$work/s.yaml" --store "$work/s.db"
sed 's/cycles: counters.cycles/energy: {value: energy.conventional_J, unit: J}/' "$work/s.yaml" >"$work/p.yaml"
expect 2 'those of Float have no energies: give the option --fixed' explore "$work/p.yaml" --store "$work/p.db"
"$retrograd" run "$work/e.rg" --set x=1 --json >"$work/r.json" 2>/dev/null || bad "no report"
expect 2 'whose energies are not known: run it with --fixed' explain-energy "$work/r.json"

# ---- tools of Fixed alone say so
expect 0 'note[R0501]' run "$work/e.rg" --set x=1 --energy 45nm
expect 0 'Energies are known with --fixed' run "$work/e.rg" --set x=1 --energy 45nm --float
expect 0 'note[R0501]' baselines "$work/e.rg" --set x=1
expect 0 'note[R0501]' build "$work/e.rg" --emit=c -o "$work/e.c"
expect 2 'R0508' build "$work/e.rg" --emit=c --float -o "$work/e.c"
expect 2 'leave out --float or --trace' run "$work/e.rg" --set x=1 --trace "$work/e.fst" --float
expect 2 '--float is the engine `float` or `rtl-float`, and not `gates`' run "$work/e.rg" --set x=1 --engine gates --float
echo "tools with Float: $checked command lines"
exit $failed
