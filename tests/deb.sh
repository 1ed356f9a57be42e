#!/bin/bash
# deb.sh BUILD: the packages in BUILD/deb. lintian finds no error in them. In a bare root of Debian
# 12 without a compiler they install, run the demo on the engine fast, and serve a program in
# Python. It needs root rights, mmdebstrap and a mirror.
set -u
build=${1:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    tail -n 20 "$work/log"
    exit 1
}
lintian --allow-root --fail-on error "$build"/deb/*.deb >"$work/log" 2>&1 || fail "lintian finds errors"
grep -c '^W' "$work/log" | sed 's/$/ warnings of lintian/'
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/root" >"$work/log" 2>&1 || fail "no bare root"
mkdir "$work/root/debs"
cp "$build"/deb/*.deb "$work/root/debs/"
inside() { chroot "$work/root" "$@" >"$work/log" 2>&1; }
inside apt-get -q update || fail "the root has no mirror"
inside sh -c 'apt-get -q -y install --no-install-recommends /debs/libretrograd1_*.deb /debs/retrograd_*.deb /debs/retrograd-doc_*.deb' ||
    fail "the packages do not install"
inside sh -c '! command -v cc && ! command -v make' || fail "the root has a compiler"
inside retrograd run /usr/share/retrograd/examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad 'out!' || fail "the demo does not run"
grep -q 'restored: yes' "$work/log" || fail "the demo says something else"
inside sh -c 'printf "using Sums\n@i function f(o!::Fixed, x::Vector{Fixed})\n    i_norm(o!, x)\nend\n" > /tmp/f.rg && retrograd run /tmp/f.rg --set x=[3,4]' ||
    fail "the libraries of the language are not found"
inside retrograd run /tmp/f.rg --set x=[3,4] --engine rtl && fail "there is an engine rtl"
inside sh -c 'apt-get -q -y install --no-install-recommends /debs/python3-retrograd_*.deb /debs/libretrograd-dev_*.deb' ||
    fail "the packages for programs do not install"
inside python3 -c 'import retrograd as rg
f = rg.load("/tmp/f.rg").f
assert abs(f.value_and_grad("o!", x=[3, 4])[1]["x"][0] - 0.6) < 1e-9' || fail "Python does not call a routine"
# A program of the user by each way in, and the engines made from the Verilog where they were built.
inside sh -c 'apt-get -q -y install --no-install-recommends gcc pkg-config' || fail "the root gets no compiler"
cat >"$work/root/tmp/f.c" <<'END'
#include <retrograd.h>
#include <retrograd_session.h>
#include <stdio.h>
int main(void)
{
    const double x[] = {3, 4};
    double slope[2] = {0, 0};
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    if (!device || rg_load(device, "/tmp/f.rg", &fault) != RG_OK)
        return puts(device ? rg_diagnostics(device) : fault.message), 1;
    rg_job *job = rg_job_new(device, "f", &fault);
    if (rg_set_array(job, "x", x, 2, 1, &fault) != RG_OK || rg_gradient(job, "o!", 0, 0, &fault) != RG_OK)
        return puts(fault.message), 1;
    rg_get_gradient(job, "x", slope, 2);
    printf("%.6f %.6f\n", slope[0], slope[1]);
    return rg_device_close(device) != RG_OK;
}
END
for flags in '$(pkg-config --cflags --libs retrograd)' '-static-libgcc -l:libretrograd.a -lyaml -lpthread -lm'; do
    inside sh -c "cc -Wall -Werror /tmp/f.c $flags -o /tmp/f && /tmp/f" || fail "a program in C does not build and run: $flags"
    grep -qx '0.600000 0.800000' "$work/log" || fail "a program in C says something else"
done
if ls "$build"/deb/retrograd-engines_*.deb >/dev/null 2>&1; then
    inside sh -c 'apt-get -q -y install --no-install-recommends /debs/retrograd-engines_*.deb' || fail "the engines do not install"
    for engine in $(basename -s .so "$build"/lib/retrograd/rtl.so "$build"/lib/retrograd/systemc.so); do
        [ -e "$build/lib/retrograd/$engine.so" ] || continue
        inside retrograd run /tmp/f.rg --set x=[3,4] --grad 'o!' --engine "$engine" || fail "the engine $engine does not run"
        grep -q 'restored: yes' "$work/log" || fail "the engine $engine says something else"
    done
fi
inside man -w retrograd-run >/dev/null || [ -e "$work/root/usr/share/man/man1/retrograd-run.1.gz" ] || fail "there are no man pages"
inside sh -c 'apt-get -q -y purge "*retrograd*" && ! ls -d /usr/share/retrograd /usr/lib/retrograd /usr/bin/retrograd' || fail "purging leaves files"
echo "the packages install in a bare root, run and go away"
