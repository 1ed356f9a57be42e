#!/bin/sh
# pnr.sh WRAP FOLDER CHIP 'NAME=VALUE ...' UNIT VERILOG_OPTIONS_AND_FILES ...: places and routes UNIT between shift registers on an iCE40
# CHIP (hx8k) and prints a line of Markdown: logic cells of the unit alone, cells placed, and the clock that it reaches; or why not.
set -eu
wrap=$1 folder=$2 chip=$3 parameters=$4 unit=$5
shift 5
mkdir -p "$folder"
at=$folder/$unit
# Of the parameters, those that the unit has.
set_all="" own=""
for p in $parameters; do
    grep -q "parameter ${p%%=*} " "$(ls rtl/*/"$unit.v")" || continue
    set_all="$set_all -chparam ${p%%=*} ${p#*=}" own="$own $p"
done
yosys -q -p "read_verilog -sv $*; hierarchy -check -top $unit$set_all; proc; flatten; write_json $at.ports.json"
# shellcheck disable=SC2086
"$wrap" "$at.ports.json" "$unit" $own >"$at.wrap.v"
yosys -q -p "read_verilog -sv $*; hierarchy -check -top $unit$set_all; synth_ice40 -flatten -top $unit; tee -o $at.stat stat" >"$at.log" 2>&1
luts=$(sed -n 's/^ *SB_LUT4 *\([0-9]*\)/\1/p' "$at.stat")
yosys -q -p "read_verilog -sv $* $at.wrap.v; synth_ice40 -flatten -top wrapped -json $at.json" >>"$at.log" 2>&1
if nextpnr-ice40 "--$chip" --json "$at.json" --asc "$at.asc" --freq 50 --seed 1 --timing-allow-fail >"$at.pnr" 2>&1; then
    clock=$(sed -n 's/.*Max frequency for clock[^:]*: \([0-9.]*\) MHz.*/\1/p' "$at.pnr" | tail -n 1)
    cells=$(sed -n 's/.*ICESTORM_LC: *\([0-9]*\).*/\1/p' "$at.pnr" | head -n 1)
    echo "| \`$unit\` | ${luts:-0} | $cells | $clock |"
else
    why=$(sed -n 's/^ERROR: //p' "$at.pnr" | head -n 1)
    echo "| \`$unit\` | ${luts:-0} | does not fit | ${why:-see $at.pnr} |"
fi
