#!/bin/sh
# Fails if a line of c-faults.txt no longer names exactly one statement of the code; says which.
set -u
tab=$(printf '\t')
grep -v '^#' tests/mutation/c-faults.txt | {
    lost=0
    while IFS=$tab read -r file function old new; do
        tests/mutation/c-fault.pl "$file" "$function" "$old" "$new" >/dev/null || lost=1
    done
    exit $lost
}
