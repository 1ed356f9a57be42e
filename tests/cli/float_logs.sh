#!/bin/sh
# float_logs.sh BUILD: random programs of Log and Float with --float, over four, thirty and sixty
# decades: values and gradients are right, and every bit is restored (tests/float/logs.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
for decades in 4 30 60; do
    "$python" tests/float/logs.py "$build" "${PROGRAMS:-150}" "${SEED:-1}" $decades || failed=1
done
exit $failed
