#!/bin/sh
# report.sh FOLDER: table and FOLDER/mutation.json of the results; survivors that equivalent.txt
# explains do not count.
set -eu
folder=$1
cat "$folder"/results/[1-9]*[0-9] "$folder"/results/[1-9] 2>/dev/null | sort -n |
    awk -v json="$folder/mutation.json" '
function module_of(line) { match(line, /-module [^ ]*/); m = substr(line, RSTART + 8, RLENGTH - 8)
    gsub(/^.*\\rg_/, "rg_", m); gsub(/\\.*$/, "", m); return m }
# A mutant is known by what it does, whatever its number.
function site_of(line) { sub(/^[0-9]+ /, "", line); gsub(/\$paramod[^ ]*\\rg_/, "rg_", line); gsub(/\\[A-Z_0-9]*=[^ ]*/, "", line)
    gsub(/\\/, "", line); gsub(/ -src [^ ]*/, "", line); return line }
FILENAME ~ /equivalent/ { if ($0 !~ /^#/ && split($0, part, /: /) == 2) reason[part[1]] = part[2]; next }
FILENAME ~ /mutants/ { line[$1] = $0; next }
{ total++; m = module_of(line[$1]); all[m]++; how[$3]++
  site = site_of(line[$1]); src = line[$1]; sub(/^[^ ]*.* -src /, "", src)
  if ($2 == "equivalent") { equivalent++; same[m]++; reason[site] = $3 == "miter" ? "the module is the same function: proved by a miter" : $3 == "cells" ? "the same cells once constants are folded" : "the pin carries the number of the mutant" }
  else if ($2 == "survived" || $2 == "open") { if (site in reason) { equivalent++; same[m]++ } else { survived++; left[m]++; printf "survived %s %s (%s)\n", $1, site, src } }
  else { killed++; dead[m]++; if ($2 == "hung") hung++ }
  row[total] = sprintf("{\"mutant\": %d, \"site\": \"%s\", \"source\": \"%s\", \"result\": \"%s\", \"by\": \"%s\", \"reason\": \"%s\"}",
                       $1, site, src, $2, $3, (site in reason) ? reason[site] : "") }
END {
  printf "\n%-18s %7s %7s %11s %9s\n", "module", "mutants", "killed", "equivalent", "survived"
  for (m in all) printf "%-18s %7d %7d %11d %9d\n", m, all[m], dead[m], same[m], left[m] | "sort"
  close("sort")
  printf "%-18s %7d %7d %11d %9d\n", "all", total, killed, equivalent, survived
  for (k in how) if (k !~ /^(-|cells|miter|number)$/) printf "first failed: %-14s %d\n", k, how[k] | "sort -k 4 -n -r"
  close("sort -k 4 -n -r")
  rate = killed / (total - equivalent)
  printf "%.1f %% of %d mutants that are not equivalent killed, %d of them as hangs\n", 100 * rate, total - equivalent, hung
  printf "{\"mutants\": %d, \"killed\": %d, \"hung\": %d, \"equivalent\": %d, \"survived\": %d, \"list\": [\n", total, killed, hung, equivalent, survived > json
  for (i = 1; i <= total; i++) printf "%s%s\n", row[i], i < total ? "," : "" > json
  print "]}" > json
  exit !(rate >= 0.95) }' tests/mutation/equivalent.txt "$folder/mutants.txt" -
