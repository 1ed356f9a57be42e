#!/bin/sh
# float_products.sh BUILD: random products in place that a division takes back, with --float: values and
# gradients are right, or the run says that they are not (tests/float/products.py). The same by MULDIV, which
# loses nothing (tests/float/banked.py).
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0
for seed in ${SEEDS:-1 2}; do
    "$python" tests/float/products.py "$build" "${PROGRAMS:-300}" "$seed" 60 || failed=1
    "$python" tests/float/banked.py "$build" "${PROGRAMS:-150}" "$seed" || failed=1
done
exit $failed
