#!/bin/sh
# bennett.sh COMMAND FOLDER: Bennett's algorithm over k and n, measured beside the formulas, and
# beside checkpoints (treeverse).
retrograd=$1
out=$2
name=bennett
. studies/lib/page.sh

explore studies/bennett.yaml
csv=$out/$name.csv
treeverse=$(dirname "$retrograd")/treeverse
tv=$out/treeverse.csv
echo 'length,slots,kept,forward,gradients,cycles,instructions,conventional,adiabatic,landauer,erased,copied,derivative' >"$tv"
for length in 64 256 1024; do
    for slots in 1 2 3 4 6 9 13 20 31 64; do
        [ $slots -lt $length ] && [ $((length / slots)) -lt 200 ] && { "$treeverse" studies/pendulum.rg $length $slots >>"$tv" || exit 3; }
    done
done
command_line="$command_line
treeverse studies/pendulum.rg LENGTH SLOTS      # build/bin/treeverse"

at() { column "$1" "$csv"; }
awk -F, -v steps="$(at steps)" -v theory="$(at theory)" -v states="$(at states)" -v wanted="$(at states_theory)" '
    NR > 1 { n++; if ($4 != "ok" || $steps != $theory || $states != $wanted) { print "not as the formula says: " $0; bad = 1 } }
    END { exit bad || n == 0 }' "$csv" >&2 || exit 1
points=$(awk -F, 'NR > 1' "$csv" | wc -l)

series() { # WORKLOAD COLUMN X: one curve for each k of several lengths
    first=1
    for k in 2 3 4 8 16; do
        [ $first -eq 1 ] || printf ', \\\n'
        printf "'< grep ^%s,%s, %s' using %s:%s with linespoints lt %d title 'k = %s'" "$1" "$k" "$csv" "$3" "$2" "$((first))" "$k"
        first=$((first + 1))
    done
}
plot "$name-steps" <<END
set logscale xy
set xlabel 'steps of the simulated program, k^n'
set ylabel 'steps run, counted by the machine'
set format xy '10^{%T}'
plot $(series value "$(at steps)" "$(at length)"), \\
     x with lines lt 8 dt 2 title 'an irreversible machine'
END
plot "$name-energy" <<END
set logscale xy
set xlabel 'steps of the simulated program, k^n'
set ylabel 'energy of the run in J, conventional, 45 nm'
set format xy '10^{%T}'
plot $(series value "$(at conventional)" "$(at length)")
END
plot "$name-tradeoff" <<END
set logscale xy
set xlabel 'data words in use at most'
set xrange [100:30000]
set ylabel 'cycles'
set format y '10^{%T}'
plot '< grep -E "^value,(2,12|4,6|8,4|16,3|64,2|4096,1)," $csv' using $(at words):$(at cycles):(sprintf('k=%d n=%d', \$2, \$3)) with labels offset 5,0.7 font ',11' notitle, \\
     '' using $(at words):$(at cycles) with linespoints lt 1 title '4096 steps, value'
END
for length in 256 1024; do
    awk -F, -v l="$(at length)" -v length_wanted="$length" '$1 == "gradient" && $l == length_wanted' "$csv" >"$out/$name-$length.csv"
done
plot "$name-treeverse" <<END
set logscale xy
set xlabel 'states kept at a time'
set ylabel 'steps run for the derivative'
set format y '10^{%T}'
plot '$out/$name-256.csv' using $(at states):(\$$(at steps) * 2) with points lt 1 pt 7 title 'Bennett, 256 steps: 2 (2k-1)^n', \\
     '< grep ^256, $tv' using (\$3 + 1):(\$4 + 2 * \$5) with linespoints lt 2 title 'treeverse, 256 steps, every state before it erased', \\
     '$out/$name-1024.csv' using $(at states):(\$$(at steps) * 2) with points lt 3 pt 7 title 'Bennett, 1024 steps', \\
     '< grep ^1024, $tv' using (\$3 + 1):(\$4 + 2 * \$5) with linespoints lt 4 title 'treeverse, 1024 steps'
END

# bennett K N COLUMN of the gradient; verse LENGTH SLOTS COLUMN
bennett() { awk -F, -v k="$1" -v n="$2" -v c="$(at "$3")" '$1 == "gradient" && $2 == k && $3 == n { printf "%.3g", $c }' "$csv"; }
verse() { awk -F, -v l="$1" -v s="$2" -v c="$(column "$3" "$tv")" '$1 == l && $2 == s { printf "%.3g", $c }' "$tv"; }
begin "Bennett's algorithm" 'Bennett simulates a program that only runs forward reversibly. Here k<sup>n</sup> steps of a pendulum that loses its phase become (2k - 1)<sup>n</sup> steps, with n(k - 1) + 2 states at a time. Does that hold on the machine? What does it cost, beside checkpoints that erase?'
finding "In all $points runs the machine counts exactly (2k - 1)<sup>n</sup> steps and n(k - 1) + 2 states. Take the derivative of 256 steps with 14 states. Bennett's algorithm (k = n = 4) needs $(bennett 4 4 cycles) cycles and $(bennett 4 4 conventional) J, and erases $(bennett 4 4 erased) bits, which are gradients of freed ancillas. Treeverse with 13 checkpoints and one working state needs $(verse 256 13 cycles) cycles and $(verse 256 13 conventional) J, and erases $(verse 256 13 erased) bits. In time and conventional energy checkpoints win by far, because they may forget. What would overturn this: memory so dear that a state costs more than the steps that make it again."
heading 'Steps'
figure "$name-steps" 'Steps computed and uncomputed, from a counter inside the program. The slope is log(2k - 1) / log k: the smaller k, the steeper.'
heading 'Time against memory'
figure "$name-tradeoff" 'The same 4096 steps with six pairs of k and n. Words are the highest stack pointer. So arguments, the counters inside the program and the frames of the recursion count too.'
heading 'Energy'
figure "$name-energy" 'Conventional energy follows the steps. It includes the search for the slot of a state, which a real program of this kind needs too.'
heading 'Beside checkpoints'
figure "$name-treeverse" 'Steps for the derivative of the last state by the first. Treeverse (Griewank 1992) keeps checkpoints, forgets all other states, and repeats steps from the nearest checkpoint. Dynamic programming gives its fewest steps, and the host runs them on the machine one by one. A differentiated step counts twice, forward and back, as the steps of Bennett do.'
{
    echo 'derivative of|by|states|steps|cycles|instructions|conventional|adiabatic|Landauer|bits erased'
    awk -F, -v l="$(at length)" -v s="$(at states)" -v st="$(at steps)" -v c="$(at cycles)" -v i="$(at instructions)" -v e="$(at conventional)" -v a="$(at adiabatic)" -v la="$(at landauer)" -v er="$(at erased)" '
        $1 == "gradient" && ($l == 64 || $l == 256 || $l == 1024) { printf "%d steps|Bennett, k = %d, n = %d|%d|%d|%d|%d|%.3g J|%.3g J|%.3g J|%d\n", $l, $2, $3, $s, 2 * $st, $c, $i, $e, $a, $la, $er }' "$csv" | sort -n
    awk -F, 'NR > 1 && ($2 == 2 || $2 == 6 || $2 == 13 || $2 == 31) { printf "%d steps|treeverse|%d|%d|%d|%d|%.3g J|%.3g J|%.3g J|%d\n", $1, $3 + 1, $4 + 2 * $5, $6, $7, $8, $9, $10, $11 }' "$tv"
} | table
para 'Each step of treeverse is a job of its own. It pays for the dispatcher, and for a state that goes to the host and back, 64 bits copied out a step. That is most of its energy. Both ways give the same derivative to 1e-12.'
source_of 'examples/bennett.rg (listing 12 of NiLang, ICLR submission), studies/pendulum.rg, studies/treeverse.c. Engine fast, technology 45nm. C. H. Bennett, "Time/space trade-offs for reversible computation", SIAM J. Comput. 18, 1989.'
finish
