#!/bin/sh
# second_attempt.sh BUILD: a gradient that outgrows its first seed repeats the sweep back only: what
# that costs on both engines, and that its bits are those of attempts that begin at the start. The
# problems that are known for second attempts take one.
set -u
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
say() { echo "second_attempt: $*" >&2; failed=1; }

# measured OUT FACTOR BEFORE BEHIND [OPTION ...]
measured() {
    out=$1 factor=$2 before=$3 behind=$4
    shift 4
    "$build/bin/retrograd" run tests/cli/second_attempt.rg measured! --set z!=0 --set q!=1 --set p!=0 --set h=0.125 \
        --set "c=$factor" --set "n=$before" --set "m=$behind" --grad z! --json "$@" >"$work/$out" || say "no run of $*"
}
of() { jq -r "$2" "$work/$1"; }
is() { [ "$2" = "$3" ] || say "$1: $2 instead of $3"; }

# The overflow is half way back, a tenth, nine tenths, and in a job too short to be looked at on the
# way.
for place in '1000 1000' '1900 100' '100 1900' '10 10'; do
    # shellcheck disable=SC2086 # two numbers
    {
        measured once 1 $place --engine fast
        measured fast 100000 $place --engine fast
        measured rtl 100000 $place --engine rtl
        measured whole 100000 $place --engine fast --keep-gradients
    }
    for e in fast rtl; do
        jq 'del(.engine, .peak_words, .energy)' "$work/$e" >"$work/$e.same"
    done
    cmp -s "$work/fast.same" "$work/rtl.same" || say "$place: fast and rtl differ: $(diff "$work/fast.same" "$work/rtl.same" | head -6)"
    is "$place, gradients" "$(of fast .gradients)" "$(of whole .gradients)"
    is "$place, seed" "$(of fast .seed_exponent)" "$(of whole .seed_exponent)"
    is "$place, restored" "$(of fast .restored)" true
    is "$place, attempts with a small factor" "$(of once .attempts)" 1
    [ "$(of fast .attempts)" -gt 1 ] || say "$place: no second attempt"
    printf '%s: %s attempts, %s cycles; one attempt %s, attempts from the start %s\n' "$place" "$(of fast .attempts)" \
        "$(of fast .counters.cycles)" "$(of once .counters.cycles)" "$(of whole .counters.cycles)" >>"$work/costs"
done
cat >"$work/costs.wanted" <<'END'
1000 1000: 3 attempts, 36250 cycles; one attempt 16136, attempts from the start 48348
1900 100: 3 attempts, 22536 cycles; one attempt 16136, attempts from the start 48348
100 1900: 2 attempts, 32260 cycles; one attempt 16136, attempts from the start 32232
10 10: 2 attempts, 552 cycles; one attempt 276, attempts from the start 552
END
diff "$work/costs.wanted" "$work/costs" >&2 || say 'the cost of a second attempt is another'

"$build/bin/retrograd" run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out! --json >"$work/bessel" || say 'no Bessel function'
is 'attempts of Bessel' "$(of bessel .attempts)" 1
[ "$failed" -eq 0 ] && echo 'second_attempt: gradients alike, costs as stated'
exit "$failed"
