#!/bin/bash
# run.sh BUILD test|check|rest|soak: runs the tests of a set, several at a time, and says at the end what
# failed. rest is what `make check` has and `make test` has not; soak takes longer ones. In the environment: NAME (a part of
# a name, or a pattern such as 'cli/*': only these), TEST_JOBS (how many at a time), LIST=1 (names
# and commands, nothing is run). What a test says is kept in BUILD/tests/log. One test by hand: its
# program alone (build/tests/unit/test_num), or `make check NAME=unit/test_num`.
set -u
export build=${1:-build} programs=${1:-build}/tests
set=${2:-check}
tab=$(printf '\t')

# shellcheck disable=SC2086 # MAKE may hold options
make() { command ${MAKE:-make} -s BUILD="$build" "$@"; }

# The lines NAME<tab>COMMAND of tests/sets.txt for this set.
listed() {
    local which name command
    grep -v '^ *\(#\|$\)' tests/sets.txt | while read -r which name command; do
        case $set-$which in
            test-test | test-sample | check-test | check-check | rest-check | soak-soak) printf '%s\t%s\n' "$name" "$command" ;;
        esac
    done
}

# The file $2 under the name $1, unless a command of tests/sets.txt names it in a set of every day.
unlisted() {
    grep -v '^soak' tests/sets.txt | grep -qE "^[^#].*$2( |\$)" || printf '%s\t%s\n' "$1" "$3"
}

found() {
    local path name
    shopt -s nullglob
    [ "$set" = soak ] && return
    for path in tests/unit/test_*.c tests/property/test_*.c "$programs"/property/test_rtl_num "$programs"/property/test_exhaustive; do
        name=${path#"$programs"/} name=${name#tests/} name=${name%.c}
        case $set-$name in rest-unit/* | test-property/*) continue ;; esac
        unlisted "$name" "/$name" "$programs/$name"
    done
    [ "$set" = test ] && return
    for path in tests/cli/*.sh; do
        [ ! -x "$path" ] || unlisted "${path#tests/}" "$path" "$path $build"
    done
}

chosen() {
    local line name=${NAME:-*}
    case $name in *[*?[]*) ;; *) name="*$name*" ;; esac
    while IFS= read -r line; do
        # shellcheck disable=SC2254
        case ${line%%"$tab"*} in $name) echo "$line" ;; esac
    done
}

# The line NAME<tab>COMMAND is run: its outcome, its time and that of the processor, and the last it
# said; all of that when it failed.
one() {
    local name=${1%%"$tab"*} command=${1#*"$tab"} state=passed TIMEFORMAT='%R %U %S' log taken=$results/time.$BASHPID
    log=$programs/log/${name//\//-}
    { time timeout "${LIMIT:-1800}" bash -c "$command" >"$log" 2>&1 </dev/null; } 2>"$taken" || state=FAILED
    {
        flock 9
        # ahead of the times the shell may have told of a signal
        tail -n 1 "$taken" |
            awk -v name="$name" -v state=$state '{ printf "%-6s %-36s %7.1f s, processor %.1f s\n", state, name, $1, $2 + $3 }' |
            tee -a "$results/lines"
        if [ $state = FAILED ]; then cat "$log"; else closing "$log"; fi
    } 9>"$results/lock"
}

# What cmocka says at the end, or the last line of another test.
closing() {
    grep -a '^\[  PASSED  \]\|^\[==========\].*run\.$' "$1" || tail -n 1 "$1"
}

list=$({ listed; found; } | chosen)
if [ "${LIST:-0}" = 1 ]; then
    echo "$list"
    exit 0
fi
if [ -z "$list" ]; then
    echo "no test of \`make $set\` has a name like ${NAME:-*}; LIST=1 shows the names" >&2
    exit 2
fi
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
mkdir -p "$programs/log"
touch "$results/lines"
export RETROGRAD_BUILD=$build results tab
export -f one closing make
echo "$list" | xargs -d '\n' -P "${TEST_JOBS:-$(nproc)}" -I {} bash -c 'one "$1"' one {}

# What stands right above is not said again.
if [ "$(wc -l <"$results/lines")" -gt 5 ]; then
    echo "The longest, by the processor:"
    awk '{ print $(NF - 1), $0 }' "$results/lines" | sort -rn | head -n 5 | cut -d' ' -f2-
fi
[ "$(wc -l <"$results/lines")" -eq 1 ] || grep '^FAILED' "$results/lines"
failed=$(grep -c '^FAILED' "$results/lines")
printf '%d s in all, processor %.0f s\n' $SECONDS "$(awk '{ sum += $(NF - 1) } END { print sum }' "$results/lines")"
printf '%d passed, %d failed\n' $(($(echo "$list" | wc -l) - failed)) "$failed"
[ "$failed" = 0 ] && [ "$(wc -l <"$results/lines")" = "$(echo "$list" | wc -l)" ]
