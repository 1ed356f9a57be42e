#!/bin/sh
# erase.sh COMMAND FOLDER: uncompute or erase, by technology; the crossing (2k-1)^n > 1/xi.
retrograd=$1
out=$2
name=erase
. studies/lib/page.sh

explore studies/erase.yaml
csv=$out/$name.csv

# All points give the same state after the same number of steps, whatever was erased.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["status"] != "ok" { print "a point failed: " $0; bad = 1 }
    { l = $at["k"]^$at["n"]; y = $at["out"]; if (l in seen && (y - seen[l])^2 > 1e-20) { print "another result: " $0; bad = 1 } seen[l] = y }
    $at["steps"] != $at["k"]^($at["n"] - $at["m"]) * (2 * $at["k"] - 1)^$at["m"] { print "another number of steps: " $0; bad = 1 }
    END { exit bad || NR < 2 }' "$csv" >&2 || exit 1

# For each technology and k: xi, the depth that the criterion allows, the depth that the measured
# totals allow, the price of a bit.
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
    t = $at["technology"]; k = $at["k"]; n = $at["n"]; m = $at["m"]
    if (!(t in known)) { known[t] = 1; order[++count] = t }
    a[t, k, n, m] = $at["adiabatic"]; c[t, k, n, m] = $at["conventional"]; bits[t, k, n, m] = $at["erased"]
    if (n > deepest[k]) deepest[k] = n
}
END {
    print "technology,k,inverse_xi,criterion,measured,ratio_at_1,price"
    for (i = 1; i <= count; i++) for (k = 2; k <= 4; k++) {
        t = order[i]; n = deepest[k]
        inverse = c[t, k, n, 0] / a[t, k, n, 0]
        if (t == "ideal") inverse = "inf"
        depth = inverse == "inf" ? "every" : int(log(inverse) / log(2 * k - 1) + 1e-9)
        for (d = 0; d < n && a[t, k, n, d + 1] <= c[t, k, n, 0]; d++);
        price = (a[t, k, n, n] - a[t, k, n, 0]) / (bits[t, k, n, 0] - bits[t, k, n, n])
        print t, k, inverse == "inf" ? "inf" : sprintf("%.3g", inverse), depth, d == n ? "at least " d : d, sprintf("%.3g", a[t, k, n, 1] / c[t, k, n, 0]), (price > 0 ? sprintf("%.3g J", price) : "any")
    }
}' "$csv" >"$out/$name-depths.csv" || exit 3
depths=$out/$name-depths.csv

curve() { # TECHNOLOGY: 64 steps with m levels of uncomputing in this technology, against conventional that erases everywhere, k = 2
    awk -F, -v t="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["technology"] == t && $at["k"] == 2 && $at["n"] == 6 { if ($at["m"] == 0) base = $at["conventional"]; own[$at["m"]] = $at["adiabatic"] }
        END { for (m = 0; m <= 6; m++) if (m in own) print m "," own[m] / base }' "$csv" >"$out/$name-$1.csv"
}
for t in 45nm adiabatic-low-leakage ice-river-logic ice-river multiplier-1mhz resonant-mac flattop ideal; do curve $t; done
plot "$name" <<END
set logscale y
set xlabel 'levels that uncompute, of 6 (64 steps, k = 2)'
set ylabel 'energy / conventional that erases everywhere, same clock'
set format y '10^{%T}'
set xtics 1
set xrange [-0.2:6.2]
plot 1 with lines lt 8 lw 3 title 'break-even', \\
     '$out/$name-ice-river-logic.csv' with linespoints lt 6 title 'Ice River, shift register (1.41)', \\
     '$out/$name-ice-river.csv' with linespoints lt 2 title 'Ice River, resonator (1.77)', \\
     '$out/$name-multiplier-1mhz.csv' with linespoints lt 3 title 'logic at 1 MHz (10, simulated)', \\
     '$out/$name-resonant-mac.csv' with linespoints lt 4 title 'line drivers of an analogue array (25)', \\
     '$out/$name-45nm.csv' with linespoints lt 1 title '45 nm ramps, Q = 100 (assumed)', \\
     '$out/$name-adiabatic-low-leakage.csv' with linespoints lt 5 title 'low leakage, Q = 10 000 (assumed)', \\
     '$out/$name-flattop.csv' with linespoints lt 7 title 'FlatTop (2000, calculated)'
END
levels() { # FIELD: over m at k = 2, n = 6 in the technology 45nm
    column "$1" "$csv"
}
grep -E ',45nm,2,6,' "$csv" >"$out/$name-levels.csv"
plot "$name-levels" <<END
set xlabel 'levels that uncompute, m, of n = 6 (k = 2); the others erase'
set ylabel 'energy of the run in J, 45 nm'
set y2label 'bits erased'
set ytics nomirror
set y2tics
set y2range [0:*]
set logscale y
set format y '10^{%T}'
set xtics 1
plot '$out/$name-levels.csv' using $(levels m):$(levels conventional) with linespoints lt 8 title 'conventional', \\
     '' using $(levels m):$(levels adiabatic) with linespoints lt 1 title 'with ramps', \\
     '' using $(levels m):$(levels erased) axes x1y2 with linespoints lt 2 dt 2 title 'bits erased (right)'
END

below=$(awk -F, 'NR > 1 && $2 == 2 && $4 == "0" { printf "%s%s", sep, $1; sep = ", " }' "$depths")
never=$(awk -F, 'NR > 1 && $2 == 2 && $5 == "0" { printf "%s%s", sep, $1; sep = ", " }' "$depths")
pays=$(awk -F, 'NR > 1 && $2 == 2 && $5 != "0" { printf "%s%s (%s)", sep, $1, $5; sep = ", " }' "$depths")
begin 'Uncompute or erase' 'A state that is no longer needed can be erased, or uncomputed in (2k - 1)<sup>n</sup> steps at n levels of recursion. The paper on NiLang says: erase when (2k - 1)<sup>n</sup> > 1/ξ. Here ξ is the energy of a reversible operation over that of an irreversible one. Which technologies reach that?'
finding "By the criterion not one level of uncomputing pays in: ${below:-none}. The measure on whole runs includes memory and copies. It compares with a conventional machine that erases everywhere. Uncomputing one level then needs more energy in: ${never:-none}. Levels that still need less: ${pays:-none}. Of these, bennett-clocking and flattop are calculated; 45nm and adiabatic-low-leakage have assumed ramps. The multipliers are simulated, resonant-mac was measured on line drivers, Ice River on a chip. Conventional is priced at the clock of the technology beside it. In every technology but the ideal one, erasing costs less than uncomputing on the same machine. What would overturn this: an erased bit that costs more than the prices of the page at which uncomputing breaks even."
figure "$name" 'Energy of 64 steps in each technology, where the first levels of the recursion uncompute and the others erase. It is divided by the energy of the same program that erases everywhere in conventional CMOS at 45 nm. Below 1, uncomputing pays. Each further level multiplies the steps by (2k - 1)/k = 1.5. The recursion itself costs too, so the curves rise a little faster. The technology ideal is not drawn: its energy is that of erasing and copying alone.'
heading 'By technology'
para 'The criterion is about one state: uncomputing pays up to the largest n with (2k - 1)<sup>n</sup> &le; 1/ξ. It compares the steps for one state with one step. A whole run amortises them: (2k - 1)<sup>n</sup> steps for k<sup>n</sup>. So the next column is larger. It is measured on whole runs of 64, 81 and 64 steps, and has the most levels at which a run needs no more than the conventional one that erases. 1/ξ is measured too, as conventional over adiabatic energy of the same run. It is below the published factor of the circuit, because memory and copies are included. In the last column is the price of an erased bit at which uncomputing everything would break even in the same technology. The price in these runs is 0.4 fJ.'
{
    echo 'technology|k|1/ξ|n by the criterion|n measured|one level / conventional|break-even price of a bit'
    awk -F, 'NR > 1 { printf "%s|%s|%s|%s|%s|%s|%s\n", $1, $2, $3, $4, $5, $6, $7 }' "$depths"
} | table
heading 'One technology, from erasing to uncomputing'
figure "$name-levels" 'k = 2, n = 6: 64 steps. At m = 0 every step erases the state before it. At m = 6 nothing is erased. Each further level costs energy and saves a few erased bits at 0.4 fJ each.'
para 'The whole runs are of one program text (studies/erase.rg), and every point ends in the same state. <code>@erase</code> drops a value the way the machine drops gradients, with three more instructions. The conventional machine here is the same machine, priced as conventional. It does not have a simpler core.'
source_of 'Criterion: NiLang, ICLR submission, section 6. Technologies with their publications: energy/*.yaml. Engine fast.'
finish
