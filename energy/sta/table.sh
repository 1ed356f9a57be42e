#!/bin/sh
# table.sh PAGE ROW ...: the table of `make sta`, between the page's lines `<!-- timed` and
# `<!-- end of timed`.
set -eu
page=$1
shift
{
    sed '/^<!-- timed/q' "$page"
    echo
    echo '| design | module | cells | flip-flops | area, um^2 | longest path, ns |'
    echo '|---|---|---|---|---|---|'
    cat "$@"
    echo
    sed -n '/^<!-- end of timed/,$p' "$page"
} >"$page.part"
mv "$page.part" "$page"
