#!/bin/sh
# memory.sh COMMAND FOLDER: what a reversible memory would bring: a memory whose energy comes back as
# that of the logic does.
retrograd=$1
out=$2
name=memory
. studies/lib/page.sh
. studies/lib/baselines.sh

shares='0 0.25 0.5 0.75 0.9 0.99 1'
technologies='45nm adiabatic-low-leakage 2lal flattop'
machines='irreversible reversible taped checkpointed reversible_gradient'

baselines $name-bessel examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad 'out!'
# A chain of 32 numbers, as studies/gradient.yaml has it.
x=$(awk 'BEGIN { printf "["; for (i = 0; i < 32; i++) printf "%s%.6f", (i ? "," : ""), 0.6 + 0.8 * i / 31; print "]" }')
baselines $name-valley studies/gradient.rg valley --set "x=$x" --grad 'y!'
command_line="$command_line
retrograd baselines examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad 'out!' --json >report.json
retrograd baselines report.json --energy flattop --energy-set recovered_memory=0.9"

echo 'program,technology,share,machine,adiabatic,low,high' >"$out/$name.csv"
for program in bessel valley; do
    for technology in $technologies; do
        levels=
        [ "$technology" = 2lal ] && levels='--energy-set logic_levels=8'
        for share in $shares; do
            # shellcheck disable=SC2086
            price $name-$program --energy "$technology" --energy-set recovered_memory="$share" $levels |
                awk -F, -v OFS=, -v p=$program -v t=$technology -v s="$share" '{ print p, t, s, $1, $3, $7, $8 }'
        done
    done
done >>"$out/$name.csv"

at() { awk -F, -v p="$1" -v t="$2" -v s="$3" -v m="$4" '$1 == p && $2 == t && $3 == s && $4 == m { printf "%.5g", $5 }' "$out/$name.csv"; }
gain() { awk -v a="$(at "$1" "$2" 0 "$3")" -v b="$(at "$1" "$2" 1 "$3")" 'BEGIN { printf "%.3g", a / b }'; }
ratio() { awk -v a="$(at "$1" "$2" "$3" reversible_gradient)" -v b="$(at "$1" "$2" "$3" taped)" 'BEGIN { printf "%.4g", a / b }'; }
for technology in $technologies; do
    for m in $machines; do
        awk -F, -v OFS=, -v t="$technology" -v m="$m" '$1 == "valley" && $2 == t && $4 == m { print $3, $5 }' "$out/$name.csv" >"$out/$name-$technology-$m"
    done
done
for technology in flattop 2lal; do
    plot "$name-$technology" <<END
set xlabel 'share of the memory that is recovered as the logic'
set yrange [0:*]
set ylabel 'energy in J, $technology'
set format y '%.1e'
plot '$out/$name-$technology-irreversible' using 1:2 with linespoints lt 1 title 'value, overwriting', \\
     '$out/$name-$technology-reversible' using 1:2 with linespoints lt 2 title 'value, reversible', \\
     '$out/$name-$technology-taped' using 1:2 with linespoints lt 3 title 'gradient, tape', \\
     '$out/$name-$technology-checkpointed' using 1:2 with linespoints lt 4 title 'gradient, checkpoints', \\
     '$out/$name-$technology-reversible_gradient' using 1:2 with linespoints lt 5 title 'gradient, reversible'
END
done
begin 'A reversible memory' 'What would a memory bring whose energy comes back as that of the logic does? Two gradients, on machines that overwrite and on the reversible one.'
finding "With the factor of FlatTop a reversible memory would make the gradient of the valley of 32 numbers $(gain valley flattop reversible_gradient) times cheaper on the reversible machine, and $(gain valley flattop taped) times with a tape. By slow ramps with low leakage it is $(gain valley adiabatic-low-leakage reversible_gradient) and $(gain valley adiabatic-low-leakage taped) times, in 2LAL as a pipeline of 8 phases that is kept full $(gain valley 2lal reversible_gradient) and $(gain valley 2lal taped) times. Beside the tape the reversible gradient of the valley needs $(ratio valley flattop 0) times the energy without it, by FlatTop, and $(ratio valley flattop 1) times with it. What stays then is the copies to and from the host, which no supply takes back. What would overturn this: a memory that erases at a price near that of a word, which only the tape would pay, or arguments that stay in the machine."
heading 'Gain'
{
    echo 'program|technology|machine|not recovered|recovered|gain'
    for program in bessel valley; do
        for technology in $technologies; do
            for m in $machines; do echo "$program|$technology|$m|$(at $program "$technology" 0 "$m") J|$(at $program "$technology" 1 "$m") J|$(gain $program "$technology" "$m")"; done
        done
    done | sed 's/reversible_gradient/reversible, gradient/'
} | table
heading 'Between none and all'
figure "$name-flattop" 'The valley of 32 numbers. Energy falls in proportion to the share. Where the logic is nearly free, what is left is copies.'
figure "$name-2lal" 'The same in 2LAL, as a pipeline of 8 phases that is kept full.'
para 'No source in energy/ recovers the energy of a memory: the share is 0 in all of them but the ideal one. The bands over other assumptions are in the table of results.'
source_of 'examples/bessel.rg, studies/gradient.rg. Technologies: <code>retrograd energy</code>.'
finish_baselines
