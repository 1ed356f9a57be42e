#!/bin/sh
# synthesise.sh OUT.json MODULE PARAMETERS [VERILOG ...]: the netlist of MODULE down to its gate
# modules, which stay cells. PARAMETERS is a list NAME=VALUE or "-". The Verilog files are read
# after rtl/reversible/*.v and may replace its modules.
out=$1 module=$2 parameters=$3
shift 3
set_all=""
if [ "$parameters" != - ]; then
    for p in $parameters; do set_all="$set_all -set ${p%%=*} ${p#*=}"; done
    set_all="chparam$set_all $module;"
fi
mkdir -p "$(dirname "$out")" || exit 1
yosys -q -p "read_verilog -overwrite rtl/reversible/*.v $*; $set_all hierarchy -check -top $module
    proc; flatten; simplemap; setattr -unset src -unset hdlname */c:*; write_json $out.tmp" >"$out.log" 2>&1 ||
    { cat "$out.log" >&2; exit 1; }
mv "$out.tmp" "$out"
