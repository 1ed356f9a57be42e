#!/bin/sh
# clock.sh COMMAND FOLDER: energy of one program against the clock period, in every built-in
# technology.
retrograd=$1
out=$2
name=clock
. studies/lib/page.sh

explore studies/clock.yaml
explore studies/recovery.yaml recovery
csv=$out/$name.csv
recovery=$out/recovery.csv
c=$(column conventional "$csv")
a=$(column adiabatic "$csv")
l=$(column landauer "$csv")

plot "$name" <<END
set logscale xy
set xlabel 'clock period in ns (adiabatic: four ramps)'
set ylabel 'energy of the run in J'
set format y '10^{%T}'
set format x '10^{%T}'
plot '< grep ^45nm, $csv' using 2:$c with lines lt 1 dt 2 title '45 nm, conventional', \\
     '< grep ^7nm, $csv' using 2:$c with lines lt 3 dt 2 title '7 nm, conventional', \\
     '< grep ^45nm, $csv' using 2:$a with lines lt 1 title '45 nm with ramps, Q = 100', \\
     '< grep ^low-leakage, $csv' using 2:$a with lines lt 2 title 'low leakage, Q = 10 000 (assumed)', \\
     '< grep ^ideal, $csv' using 2:$l with lines lt 4 title 'Landauer bound, 300 K', \\
     '$recovery' using (\$6 / \$7 * 1e9):5 every ::1 with points lt 5 pt 7 title 'published recovery factors'
END
r=$(column resonator "$csv")
k=$(column leakage "$csv")
e=$(column exact_J "$csv")
plot "$name-parts" <<END
set logscale xy
set xlabel 'clock period in ns (four ramps)'
set ylabel 'energy of the run in J'
set format y '10^{%T}'
set format x '10^{%T}'
plot '< grep ^45nm, $csv' using 2:$a with lines lt 1 lw 3 title '45 nm with ramps: total', \\
     '' using 2:$k with lines lt 3 title 'leakage, grows with the period', \\
     '' using 2:$r with lines lt 4 title 'resonator, 2π/Q of what circulates', \\
     '' using 2:(\$$a - \$$k - \$$r) with lines lt 2 title 'ramps, (RC/T) CV^2, with copies and erasing', \\
     '' using (\$$(column exact_ramp "$csv") * 4e9):$e with points lt 6 pt 6 ps 1.6 title 'least energy by the formula'
END

# The least energy of the sweep beside the formulas: WORKLOAD FIELD
best() {
    awk -F, -v w="$1" -v field="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 == w && (least == "" || $at["adiabatic"] < least) { least = $at["adiabatic"]; period = $2; exact = $at["exact_J"]; ramp = $at["exact_ramp"]
            closed = $at["best_ramp"]; closed_J = $at["best_J"]; conventional = $at["conventional"] }
        END { values["J"] = least; values["period"] = period; values["exact"] = exact; values["exact_period"] = ramp * 4e9; values["closed"] = closed_J
            values["closed_period"] = closed * 4e9; values["off"] = (least / exact - 1) * 100; values["gain"] = conventional / least
            printf field == "off" ? "%.3f" : "%.3g", values[field] }' "$csv"
}
begin 'Energy against clock period' 'What does the Bessel function with its derivative cost in conventional CMOS, in adiabatic CMOS at each clock, and by the laws of physics? The program is examples/bessel.rg in gradient mode, with v = 2 and z = 1.'
finding "Slower is not always cheaper. With ramps at 45 nm the energy is least at a clock period of $(best 45nm period) ns: $(best 45nm J) J, $(best 45nm gain) times below conventional at the same period. Slower clocks lose more by leakage. The low-leakage technology has its minimum at $(best low-leakage period) ns, $(best low-leakage gain) times below conventional. The Landauer bound, $(awk -F, -v l="$l" '$1 == "ideal" { printf "%.3g", $l; exit }' "$csv") J, is $(awk -F, -v l="$l" -v a="$a" 'NR > 1 && $1 != "ideal" { for (k = 5; k <= 6; k++) if ($k != "" && (least == "" || $k < least)) least = $k } $1 == "ideal" { bound = $l } END { printf "%.0f", log(least / bound) / log(10) }' "$csv") orders of magnitude below the cheapest of them. What would overturn this: a measured leakage or resistance of the core. The best clock and what it gains move with their square roots."
figure "$name" 'All built-in technologies. Dashed lines are conventional, with leakage, at the same clock. Points are the published recovery factors of measured, simulated and calculated circuits, each at its clock. Most of them recover the energy of logic only, and memory is priced as conventional.'
heading 'Where the adiabatic energy goes'
figure "$name-parts" 'The parts at 45 nm. The resonator and the copies to the host set a floor that no clock goes below.'
heading 'The optimum: formula against sweep'
para 'The closed form T* = sqrt(RC · CV² / P) holds for ramps that are long against RC. The exact curve is E = CV² (RC/T) [1 - (RC/T)(1 - exp(-T/RC))]. The sweep has 20 points a decade.'
{
    echo 'technology|period of least energy in the sweep|by the closed form|exact|energy in the sweep|by the closed form|exact|sweep above exact'
    for w in 45nm low-leakage; do
        echo "$w|$(best $w period) ns|$(best $w closed_period) ns|$(best $w exact_period) ns|$(best $w J) J|$(best $w closed) J|$(best $w exact) J|$(best $w off) %"
    done
} | table
heading 'Published recovery factors'
{
    echo 'technology|energy|conventional at the same clock|gain|time of the run'
    awk -F, 'NR > 1 { printf "%s|%.3g J|%.3g J|%.2f|%.3g s\n", $2, $5, $4, $4 / $5, $6 }' "$recovery"
} | table
para 'The gain of a whole run is smaller than the factor of the circuit, because memory and copies to the host are not recovered.'
source_of 'Constants and citations are in energy/*.yaml. <code>retrograd energy</code> lists them, and <code>retrograd explain-energy</code> explains each figure. Counts are from the engine fast.'
finish
