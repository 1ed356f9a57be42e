#!/bin/sh
# core.sh MULTICYCLE PIPELINED: costs of the first run that each example claims, on the cores of two
# build folders. Printed are instructions, cycles on both and their ratio, cycles per instruction on
# the second core, and how many instructions are divisions or functions.
printf '%-24s %12s %12s %12s %6s %6s %9s\n' program instructions multicycle pipelined ratio CPI functions

# instructions, cycles and functions of the whole report: the counters, not those of one direction
counters() {
    sed -n '/"counters"/,$p' | awk -F'[:,]' '
        /"cycles"/ && !c        { c = $2 + 0 }
        /"instructions"/ && !n  { n = $2 + 0 }
        /"by_class"/            { block++ }
        block == 3 && /}/       { block = 4 } # what follows is parts of it
        block == 3 && /"(div|elem|log)":/ { f += $2 }
        END { if (n) print n, c, f + 0 }'
}

for program in examples/*.rg; do
    claim=$(sed -n 's/^#! run \(.*\)/\1/p' "$program" | head -n 1)
    [ -n "$claim" ] || continue
    # shellcheck disable=SC2086 # a claim is a list of words
    one=$("$1/bin/retrograd" run "$program" $claim --json 2>/dev/null | counters)
    # shellcheck disable=SC2086
    two=$("$2/bin/retrograd" run "$program" $claim --json 2>/dev/null | counters)
    [ -n "$one" ] && [ -n "$two" ] || continue
    echo "$(basename "$program" .rg) $one $two"
done | awk '
    { printf "%-24s %12d %12d %12d %6.2f %6.2f %9d\n", $1, $2, $3, $6, $3 / $6, $6 / $5, $7
      n += $5;  m += $3;  p += $6;  f += $7
      if ($7 == 0) { plain_n += $5;  plain_p += $6 } }
    END { printf "%-24s %12d %12d %12d %6.2f %6.2f %9d\n", "together", n, m, p, m / p, p / n, f
          if (plain_n) printf "%-24s %12d %12s %12d %6s %6.3f\n", "those without functions", plain_n, "", plain_p, "", plain_p / plain_n }'
