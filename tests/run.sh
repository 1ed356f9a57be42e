#!/bin/bash
# run.sh BUILD: runs every test program, script and check, several at a time (TEST_JOBS), and says at the end what failed.

# --one RESULTS NAME COMMAND...: one test; its output is shown in one piece when it has ended.
if [ "$1" = --one ]; then
    results=$2 name=$3
    shift 3
    output=$(mktemp) begun=$SECONDS
    state=passed
    RETROGRAD_BUILD=$build "$@" >"$output" 2>&1 || state=failed
    {
        flock 9
        printf '== %s (%d s)\n' "$name" $((SECONDS - begun))
        cat "$output"
        echo "$name" >>"$results/$state"
    } 9>"$results/lock"
    rm -f "$output"
    exit 0
fi

export build=${1:-build}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
touch "$results/passed" "$results/failed"

# The lines of stdin, each "NAME<tab>COMMAND", $1 at a time.
run() {
    sed "s|\(.*\)\t\(.*\)|$0 --one $results '\1' \2|" | xargs -d '\n' -P "$1" -I {} sh -c '{}'
}

# Two of these at a time would build the same files.
makes() {
    grep -lE '\bmake\b|\bMAKE\b' tests/cli/*.sh
}
programs() {
    local program
    for program in "$build"/tests/unit/test_* "$build"/tests/property/test_*; do
        [ -f "$program" ] && [ -x "$program" ] && printf '%s\t%s\n' "${program#"$build"/tests/}" "$program"
    done
    [ -x "$build/multicycle/tests/cosim" ] && printf 'multicycle lockstep\t%s\n' "$build/multicycle/tests/cosim"
}
scripts() {
    local script
    for script in "$@"; do
        [ -x "$script" ] && printf '%s\t%s %s\n' "$script" "$script" "$build"
    done
}
targets() {
    local target
    for target in "$@"; do
        printf 'make %s\t%s %s BUILD=%s\n' "$target" "${MAKE:-make}" "$target" "$build"
    done
}

jobs=${TEST_JOBS:-$(nproc)}
{
    # shellcheck disable=SC2046
    scripts $(makes)
    targets lint docs-check c-faults-named fuzz-replay gates-test
} | run 1 &
# shellcheck disable=SC2046
{
    scripts $(ls tests/cli/*.sh tests/golden/run.sh | grep -vxF "$(makes)")
    programs
} | run $((jobs > 1 ? jobs - 1 : 1)) &
wait
targets formal-quick | run 1

sed 's/^/FAILED: /' "$results/failed"
printf '%d passed, %d failed\n' "$(wc -l <"$results/passed")" "$(wc -l <"$results/failed")"
[ -s "$results/passed" ] && [ ! -s "$results/failed" ]
