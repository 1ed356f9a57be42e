#!/bin/sh
# dimensions.sh BUILD: random programs over arrays of one to four dimensions give the values and
# gradients of an evaluation in fractions, with the optimiser, without it and without single passes.
exec "${PYTHON3:-/usr/bin/python3}" tests/dimensions/programs.py "${1:-build}" "${PROGRAMS:-30}" "${SEED:-1}"
