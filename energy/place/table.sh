#!/bin/sh
# table.sh PAGE REPORT.json ...: the table of `make place`, between the page's lines `<!-- placed`
# and `<!-- end of placed`.
set -eu
page=$1
shift
{
    sed '/^<!-- placed/q' "$page"
    echo
    echo '| design | module | LUTs | carries | flip-flops | cells placed, with registers around | MHz |'
    echo '|---|---|---|---|---|---|---|'
    jq -r '"| \(.name) | `\(.module)`\(if .parameters == "-" then "" else " " + .parameters end) | \(.luts) | \(.carries) | \(.flip_flops) | \(
        if .fits then "\(.placed_cells) | \(.MHz * 10 | round / 10)" else "does not fit | " end) |"' "$@"
    echo
    sed -n '/^<!-- end of placed/,$p' "$page"
} >"$page.part"
mv "$page.part" "$page"
