#!/bin/sh
# lsp.sh BUILD: a broken client of the language server. `make vscode-check` has a good one.
set -u
. tests/cli/head.sh
timeout 120 perl tests/cli/lsp.pl "$retrograd" "$work" 2>"$work/err" || {
    tail -5 "$work/err"
    exit 1
}
