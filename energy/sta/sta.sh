#!/bin/sh
# sta.sh FOLDER NAME TOP CLOCK PARAMETERS VERILOG_OPTIONS_AND_FILES ...: one module in the standard
# cells of qflow-tech-osu018, and its longest path by OpenSTA.
#
# The module is flattened. Memories of 1024 words and more stay outside: their pins become ports,
# so that paths end and begin there, without the time of the memory. FOLDER/NAME.row gets cells,
# flip-flops, area and path, FOLDER/NAME.paths the path cell by cell. PARAMETERS is a list
# NAME=VALUE or "-". CLOCK "-" is a module without one, timed from its inputs to its outputs.
set -eu
folder=$1 name=$2 top=$3 clock=$4 parameters=$5
shift 5
library=${STA_LIBRARY:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
[ -r "$library" ] || { echo "sta.sh: there is no $library; ./install-deps sta installs it" >&2; exit 3; }
mkdir -p "$folder"
base=$folder/$name
settings=""
if [ "$parameters" != - ]; then
    for p in $parameters; do settings="$settings -chparam ${p%%=*} ${p#*=}"; done
fi
run() { "$@" >"$base.log" 2>&1 || { tail -n 20 "$base.log" >&2; exit 1; }; }

# Loads of more than 16 inputs get a tree of buffers, then cells the strength that they need.
echo 'strash; &get -n; &nf; &put; buffer -c -N 16; topo; upsize; dnsize' >"$base.abc"
run yosys -q -p "read_verilog -sv $*; hierarchy -check -top $top$settings; rename -top placed
    proc; opt -fast; memory_dff; memory_collect
    select -set big t:\$mem_v2 r:SIZE>=1024 %i; setattr -set submod \"words\" @big; submod; blackbox *_words
    rename -enumerate -pattern words_% t:*_words; flatten; expose -evert t:*_words
    synth -run coarse: -noabc -top placed; dfflibmap -liberty $library; opt -fast
    abc -liberty $library -script $base.abc; opt_clean -purge
    tee -q -o $base.stat stat -liberty $library; write_verilog -noattr -noexpr -nohex $base.v"

cat >"$base.tcl" <<TCL
read_liberty $library
read_verilog $base.v
link_design placed
create_clock -name clock -period 10$([ "$clock" = - ] || echo " [get_ports $clock]")
set inputs [list]
foreach port [all_inputs] { if {[get_property \$port full_name] ne "$clock"} { lappend inputs \$port } }
if {[llength \$inputs]} { set_input_delay 0 -clock clock \$inputs }
set_output_delay 0 -clock clock [all_outputs]
report_checks -from [concat \$inputs [all_registers -clock_pins]] -path_delay max -digits 4
TCL
run sta -no_splash -exit "$base.tcl"
! grep -q "port '$clock' not found" "$base.log" || { echo "sta.sh: $top has no port $clock; name its clock with STA_CLOCK" >&2; exit 1; }
grep -v '^Warning' "$base.log" >"$base.paths"

# What a register needs before the clock is part of the path.
path=$(awk '/data arrival time/ && !arrival { arrival = $1 } /library setup time/ && !setup { setup = -$1 } /^Path Group: clock/ { clocked = 1 }
    END { if (!clocked || arrival == "") exit 1; printf "%.2f", arrival + setup }' "$base.paths") ||
    { echo "sta.sh: OpenSTA finds no path in $top; see $base.log" >&2; exit 1; }
awk -v name="$name" -v top="$top" -v parameters="$parameters" -v path="$path" '
    /Number of cells:/ { cells = $4 } $1 ~ /^DFF/ { flops += $2 } /Chip area/ { area = $NF }
    END { printf "| %s | `%s`%s | %d | %d | %.0f | %s |\n", name, top, parameters == "-" ? "" : " " parameters, cells, flops, area, path }' \
    "$base.stat" >"$base.row"
rm -f "$base.abc" "$base.stat"
