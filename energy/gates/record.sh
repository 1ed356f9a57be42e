#!/bin/sh
# record.sh RECORDER OUT FILE.rg ...: records every run that the programs claim (`#! run ARGUMENTS`) into OUT, under `FILE ARGUMENTS`.
set -eu
recorder=$1 out=$2
shift 2
rm -f "$out"
touch "$out"
for file; do
    sed -n 's/^ *#! run \(.*\)$/\1/p' "$file" | while read -r line; do
        [ "$line" != - ] || line=""
        # Claims quote as a shell does; a run may fail on purpose.
        RG_RECORD=$out RG_RECORD_NAME="$file $line" sh -c "$recorder run $file $line --engine fast" >/dev/null 2>&1 </dev/null || true
    done
done
