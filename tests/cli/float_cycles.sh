#!/bin/sh
# float_cycles.sh BUILD: kernels of sums and products take no more than 1.3 times the cycles with --float,
# values and gradients (tests/float/cycles.py).
build=${1:-build}
exec "${PYTHON3:-/usr/bin/python3}" tests/float/cycles.py "$build"
