#!/bin/sh
# record.sh RECORDER OUT RUNS FORMAT FILE.rg ...: records the runs that the programs claim (`#! run
# ARGUMENTS`) into OUT, under `FILE ARGUMENTS`. They are the first RUNS of each file, whose others are
# much alike, and those with tangents, which are few. Runs may trap on purpose. One that leaves nothing,
# because its program is refused, ends in an error unless its file claims that, or
# tests/conformance/configurations.txt has it for the FORMAT.
set -eu
recorder=$1 out=$2 runs=$3 format=$4
shift 4
too_small=$out.small
sed -n "s|^$format \(.*\) [|] fails [|].*|\1|p" tests/conformance/configurations.txt >"$too_small"
rm -f "$out" "$out.refused"
touch "$out" "$out.refused"
for file; do
    # STATUS ARGUMENTS of each run
    awk '/^ *#! run / { if (run != "") print status, run; sub(/^ *#! run /, ""); run = $0; status = 0; next }
         /^ *#! status / { status = $3 } END { if (run != "") print status, run }' "$file" |
        awk -v runs="$runs" 'NR <= runs || /--(hessian|tangent|hvp|jacobian)/' | while read -r claimed line; do
        [ "$line" != - ] || line=""
        before=$(wc -c <"$out")
        # Claims quote as a shell does.
        RG_RECORD=$out RG_RECORD_NAME="$file $line" sh -c "$recorder run $file $line --engine fast" >"$out.said" 2>&1 </dev/null || true
        if [ "$claimed" -eq 0 ] && [ "$(wc -c <"$out")" -eq "$before" ] &&
            ! awk -v run="$file $line" 'index(run, $0) == 1 { found = 1 } END { exit !found }' "$too_small"; then
            echo "$file $line" >>"$out.refused"
            head -3 "$out.said" >&2
        fi
    done
done
refused=$(wc -l <"$out.refused")
rm -f "$out.said" "$out.refused" "$too_small"
if [ "$refused" -gt 0 ]; then
    echo "record.sh: $refused runs left nothing" >&2
    rm -f "$out"
    exit 1
fi
