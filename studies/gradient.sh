#!/bin/sh
# gradient.sh COMMAND FOLDER: the cost of a gradient by reverse mode in hardware, by forward mode
# and by differences.
retrograd=$1
out=$2
name=gradient
. studies/lib/page.sh

explore studies/gradient.yaml
csv=$out/$name.csv

# One line for each n and way: sums over the runs that a whole gradient takes, and the largest error
# against the closed form.
awk -F, -v OFS=, '
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["status"] != "ok" { print "a point failed: " $0 >"/dev/stderr"; exit 1 }
{
    n = $at["n"]; i = $at["i"]; w = $at["workload"]
    if (w == "plus" || w == "minus") y[w, n, i] = $at["y"]
    slope["reverse", n, i] = w == "reverse" ? $at["by_reverse"] : slope["reverse", n, i]
    slope["forward", n, i] = w == "forward" ? $at["by_forward"] : slope["forward", n, i]
    if (w == "reverse" && i > 1) next # one run gives all of them
    way = w == "plus" || w == "minus" ? "differences" : w
    runs[way, n]++
    peak[way, n] = $at["memory"] * (way == "reverse" || way == "forward" ? 2 : 1)
    for (k = 1; k <= 8; k++) { split("instructions cycles conventional adiabatic landauer words erased copied", f, " "); sum[way, n, k] += $at[f[k]] }
    sizes[n] = 1
}
function x(n, i) { return 0.6 + 0.8 * (i - 1) / (n - 1) }
function exact(n, i,   d) {
    d = 0
    if (i < n) d += -2 * (1 - x(n, i)) - 40 * x(n, i) * (x(n, i + 1) - x(n, i)^2)
    if (i > 1) d += 20 * (x(n, i) - x(n, i - 1)^2)
    return d
}
function worst(way, n,   i, e, d) {
    e = 0
    for (i = 1; i <= n; i++) {
        d = way == "differences" ? (y["plus", n, i] - y["minus", n, i]) * 2^13 : slope[way, n, i]
        d -= exact(n, i); if (d < 0) d = -d
        if (d > e) e = d
    }
    return e
}
END {
    print "way,n,runs,instructions,cycles,conventional,adiabatic,landauer,words,erased,copied,error,memory"
    split("value reverse forward differences", ways, " ")
    for (w = 1; w <= 4; w++) for (n = 2; n <= 32; n *= 2) {
        line = ways[w] OFS n OFS runs[ways[w], n]
        for (k = 1; k <= 8; k++) line = line OFS sprintf("%.9g", sum[ways[w], n, k])
        print line OFS (w == 1 ? "" : sprintf("%.3g", worst(ways[w], n))) OFS peak[ways[w], n]
    }
}' "$csv" >"$out/$name-sums.csv" || exit 3
sums=$out/$name-sums.csv

for what in "cycles:4:instructions:operations:instructions run" "energy:6:conventional:conventional energy:energy in J, conventional CMOS"; do
    column=${what#*:}
    column=${column%%:*}
    plot "$name-${what%%:*}" <<END
set logscale xy 2
set logscale y 10
set xlabel 'numbers that the function takes'
set ylabel '${what##*:}'
set format y '10^{%T}'
plot '< grep ^value $sums' using 2:$column with linespoints lt 8 dt 2 title 'the value alone', \\
     '< grep ^reverse $sums' using 2:$column with linespoints lt 1 title 'reverse, by hardware', \\
     '< grep ^forward $sums' using 2:$column with linespoints lt 2 title 'forward, n tangents', \\
     '< grep ^differences $sums' using 2:$column with linespoints lt 3 title 'central differences, 2n runs'
END
done
plot "$name-error" <<END
set logscale xy
set logscale x 2
set xlabel 'numbers that the function takes'
set ylabel 'largest error of an element of the gradient'
set format y '10^{%T}'
plot '< grep ^reverse $sums' using 2:12 with linespoints lt 1 title 'reverse, by hardware', \\
     '< grep ^forward $sums' using 2:12 with linespoints lt 2 title 'forward, n tangents', \\
     '< grep ^differences $sums' using 2:12 with linespoints lt 3 title 'central differences, h = 2^{-14}'
END

# value WAY N COLUMN
value() { awk -F, -v way="$1" -v n="$2" -v k="$3" '$1 == way && $2 == n { print $k }' "$sums"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / b }'; }
begin 'What a gradient costs' 'What do all n derivatives of a function of n numbers cost? Gradient mode takes one sweep forward and one back, tangents take one run for each number, and central differences two.'
finding "With 32 numbers the gradient takes $(ratio "$(value reverse 32 4)" "$(value value 32 4)") times the instructions and $(ratio "$(value reverse 32 6)" "$(value value 32 6)") times the conventional energy of the value. These factors are the same for all n. Forward mode takes $(ratio "$(value forward 32 4)" "$(value value 32 4)") and $(ratio "$(value forward 32 6)" "$(value value 32 6)") times, differences $(ratio "$(value differences 32 4)" "$(value value 32 4)") and $(ratio "$(value differences 32 6)" "$(value value 32 6)") times. The largest error is $(value reverse 32 12) by reverse mode, $(value forward 32 12) by tangents, $(value differences 32 12) by differences. What would overturn this: a program that undoes much more than its value needs, or one with more results than arguments, for which forward mode takes fewer runs."
heading 'Operations'
figure "$name-cycles" 'Instructions of all runs that give the whole gradient. Reverse mode is a constant times the value. The others grow with one more power of n. A tangent run has as many instructions as the two runs of a difference, so their curves coincide.'
heading 'Energy'
figure "$name-energy" 'Conventional view. The adiabatic and the Landauer view are in the table.'
heading 'Memory and bits'
para 'Reverse mode needs a second word for every word of memory, in the gradient bank. So does forward mode, in the tangent bank. Neither needs a tape, and differences need no second bank. Memory is the most words in use, second banks included. Words moved are those read and written in all banks. Reverse mode erases gradients dropped with ancillas, and those that the host takes away.'
{
    echo 'way|n|runs|instructions|cycles|memory|words moved|bits erased|bits copied out|conventional|adiabatic|Landauer|largest error'
    awk -F, 'NR > 1 { printf "%s|%s|%s|%d|%d|%d|%d|%d|%d|%.3g J|%.3g J|%.3g J|%s\n", $1, $2, $3, $4, $5, $13, $9, $10, $11, $6, $7, $8, $12 }' "$sums"
} | table
heading 'Accuracy'
figure "$name-error" 'Against the closed form. Reverse and forward mode err by rounding alone. Differences err by rounding divided by h, and by the third derivative. An error of 0 has no point.'
source_of 'studies/gradient.rg: the sum of (1 - x<sub>i</sub>)² + 10 (x<sub>i+1</sub> - x<sub>i</sub>²)² (Rosenbrock, chained), x from 0.6 to 1.4. Every number is measured on the engine fast, whose counters are those of the RTL. Energies are by the built-in technology 45nm.'
finish
