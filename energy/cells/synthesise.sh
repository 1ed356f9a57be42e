#!/bin/sh
# synthesise.sh OUT.json CELL_FOLDER TOP PARAMETERS VERILOG_OPTIONS_AND_FILES ...: the netlist of
# TOP in cells of the library, module by module. PARAMETERS is a list NAME=VALUE or "-". Memories,
# register files, counters, ledger and queue stay modules. With WHOLE=1 only memories of 1024 words
# and more do: the banks, and the words of the ledger, which become a module of their own.
set -eu
out=$1 cells=$2 top=$3 parameters=$4
shift 4
set_all=""
if [ "$parameters" != - ]; then
    for p in $parameters; do set_all="$set_all -chparam ${p%%=*} ${p#*=}"; done
fi
kept="" apart=""
outside="rg_mem rg_data rg_operands rg_counters rg_ledger rg_out_fifo"
if [ -n "${WHOLE:-}" ]; then
    outside="rg_mem rg_data"
    # A register that is set when power comes has no cell here: its reset does that.
    apart="proc; opt -fast; memory_dff; memory_collect; select -set big t:\$mem_v2 r:SIZE>=1024 %i r:WR_PORTS>=1 %i
    setattr -set submod \"words\" @big; submod; blackbox *_words; setattr -unset init */w:*;"
fi
for module in $outside; do
    case " $* " in *"/$module.v "*) [ $module = "$top" ] || kept="${kept:-blackbox} *$module*" ;; esac
done
mkdir -p "$(dirname "$out")"
echo 'strash; &get -n; &nf; &put' >"$out.abc"
yosys -q -p "read_verilog -sv $*; hierarchy -check -top $top$set_all; $kept
    ${apart:+$apart
    }synth -run coarse:fine -noabc; maccmap; techmap -map ${0%/*}/full_adder.v; synth -run fine: -noabc
    dfflegalize -cell \$_DFF_P_ x -cell \$_DFFE_PP_ x -cell \$_SDFF_PP?_ x -cell \$_SDFFE_PP?P_ x -cell \$_SDFFCE_PP?P_ x
    techmap -map $cells/map.v; techmap; opt -fast
    abc -liberty $cells/cells.lib -script $out.abc; opt_clean; setattr -unset src -unset hdlname */c:* */w:*; write_json $out.part" \
    >"$out.log" 2>&1 || { cat "$out.log" >&2; exit 1; }
rm -f "$out.abc"
mv "$out.part" "$out"
