#!/bin/sh
# quick_cc.sh OPTION...: compiles an emitted file with tcc, 25 times as fast as clang at -O0. The runtime is compiled by cc, once for each text
# of it. Called in the folder of the unit, whose rg_runtime.h becomes declarations. QUICK_CC_STORE: where the objects of the runtime stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
store=${QUICK_CC_STORE:?the folder for objects of the runtime}
mkdir -p "$store"
words= # RG_XLEN, RG_FRAC, which the emitted file defines
for option; do
    case $option in
    -D*) words="$words $option" ;;
    *.c) words="$words $(sed -n 's/^#define \(RG_XLEN\|RG_FRAC\) \([0-9]*\)$/-D\1=\2/p' "$option" | sort -u | tr '\n' ' ')" ;;
    esac
done
object=$store/$( (cat rg_runtime.h && echo "$words") | sha256sum | cut -c 1-32).o
if [ ! -s "$object" ]; then
    work=$(mktemp -d "$store/XXXXXX")
    sed 's/^static inline //' rg_runtime.h >"$work/runtime.c"
    # shellcheck disable=SC2086
    cc -std=c17 -O2 -w -DRG_FUNCTIONS $words -c "$work/runtime.c" -o "$work/runtime.o"
    mv "$work/runtime.o" "$object"
    rm -r "$work"
fi
perl "$here/declare.pl" <rg_runtime.h >declared.h
mv declared.h rg_runtime.h
exec tcc -w '-D__builtin_expect_with_probability(a,b,c)=(a)' "$@" "$object" "$(cc -print-libgcc-file-name)"
