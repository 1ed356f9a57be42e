#!/bin/sh
# training.sh COMMAND FOLDER: training a small net end to end (gradient, update, copies both ways) on
# the reversible machine, with a tape, and with checkpoints.
retrograd=$1
out=$2
name=training
. studies/lib/page.sh
. studies/lib/baselines.sh

net=studies/training.rg
width=8 inputs=4 samples=4 steps=6
technologies='45nm 7nm adiabatic-low-leakage ice-river resonant-mac flattop ideal'

# weights DEPTH: arguments of `loss`, the same numbers each time (Park and Miller, 1988).
weights() {
    awk -v depth="$1" -v width=$width -v inputs=$inputs -v samples=$samples '
        function number(s) { seed = seed * 16807 % 2147483647; return sprintf("%.4f", s * (2 * seed / 2147483647 - 1)) }
        function vector(n, s,   i, t) { t = "["; for (i = 1; i <= n; i++) t = t (i > 1 ? "," : "") number(s); return t "]" }
        function matrix(m, n, s,   i, t) { t = "["; for (i = 1; i <= m; i++) t = t (i > 1 ? "," : "") vector(n, s); return t "]" }
        BEGIN {
            seed = 1
            printf "--set W1=%s --set w=%s ", matrix(width, inputs, 0.8), vector(width, 0.8)
            printf "--set X=%s --set y=%s --set W=[", matrix(inputs, samples, 1), vector(samples, 1)
            for (i = 1; i <= width; i++) printf("%s%s", (i > 1 ? "," : ""), matrix(width, depth, 0.8))
            print "]"
        }'
}

# One step of training from the arguments in out/training.arguments, which it leaves new.
# one STEP DEPTH: the reports are training-STEP-DEPTH-loss and -update.
one() {
    base=$name-$2-$1
    # shellcheck disable=SC2046
    baselines "$base-loss" $net loss $(cat "$out/$name.arguments") --grad 'loss!'
    # shellcheck disable=SC2046
    "$retrograd" run $net loss $(cat "$out/$name.arguments") --grad 'loss!' --json >"$out/$base.run" || exit 3
    update=$(jq -r '"--set W1!=\(.values.W1 | tojson) --set W!=\(.values.W | tojson) --set w!=\(.values.w | tojson) --set G1=\(.gradients.W1 | tojson) --set G=\(.gradients.W | tojson) --set g=\(.gradients.w | tojson) --set rate=0.125"' "$out/$base.run")
    # shellcheck disable=SC2086
    baselines "$base-update" $net update $update
    # shellcheck disable=SC2086
    "$retrograd" run $net update $update --json | jq -r --slurpfile last "$out/$base.run" '"--set W1=\(.values["W1!"] | tojson) --set W=\(.values["W!"] | tojson) --set w=\(.values["w!"] | tojson) --set X=\($last[0].values.X | tojson) --set y=\($last[0].values.y | tojson)"' >"$out/$name.next" || exit 3
    mv "$out/$name.next" "$out/$name.arguments"
    jq -r '.values["loss!"]' "$out/$base.run" >>"$out/$name.losses"
    rm "$out/$base.run"
}

# step_energy STEP DEPTH OPTIONS: of a step, a line for each way to the gradient. Columns as of price.
step_energy() {
    base=$name-$2-$1
    shift 2
    { price "$base-loss" "$@"; price "$base-update" "$@" | sed 's/^/update-/'; } | awk -F, -v OFS=, '
        { for (i = 2; i <= NF; i++) of[$1, i] = $i; n = NF }
        END {
            ways = split("taped checkpointed reversible_gradient", way, " ")
            for (w = 1; w <= ways; w++) {
                line = way[w]
                with = way[w] == "reversible_gradient" ? "update-reversible" : "update-irreversible"
                for (i = 2; i < n; i++) line = line OFS sprintf("%.9g", of[way[w], i] + of[with, i])
                print line, of[way[w], n]
            }
        }'
}

: >"$out/$name.losses"
weights 1 >"$out/$name.arguments"
for step in $(seq $steps); do one "$step" 1; done
cp "$out/$name.losses" "$out/$name.trained"
echo 'technology,way,conventional,adiabatic,landauer,conventional_low,conventional_high,adiabatic_low,adiabatic_high,words' >"$out/$name.csv"
for technology in $technologies; do
    for step in $(seq $steps); do step_energy "$step" 1 --energy "$technology"; done | awk -F, -v OFS=, -v t="$technology" '
        { for (i = 2; i < NF; i++) sum[$1, i] += $i; if ($NF > most[$1]) most[$1] = $NF; n = NF }
        END { for (w in most) { line = t OFS w; for (i = 2; i < n; i++) line = line OFS sprintf("%.9g", sum[w, i]); print line, most[w] } }' | sort -t, -k2,2r
done >>"$out/$name.csv"
echo 'depth,way,conventional,adiabatic,landauer,conventional_low,conventional_high,adiabatic_low,adiabatic_high,words' >"$out/$name-depth.csv"
for depth in 1 2 4 8 16; do
    weights $depth >"$out/$name.arguments"
    [ $depth -eq 1 ] || one 1 $depth
    step_energy 1 $depth --energy 45nm | sed "s/^/$depth,/"
done >>"$out/$name-depth.csv"
rm -f "$out/$name.arguments" "$out/$name.losses"
command_line="$command_line
retrograd baselines $net loss --set ... --grad 'loss!'      # and update; arguments: studies/training.sh"

of() { awk -F, -v t="$1" -v w="$2" -v c="$3" '$1 == t && $2 == w { printf "%.3g", $c }' "$out/$name.csv"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2g", a / b }'; }
# wins VIEW-COLUMN: the technologies in which the reversible way needs least
wins() {
    awk -F, -v c="$1" 'NR > 1 { if (!($1 in least)) order[++n] = $1; if (!($1 in least) || $c < least[$1]) { least[$1] = $c; who[$1] = $2 } }
        END { for (i = 1; i <= n; i++) if (who[order[i]] == "reversible_gradient") { printf "%s%s", some ? ", " : "", order[i]; some = 1 } if (!some) printf "none" }' "$out/$name.csv"
}
deepest() { awk -F, -v d="$1" -v w="$2" -v c="$3" '$1 == d && $2 == w { printf "%d", $c }' "$out/$name-depth.csv"; }

for view in conventional:3 adiabatic:4; do
    column=${view#*:}
    plot "$name-${view%:*}" <<END
set logscale xy
set logscale x 2
set xlabel 'hidden layers of $width by $width'
set ylabel 'energy of a step of training in J, ${view%:*}, 45 nm'
set format y '%.0e'
plot '< grep ,taped, $out/$name-depth.csv' using 1:$column with linespoints lt 1 title 'tape', \\
     '< grep ,checkpointed, $out/$name-depth.csv' using 1:$column with linespoints lt 2 title 'checkpoints', \\
     '< grep ,reversible_gradient, $out/$name-depth.csv' using 1:$column with linespoints lt 3 title 'reversible'
END
done
plot "$name-words" <<END
set logscale xy
set logscale x 2
set xlabel 'hidden layers of $width by $width'
set ylabel 'words of memory in use'
plot '< grep ,taped, $out/$name-depth.csv' using 1:10 with linespoints lt 1 title 'tape', \\
     '< grep ,checkpointed, $out/$name-depth.csv' using 1:10 with linespoints lt 2 title 'checkpoints', \\
     '< grep ,reversible_gradient, $out/$name-depth.csv' using 1:10 with linespoints lt 3 title 'reversible'
END
begin 'Training a small net' "What does training cost, end to end: forward, gradient, update, and the copies both ways? A net of $inputs inputs and layers of $width tanh learns $samples samples by gradient descent. The machine runs each step; the same step with a tape and with checkpoints is found from it."
finding "In $steps steps the loss falls from $(awk 'NR == 1 { printf "%.3g", $1 }' "$out/$name.trained") to $(awk 'END { printf "%.3g", $1 }' "$out/$name.trained"). At 45 nm the reversible machine needs $(of 45nm reversible_gradient 3) J in conventional logic, $(ratio "$(of 45nm reversible_gradient 3)" "$(of 45nm taped 3)") times the energy of a tape ($(of 45nm taped 3) J). Checkpoints need $(of 45nm checkpointed 3) J. In adiabatic logic the reversible machine needs $(ratio "$(of 45nm reversible_gradient 4)" "$(of 45nm taped 4)") times the energy of the tape. Technologies in which it needs least: conventional $(wins 3); adiabatic $(wins 4). With 16 layers it needs $(deepest 16 reversible_gradient 10) words of memory, the tape $(deepest 16 taped 10), checkpoints $(deepest 16 checkpointed 10). What would overturn this: a price of erasing near that of a memory word, or a tape in memory that costs far more a word. So would a compiler that computes fewer addresses in loops over matrices."
heading 'All technologies'
{
    echo "technology|way|conventional|adiabatic|low|high|Landauer|words"
    awk -F, 'NR > 1 { printf "%s|%s|%.3g J|%.3g J|%.2g J|%.2g J|%.3g J|%d\n", $1, $2, $3, $4, $8, $9, $5, $10 }' "$out/$name.csv" | sed 's/reversible_gradient/reversible/'
} | table
para "Energies are of all $steps steps. Low and high are the band of the adiabatic view over the assumptions of the technology. The update runs on the same machine, as a call of its own: weights and gradients go in, new weights come out."
heading 'Deeper nets'
figure "$name-conventional" 'One step, conventional logic.'
figure "$name-adiabatic" 'The same in adiabatic logic by ramps, whose constants are assumed.'
figure "$name-words" 'Values, gradients, tape and states. The reversible machine keeps the activations as ancillas until they are undone, and a gradient for each word.'
source_of 'studies/training.rg. Arguments are pseudo-random (Park and Miller, 1988), the same in each run.'
finish_baselines
