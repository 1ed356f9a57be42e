#!/bin/sh
# page.sh FOLDER: the page of `make bench-papers`, FOLDER/papers.html, from FOLDER/papers.csv.
out=${1:?usage: page.sh FOLDER}
name=papers
retrograd=:
. studies/lib/page.sh

csv=$out/papers.csv
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"; rm -f "$out"/papers-*.svg "$out"/papers-*.gp' EXIT

# The largest size of each problem that the tapes ran too, so that a chart has one bar for each.
awk -F, 'NR > 1 && $14 != "" { if (!($1 in last)) order[++n] = $1; last[$1] = $0 } END { for (i = 1; i <= n; i++) print last[order[i]] }' "$csv" >"$work/bars.csv"

plot papers-ratio <<END
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 noborder
set logscale y
set ylabel 'gradient over objective'
set xtics rotate by -35
plot '$work/bars.csv' using 9:xtic(1) title 'this machine (cycles)' lt 1, '' using 14 title 'ADOL-C, record and reverse (time)' lt 2, \\
     '' using 15 title 'ADOL-C, tape reused' lt 4, '' using 17 title 'CppAD, record and reverse' lt 3, '' using 18 title 'CppAD, tape reused' lt 5
END
plot papers-memory <<END
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 noborder
set logscale y
set ylabel 'bytes'
set xtics rotate by -35
plot '$work/bars.csv' using (16*\$11):xtic(1) title 'this machine: all words in use, with their gradients' lt 1, \\
     '' using 16 title 'tape of ADOL-C' lt 2, '' using 19 title 'tape of CppAD' lt 3
END

begin 'The problems of the papers' 'What does a gradient cost on a machine that runs backward, and what with a tape?'
para 'The machine is the simulated core, whose cycles are exact and repeat everywhere. Tapes run on this host, beside the same objective in
plain C at -O3 in double precision, in the same command; their seconds of processor time are divided by those of the plain objective.'
figure papers-ratio 'Value and gradient over the objective alone, at the largest size of each problem that all of them ran. Two sweeps would be 2.'
figure papers-memory 'Memory: for the machine every word in use (arguments, lists, stack) and its gradient, 16 bytes for both.'
heading 'All figures'
{
    echo 'problem|size|cycles|instructions|G/O|attempts|job|job G/O|level|words|joules|ADOL-C record|reuse|bytes|CppAD record|reuse|bytes'
    tail -n +2 "$csv" | awk -F, '{ printf "%s|%s|%s|%s|%.2f|%s|%s|%.2f|%s|%s|%s|%s|%s|%s|%s|%s|%s\n", $1, $2, $4, $5, $9, $8, $20, $22, $10, $11, $12, $14, $15, $16, $17, $18, $19 }'
} | table
para 'G/O: cycles of value and gradient over cycles of the objective, all attempts, of the programs alone. Job G/O: the same of the whole jobs, with the dispatcher and the copies out;
what the host writes before is in no count. Level: log2 of the instructions executed over those that an
irreversible program needs. Words: most in use at once. Joules: value and gradient, conventional CMOS at 45 nm, all attempts.'
{
    printf '<h2>To do it again</h2><pre>make bench-papers</pre><p>Figures: <code>papers.csv</code>, <code>papers.json</code>. Host: %s.</p></body></html>\n' \
        "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1 | escape)"
} >>"$page"
echo "$page"
