#!/bin/sh
# configs.sh BUILD...: every test program and script that holds for any word format, in each of
# these builds; and that each build refuses the objects of the others. Says at the end what failed.
failed=$(mktemp) || exit 3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$failed" "$work"' EXIT
total=0

run() {
    total=$((total + 1))
    name="$format $1"
    shift
    if RETROGRAD_BUILD=$build timeout "${LIMIT:-1200}" "$@" >"$work/log" 2>&1; then
        printf 'ok      %s\n' "$name"
    else
        printf 'FAILED  %s\n' "$name"
        grep -v '^\[ *\(OK\|RUN\)' "$work/log" | tail -n 40
        echo "$name" >>"$failed"
    fi
    grep 'do not fit (tests/conf' "$work/log"
}

# Objects of all other builds must be refused with a code, not run.
refuse_foreign() {
    for object in "$work"/*.elf; do
        [ "$object" != "$work/$format.elf" ] || continue
        total=$((total + 1))
        "$build/bin/retrograd" run "$object" >"$work/said" 2>&1
        if [ $? = 2 ] && grep -q 'R0920' "$work/said"; then
            printf 'ok      %s refuses %s\n' "$format" "$(basename "$object")"
        else
            printf 'FAILED  %s refuses %s\n' "$format" "$(basename "$object")"
            cat "$work/said"
            echo "$format refuses $(basename "$object")" >>"$failed"
        fi
    done
}

printf '@i function f(y!::Fixed, x::Fixed)\n    y! += x * x\nend\n' >"$work/f.rg"
for build; do
    format=$("$build/bin/retrograd" version | sed 's/.*, //')
    "$build/bin/retrograd" build "$work/f.rg" -o "$work/$format.elf" || exit 3
done
for build; do
    format=$("$build/bin/retrograd" version | sed 's/.*, //')
    for program in "$build"/tests/unit/test_* "$build"/tests/property/test_*; do
        [ -f "$program" ] && [ -x "$program" ] && run "${program#"$build"/tests/}" "$program"
    done
    [ -x "$build/multicycle/tests/cosim" ] && run "multicycle lockstep" "$build/multicycle/tests/cosim"
    [ -x "$build/stages/tests/cosim" ] && run "lockstep of three stages" "$build/stages/tests/cosim"
    for script in tests/cli/run.sh tests/cli/kill.sh tests/cli/systemc.sh tests/golden/run.sh; do
        run "$script" "$script" "$build"
    done
    refuse_foreign
done

count=$(wc -l <"$failed")
sed 's/^/FAILED: /' "$failed"
printf '%d passed, %d failed\n' $((total - count)) "$count"
[ "$count" -eq 0 ]
