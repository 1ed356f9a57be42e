# head.sh: what both counts of instructions start with. $1 is the folder of the build.
set -eu
build=$1
here=$(dirname "$0")
work=$build/emit_c_$(basename "$0" .sh)
status=0

# emit PROGRAM SOURCE: PROGRAM.rg as C, and the source that includes it, in the folder of work.
emit() {
    mkdir -p "$work"
    "$build/bin/retrograd" build "$here/$1.rg" --emit=c -o "$work/$1.c"
    cp "$here/$2.c" "$work"
}

# compile SOURCE OUTPUT [FLAG]
compile() {
    # shellcheck disable=SC2086 # no flag, or one
    ${CC:-cc} -std=c17 -O2 ${3:-} -o "$work/$2" "$work/$1.c"
}

# Instructions of a run: PROGRAM [ARGUMENT...]
count() {
    program=$work/$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}
