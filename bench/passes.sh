#!/bin/sh
# passes.sh [BUILD]: what each pass of the optimiser brings. It counts cycles, instructions and size
# of the code of programs of the papers and of kernels, forward and backward, on the engine `fast`.
# They run with all passes, without each single one, and without any.
set -eu
build=${1:-build}
claims=$(mktemp)
trap 'rm -f "$claims"' EXIT

# FILE FUNCTION ARGUMENTS of the first run claimed for each program, and of some kernels
first_claim() { sed -n "s/^#! run \($2.*\)/\1/p" "$1" | head -n 1 | sed "s|^|$1 |"; }
for program in affine bessel complex_log embedding gmm griewank iexp norm pyramid qr rfib umm; do
    first_claim "examples/$program.rg" ''
done >"$claims"
for kernel in dot_loop row_by_row product convolution perceptron; do
    first_claim tests/conformance/streams.rg "$kernel "
done >>"$claims"
for kernel in collected rows image layers; do
    first_claim tests/conformance/forms.rg "$kernel "
done >>"$claims"
first_claim tests/conformance/exact_dot.rg 'exact_rows ' >>"$claims"

# cycles and instructions of the programs themselves, and words, with the options $@
measure() {
    while read -r line; do
        # shellcheck disable=SC2086 # a claim is a list of words
        "$build/bin/retrograd" run $line --engine fast --json "$@" 2>/dev/null |
            awk -F'[:,]' '/"program_cycles"/ { for (i = 1; i < NF; i++) if ($i ~ /program_cycles/) c += $(i + 1) } /"instructions"/ && !n { n = $2 + 0 }
                          END { print c + 0, n + 0 }'
    done <"$claims" | awk '{ c += $1;  n += $2 } END { printf "%d %d ", c, n }'
    cut -d' ' -f1 "$claims" | sort -u | while read -r file; do
        "$build/bin/retrograd" build "$file" --emit=asm "$@" 2>/dev/null | grep -c "; .*$(basename "$file"):" || true
    done | awk '{ w += $1 } END { print w + 0 }'
}

echo "$(wc -l <"$claims") programs and kernels, forward and backward, engine fast"
printf '%-22s %10s %8s %13s %8s %8s %8s\n' without cycles times instructions times words times
all=$(measure)
print() { echo "$2 $all" | awk -v name="$1" '{ printf "%-22s %10d %8.3f %13d %8.3f %8d %8.3f\n", name, $1, $1 / $4, $2, $2 / $5, $3, $3 / $6 }'; }
print '(all passes)' "$all"
for pass in $(sed -n 's/^OPT_[PC][A-Z]*([A-Z]*, "\([a-z]*\)".*/\1/p' compiler/opt/passes.def); do
    print "$pass" "$(measure --no-pass="$pass")"
done
print 'any pass (-O0)' "$(measure -O0)"
