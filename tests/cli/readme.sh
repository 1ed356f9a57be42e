#!/bin/sh
# readme.sh BUILD: the README fits on two screens, shows what the demo runs and prints, and its
# program of one's own runs.
set -u
build=${1:-build}
failed=0

# check WHAT COMMAND...
check() {
    what=$1
    shift
    "$@" || {
        failed=$((failed + 1))
        echo "readme: $what" >&2
    }
}

check 'it is longer than 100 lines' test "$(wc -l <README.md)" -le 100
demo=$(${MAKE:-make} -s -n demo BUILD="$build" | sed -n 's/.*bin\/\(retrograd run .*\)/\1/p')
check "it does not show the command of the demo: $demo" grep -qF "\$ $demo" README.md
check 'its blocks do not run as they are printed' perl tests/docs/run.pl "$build" README.md

[ "$failed" -eq 0 ] && echo 'readme: 3 passed, 0 failed'
exit "$failed"
