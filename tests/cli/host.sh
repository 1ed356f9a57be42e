#!/bin/sh
# host.sh BUILD: the host programs of examples/host find what they claim, and say so.
set -u
build=${1:-build}
failed=0

# A program ends with 1 when a claim does not hold.
expect() {
    name=$1
    text=$2
    said=$("$build/examples/$name" 2>&1) || {
        echo "host: $name failed: $said" >&2
        failed=1
    }
    echo "$said" | grep -q "$text" || {
        echo "host: $name does not say '$text': $said" >&2
        failed=1
    }
}

expect leapfrog 'words of the machine that differ: 0 of 36'
expect untrain 'first weights: 2638827906662 -6157265115546 879609302221'
expect nice 'the machine has 65536; restored: yes'
for name in leapfrog untrain nice; do
    "$build/examples/$name" /nonexistent >/dev/null 2>&1
    [ $? -eq 2 ] || {
        echo "host: $name does not end with 2 without its program" >&2
        failed=1
    }
done
exit "$failed"
