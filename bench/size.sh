#!/bin/sh
# size.sh [BUILD]: for each program of examples/ and each listing of the papers in tests/golden/:
# source lines (neither blank nor comment), instructions without and with the optimiser, and
# instructions for each source line.
build=${1:-build}
lines_all=0
plain_all=0
small_all=0
ratios=
words() { "$build/bin/retrograd" build "$1" --emit=asm $2 2>/dev/null | grep -c "; .*$(basename "$1"):"; }
printf '%-28s %6s %8s %8s %9s\n' program lines plain small per-line
for file in examples/*.rg tests/golden/iclr_listing*.rg tests/golden/draft*.rg tests/golden/arxiv*.rg; do
    lines=$(grep -cvE '^[[:space:]]*(#|"[^"]*"$|$)' "$file")
    plain=$(words "$file" -O0)
    small=$(words "$file" "")
    if [ "$small" -eq 0 ]; then # generic: what it is made of depends on the arguments
        printf '%-28s %6d %8s %8s %9s\n' "$(basename "$file")" "$lines" - - -
        continue
    fi
    printf '%-28s %6d %8d %8d %9s\n' "$(basename "$file")" "$lines" "$plain" "$small" "$(awk "BEGIN { printf \"%.2f\", $small / $lines }")"
    ratios="$ratios
$(awk "BEGIN { print $small / $lines }")"
    lines_all=$((lines_all + lines))
    plain_all=$((plain_all + plain))
    small_all=$((small_all + small))
done
printf '%-28s %6s %8s %8s %9s\n' 'mean of the programs' '' '' '' "$(echo "$ratios" | awk 'NF { sum += $1; n++ } END { printf "%.2f", sum / n }')"
printf '%-28s %6d %8d %8d %9s\n' all "$lines_all" "$plain_all" "$small_all" "$(awk "BEGIN { printf \"%.2f\", $small_all / $lines_all }")"
