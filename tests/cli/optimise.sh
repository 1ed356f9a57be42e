#!/bin/sh
# optimise.sh BUILD: --optimise energy on runs that the examples claim: the same results, and never
# more energy than uncomputing. CLAIMS: of each file at most so many; TECHNOLOGIES: by which.
set -uf
. tests/cli/head.sh
runs=0
failed=0
less=0

# The energy that is to be small: of the adiabatic view, or of the conventional one where there is
# none.
objective() {
    awk '/^  energy: / { print / J adiabatic, / ? $5 : $2 }' "$1"
}
values() { sed '/^  gradient of/,$d; /^  cycles: /,$d' "$1"; }
bad() {
    failed=$((failed + 1))
    echo "optimise: $*" >&2
}

try() { # try FILE TECHNOLOGY ARGUMENTS...
    file=$1 technology=$2
    shift 2
    "$retrograd" run "$file" "$@" --energy "$technology" >"$work/plain" 2>"$work/err" || return 0 # a trap that is claimed
    runs=$((runs + 1))
    if ! "$retrograd" run "$file" "$@" --energy "$technology" --optimise "energy:$technology" >"$work/chosen" 2>"$work/err"; then
        bad "$file $*: fails with --optimise energy:$technology: $(head -2 "$work/err")"
        return 0
    fi
    values "$work/plain" >"$work/a"
    values "$work/chosen" >"$work/b"
    cmp -s "$work/a" "$work/b" || bad "$file $*: other results with --optimise energy:$technology"
    before=$(objective "$work/plain") after=$(objective "$work/chosen")
    awk "BEGIN { exit !($after <= $before) }" || bad "$file $*: $after J with --optimise energy:$technology, $before J without"
    awk "BEGIN { exit !($after < $before) }" && less=$((less + 1))
    return 0
}

set +f
examples=$(echo examples/*.rg tests/cli/choose.rg)
set -f
for file in $examples; do
    grep '^#! run ' "$file" | head -"${CLAIMS:-1}" >"$work/claims"
    while read -r _ _ arguments; do
        case " $arguments " in *" --backward "* | *" --engine "* | *" --keep-gradients "*) continue ;; esac
        for technology in ${TECHNOLOGIES:-45nm 7nm}; do
            try "$file" "$technology" $arguments
        done
    done <"$work/claims"
done
[ "$less" -gt 0 ] || bad "nothing became cheaper"
[ "$runs" -gt 30 ] || bad "only $runs runs"

# The report, the budget, what cannot be erased.
says() { grep -q -- "$1" "$work/out" || bad "no '$1' in: $(cat "$work/out")"; }
"$retrograd" build tests/cli/choose.rg --optimise energy:45nm --report >"$work/out"
says '@routine (1 words) in loop: uncompute;.*the rounds of the loop are not known'
says '@routine (1 words) in ten: keep;'
"$retrograd" build tests/cli/choose.rg --optimise energy:45nm --assume-rounds 100 --no-pass=inline --report >"$work/out"
says '@routine (1 words) in loop: keep;'
says 's in once: erase;.*instructions at least'
says 'w in lifted: uncompute;.*what is still to be uncomputed needs it'
says 'erasing: the program runs this routine backward too'
"$retrograd" build tests/cli/choose.rg --optimise energy:45nm --assume-rounds 5 --memory-budget 0 --report >"$work/out"
says 'keeping: beyond the memory budget'
"$retrograd" build tests/cli/choose.rg --optimise energy:ideal --report >"$work/out"
grep -q ': keep;\|: erase;' "$work/out" && bad "the ideal machine has no reason not to uncompute"
"$retrograd" run tests/cli/choose.rg once --set x=1.5 --optimise energy:45nm --grad 'y!' --report >"$work/plain" 2>"$work/out"
says 'erasing: the program is to run backward'
"$retrograd" run tests/cli/choose.rg once --set x=1.5 --optimise energy:45nm --engine rtl >"$work/out"
says 'values erased: 64 bits'
"$retrograd" build tests/cli/choose.rg --optimise energy:45nm -o "$work/choose.elf"
"$retrograd" run "$work/choose.elf" once --set x=1.5 --backward 2>"$work/out"
says 'R0930'
for n in 0 1 2 7; do
    for technology in 45nm ideal; do
        "$retrograd" run tests/cli/choose.rg loop --set x=[1,2,3,4,5,6,7] --set a=0.5 --set n=$n >"$work/plain"
        "$retrograd" run tests/cli/choose.rg loop --set x=[1,2,3,4,5,6,7] --set a=0.5 --set n=$n --optimise energy:$technology --assume-rounds 7 >"$work/chosen"
        values "$work/plain" >"$work/a"
        values "$work/chosen" >"$work/b"
        cmp -s "$work/a" "$work/b" || bad "$n rounds with --assume-rounds 7: other results"
    done
done
for wrong in '--optimise size' '--optimise energy:45n' '--optimise energy:45nm --memory-budget some'; do
    "$retrograd" build tests/cli/choose.rg $wrong -o "$work/choose.elf" 2>"$work/out"
    [ $? -eq 2 ] || bad "$wrong is taken"
done
printf 'optimise: %d runs, %d of them cheaper, %d failed\n' "$runs" "$less" "$failed"
[ "$failed" -eq 0 ]
