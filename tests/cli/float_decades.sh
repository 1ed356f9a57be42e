#!/bin/sh
# float_decades.sh BUILD: random programs with numbers of sixty decades with --float: values and
# gradients are right, or the run says that they are not (tests/float/decades.py). Remainders, whole
# quotients and rounded numbers are exact (tests/float/remainders.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
for seed in ${SEEDS:-1 2 3}; do
    "$python" tests/float/decades.py "$build" "${PROGRAMS:-150}" "$seed" 60 || failed=1
done
"$python" tests/float/decades.py "$build" "${PROGRAMS:-150}" 9 20 || failed=1
# Remainders, and integers far above every Int.
for seed in ${SEEDS:-1 2 3}; do
    "$python" tests/float/remainders.py "$build" 100 "$seed" || failed=1
done
exit $failed
