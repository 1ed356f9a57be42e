#!/bin/sh
# one.sh FOLDER N short|long: runs tests of killers.txt against mutant N until one fails, and writes
# FOLDER/results/N (0: all must pass). With short it runs those of half a minute, and leaves a
# mutant that passes them open. With long it runs the others.
folder=$(cd "$1" && pwd) n=$2 part=$3
[ "$part" = short ] && result=open || result=survived
by=-
log=$folder/results/$n.log
while read -r name seconds program rest; do
    case $name in '#'* | '') continue ;; esac
    [ "$seconds" -le 30 ] && kind=short || kind=long
    [ "$kind" = "$part" ] || continue
    command="$folder/tests/$program $rest"
    [ "$program" = env ] && command="env ${rest% *} $folder/tests/${rest##* }"
    # shellcheck disable=SC2086
    (ulimit -t "$seconds"; RG_MUTANT=$n RETROGRAD_BUILD=$folder timeout -k 5 1200 $command) >"$log" 2>&1 && continue
    status=$?
    # Out of processor time (SIGXCPU, SIGKILL) or of real time: the machine hangs.
    case $status in 124 | 137 | 152) result=hung ;; *) result=killed ;; esac
    by=$name
    break
done <"${MUTATION_KILLERS:-tests/mutation/killers.txt}"
[ "$by" = - ] && rm -f "$log"
printf '%s %s %s\n' "$n" "$result" "$by" >"$folder/results/$n.part" && mv "$folder/results/$n.part" "$folder/results/$n"
