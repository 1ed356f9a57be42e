#!/bin/sh
# machines.sh BUILD: machines of other hardware as a user makes and explores them. Each has a folder
# and a name of its own. And the lanes do the loops over one dimension that a user writes.
. tests/cli/head.sh

# The four machines stand in the build's folder; what is there already is only linked again.
for n in 1 2 4 8; do
    made=$(${MAKE:-make} -s --no-print-directory machine LANES=$n ENGINES=fast BUILD="$build" 2>"$work/err" | tail -n 1)
    [ -x "$made" ] || { cat "$work/err"; bad "make machine LANES=$n makes nothing"; exit 1; }
    [ "$made" = "$(${MAKE:-make} -s --no-print-directory machine-path LANES=$n BUILD="$build")" ] || bad "machine-path is not $made"
    echo "$made" >>"$work/made"
done
made() { sed -n "$1p" "$work/made"; }
checked=$((checked + 1))
[ "$(sort -u "$work/made" | wc -l)" -eq 4 ] || bad "machines share a folder: $(cat "$work/made")"
digits=$(${MAKE:-make} -s --no-print-directory machine DIGITS=2 FUNCTION_UNITS=4 ENGINES=fast BUILD="$build" | tail -n 1)

# says COMMAND KEY VALUE: in version --json.
says() {
    checked=$((checked + 1))
    got=$("$1" version --json | jq -r ".$2")
    [ "$got" = "$3" ] || bad "$1 version --json: $2 is $got, not $3"
}
for i in 1 2 3 4; do
    says "$(made $i)" lanes $((1 << (i - 1)))
    says "$(made $i)" digits 8
    says "$(made $i)" machine "$(basename "$(dirname "$(dirname "$(made $i)")")")"
done
says "$digits" digits 2
says "$digits" function_units 4
says "$digits" machine "$(basename "$(dirname "$(dirname "$digits")")")"
says "$digits" core pipelined
says "$digits" imem_log2 16

# Banks of data memory: the same values and gradients, in more cycles, and everything comes back.
banks=$(${MAKE:-make} -s --no-print-directory machine BANKS=4 ENGINES=fast BUILD="$build" | tail -n 1)
says "$banks" banks 4
jq -nc '[range(64) / 64]' >"$work/x.json"
for m in "$(made 1)" "$banks"; do
    "$m" run bench/kernels/kernels.rg dot_product --engine fast --set 's!=0' --set x=@"$work/x.json" --set y=@"$work/x.json" --grad 's!' --json \
        >"$work/ran.$(basename "$(dirname "$(dirname "$m")")")" || bad "$m does not run"
done
checked=$((checked + 1))
[ "$(jq -cS '[.values, .gradients, .restored]' "$work"/ran.* | sort -u | wc -l)" -eq 1 ] || bad 'banks give other values'
[ "$(jq .restored "$work"/ran.* | sort -u)" = true ] || bad 'with banks, something does not come back'
[ "$(jq .counters.cycles "$work"/ran.* | sort -u | wc -l)" -eq 2 ] || bad 'banks cost no cycles'

# Three stages: the same, in more cycles, as many back as forward.
stages=$(${MAKE:-make} -s --no-print-directory machine STAGES=3 DIGITS=4 ENGINES=fast BUILD="$build" | tail -n 1)
says "$stages" stages 3
says "$stages" digits 4
"$stages" run bench/kernels/kernels.rg dot_product --engine fast --set 's!=0' --set x=@"$work/x.json" --set y=@"$work/x.json" --grad 's!' --json \
    >"$work/staged.json" || bad "$stages does not run"
checked=$((checked + 1))
[ "$(jq -cS '[.values, .gradients, .restored]' "$work"/ran.* "$work/staged.json" | sort -u | wc -l)" -eq 1 ] || bad 'three stages give other values'
[ "$(jq .counters.cycles "$work/staged.json")" -gt "$(jq .counters.cycles "$work/ran.$(basename "$(dirname "$(dirname "$(made 1)")")")")" ] ||
    bad 'three stages cost no cycles'

# Words that wait for their neighbours stand apart: the same values and gradients, and not as many
# instructions wait.
for program in heat umm qr mypower; do
    file=examples/$program.rg
    claim=$(sed -n 's/^#! run \(.*\)/\1/p' "$file" | head -n 1)
    # shellcheck disable=SC2086 # a claim is a list of words
    for apart in '' --no-pass=schedule; do
        "$stages" run "$file" $claim --engine fast $apart --json >"$work/apart$apart.json" || bad "$stages does not run $program"
    done
    checked=$((checked + 1))
    [ "$(jq -cS '[.values, .gradients, .restored]' "$work/apart.json" "$work/apart--no-pass=schedule.json" | sort -u | wc -l)" -eq 1 ] ||
        bad "$program gives other values with words apart"
    [ "$(jq .counters.instructions "$work/apart.json")" -eq "$(jq .counters.instructions "$work/apart--no-pass=schedule.json")" ] ||
        bad "$program takes other instructions with words apart"
    [ "$(jq .counters.cycles "$work/apart.json")" -lt "$(jq .counters.cycles "$work/apart--no-pass=schedule.json")" ] ||
        bad "$program waits as often with words apart"
done

# Without tangents: the same values, gradients and cycles, also of a Jacobian. What needs tangents is
# refused by name.
plain=$(${MAKE:-make} -s --no-print-directory machine TANGENTS=0 ENGINES=fast BUILD="$build" | tail -n 1)
says "$plain" tangents 0
says "$(made 1)" tangents 1
dot() {
    "$1" run bench/kernels/kernels.rg dot_product --engine fast --set 's!=0' --set x=@"$work/x.json" --set y=@"$work/x.json" "$2" "$3" --json
}
for m in "$(made 1)" "$plain"; do
    dot "$m" --grad 's!' | jq -cS '[.values, .gradients, .restored, .counters]'
done >"$work/plain"
checked=$((checked + 3))
{ [ "$(wc -l <"$work/plain")" -eq 2 ] && [ "$(sort -u "$work/plain" | wc -l)" -eq 1 ]; } || bad 'without tangents a gradient differs'
dot "$plain" --tangent x=@"$work/x.json" >"$work/out" 2>&1
status=$?
[ $status -eq 2 ] && grep -q 'R0927.*no tangent lanes' "$work/out" || bad "a tangent without tangents: status $status, $(cat "$work/out")"
dot "$(made 1)" --tangent x=@"$work/x.json" >"$work/out" 2>&1 || bad "a tangent: $(cat "$work/out")"

# What make refuses.
refuses() {
    checked=$((checked + 1))
    if ${MAKE:-make} -s --no-print-directory machine-path "$@" BUILD="$build" >"$work/out" 2>&1; then bad "make takes $*"; fi
    grep -q 'is no machine' "$work/out" || bad "make $*: $(cat "$work/out")"
}
refuses LANES=3
refuses BANKS=8
refuses STAGES=4
refuses TANGENTS=2
refuses STAGES=3 LANES=2
refuses STAGES=5 LANES=2
refuses STAGES=5 BANKS=4 LANES=2
refuses STAGES=3 BANKS=4 LANES=2
refuses STAGES=3 MULTIPLIER=iterative
refuses CORE=multicycle STAGES=3
refuses BANKS=4 FLOAT=256
refuses BANKS=256 DMEM_LOG2=8
refuses BANKS=512
refuses XLEN=48
refuses FRAC=63
refuses XLEN=32 FRAC=31
refuses CORE=multicycle DIGITS=8
refuses CORE=multicycle LANES=2
refuses MULTIPLIER=iterative GRAD_LANES=parallel

# The instruction that a loop becomes takes 5 clocks and one for each group: so between 1 lane and N
# lanes of 1,000 elements lie exactly 1000 - 1000 / N clocks for each time it runs.
cd "$work" || exit 1
cat >loops.rg <<'END_RG'
@i function products(y!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})
    for i = 1:length(x)
        y! += x[i] * w[i]
    end
end
@i function scaled(z!::Vector{Fixed}, x::Vector{Fixed}, a::Fixed)
    for i = 1:length(x)
        z![i] += a * x[i]
    end
end
@i function exact(y!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})
    y! += dot(x, w)
end
@i function broadcast(z!::Vector{Fixed}, x::Vector{Fixed})
    z! .+= x
end
@i function counted(n!::Int, v::Vector{Int})
    for i = 1:length(v)
        n! += v[i]
    end
end
@i function down(z!::Vector{Fixed}, x::Vector{Fixed}, w::Vector{Fixed})
    for i = length(x):-1:1
        z![i] -= x[i] * w[i]
    end
end
@i function running(z!::Vector{Fixed}, x::Vector{Fixed})
    for i = 2:length(x)
        z![i] += z![i-1] * x[i]
    end
end
END_RG
jq -n '[range(1000) | (. * 7 % 64) / 64]' >x.json
jq -n '[range(1000) | (. * 5 % 32) / 32 - 0.5]' >w.json
jq -n '[range(1000) | . * 5 % 32]' >v.json
jq -n '[range(1000) | 0]' >z.json

# takes COMMAND WORDS...: all numbers of the run; the cycles that the program took, without the
# firmware, in a file.
takes() {
    "$@" --json >run.json 2>err || bad "$*: $(cat err)"
    jq -c '[.values, .gradients, .restored, .counters.instructions, .ledger]' run.json
    jq '.counters.forward.program_cycles + .counters.backward.program_cycles' run.json >cycles
}

# lanes TIMES WORDS...: the run has the stream TIMES times; everything but cycles is that of one
# lane.
lanes() {
    times=$1
    shift
    expected=$(takes "$first" run loops.rg "$@")
    base=$(cat cycles)
    for i in 2 3 4; do
        n=$((1 << (i - 1)))
        checked=$((checked + 2))
        got=$(takes "$(made $i)" run loops.rg "$@")
        [ "$got" = "$expected" ] || bad "$* differs on $n lanes: $got, not $expected"
        fewer=$((base - $(cat cycles)))
        # a start of the pipeline more or less is 2 clocks (fill in isa/timing.def)
        case $((fewer - times * (1000 - 1000 / n))) in 0 | 2 | -2) ;; *) bad "$*: $n lanes save $fewer of $base cycles, not $times times $((1000 - 1000 / n))" ;; esac
    done
    echo "$*: 1 lane $base cycles, 8 lanes $(cat cycles)"
}
case $(made 1) in /*) ;; *) sed -i "s|^|$OLDPWD/|" made ;; esac
first=$(made 1)
lanes 1 products --set x=@x.json --set w=@w.json
lanes 2 products --set x=@x.json --set w=@w.json --grad y!
lanes 1 scaled --set x=@x.json --set z!=@z.json --set a=0.25
lanes 2 scaled --set x=@x.json --set z!=@z.json --set a=0.25 --grad 'z![7]'
lanes 2 exact --set x=@x.json --set w=@w.json
lanes 1 broadcast --set x=@x.json --set z!=@z.json
lanes 2 broadcast --set x=@x.json --set z!=@z.json --grad 'z![7]'
lanes 1 counted --set v=@v.json
lanes 1 down --set x=@x.json --set w=@w.json --set z!=@z.json
lanes 1 products --backward --set y!=1 --set x=@x.json --set w=@w.json
# A tangent goes with the first lane alone, and so does an element that reads the one before.
lanes 0 products --set x=@x.json --set w=@w.json --tangent 'x=@w.json'
lanes 0 running --set x=@z.json --set z!=@z.json

# A study over lanes, digits and units: every point runs on the machine that it names.
cat >study.yaml <<'END_YAML'
name: lanes
workloads:
  products: {program: loops.rg, routine: products, arguments: {x: "= fill(1000, 0.5)", w: "= fill(1000, 0.25)"}}
axes:
  lanes: {machine: LANES, values: [1, 2, 4, 8]}
  digits: {machine: [{DIGITS: 8}]}
objectives:
  cycles: counters.cycles
  groups: {value: 1000 / lanes, goal: show}
  named: {value: digits.LANES * 100 + digits.DIGITS, goal: show}
END_YAML
machines=$(dirname "$(dirname "$(dirname "$first")")")
"$first" explore study.yaml --machines "$machines" --store lanes.db --csv >study.csv 2>err || bad "explore: $(cat err)"
checked=$((checked + 1))
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { c[$at["lanes"]] = $at["cycles"]; n++; if ($at["named"] != $at["lanes"] * 100 + 8) bad = 1 }
    END { for (l = 2; l <= 8; l *= 2) if (c[1] - c[l] != 1000 - 1000 / l) bad = 1; exit bad || n != 4 }' study.csv || { bad "the study:"; cat study.csv; }
# The same study of another machine is another set of points, none of which is taken from the first.
sed 's/DIGITS: 8/DIGITS: 2, FUNCTION_UNITS: 4/; s/values: \[1, 2, 4, 8\]/values: [1]/' study.yaml >other.yaml
"$first" explore other.yaml --machines "$machines" --store lanes.db --csv >other.csv 2>err || bad "explore: $(cat err)"
checked=$((checked + 1))
[ "$(sqlite3 lanes.db 'SELECT count(*) FROM results')" = 5 ] || bad "the store has $(sqlite3 lanes.db 'SELECT count(*) FROM results') points, not 5"
# Results of an earlier version, whose keys did not name the machine, are not mixed with these.
cp lanes.db old.db && sqlite3 old.db 'PRAGMA user_version = 1'
"$first" explore study.yaml --machines "$machines" --store old.db >out 2>&1
status=$?
checked=$((checked + 1))
[ $status -eq 2 ] && grep -q 'R0941.*earlier version' out || { bad "an old store: status $status"; cat out; }
# Machines that differ share a clock only where the study says so, or a remark does.
for options in '--energy, 45nm-gates' '--energy, 45nm-gates, --energy-set, clock_period=5ns'; do
    sed "s/^workloads:/options: [$options]\nworkloads:/; s/values: \[1, 2, 4, 8\]/values: [1, 2]/" study.yaml >priced.yaml
    "$first" explore priced.yaml --machines "$machines" --store priced.db --csv >out 2>err || bad "explore: $(cat err)"
    checked=$((checked + 1))
    case $options in *clock*) want=0 ;; *) want=1 ;; esac
    [ "$(grep -c 'timed by a clock that is not their own' err)" = $want ] || bad "a shared clock, $options: $(cat err)"
done
# A machine that is not there is asked for by its variables.
sed 's/DIGITS: 8/DIGITS: 1, FUNCTION_UNITS: 64/' study.yaml >none.yaml
"$first" explore none.yaml --machines "$machines" >out 2>&1
status=$?
checked=$((checked + 1))
[ $status -eq 2 ] && grep -q 'make machine XLEN=64 FRAC=43 DIGITS=1 FUNCTION_UNITS=64 ENGINES=fast' out || { bad "a missing machine: status $status"; cat out; }
echo "$checked checks"
exit $failed
