#!/bin/sh
# formats.sh COMMAND FOLDER: word length and fraction bits against accuracy, energy, memory and,
# where make synth has made them, cells.
retrograd=$1
out=$2
name=formats
. studies/lib/page.sh

for format in 32/8 32/12 32/16 32/20 32/24 64/24 64/30 64/36 64/50; do
    need_machine "XLEN=${format%/*} FRAC=${format#*/}"
done
explore studies/formats.yaml
csv=$out/$name.csv
c() { column "$1" "$csv"; }

one() { # WORKLOAD COLUMN XLEN TITLE LINETYPE
    printf "'< grep -E \"^%s,XLEN=%s \" %s' using %s:%s with linespoints lt %s title '%s'" "$1" "$3" "$csv" "$(c frac)" "$(c "$2")" "$5" "$4"
}
plot "$name-error" <<END
set logscale y
set xlabel 'fraction bits'
set ylabel 'absolute error of the result'
set format y '10^{%T}'
plot $(one functions functions_error 64 'elementary functions, 64 bits' 1), $(one functions functions_error 32 '32 bits' '1 dt 2'), \\
     $(one functions slope_error 64 'their derivative, 64 bits' 2), $(one functions slope_error 32 '32 bits' '2 dt 2'), \\
     $(one series series_error 64 'sum of 1/i^2, i to 200, 64 bits' 3), $(one series series_error 32 '32 bits' '3 dt 2'), \\
     $(one turns turns_error 64 '200 rotations, 64 bits' 4), $(one turns turns_error 32 '32 bits' '4 dt 2'), \\
     2**-x with lines lt 8 dt 3 title '2^{-fraction bits}'
END
plot "$name-energy" <<END
set logscale xy
set xlabel 'absolute error of the elementary functions'
set ylabel 'conventional energy in J, value and derivative'
set format xy '10^{%T}'
set xrange [*:*] reverse
plot '< grep -E "^functions,XLEN=64 " $csv' using $(c functions_error):$(c conventional):(sprintf('Q%d.%d', 63 - \$$(c frac), \$$(c frac))) with labels offset 0,1 font ',11' notitle, \\
     '' using $(c functions_error):$(c conventional) with points lt 1 pt 7 title '64 bits', \\
     '< grep -E "^functions,XLEN=32 " $csv' using $(c functions_error):$(c conventional):(sprintf('Q%d.%d', 31 - \$$(c frac), \$$(c frac))) with labels offset 0,1 font ',11' notitle, \\
     '' using $(c functions_error):$(c conventional) with points lt 2 pt 7 title '32 bits'
END
f() { awk -F, -v w="$1" -v x="$2" -v q="$3" -v k="$(c "$4")" -v xl="$(c xlen)" -v fr="$(c frac)" '$1 == w && $xl == x && $fr == q { printf "%.2g", $k }' "$csv"; }
e() { awk -v a="$(f functions 64 43 "$1")" -v b="$(f functions 32 16 "$1")" 'BEGIN { printf "%.1f", a / b }'; }
begin 'Number formats' 'How many bits does a problem need? The same programs run on machines built for ten formats, against closed forms.'
finding "Roughly, every fraction bit halves the error. From 16 to 43 bits the error of the elementary functions falls from $(f functions 32 16 functions_error) to $(f functions 64 43 functions_error). With the same 24 fraction bits, words of 32 and 64 bits err alike. So the word length buys range, not accuracy. But with 7 bits before the point the sum to 200 traps. Gradients then need a second attempt with a smaller seed, which costs energy. For value and derivative, 64/43 costs $(e conventional) times the conventional energy of 32/16. A fetch costs the same at both widths, and a word of 32 bits in memory half of one of 64. What would overturn this: a fetch that is measured at both widths."
figure "$name-error" 'Errors follow 2<sup>-fraction bits</sup>. The sum and the rotations gather an error in each iteration. Dashed lines are 32 bits. They coincide with those of 64 where both exist.'
heading 'Energy'
figure "$name-energy" 'Energy depends on the word length, not on the position of the point. Only Q7.24 repeats the gradient with a smaller seed. Products scale with the square of the width, sums with the width (45nm.yaml).'
{
    echo 'format|workload|error|conventional|adiabatic|cycles|memory in use, bits'
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { w = $1; e = w == "functions" ? $at["functions_error"] : w == "series" ? $at["series_error"] : w == "turns" ? $at["turns_error"] : $at["valley_error"]
          split($2, f, /[= ]/)
          if ($at["status"] != "ok") printf "%d/%d|%s|does not fit: %s||||\n", f[2], f[4], w, $at["status"]
          else printf "%d/%d|%s|%.2e|%.3g J|%.3g J|%d|%d\n", $at["xlen"], $at["frac"], w, e, $at["conventional"], $at["adiabatic"], $at["cycles"], $at["bits"] }' "$csv" | sort -t/ -k1n -k2n
} | table
areas
source_of 'studies/formats.rg, studies/gradient.rg. Closed forms are in studies/formats.yaml. Machines: make machine XLEN= FRAC= ENGINES=fast. Technology 45nm.'
finish
