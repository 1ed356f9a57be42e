#!/bin/sh
# indexed.sh [BUILD]: clocks for each element of gather, scatter-add, histogram and sparse products,
# without indexed streams and with them, both sweeps of a gradient, engine `fast`. The routines are
# those of tests/conformance/indexed.rg; there are 1000 elements, of arrays of 64.
set -eu
build=${1:-build}
program=tests/conformance/indexed.rg

# COUNT TEXT: a list of values of an expression of awk, in which s is a random number, i counts
list() {
    awk -v n="$1" "BEGIN { s = 7;  printf \"[\"
        for (i = 0; i < n; i++) { s = (s * 1103515 + 12345) % 65536;  printf \"%s%g\", i ? \",\" : \"\", $2 }
        print \"]\" }"
}

many=$(list 1000 's % 32 / 16 - 1') few=$(list 64 's % 32 / 16 - 1') zeros=$(list 64 0)
idx=$(list 1000 's % 64 + 1') other=$(list 1000 's % 63 + 1') from=$(list 65 'int(i * 1000 / 64) + 1')

# NAME OPTIONS ...: clocks of both sweeps for each element
clocks() {
    "$build/bin/retrograd" run "$program" "$@" --json |
        awk '/"program_cycles"/ { gsub(/[^0-9]/, "", $2);  c[++n] = $2 }
             END { printf "%.2f %.2f\n", c[1] / 1000, c[2] / 1000 }'
}

line() {
    echo "$(clocks "$@" --no-pass=streams) $(clocks "$@")" | awk -v name="$1" \
        '{ printf "| `%s` | %s | %s | %s | %s |\n", name, $1, $2, $3, $4 }'
}

echo '| routine | before: forward | back | forward | back |'
echo '|---|---|---|---|---|'
line gather --set "y!=$many" --set "x=$few" --set "idx=$idx" --grad 'y![1]'
line scatter --set "h!=$few" --set "w=$many" --set "idx=$idx" --grad 'h![1]'
line histogram --set "h!=$zeros" --set "idx=$idx"
line sparse_dot --set s!=0 --set "v=$many" --set "x=$few" --set "col=$idx" --grad s!
line by_coordinates --set "y!=$few" --set "v=$many" --set "x=$few" --set "row=$other" --set "col=$idx" \
    --grad 'y![1]'
line sparse_rows --set "y!=$few" --set "v=$many" --set "x=$few" --set "from=$from" --set "col=$idx" \
    --grad 'y![1]'
