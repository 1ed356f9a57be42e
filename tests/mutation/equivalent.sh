#!/bin/sh
# equivalent.sh FOLDER N: whether the module with mutant N equals that without it. They are equal if
# they have the same cells once constants are folded. They are also equal if they are the same
# function of inputs, registers and instances, by SAT on a miter of both with all of these as ports.
# FOLDER/results/N then says so. A memory of many ports is too much for the miter.
folder=$1 n=$2
mutate=$(sed -n "${n}p" "$folder/mutants.txt.part" | sed 's/ -ctrl mutsel [0-9]* [0-9]*//')
module=$(printf '%s\n' "$mutate" | sed 's/.* -module \([^ ]*\) .*/\1/')
log=$folder/results/$n.miter.log
found() { printf '%s equivalent %s\n' "$n" "$1" >"$folder/results/$n.part" && mv "$folder/results/$n.part" "$folder/results/$n"; }
# The number of the mutant itself, which no core has.
case $mutate in *'-port mutsel '*) found number; exit 0 ;; esac

# The cells of the module after COMMAND; places in the source do not count.
cells() {
    yosys -q -p "read_rtlil $folder/sound.il; $1; select -set it $module; opt -full @it; opt_clean -purge @it; rename -enumerate @it; cd $module; dump -o $log.il" >"$log" 2>&1 &&
        grep -v '^ *attribute\|^ *wire\|^ *autoidx' "$log.il" | md5sum
}
sound=$(cells '') && mutated=$(cells "$mutate")
rm -f "$log.il"
[ -z "$sound" ] || [ "$sound" != "$mutated" ] || { rm -f "$log"; found cells; exit 0; }

(ulimit -t 60
 yosys -p "read_rtlil $folder/sound.il; copy $module gold; $mutate; copy $module gate; memory_collect gold gate; memory_map gold gate; opt_clean gold gate
     expose -evert-dff -evert gold gate; miter -equiv -flatten gold gate miter; hierarchy -top miter; opt -full; sat -verify -prove trigger 0 miter") >"$log" 2>&1 || exit 0
rm -f "$log"
found miter
