#!/bin/sh
# figures.sh NETLIST.log PLACED.json MHZ: what the board takes of an HX8K, and whether it is fast
# enough.
set -eu
luts=$(awk '$1 == "SB_LUT4" { n = $2 } END { print n }' "$1")
flops=$(awk '$1 == "Number" && $3 == "cells:" { n = 0 } $1 ~ /^SB_DFF/ { n += $2 } END { print n }' "$1")
jq -r --arg luts "$luts" --arg flops "$flops" --argjson least "$3" '
    .utilization.ICESTORM_LC as $cells | .utilization.ICESTORM_RAM as $rams | ([.fmax[].achieved] | min) as $mhz
    | "board: \($luts) LUTs and \($flops) flip-flops in \($cells.used) of \($cells.available) cells, "
      + "\($rams.used) of \($rams.available) RAMs, \($mhz * 10 | floor / 10) MHz of \($least)",
      if $mhz >= $least and $cells.used <= $cells.available and $rams.used <= $rams.available then empty
      else error("the board does not meet its figures") end' "$2"
