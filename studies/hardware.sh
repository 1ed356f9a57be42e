#!/bin/sh
# hardware.sh COMMAND FOLDER: kinds of core, word length and memory size against cycles, energy,
# cells and the longest path of make synth.
retrograd=$1
out=$2
name=hardware
. studies/lib/page.sh

need_machine 'CORE=pipelined MULTIPLIER=iterative GRAD_LANES=shared'
need_machine 'CORE=pipelined MULTIPLIER=parallel GRAD_LANES=shared'
need_machine CORE=multicycle
need_machine 'XLEN=32 FRAC=16 CORE=multicycle'
need_machine 'XLEN=32 FRAC=16'
need_machine 'DMEM_LOG2=12'
need_machine 'DMEM_LOG2=20'
explore studies/hardware.yaml
csv=$out/$name.csv

# Short names, and ratios to the first machine of each workload.
awk -F, -v OFS=, 'BEGIN {
    bar = " *[|] *"
    while ((getline line < "docs/reference/synthesis.md") > 0) # what make synth has found
        if (split(line, f, bar) == 8 && f[2] ~ /^[0-9]+\/[0-9]+/) { cells[f[2]] = f[3]; area[f[2]] = f[5]; path[f[2]] = f[7] }
}
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "workload,machine,cycles,speed,conventional,adiabatic,energy,status,cells,area,ns,us"; next }
{
    m = $at["machine"]; w = $1
    xlen = m ~ /XLEN=32/ ? "32/16" : "64/43"
    s = m ~ /DMEM_LOG2=12/ ? xlen " 2^12 words" : m ~ /DMEM_LOG2=20/ ? xlen " 2^20 words" : m ~ /multicycle/ ? xlen " multicycle" : xlen " pipelined"
    if (m ~ /iterative/) s = s " iterative"
    else if (m ~ /GRAD_LANES=shared/) s = s " one multiplier"
    else if (m ~ /pipelined/) s = s " three multipliers"
    synth = xlen
    if (s ~ /multicycle/) synth = synth "/multicycle"
    else if (m ~ /iterative/) synth = synth "/pipelined+digits8"
    else if (m ~ /GRAD_LANES=shared/) synth = synth "/pipelined+multiplier+digits8"
    made = synth in path
    if (!(w in cycles)) { cycles[w] = $at["cycles"]; joules[w] = $at["conventional"] }
    print w, "\"" s "\"", $at["cycles"], cycles[w] / $at["cycles"], $at["conventional"], $at["adiabatic"], $at["conventional"] / joules[w], $at["status"],
        made ? cells[synth] : "", made ? area[synth] : "", made ? path[synth] : "", made ? $at["cycles"] * path[synth] / 1000 : ""
}' "$csv" >"$out/$name-ratios.csv" || exit 3
ratios=$out/$name-ratios.csv

bars() { # COLUMN
    i=0
    for w in bessel valley series recursion; do
        i=$((i + 1))
        [ $i -eq 1 ] || printf ', \\\n'
        printf "'< grep -E \"^%s,\" %s | grep -v words' using %s:xtic(2) lt %s title '%s'" "$w" "$ratios" "$1" "$i" "$w"
    done
}
for what in "speed:4:speed, 64/43 multicycle = 1" "energy:7:energy, 64/43 multicycle = 1"; do
    column=${what#*:}
    column=${column%%:*}
    plot "$name-${what%%:*}" <<END
set style data histogram
set style fill solid 0.85
set boxwidth 0.9
set xtics rotate by -25 font ',11'
set ylabel '${what##*:}'
set yrange [0:*]
plot $(bars "$column")
END
done

plot "$name-area" <<END
set logscale y
set xlabel 'area of the core in mm^2, 45 nm cells'
set ylabel 'time of the run in us, at the clock of the longest path'
set xrange [0.1:0.33]
plot $(i=0
for w in bessel valley series recursion; do
    i=$((i + 1))
    [ $i -eq 1 ] || printf ', \\\n'
    printf "'< grep -E \"^%s,\" %s | grep -v words | sort -t, -k10n' using (\$10 / 1e6):12 with linespoints lt %s title '%s'" "$w" "$ratios" "$i" "$w"
done), \\
'< grep "^recursion," $ratios | grep -v words' using (\$10 / 1e6):12:2 with labels offset 0,-1 font ',10' notitle
END

v() { awk -F, -v w="$1" -v m="$2" -v k="$3" '$1 == w && $2 ~ m { printf "%.2f", $k; exit }' "$ratios"; }
begin 'Hardware variants' 'How do the same programs run on other machines: pipelined or not, with one or three multipliers, 32 or 64 bits, small or large memory?'
finding "The pipelined core with three multipliers (parallel gradient lanes) is faster than the multicycle core. The gradient of the Bessel function runs $(v bessel 'three multipliers' 4) times as fast, that of the valley, which is products, $(v valley 'three multipliers' 4) times, and the recursion $(v recursion 'three multipliers' 4) times. With the iterative multiplier, Bessel and recursion run $(v bessel iterative 4) and $(v recursion iterative 4) times as fast. The energy of the switched operations stays, because the model prices instructions, not cycles. Only leakage falls with the time, to $(v bessel 'three multipliers' 7) of the energy for Bessel. With 32 bits the gradient of the valley takes $(v valley '32/16 multicycle' 7) of the energy. What would overturn this: energies measured on each core, which price clocks too."
figure "$name-speed" 'Cycles of the multicycle core with 64/43 over those of the variant, at the same clock. Bessel and valley are gradients, series is a long sum, recursion is Bennett with k = 4, n = 3. At 32 bits there is no Bessel, because its tolerance of 1e-8 is below one unit in the last digit.'
heading 'Area against time'
figure "$name-area" 'What the area buys. The area is that of the cells without memories, and the time is at the clock that the longest path allows. Both are from make synth (docs/reference/synthesis.md). From left to right: 32/16 multicycle, 64/43 multicycle, then the pipelined machines that have been synthesised, with more multipliers and 32 or 64 bits.'
heading 'Energy'
figure "$name-energy" 'By the technology 45nm, which does not distinguish the variants. Energies of operations are those of published adders and multipliers of that width.'
{
    echo 'workload|machine|cycles|speed|cells|area|longest path|time at its clock|conventional|adiabatic|energy against the first|status'
    awk -F, 'NR > 1 { gsub(/"/, ""); printf "%s|%s|%d|%.2f|%s|%s|%s|%s|%.3g J|%.3g J|%.3f|%s\n", $1, $2, $3, $4, $9 == "" ? "not synthesised" : $9,
        $10 == "" ? "" : $10 " µm²", $11 == "" ? "" : $11 " ns", $12 == "" ? "" : sprintf("%.3g µs", $12), $5, $6, $7, $8 }' "$ratios"
} | table
para 'Memory size changes neither cycles nor energy. The core has no cache, every access takes the same time, and memory_word is the price of a word of 2<sup>16</sup>.'
areas
source_of 'Machines: make machine with CORE, MULTIPLIER, GRAD_LANES (docs/explanation/pipeline.md), XLEN, FRAC, DMEM_LOG2. Counts are from the engine fast of each, which are those of its RTL. Technology 45nm.'
finish
