#!/bin/sh
# place.sh FOLDER NAME TOP PARAMETERS VERILOG_OPTIONS_AND_FILES ...: one module synthesised, placed
# and routed on an iCE40 HX8K.
#
# The module stands between registers. A shift register feeds its inputs, and its outputs are held
# and folded into one pin. So every path through it goes from register to register, and none is
# optimised away. FOLDER/NAME.json gets the cells of the module alone, those of the whole with its
# registers, and the clock after routing; "fits": false where there are more cells than the device
# has.
set -eu
folder=$1 name=$2 top=$3 parameters=$4
shift 4
device=7680 # logic cells of an HX8K
mkdir -p "$folder"
base=$folder/$name
settings=""
if [ "$parameters" != - ]; then
    for p in $parameters; do settings="$settings -chparam ${p%%=*} ${p#*=}"; done
fi
run() { "$@" >"$base.log" 2>&1 || { tail -n 20 "$base.log" >&2; exit 1; }; }

# The module alone: its ports, and its cells.
run yosys -q -p "read_verilog -defer -sv $*; hierarchy -check -top $top$settings; proc; write_json $base.ports.json;
    synth_ice40 -noflatten -run begin:map_ram; flatten; synth_ice40 -run map_ram:; tee -q -o $base.stat stat -json"
luts=$(jq '.design.num_cells_by_type.SB_LUT4 // 0' "$base.stat")
carries=$(jq '.design.num_cells_by_type.SB_CARRY // 0' "$base.stat")
flops=$(jq '[.design.num_cells_by_type | to_entries[] | select(.key | startswith("SB_DFF")) | .value] | add // 0' "$base.stat")
if [ "$luts" -gt "$device" ]; then
    printf '{"schema_version": 1, "name": "%s", "module": "%s", "parameters": "%s", "fits": false, "luts": %s, "carries": %s, "flip_flops": %s}\n' \
        "$name" "$top" "$parameters" "$luts" "$carries" "$flops" >"$base.json"
    exit 0
fi

jq -r --arg top "$top" --arg parameters "$parameters" '
    [.modules | to_entries[] | select(.value.attributes.top != null)][0].value.ports | to_entries
    | (map(select(.value.direction == "input" and .key != "clk")) | reduce .[] as $p ({at: 0, list: []};
        {at: (.at + ($p.value.bits | length)), list: (.list + ["    .\($p.key)(from[\(.at) +: \($p.value.bits | length)])"])})) as $in
    | (map(select(.value.direction == "output")) | reduce .[] as $p ({at: 0, list: []};
        {at: (.at + ($p.value.bits | length)), list: (.list + ["    .\($p.key)(to[\(.at) +: \($p.value.bits | length)])"])})) as $out
    | (map(select(.key == "clk")) | map("    .clk(clk)")) as $clock
    | "module placed (input wire clk, serial, output wire folded_out);",
      "  reg [\($in.at - 1):0] from;",
      "  wire [\($out.at - 1):0] to;",
      "  reg [\($out.at - 1):0] held, folded;",
      "  always @(posedge clk) begin",
      "    from <= {from, serial};",
      "    held <= to;",
      "    folded <= {folded, folded[\($out.at - 1)]} ^ held;",
      "  end",
      "  assign folded_out = folded[\($out.at - 1)];",
      "  \($top)\(if $parameters == "-" then "" else " #(" + ($parameters | split(" ") | map(split("=") | ".\(.[0])(\(.[1]))") | join(", ")) + ")" end) unit (",
      ($clock + $in.list + $out.list | join(",\n")),
      "  );",
      "endmodule"' "$base.ports.json" >"$base.v"
run yosys -q -p "read_verilog -defer -sv $* $base.v; synth_ice40 -top placed -json $base.net.json"
run nextpnr-ice40 --hx8k --package ct256 --json "$base.net.json" --seed 1 --freq 100 --pcf-allow-unconstrained --timing-allow-fail \
    --report "$base.report.json" --quiet
clock=$(jq '[.fmax[].achieved] | min' "$base.report.json")
cells=$(jq '.utilization.ICESTORM_LC.used' "$base.report.json")
printf '{"schema_version": 1, "name": "%s", "module": "%s", "parameters": "%s", "fits": true, "luts": %s, "carries": %s, "flip_flops": %s, "placed_cells": %s, "MHz": %.1f}\n' \
    "$name" "$top" "$parameters" "$luts" "$carries" "$flops" "$cells" "$clock" >"$base.json"
rm -f "$base.ports.json" "$base.net.json"
