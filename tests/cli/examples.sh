#!/bin/sh
# examples.sh BUILD: every command of examples/README.md runs.
set -u
build=${1:-build}
failed=0
count=0
commands=$(mktemp)
trap 'rm -f "$commands"' EXIT

grep -o '`run examples/[^`]*`' examples/README.md | tr -d '`' >"$commands"
while read -r line; do
    count=$((count + 1))
    set -f
    # shellcheck disable=SC2086 # a list of words
    set -- $line
    set +f
    "$build/bin/retrograd" "$@" >/dev/null 2>&1 || {
        echo "examples: fails: $line" >&2
        failed=1
    }
done <"$commands"
[ "$count" -gt 10 ] || {
    echo "examples: only $count commands in examples/README.md" >&2
    failed=1
}
exit "$failed"
