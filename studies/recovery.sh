#!/bin/sh
# recovery.sh COMMAND FOLDER: what published recovery factors are worth for a whole run.
retrograd=$1
out=$2
name=recovery
. studies/lib/page.sh

explore studies/recovery.yaml
csv=$out/$name.csv

plot "$name" <<END
set style data histogram
set style fill solid 0.8
set boxwidth 0.8
set ylabel 'energy of the run in J'
set yrange [0:*]
set format y '%.1te%T'
set xtics rotate by -30
plot '$csv' using 4:xtic(2) every ::1 lt 8 title 'conventional at 45 nm, same clock', '' using 5 every ::1 lt 1 title 'with the published factor on the logic'
END
best() { awk -F, 'NR > 1 { g = $4 / $5; if (g > most) { most = g; name = $2 } } END { printf "%s: %.2f", name, most }' "$csv"; }
begin 'Published recovery factors' 'What are published recovery factors worth for a whole run? The Bessel function and its derivative in gradient mode, with each factor at its clock.'
finding "The largest gain of a whole run is that of $(best). It is smaller than the factor of the circuit. Where the circuit was logic alone, memory and copies to the host are priced as conventional. What would overturn this: a measured chip whose memory and copies are recovered too."
figure "$name" 'What stays is memory, copies and erasing.'
{
    echo 'technology|energy|conventional at the same clock|gain|time of the run'
    awk -F, 'NR > 1 { printf "%s|%.3g J|%.3g J|%.2f|%.3g s\n", $2, $5, $4, $4 / $5, $6 }' "$csv"
} | table
para 'Ice River was measured on a chip. The multipliers of 1996 are SPICE simulations, and the figure at 1 MHz is of another logic family. The factor 25 was measured on line drivers of a mixed-signal array, not on logic. Bennett clocking and FlatTop are calculations.'
source_of 'Each technology file names its publication: energy/*.yaml, <code>retrograd energy</code>.'
finish
