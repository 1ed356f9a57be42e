#!/bin/sh
# table.sh TABLE PAGE HASH FOLDER ...: the table of operation energies from the rows of each word
# format, and the page's figures, which stand behind its line `<!-- figures`.
set -eu
table=$1 page=$2 hash=$3
shift 3
{
    echo "# Written by make characterise (docs/reference/characterise.md); inputs $hash."
    echo 'format: retrograd-operations-1'
    echo 'name: "toggles of the gate-level netlist, 45 nm cells"'
    echo 'operations:'
    for folder; do cat "$folder/rows.yaml"; done
} >"$table.part"
mv "$table.part" "$table"
{
    sed '/^<!-- figures/q' "$page"
    for folder; do
        echo
        cat "$folder/figures.md"
    done
} >"$page.part"
mv "$page.part" "$page"
