#!/bin/sh
# reductions.sh BUILD: random programs with short reductions by minimum, maximum and argmax give the
# values and gradients of an evaluation in fractions, with the optimiser and without.
exec "${PYTHON3:-/usr/bin/python3}" tests/reductions/programs.py "${1:-build}" "${PROGRAMS:-40}" "${SEED:-60}"
