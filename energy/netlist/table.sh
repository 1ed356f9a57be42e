#!/bin/sh
# table.sh TABLE ACTIVITY PAGE HASH CORE FOLDER ...: the tables of operation energies and of activity of
# a core from the rows of each word format, and the page's figures, which stand behind its line
# `<!-- figures`.
set -eu
table=$1 activity=$2 page=$3 hash=$4 core=$5
shift 5
{
    echo "# Written by make characterise (docs/reference/characterise.md); inputs $hash."
    echo 'format: retrograd-operations-1'
    echo 'name: "toggles of the gate-level netlist, 45 nm cells"'
    echo "core: \"$core\""
    echo 'operations:'
    for folder; do cat "$folder/rows.yaml"; done
} >"$table.part"
mv "$table.part" "$table"
{
    echo "# Written by make characterise (docs/reference/characterise.md); inputs $hash."
    echo 'format: retrograd-activity-1'
    echo 'name: "activity on the gate-level netlist, 45 nm cells"'
    echo "core: \"$core\""
    echo 'operations:'
    for folder; do cat "$folder/activity-operations.yaml"; done
    echo 'activity:'
    for folder; do cat "$folder/activity-terms.yaml"; done
} >"$activity.part"
mv "$activity.part" "$activity"
# A core that was not measured before has no page yet.
[ -f "$page" ] || printf '# Energies of the core %s\n\n<!-- figures: what follows is written by make characterise -->\n' "$core" >"$page"
{
    sed '/^<!-- figures/q' "$page"
    for folder; do
        echo
        cat "$folder/figures.md"
    done
} >"$page.part"
mv "$page.part" "$page"
