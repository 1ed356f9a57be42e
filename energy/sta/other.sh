#!/bin/sh
# other.sh OUT FOLDER TOP CLOCK PARAMETERS: sta.sh for a core in a folder of the user: module TOP of
# all its Verilog files, those of benches left out.
set -eu
out=$1 folder=$2 top=$3 clock=$4 parameters=$5
[ -d "$folder" ] || { echo "other.sh: there is no folder $folder (STA_FOLDER)" >&2; exit 2; }
[ -n "$top" ] || { echo "other.sh: name the module with STA_TOP" >&2; exit 2; }
files=$(find "$folder" -name '*.v' ! -name '*_tb.v' ! -name 'tb_*.v' ! -name 'testbench*.v' | LC_ALL=C sort)
[ -n "$files" ] || { echo "other.sh: no Verilog file in $folder (STA_FOLDER)" >&2; exit 2; }
# shellcheck disable=SC2086
exec "$(dirname "$0")/sta.sh" "$out" "other-$top" "$top" "$clock" "$parameters" "-I$folder" $files
