#!/bin/sh
# terms.sh COMMAND FOLDER: the energy of a gradient from the Landauer bound to SRAM, term by term, on
# the reversible machine and with a tape.
retrograd=$1
out=$2
name=terms
. studies/lib/page.sh
. studies/lib/baselines.sh

baselines $name examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad 'out!'
command_line="$command_line
retrograd baselines examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad 'out!' --json >report.json
retrograd baselines report.json --energy 2lal --json     # energy.parts and energy.terms of each machine"
technologies='45nm 7nm 2lal flattop ideal'

# One line for each technology, machine, view and part.
echo 'technology,machine,view,part,joules' >"$out/$name.csv"
for technology in $technologies; do
    "$retrograd" baselines "$out/$name.json" --energy "$technology" --json >"$out/$name-priced.json" || exit 3
    jq -r --arg t "$technology" '.machines | to_entries[] | .key as $m | .value.energy | . as $e
        | (.parts | to_entries[] | .key as $v | (.value // {}) | to_entries[] | [$t, $m, $v, .key, .value]),
          (["conventional", "adiabatic", "landauer"][] | [$t, $m, ., "total", $e[. + "_J"]]),
          [$t, $m, "landauer", "circuit", .landauer_circuit_J] | select(.[4] != null) | @csv' "$out/$name-priced.json" | tr -d '"'
done >>"$out/$name.csv"
rm -f "$out/$name-priced.json"

# part TECHNOLOGY MACHINE VIEW PART
part() { awk -F, -v t="$1" -v m="$2" -v v="$3" -v p="$4" '$1 == t && $2 == m && $3 == v && $4 == p { printf "%.3g", $5; n++ } END { if (!n) printf "0" }' "$out/$name.csv"; }
quotient() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2g", a / b }'; }
orders() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", log(a / b) / log(10) }'; }
sum() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3g", a + b }'; }
g=reversible_gradient
words=$(jq "[.machines.$g.counters | .memory_reads, .memory_writes, .gradient_reads, .gradient_writes] | add" "$out/$name.json")
instructions=$(jq ".machines.$g.counters.instructions" "$out/$name.json")
bound=$(part 45nm $g landauer total)
copies=$(sum "$(part 45nm $g conventional 'copies in')" "$(part 45nm $g conventional 'copies out')")
dispatcher=$(part 45nm $g conventional dispatcher)
of_dispatcher=$(jq ".machines.$g.counters.dispatcher | .instructions" "$out/$name.json")
words_of_dispatcher=$(jq "[.machines.$g.counters.dispatcher | .memory_reads, .memory_writes, .gradient_reads, .gradient_writes] | add" "$out/$name.json")
{
    echo "Landauer bound, instructions,$bound"
    echo "Landauer bound, circuit,$(part 45nm $g landauer circuit)"
    echo "erasing,$(part 45nm $g conventional erasing)"
    echo "operations,$(sum "$(part 45nm $g conventional operations)" "$(part 45nm $g conventional 'operations with derivatives')")"
    echo "leakage,$(part 45nm $g conventional leakage)"
    echo "copies both ways,$copies"
    echo "job dispatcher,$dispatcher"
    echo "SRAM,$(part 45nm $g conventional memory)"
    echo "fetch and control,$(part 45nm $g conventional 'fetch and control')"
    echo "all,$(part 45nm $g conventional total)"
} | awk -F, '{ n = NF; label = $1; for (i = 2; i < n; i++) label = label "," $i; if ($n > 0) print label "|" $n }' >"$out/$name-ladder"

plot "$name" <<END
set datafile separator '|'
set logscale y
set ylabel 'joules'
set format y '10^{%T}'
set yrange [1e-18:1e-6]
set style fill solid 0.8
set boxwidth 0.7
set xtics rotate by -30
set key off
plot '$out/$name-ladder' using 0:2:xtic(1) with boxes lt 1
END
begin 'A gradient, term by term' 'Where between the Landauer bound and the memory does the energy of a gradient go? The Bessel function and its derivative at 45 nm, and the same by a tape.'
finding "The gradient needs $(part 45nm $g conventional total) J in conventional logic, $(orders "$(part 45nm $g conventional total)" "$bound") orders of magnitude above its Landauer bound of $bound J. The job dispatcher is $dispatcher J of it: $of_dispatcher instructions and $words_of_dispatcher words. Of the program itself, fetch and control of $((instructions - of_dispatcher)) instructions are $(part 45nm $g conventional 'fetch and control') J, and SRAM for $((words - words_of_dispatcher)) words $(part 45nm $g conventional memory) J. Copies both ways are $copies J. The arithmetic that makes the derivative is $(sum "$(part 45nm $g conventional operations)" "$(part 45nm $g conventional 'operations with derivatives')") J, and what the machine erases $(part 45nm $g conventional erasing) J. Reversibility saves in the erasing, and it costs instructions: the tape erases $(quotient "$(part 45nm taped conventional erasing)" "$(part 45nm $g conventional erasing)") times as many bits, and fetches for $(part 45nm taped conventional 'fetch and control') J. The adiabatic ramps of this technology assume that the memory is recovered like the logic. Then the total is $(part 45nm $g adiabatic total) J: dispatcher $(part 45nm $g adiabatic dispatcher) J, SRAM $(part 45nm $g adiabatic memory) J, fetch and control $(part 45nm $g adiabatic 'fetch and control') J, copies $(sum "$(part 45nm $g adiabatic 'copies in')" "$(part 45nm $g adiabatic 'copies out')") J, leakage $(part 45nm $g adiabatic leakage) J, the resonator $(part 45nm $g adiabatic resonator) J. What would overturn this: a fetch of an operation of this core measured far below 70 pJ, which is an upper bound, or streams in place of single instructions."
figure "$name" 'The gradient on the reversible machine, 45 nm, conventional view. The circuit bound counts each flip-flop that a clock overwrites, where the technology has their number.'
for view in conventional adiabatic; do
    heading "Parts, $view"
    {
        printf 'part'
        for technology in $technologies; do printf '|%s, reversible|%s, tape' "$technology" "$technology"; done
        echo
        awk -F, -v v=$view '$3 == v && $4 != "total" && !seen[$4]++ { print $4 } END { print "total" }' "$out/$name.csv" | while read -r p; do
            printf '%s' "$p"
            for technology in $technologies; do printf '|%s|%s' "$(part "$technology" $g $view "$p")" "$(part "$technology" taped $view "$p")"; done
            echo
        done
    } | table
done
para 'In joules. Law, constants and sources: docs/explanation/energy.md, <code>retrograd energy 45nm</code>.'
source_of 'examples/bessel.rg (v = 2, z = 1). M. Horowitz, ISSCC 2014, for 45 nm.'
finish_baselines
