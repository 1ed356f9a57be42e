#!/bin/sh
# order.sh: passes.def in another order does not compile. Each step is moved to the front, and each
# pair of neighbours where the second needs a fact that the first one gives is swapped.
cd "$(dirname "$0")/../.." || exit 3
table=compiler/opt/passes.def
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/compiler/opt"
failed=0
compiles() { ${CC:-cc} -std=c17 -fsyntax-only -I"$work" -I. compiler/opt/opt.c 2>"$work/said"; }

# order TABLE STEPS...: the table with its steps in this order, and all else at the end.
awk '/^OPT_(PASS|AGAIN)\(/ { step = 1 } step { text = text $0 "\n" } /\)$/ && step { print text > (work "/" ++n ".step"); close(work "/" n ".step"); text = ""; step = 0 }' work="$work" "$table"
count=$(find "$work" -name '*.step' | wc -l)
write() {
    for step in "$@"; do cat "$work/$step.step"; done >"$work/$table"
    sed -n '/^OPT_CHOICE(/,/)$/p' "$table" >>"$work/$table"
}
name() { sed -n '1s/^OPT_[A-Z]*(\([A-Z]*\).*/\1/p' "$work/$1.step"; }

# shellcheck disable=SC2046
write $(seq "$count")
compiles || { echo "order: the table as it stands does not compile: $(cat "$work/said")"; failed=1; }
for step in $(seq 2 "$count"); do
    # shellcheck disable=SC2046
    write "$step" $(seq "$count" | grep -vx "$step")
    if compiles; then
        echo "order: $(name "$step") compiles before all others"
        failed=1
    elif ! grep -q 'needs a fact that no pass before it gives' "$work/said"; then
        echo "order: $(name "$step") in front: $(cat "$work/said")"
        failed=1
    fi
done
swapped=0
for step in $(seq 2 "$count"); do
    first=$((step - 1))
    # shellcheck disable=SC2046
    write $(seq "$count" | sed "s/^$step\$/x/; s/^$first\$/$step/; s/^x\$/$first/")
    compiles || swapped=$((swapped + 1))
done
[ "$swapped" -ge 12 ] || { echo "order: only $swapped pairs of neighbours must stay in their order"; failed=1; }
[ "$failed" = 0 ] && echo "order: $count steps, $swapped pairs of neighbours in a fixed order"
exit "$failed"
