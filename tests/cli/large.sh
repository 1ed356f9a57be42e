#!/bin/bash
# large.sh BUILD: long programs compile, with their right numbers, and twice the length takes twice
# the time. Times are those of the processor, and only their ratio counts.
. tests/cli/head.sh
cd "$work" || exit 1
failed=0
checked=0
TIMEFORMAT=%U

fail() {
    echo "large: $*"
    failed=1
}

# chain N: N routines, each of which calls the one before; the last one adds N / 2 of x.
chain() {
    awk -v n="$1" 'BEGIN {
        for (i = 1; i <= n; i++)
            printf "@i function r%d(y!::Fixed, x::Fixed)\n    y! += x * 0.5\n%send\n", i,
                (i > 1 ? "    r" (i - 1) "(y!, x)\n" : "")
    }'
}

# blocks N: N blocks of @routine, one after the other.
blocks() {
    awk -v n="$1" 'BEGIN {
        print "@i function f(y!::Fixed, x::Fixed)"
        for (i = 1; i <= n; i++)
            printf "    @routine begin\n        a%d ← 0.0\n        a%d += x * 0.5\n    end\n    y! += a%d\n    ~@routine\n", i, i, i
        print "end"
    }'
}

# nests N: N routines of a loop with two statements.
nests() {
    awk -v n="$1" 'BEGIN {
        for (i = 1; i <= n; i++)
            printf "@i function r%d(y!::Vector{Fixed}, x::Vector{Fixed})\n    for i = 1:length(x)\n        y![i] += x[i] * 0.5\n        y![i] -= x[i] * x[i]\n    end\nend\n", i
    }'
}

# sum N: one update with a sum of N terms.
sum() {
    awk -v n="$1" 'BEGIN {
        printf "@i function f(y!::Fixed, x::Fixed)\n    y! += x * 0.5"
        for (i = 1; i < n; i++)
            printf " + x * 0.5"
        print "\nend"
    }'
}

# body N: a loop around N loops of 20 iterations, each an update of two products.
body() {
    awk -v n="$1" 'BEGIN {
        print "@i function f(y!::Vector{Fixed}, v::Vector{Fixed}, w::Vector{Fixed}, x::Fixed)"
        print "    for t = 1:2"
        for (i = 1; i <= n; i++)
            printf "        for i = 1:20\n            y![i] += v[i] * w[i] * 0.5\n        end\n"
        print "    end\nend"
    }'
}

# milliseconds FILE: the time of the processor that a compilation takes.
milliseconds() {
    local now
    now=$({ time "$retrograd" build "$1" -o out.elf >said 2>&1 || echo failed >&3; } 2>&1)
    echo "$((10#${now/./}))"
}

# linear KIND N MOST: 2 N of them take at most MOST hundredths of the time of N. Each is measured in
# turn and its least time counts. A machine busy with other work only lengthens a time, so that up
# to nine rounds are taken until the bound holds; work that grows with the square never keeps it.
linear() {
    local one=999999 two=999999 now
    "$1" "$2" >one.rg
    "$1" $((2 * $2)) >two.rg
    checked=$((checked + 1))
    for _ in 1 2 3 4 5 6 7 8 9; do
        now=$(milliseconds one.rg)
        [ "$now" -lt "$one" ] && one=$now
        now=$(milliseconds two.rg)
        [ "$now" -lt "$two" ] && two=$now
        [ $((two * 100)) -le $(((one + 5) * $3)) ] && break
    done
    echo "$2 $1: $one ms; $((2 * $2)): $two ms"
    [ $((two * 100)) -le $(((one + 5) * $3)) ] || fail "$((2 * $2)) $1 take $two ms, $2 take $one ms"
}

# value WANT FILE ARGUMENT...: what y! is in the end.
value() {
    local want=$1 said
    shift
    said=$("$retrograd" run "$@" --set x=0.5 2>&1 | sed -n 's/^ *y! = //p')
    checked=$((checked + 1))
    [ "$said" = "$want" ] || fail "$*: y! is $said, not $want"
}

exec 3>&2
chain 1500 >chain.rg
value 375 chain.rg r1500
sum 3000 >sum.rg
value 750 sum.rg
value 750 sum.rg -O0
linear chain 1000 280
linear nests 400 280
linear blocks 500 450
# scalar expansion makes this body too long for a jump, so that it is compiled without that pass
body 400 >body.rg
ones="[$(printf '1,%.0s' {1..19})1]"
"$retrograd" build body.rg -o out.elf >said 2>&1 || fail "a body of 400 loops is refused"
[ -s said ] && fail "a body of 400 loops: $(head -n 1 said)"
[ "$("$retrograd" disasm out.elf | grep -c .)" -lt 10000 ] || fail "its loops are longer than need be"
value "[$(printf '400, %.0s' {1..19})400]" body.rg --set "v=$ones" --set "w=$ones" --set "y!=${ones//1/0}"
checked=$((checked + 2))
sum 4100 >long.rg
"$retrograd" build long.rg -o out.elf >said 2>&1 && fail "4100 terms are no expression"
grep -q 'R0106.*4000 operators' said || fail "the message names no limit"
checked=$((checked + 1))
echo "large: $checked checks"
exit $failed
