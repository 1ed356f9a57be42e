#!/bin/sh
# decompile.sh BITSTREAM.bin PINS.pcf OUT.v: the module `bitstream`. Its ports are declared behind
# their list, because its wires repeat them. Some LUTs can be inverted (breakable.awk).
set -eu
here=$(dirname "$0")
iceunpack "$1" "$3.asc"
icebox_vlog -n bitstream -p "$2" -s "$3.asc" >"$3.raw"
sed -E '/^module bitstream/ {
    h
    s/(input|output) //g
    p
    x
    s/^module bitstream \(//
    s/\);$/;/
    s/, (input|output)/; \1/g
}' "$3.raw" | awk -f "$here/breakable.awk" >"$3.part"
mv "$3.part" "$3"
rm -f "$3.asc" "$3.raw"
