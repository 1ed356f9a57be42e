#!/bin/sh
# float_hessians.sh BUILD: Hessians of random programs with --float, with numbers of sixty and of twenty
# decades: second derivatives are right, or the run says that they are not (tests/float/hessians.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
"$python" tests/float/hessians.py "$build" "${PROGRAMS:-200}" "${SEED:-1}" 60 || failed=1
"$python" tests/float/hessians.py "$build" "${PROGRAMS:-200}" 2 20 || failed=1
exit $failed
