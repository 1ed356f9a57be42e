#!/bin/sh
# equivalent.sh FOLDER N: whether the module with mutant N and the sound one are the same function of their inputs, registers and instances
# (a miter of both with all of these as ports, by SAT); if so, FOLDER/results/N says so. A memory that does not map in time leaves it open.
folder=$1 n=$2
mutate=$(sed -n "${n}p" "$folder/mutants.txt.part" | sed 's/ -ctrl mutsel [0-9]* [0-9]*//')
module=$(printf '%s\n' "$mutate" | sed 's/.* -module \([^ ]*\) .*/\1/')
case $mutate in *'-port mutsel '*) # the number of the mutant itself, which no core has
    printf '%s equivalent number\n' "$n" >"$folder/results/$n"
    exit 0 ;;
esac
log=$folder/results/$n.miter.log
(ulimit -t 60
 yosys -p "read_rtlil $folder/sound.il; copy $module gold; $mutate; copy $module gate; memory_collect gold gate; memory_map gold gate; opt_clean gold gate
     expose -evert-dff -evert gold gate; miter -equiv -flatten gold gate miter; hierarchy -top miter; opt -full; sat -verify -prove trigger 0 miter") >"$log" 2>&1 || exit 0
rm -f "$log"
printf '%s equivalent miter\n' "$n" >"$folder/results/$n.part" && mv "$folder/results/$n.part" "$folder/results/$n"
