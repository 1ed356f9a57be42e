#!/bin/sh
# Says which lines of c-faults.txt name no line of the code any more; fails when there are any.
set -u
tab=$(printf '\t')
grep -v '^#' tests/mutation/c-faults.txt | {
    lost=0
    while IFS=$tab read -r file old _; do
        sed 's/^[ 	]*//' "$file" | grep -qxF -- "$old" && continue
        echo "tests/mutation/c-faults.txt: $file has no line: $old" >&2
        lost=1
    done
    exit $lost
}
