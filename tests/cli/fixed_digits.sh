#!/bin/sh
# fixed_digits.sh BUILD: few digits of results of Fixed are said, and of no others: random programs whose terms
# cancel or whose numbers are small, against 120 digits (tests/float/fixed.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
if "$build"/bin/retrograd version | grep -q Q20.43; then
    for seed in ${SEEDS:-1 2}; do
        "$python" tests/float/fixed.py "$build" "${PROGRAMS:-150}" "$seed" || failed=1
    done
fi
exit $failed
