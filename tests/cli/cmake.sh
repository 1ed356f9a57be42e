#!/bin/bash
# cmake.sh BUILD: a CMake project finds the installed library, shared and static; one that asks for
# another major version does not.
set -u
build=${1:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    cat "$work/log"
    exit 1
}
make -s BUILD="$build" PREFIX="$work/root" install >"$work/log" 2>&1 || fail "make install"
project() { # VERSION
    mkdir -p "$work/$1"
    cat >"$work/$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(consumer C)
find_package(retrograd $1 REQUIRED)
add_executable(shared $work/root/share/retrograd/examples/gradient.c)
target_link_libraries(shared retrograd::retrograd)
add_executable(static $work/root/share/retrograd/examples/gradient.c)
target_link_libraries(static retrograd::static)
END
    cmake -S "$work/$1" -B "$work/$1/build" -DCMAKE_PREFIX_PATH="$work/root" >"$work/log" 2>&1
}
project 0.1 || fail "find_package(retrograd 0.1)"
cmake --build "$work/0.1/build" >"$work/log" 2>&1 || fail "the project does not build"
for kind in shared static; do
    "$work/0.1/build/$kind" >"$work/log" 2>&1 || fail "$kind does not run"
    grep -q 'dd/dx = 0.6000000000' "$work/log" || fail "$kind says something else"
done
ldd "$work/0.1/build/shared" >"$work/log"
grep -q "$work/root/lib/libretrograd.so.1" "$work/log" || fail "shared is not linked with the installed library"
project 7.0 && fail "find_package takes version 7.0 for this one"
echo "found, built and run by CMake"
