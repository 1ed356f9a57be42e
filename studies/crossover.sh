#!/bin/sh
# crossover.sh COMMAND FOLDER: from which recovery factor on does a reversible run need less energy
# than one that overwrites? Over uncomputing level, leakage and clock, with bands.
retrograd=$1
out=$2
name=crossover
. studies/lib/page.sh
. studies/lib/baselines.sh

factors='1 1.2 1.5 2 3 5 10 20 50 100 200 500 1000 10000'
programs='norm bessel bennett-1 bennett-2 bennett-3 bennett-4 bennett-5'

baselines $name-norm examples/norm.rg --set 'x=[1.0,2.0,3.0,0.5,1.5,2.5]'
baselines $name-bessel examples/bessel.rg ibesselj --set v=2 --set z=1.0
for n in 1 2 3 4 5; do
    len=$(awk -v n=$n 'BEGIN { print 2 ^ n }')
    places=$(awk -v n=$n 'BEGIN { for (i = 0; i < n + 4; i++) printf "%s0", i ? "," : "" }')
    baselines $name-bennett-$n examples/bennett.rg simulate --set start=1 --set "steps!=[$places]" --set k=2 --set n=$n --set "len=$len"
done

# level PROGRAM: the uncomputing level: operations of the reversible call over those that are needed
level() { jq -r '((.executed / .needed) | log) / (2 | log)' "$out/$name-$1.json"; }
# share PROGRAM OPTIONS: energy of the reversible run in adiabatic logic over that of the one that
# overwrites, in conventional logic and in adiabatic logic; low and high of the first.
share() {
    of=$1
    shift
    price "$name-$of" "$@" | awk -F, -v OFS=, '
        { for (i = 2; i <= NF; i++) v[$1, i] = $i }
        END { r = "reversible"; o = "irreversible"
            print v[r, 3] / v[o, 2], v[r, 3] / v[o, 3], v[r, 7] / v[o, 6], v[r, 8] / v[o, 5] }'
}

# The technology is ideal but for what is swept: its factor holds for logic, and for memory or not.
echo 'program,level,factor,memory,period_ns,conventional,adiabatic,low,high' >"$out/$name.csv"
for program in $programs; do
    l=$(level "$program")
    for factor in $factors; do
        for memory in 0 1; do
            echo "$program,$l,$factor,$memory,10,$(share "$program" --energy flattop --energy-set recovery_factor="$factor" --energy-set recovery_period=10ns --energy-set recovered_memory=$memory)"
        done
    done
done >>"$out/$name.csv"
# Leakage and clock, of ramps.
echo 'program,leakage_uW,ramp_ns,conventional,adiabatic,low,high' >"$out/$name-ramps.csv"
for program in norm bessel bennett-3; do
    for leakage in 0.25 2.5 25 250 2500; do
        for ramp in 0.1 0.3 1 3 10 30 100; do
            echo "$program,$leakage,$ramp,$(share "$program" --energy 45nm --energy-set leakage_power=${leakage}uW --energy-set ramp_time=${ramp}ns)"
        done
    done
done >>"$out/$name-ramps.csv"
command_line="$command_line
retrograd baselines examples/bessel.rg ibesselj --set v=2 --set z=1.0 --json >report.json
retrograd baselines report.json --energy flattop --energy-set recovery_factor=100"

# crossing PROGRAM MEMORY COLUMN: the factor at which the share is 1, between two of the list
crossing() {
    awk -F, -v p="$1" -v m="$2" -v c="$3" '
        NR > 1 && $1 == p && $4 == m {
            if ($c <= 1) { found = 1; f = last ? exp(log(last) + (log($3) - log(last)) * (before - 1) / (before - $c)) : $3; exit }
            last = $3; before = $c }
        END { if (found) printf(f < 100 ? "%.2g" : "%.0f", f); else printf "never" }' "$out/$name.csv"
}
for program in $programs; do
    for memory in 0 1; do awk -F, -v OFS=, -v p="$program" -v m=$memory '$1 == p && $4 == m { print $3, $6 }' "$out/$name.csv" >"$out/$name-$program-$memory"; done
done
# pays PROGRAM MEMORY: in words
pays() {
    f=$(crossing "$1" "$2" 6)
    if [ "$f" = never ]; then echo 'at no factor'; else echo "from a factor of $f on"; fi
}

plot "$name-share" <<END
set logscale xy
set xlabel 'recovery factor of the logic, memory not recovered'
set ylabel 'energy, reversible over overwriting'
set format y '%g'
plot for [p in "$programs"] \\
     '$out/$name-'.p.'-0' using 1:2 with linespoints title p, \\
     1 with lines lt 8 title 'equal'
END
plot "$name-memory" <<END
set logscale xy
set xlabel 'recovery factor of logic and memory'
set ylabel 'energy, reversible over overwriting'
set format y '%g'
plot for [p in "$programs"] \\
     '$out/$name-'.p.'-1' using 1:2 with linespoints title p, \\
     1 with lines lt 8 title 'equal'
END
plot "$name-ramps" <<END
set logscale xy
set xlabel 'length of a ramp in ns (45 nm, Bessel)'
set ylabel 'energy, reversible over overwriting'
set format y '%g'
plot for [l in "0.25 2.5 25 250 2500"] '< grep "^bessel,'.l.'," $out/$name-ramps.csv' using 3:4 with linespoints title l.' µW', \\
     1 with lines lt 8 title 'equal'
END
# best COLUMN: the least share of ramps, and where
best() { awk -F, -v c="$1" 'NR > 1 && $1 == "bessel" && $2 == 250 && (!n++ || $c < least) { least = $c; at = $3 } END { printf "%.2g with ramps of %g ns", least, at }' "$out/$name-ramps.csv"; }
always() { awk -F, -v c="$1" 'NR > 1 { n++; over += $c > 1 } END { printf "%d of %d", over, n }' "$out/$name.csv"; }
begin 'Where reversible runs pay' 'From which recovery factor on does a reversible run need less energy than the same program that overwrites? Seven programs from little to much uncomputing, priced over recovery factor, leakage and clock.'
finding "Beside a machine that overwrites in conventional logic, the Bessel function pays $(pays bessel 0), where the logic is recovered and memory is not. Over the assumptions that factor lies between $(crossing bessel 0 8) and $(crossing bessel 0 9). The norm, which undoes little, pays $(pays norm 0). Bennett's 2 steps, with an uncomputing level of $(level bennett-1 | cut -c1-3), pay $(pays bennett-1 0). His 8 steps, which move more words of memory, pay $(pays bennett-3 0). With a memory that is recovered as well, Bessel pays $(pays bessel 1), the norm $(pays norm 1), and the 8 steps $(pays bennett-3 1). Beside a machine that overwrites in the same adiabatic logic, and pays for each word that it erases, the reversible run needs more in $(always 7) cases. A bit that is erased costs 0.4 fJ there, and an instruction that undoes one 70 pJ before recovery. With ramps at 45 nm and the assumed leakage the share of Bessel is least, $(best 4). What would overturn this: a factor measured on a complete processor, or an erased word that costs as much as an instruction."
heading 'Recovery factor and uncomputing level'
figure "$name-share" 'The reversible run is in adiabatic logic, the one that overwrites in conventional logic. Below 1 the reversible run needs less. Curves end above the share that is memory and copies.'
figure "$name-memory" 'The same if memory were recovered with the factor of the logic. No source has that.'
{
    echo 'program|uncomputing level|factor from which it pays|low|high|with memory|beside overwriting in the same logic'
    for program in $programs; do echo "$program|$(level "$program" | cut -c1-4)|$(crossing "$program" 0 6)|$(crossing "$program" 0 8)|$(crossing "$program" 0 9)|$(crossing "$program" 1 6)|$(crossing "$program" 0 7)"; done
} | table
para 'The uncomputing level is log2 of the instructions of the reversible call over the operations that the results need. Low and high: both runs at the ends of their bands that favour the reversible one, and those that do not.'
heading 'Leakage and clock'
figure "$name-ramps" 'A slow clock loses by leakage what it gains by slow ramps.'
source_of 'examples/norm.rg, examples/bessel.rg, examples/bennett.rg (k = 2). Technologies flattop with another factor at 10 ns, and 45nm.'
finish_baselines
