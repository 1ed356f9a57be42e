#!/bin/sh
# styles.sh COMMAND FOLDER: when a run in an adiabatic logic style needs less energy than in
# conventional logic, and what a memory that is recovered would bring.
retrograd=$1
out=$2
name=styles
. studies/lib/page.sh

explore studies/styles.yaml
csv=$out/$name.csv

# columns: workload 1, style 2, levels 3, memory 4, ramp 5, status 6, adiabatic 7, conventional 8,
# ratio 9, low 10, high 11, seconds 12
# curve STYLE LEVELS MEMORY: ramp, ratio and band.
curve() { awk -F, -v OFS=, -v s="$1" -v l="$2" -v m="$3" '$2 == s && $3 == l && $4 == m { print $5, $9, $10, $11 }' "$csv"; }
# least STYLE LEVELS MEMORY: the least ratio, its ramp and its band.
least() { curve "$@" | awk -F, 'NR == 1 || $2 < r { r = $2; ramp = $1; low = $3; high = $4 } END { printf "%.3g|%.3g|%.2g|%.2g", r, ramp, low, high }'; }
# smallest LEVELS MEMORY: the style with the least ratio.
smallest() {
    for style in 2lal s2lal scrl ecrl; do echo "$(least $style "$1" "$2")|$style"; done | sort -g | head -n 1 |
        awk -F'|' '{ printf "%s: %s times conventional (%s to %s) with ramps of %s ns", $5, $1, $3, $4, $2 }'
}
for style in 2lal s2lal scrl ecrl; do
    for levels in 8 197; do curve $style $levels 0 >"$out/$name-$style-$levels"; done
done

plot "$name" <<END
set logscale xy
set xlabel 'length of a ramp in ns'
set ylabel 'energy of the run for that in conventional logic'
set format y '%g'
set key outside right
set style fill transparent solid 0.15 noborder
plot '$out/$name-2lal-197' using 1:3:4 with filledcurves lt 1 title '2lal, 197 levels: band', \\
     '$out/$name-2lal-197' using 1:2 with lines lt 1 lw 2 title '2lal, 197 levels', \\
     '$out/$name-ecrl-197' using 1:2 with lines lt 2 lw 2 title 'ecrl, 197 levels', \\
     '$out/$name-scrl-8' using 1:2 with lines lt 3 lw 2 title 'scrl, 8 levels', \\
     '$out/$name-2lal-8' using 1:2 with lines lt 4 lw 2 title '2lal, 8 levels', \\
     1 with lines lt 8 title 'conventional'
END
begin 'Adiabatic logic styles' 'When does a run in an adiabatic logic style need less energy than in conventional logic? The Bessel function and its derivative in gradient mode, priced with the depth, cells and memories of the core.'
finding "Energies are those of the whole run, with memory and copies. As deep as the netlist, 197 gates, the best is $(smallest 197 0). As a pipeline of 8 phases that is kept full it is $(smallest 8 0). No source has a memory that is recovered like the logic. It would make the first $(smallest 197 1). It would make the second $(smallest 8 1). The bands are over the assumptions that the study does not set itself. What would overturn this: a measured activity or layout of the power clock, a measured leakage, or a core that is less deep."
figure "$name" 'The band of 2lal is over rails, activity, wires, leakage, RC and resonator.'
{
    echo 'style|levels|memory recovered|least ratio|at a ramp of, ns|low|high'
    for style in 2lal s2lal scrl ecrl; do
        for levels in 8 64 197; do
            for memory in 0 1; do echo "$style|$levels|$memory|$(least $style $levels $memory)"; done
        done
    done
} | table
para 'Every figure is one run of the machine, priced 792 times. The law and its constants: docs/explanation/energy.md.'
source_of 'Each technology file names its sources and says what is assumed: <code>retrograd energy 2lal</code>.'
finish
