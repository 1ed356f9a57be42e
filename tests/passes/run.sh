#!/bin/sh
# run.sh BUILD: each pass alone, on IR text. A file is named after its pass, and holds cases: a line
# `; what it shows`, IR text, and `; becomes` with the text that the pass makes of it, or
# `; unchanged`. Each pass before the code generator has three cases or more. UPDATE=1 writes the
# results anew.
build=${1:-build}
retrograd=$(cd "$build" && pwd)/bin/retrograd
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")" || exit 3
failed=0
bad() {
    echo "passes: $*"
    failed=1
}

# split FILE: the cases as $work/N.what, N.before, N.after.
split() {
    rm -f "$work"/[0-9]*
    awk -v work="$work" '
        function out(part) { name = work "/" n "." part }
        /^; (becomes|unchanged)$/ { same = $2 == "unchanged"; kept = text; out("after"); printf "%s", same ? kept : "" >name; state = same ? 0 : 2; next }
        /^; / { n++; out("what"); print substr($0, 3) >name; text = ""; out("before"); printf "" >name; state = 1; next }
        state == 1 { text = text $0 "\n" }
        state > 0 { out(state == 1 ? "before" : "after"); print >name }' "$1"
}

# One blank line between routines, none at the end, so that text can be laid out for the eye.
tidy() { awk 'NF { if (gap && some) print ""; print; some = 1; gap = 0 } !NF { gap = 1 }'; }
printed() { sed '/^format /d; /^file /d' | tidy; }

for file in *.ir; do
    pass=${file%.ir}
    split "$file"
    n=1
    : >"$work/new"
    while [ -f "$work/$n.what" ]; do
        what="$pass: $(cat "$work/$n.what")"
        { echo 'format 64 43'; cat "$work/$n.before"; } >"$work/case.ir"
        if "$retrograd" build "$work/case.ir" --emit=ir --from="$pass" --after="$pass" >"$work/all" 2>"$work/said"; then
            printed <"$work/all" >"$work/made"
            tidy <"$work/$n.after" >"$work/wanted"
            cmp -s "$work/wanted" "$work/made" || [ "${UPDATE:-0}" = 1 ] || bad "$what: $(diff "$work/wanted" "$work/made")"
        else
            bad "$what: $(cat "$work/said")"
        fi
        tidy <"$work/$n.before" >"$work/before"
        {
            [ "$n" = 1 ] || echo
            echo "; $(cat "$work/$n.what")"
            cat "$work/before"
            if cmp -s "$work/before" "$work/made"; then echo '; unchanged'; else echo '; becomes'; cat "$work/made"; fi
        } >>"$work/new"
        n=$((n + 1))
    done
    [ "$n" -gt 3 ] || bad "$pass has $((n - 1)) cases, and needs three"
    if [ "${UPDATE:-0}" = 1 ] && [ "$failed" = 0 ]; then cp "$work/new" "$file"; fi
done

for pass in $(sed -n 's/^OPT_PASS([A-Z]*, "\([a-z]*\)".*/\1/p' ../../compiler/opt/passes.def); do
    [ -f "$pass.ir" ] || bad "$pass has no cases"
done
[ "$failed" = 0 ] && echo "passes: each one as expected"
exit "$failed"
