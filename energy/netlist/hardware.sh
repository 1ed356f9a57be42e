#!/bin/sh
# hardware.sh REPORT CELLS FOLDER IDENTITY PARAMETERS INCLUDES -- FILE ...: area, path and memories of
# one variant of the core as JSON, in FOLDER/IDENTITY-HASH.json. HASH is of all that they follow from,
# comments and white space apart; what is there already is not synthesised again. Prints the path.
set -eu
report=$1 cells=$2 folder=$3 identity=$4 parameters=$5 includes=$6
shift 7
hash=$(cat "$@" | perl -0pe 's{/\*.*?\*/}{}gs; s{//.*}{}g; s/\s+/ /g' | sha256sum | cut -c1-16)
out=$folder/$identity-$hash.json
if [ ! -s "$out" ]; then
    mkdir -p "$folder"
    sources=$(printf '%s\n' "$@" | grep '\.v$')
    # Two that ask at a time each make a netlist of their own; both write the same.
    netlist=$folder/$identity-$$.netlist.json
    trap 'rm -f "$netlist" "$netlist.log" "$out.$$"' EXIT
    # shellcheck disable=SC2086
    WHOLE=1 nice -n 10 energy/cells/synthesise.sh "$netlist" "$cells" rg_core "$parameters" $includes $sources
    "$report" "$netlist" rg_core "$identity" >"$out.$$"
    mv "$out.$$" "$out"
fi
echo "$out"
