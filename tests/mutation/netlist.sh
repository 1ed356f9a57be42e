#!/bin/sh
# netlist.sh FOLDER COUNT SEED '-chparam NAME VALUE ...' READ_OPTIONS_AND_FILES: mutants.v, top.v
# and mutants.txt.
set -eu
folder=$1 count=$2 seed=$3 parameters=$4
shift 4
width=1
while [ $((1 << width)) -le "$count" ]; do width=$((width + 1)); done

yosys -q -p "read_verilog -sv $*; hierarchy -check -top rg_top $parameters; proc; opt_clean; rename -top rg_mutated; select *; add -global_input mutsel $width; select -clear; \
  write_rtlil $folder/sound.il; mutate -list $count -seed $seed -ctrl mutsel $width 1 -o $folder/mutants.txt.part"
yosys -q -p "read_rtlil $folder/sound.il; script $folder/mutants.txt.part; opt_reduce; splitnets -driver; opt_clean; write_verilog -noattr $folder/mutants.v"

# The ports of rg_top, around the netlist; the number of the mutant comes from the environment.
{
    sed -n '/^module rg_top/,/^);/p' rtl/rg_top.v
    echo '    import "DPI-C" function int rg_mutant();'
    echo "    reg [$((width - 1)):0] mutsel;"
    echo '    initial mutsel = rg_mutant();'
    echo '    rg_mutated mutated (.*);'
    echo 'endmodule'
} >"$folder/top.v"
sed "s/ -ctrl mutsel [0-9]* / /" "$folder/mutants.txt.part" | sed 's/^mutate //' >"$folder/mutants.txt"
