#!/bin/bash
# install.sh BUILD: what is installed is enough to build and run programs in C and C++, against the
# shared and the static library. Both show what retrograd.h declares and nothing else. make
# uninstall leaves nothing.
set -u
build=${1:-build}
prefix=$(mktemp -d) || exit 1
trap 'rm -rf "$prefix"' EXIT
fail() {
    echo "$1"
    [ ! -f "$prefix/log" ] || cat "$prefix/log"
    exit 1
}
root=$prefix/root
make -s BUILD="$build" PREFIX="$root" install >"$prefix/log" 2>&1 || fail "make install"
export PKG_CONFIG_PATH=$root/lib/pkgconfig
shared=$root/lib/libretrograd.so

# The names of the headers, and those of the libraries.
cat "$root"/include/retrograd*.h | sed -e 's|/\*.*||' | grep -v '^ \*' | tr '\n' ' ' | sed 's/;/;\n/g' |
    grep -v '[{}] *rg_[a-z_]*;\|typedef' | grep -oE 'rg_[a-z_]+\(' | tr -d '(' | sort -u >"$prefix/declared"
nm -D --defined-only "$shared" | sed -n 's/.* T \(rg_[a-z_]*\)@.*/\1/p' | sort -u >"$prefix/shared"
nm -g --defined-only "$root/lib/libretrograd.a" 2>/dev/null | sed -n 's/.* T \(.*\)/\1/p' | sort -u >"$prefix/static"
for kind in shared static; do
    diff "$prefix/declared" "$prefix/$kind" >"$prefix/log" || fail "the $kind library has not the names of the headers"
done
nm -D --defined-only "$shared" | grep -v ' T rg_\| A RETROGRAD_1' >"$prefix/log" && fail "the shared library shows more than functions"
objdump -p "$shared" | grep -q 'SONAME *libretrograd.so.1$' || fail "the shared library has another soname"

# One program, four ways.
said='d = 5.0000000000, dd/dx = 0.6000000000, dd/dy = 0.8000000000, restored: yes'
program=$root/share/retrograd/examples/gradient.c
cp "$program" "$prefix/gradient.cc"
consume() { # NAME COMMAND...
    local name=$1 got
    shift
    "$@" -o "$prefix/$name" >"$prefix/log" 2>&1 || fail "$name does not build: $*"
    got=$(LD_LIBRARY_PATH=$root/lib "$prefix/$name")
    [ "$got" = "$said" ] || fail "$name says: $got"
}
# shellcheck disable=SC2046,SC2086 # lists of words
{
    consume c-shared ${CC:-cc} "$program" ${CFLAGS:-} $(pkg-config --cflags --libs retrograd)
    consume c-static ${CC:-cc} "$program" ${CFLAGS:-} $(pkg-config --cflags retrograd) "$root/lib/libretrograd.a" \
        $(pkg-config --static --libs retrograd | sed 's/-L[^ ]*\|-lretrograd//g')
    consume cxx-shared ${CXX:-c++} -Wall -Werror -x c++ "$prefix/gradient.cc" -x none ${CFLAGS:-} $(pkg-config --cflags --libs retrograd)
}
ldd "$prefix/c-shared" | grep -q libretrograd.so.1 || fail "c-shared is not linked with the shared library"
ldd "$prefix/c-static" | grep -q libretrograd && fail "c-static is linked with the shared library"

# The command, with the engines and the libraries of the language that were installed.
run() { (cd / && env -u RETROGRAD_LIBRARY -u RETROGRAD_ENGINES "$root/bin/retrograd" run "$@" --json) >"$prefix/log" 2>&1; }
for engine in fast $(basename -s .so -a "$root"/lib/retrograd/*.so | grep -v 'trace\|\*'); do
    run "$root/share/retrograd/examples/multiplier.rg" --set a=2 --set b=3 --engine "$engine" &&
        grep -q '"y!": 6' "$prefix/log" || fail "the installed command does not run an installed example on $engine"
done
cat >"$prefix/program.rg" <<'END'
using Sums
@i function norm(out!::Fixed, x::Vector{Fixed})
    i_norm(out!, x)
end
END
run "$prefix/program.rg" --set x=[3,4] && grep -q '"out!": 5.0' "$prefix/log" || fail "the installed command does not find the installed libraries"

# An engine that is there and does not load is told from one that is not there.
mkdir "$prefix/engines"
echo nothing >"$prefix/engines/rtl.so"
for case in rtl:R0933 systemc:R0901; do
    RETROGRAD_ENGINES=$prefix/engines "$root/bin/retrograd" run "$prefix/program.rg" --set x=[3,4] --engine "${case%:*}" >"$prefix/log" 2>&1
    [ $? = 3 ] && grep -q "${case#*:}" "$prefix/log" || fail "engine ${case%:*} gives no ${case#*:}"
done

touch "$root/lib/other.a"
make -s BUILD="$build" PREFIX="$root" uninstall >"$prefix/log" 2>&1 || fail "make uninstall"
[ "$(find "$root" -type f -o -type l)" = "$root/lib/other.a" ] || fail "make uninstall left files: $(find "$root" -type f | head)"
echo "installed, built, run, uninstalled"
