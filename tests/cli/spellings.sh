#!/bin/sh
# spellings.sh BUILD: one product with the triangle of a matrix, y[i] += A[i, j] * x[j] for j <= i,
# and one with the whole matrix, each in the spellings that a user may choose. The same values and
# gradients, and cycles within 1.1 times those of the best spelling. Where a factor is applied after
# rounding, which is another program, the bound is FACTOR: it is to become 2.1, and only falls.
# SHOW=1 prints the cycles, SIDE is that of the matrix.
set -u
FACTOR=4.5
. tests/cli/head.sh
n=${SIDE:-32}
failed=0

numbers() { awk -v n="$n" -v rows="$1" -v scale="$2" 'BEGIN {
    for (i = 1; i <= rows; i++) {
        text = ""
        for (k = 1; k <= n; k++) text = text (k > 1 ? "," : "") scale * ((i * 3 + k * 5) % 13 - 6) / 16
        all = all (i > 1 ? "," : "") "[" text "]"
    }
    print (rows > 1 ? "[" all "]" : all)
}'; }
numbers 1 0 >"$work/y.json"
numbers 1 1 >"$work/x.json"
numbers "$n" 1 >"$work/A.json"

run() { "$retrograd" run "$work/f.rg" --set "y!=@$work/y.json" --set "A=@$work/A.json" --set "x=@$work/x.json" --set "n=$n" --set s=3 --grad "y![$n]" "$@"; }

# measure GROUP LIMIT BODY: the first one of a group is the best one.
measure() {
    printf '@i function f(y!::Vector{Fixed}, A::Matrix{Fixed}, x::Vector{Fixed}, n::Int, s::Int)\n%s\nend\n' "$3" >"$work/f.rg"
    if ! run --json >"$work/out" 2>"$work/err"; then
        echo "spellings: $3: $(cat "$work/err")"
        failed=1
        return
    fi
    cycles=$(tr -d '\n' <"$work/out" | sed -n 's/.*"forward": *{[^}]*"program_cycles": *\([0-9]*\).*/\1/p')
    run | sed '/^  cycles/,$d' >"$work/values"
    if [ "$1" != "${group:-}" ]; then
        group=$1 best=$cycles
        cp "$work/values" "$work/first"
    elif [ "$2" != $FACTOR ]; then
        cmp -s "$work/first" "$work/values" || { echo "spellings: other values: $3"; failed=1; }
    fi
    [ -n "${SHOW:-}" ] && echo "$cycles $1 $(echo "$3" | tr '\n' ';')"
    awk -v c="$cycles" -v b="$best" -v limit="$2" 'BEGIN { exit !(c > 0 && c <= limit * b) }' || { echo "spellings: $cycles cycles, the first spelling $best: $3"; failed=1; }
}

product='y![i] += A[i, j] * x[j]'
loops() { printf 'for i = 1:n\nfor j = %s\n%s\nend\nend\n' "$1" "$2"; }
measure triangle 1.1 "$(loops 1:i "$product")"
for condition in 'j <= i' '!(j > i)' 'i - j >= 0' 'j + 1 <= i + 1' '2j <= 2i' 'i >= j'; do
    measure triangle 1.1 "$(loops 1:n "if ($condition, ~)
$product
end")"
done
measure minus 1.1 "$(loops 1:n 'y![i] -= A[i, j] * x[j]')"
for update in '-A[i, j] * x[j]' 'A[i, j] * (-x[j])' '-(A[i, j] * x[j])'; do
    measure minus 1.1 "$(loops 1:n "y![i] += $update")"
done
measure invariant 1.1 "if (s > 2, ~)
$(loops 1:n "$product")
end"
measure invariant 1.1 "$(loops 1:n "if (s > 2, ~)
$product
end")"
measure factor 1.1 "$(loops 1:n "$product")"
measure factor $FACTOR "$(loops 1:n "$product / 2")"
measure factor $FACTOR "$(loops 1:n 'y![i] += 2 * (A[i, j] * x[j])')"
[ "$failed" = 0 ] && echo 'spellings: each within its bound'
exit "$failed"
