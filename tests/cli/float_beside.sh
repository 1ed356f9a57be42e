#!/bin/sh
# float_beside.sh BUILD: Fixed beside Float in one program. Random programs, with the optimiser and
# without, have the bits of fractions that round where a Fixed does (tests/float/beside.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
for seed in ${SEEDS:-1 2}; do
    "$python" tests/float/beside.py "$build" "${PROGRAMS:-200}" "$seed" || failed=1
    "$python" tests/float/beside.py "$build" "${PROGRAMS:-100}" "$seed" -O0 || failed=1
done
exit $failed
