#!/bin/sh
# profile.sh BENCH: where the time of the Verilated core goes, by module of the RTL, on the loop of
# `bench loop`. BENCH is built with --prof-cfuncs and -pg (bench/module.mk), so that it is slow, and
# small functions weigh more than they do in the engine.
set -eu
bench=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && "$bench" profile)
echo
echo 'time of the engine rtl by module of the RTL (gprof; the loop of simple updates)'
gprof -b -p "$bench" "$folder/gmon.out" | awk '
    $1 ~ /^[0-9.]+$/ && /Vrg_rtl/ {
        name = "evaluation loop"
        if (match($0, /__PROF__[a-z0-9_]*__l[0-9]+/)) {
            name = substr($0, RSTART + 8, RLENGTH - 8)
            sub(/__l[0-9]+$/, "", name)
        }
        share[name] += $3
        total += $3
    }
    END { for (name in share) if (share[name] > 0) printf "%5.1f %%  %s\n", 100 * share[name] / total, name }' | sort -rn | head -n 20
