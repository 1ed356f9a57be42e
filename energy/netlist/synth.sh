#!/bin/sh
# synth.sh REPORT FOLDER PAGE FORMAT ...: reports of the netlists FOLDER/core-XLEN-FRAC.json as
# JSON, and as tables behind the page's line `<!-- figures`.
set -eu
report=$1 folder=$2 page=$3
shift 3
{
    echo '| format | cells | flip-flops | area, um^2 | gates in a row | longest path, ns |'
    echo '|---|---|---|---|---|---|'
    for format; do
        name=$(echo "$format" | tr / -)
        "$report" "$folder/whole-$name.json" rg_core "$format" >"$folder/$name.json"
        "$report" "$folder/whole-$name.json" rg_core "$format" markdown >"$folder/$name.md"
        sed -n 's/^\([0-9]*\) cells, \([0-9]*\) of them flip-flops, \([0-9]*\) um^2; longest path \([0-9]*\) gates, \([0-9.]*\) ns.*/| '"$(echo "$format" | sed 's/\//\\\//g')"' | \1 | \2 | \3 | \4 | \5 |/p' "$folder/$name.md"
    done
} >"$folder/formats.md"
{
    sed '/^<!-- figures/q' "$page"
    echo
    cat "$folder/formats.md"
    printf '\nWhat one choice costs, other things equal:\n\n'
    awk -f energy/netlist/choices.awk "$folder/formats.md"
    for format; do cat "$folder/$(echo "$format" | tr / -).md"; done
} >"$page.part"
mv "$page.part" "$page"
