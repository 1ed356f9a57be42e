#!/bin/sh
# install.sh BUILD: an installed library is enough to build and run examples/gradient.c.
build=${1:-build}
prefix=$(mktemp -d) || exit 1
trap 'rm -rf "$prefix"' EXIT
make -s BUILD="$build" PREFIX="$prefix" install >"$prefix/log" 2>&1 || {
    cat "$prefix/log"
    exit 1
}
pc=$prefix/lib/pkgconfig/retrograd.pc
flags=$(sed -n -e "s|\${includedir}|$prefix/include|; s|^Cflags: ||p" "$pc")
libs=$(sed -n -e "s|\${libdir}|$prefix/lib|; s|^Libs: ||p" "$pc")
# shellcheck disable=SC2086 # lists of words
${CC:-cc} $flags "$prefix/share/retrograd/examples/gradient.c" $CFLAGS $libs -o "$prefix/gradient" || exit 1
said=$("$prefix/gradient")
[ "$said" = "d = 5.0000000000, dd/dx = 0.6000000000, dd/dy = 0.8000000000, restored: yes" ] || {
    echo "gradient says: $said"
    exit 1
}
cd / && "$prefix/bin/retrograd" run "$prefix/share/retrograd/examples/multiplier.rg" --set a=2 --set b=3 2>/dev/null | grep -q 'y! = 6' || {
    echo "the installed command does not run an installed example"
    exit 1
}
cat >"$prefix/program.rg" <<'EOF'
using Sums
@i function norm(out!::Fixed, x::Vector{Fixed})
    i_norm(out!, x)
end
EOF
env -u RETROGRAD_LIBRARY "$prefix/bin/retrograd" run "$prefix/program.rg" --set x=[3,4] --json >"$prefix/log" 2>&1 || {
    cat "$prefix/log"
    exit 1
}
grep -q '"out!": 5.0' "$prefix/log" || {
    echo "the installed command does not find the installed libraries"
    exit 1
}
echo "installed, built and run"
