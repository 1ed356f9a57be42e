#!/bin/sh
# python.sh BUILD: the package of Python, with the python3 of the system; installed, it works too.
set -u
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$python" -c 'import numpy' 2>/dev/null || {
    echo "python: needs python3-dev and python3-numpy (./install-deps check)"
    exit 1
}
make -s BUILD="$build" PREFIX="$work" install-python >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
# An instrumented library wants its run time first; Python itself is never free of leaks.
if ldd "$build/python/retrograd/_retrograd.abi3.so" | grep -q libasan; then
    LD_PRELOAD=$(${CC:-cc} -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0
    export LD_PRELOAD ASAN_OPTIONS
fi
PYTHONPATH=$work/lib/python3/dist-packages "$python" -c 'import retrograd; print(retrograd.__version__)' >"$work/said" || exit 1
PYTHONPATH=$build/python "$python" tests/python/test_package.py >"$work/log" 2>&1; cat "$work/log"
tail -n 1 "$work/log" | grep -q '^OK' || exit 1
nm -D --defined-only "$build/python/retrograd/_retrograd.abi3.so" | grep -v ' T PyInit__retrograd$' && {
    echo "python: the module shows more than its start"
    exit 1
}
exit 0
