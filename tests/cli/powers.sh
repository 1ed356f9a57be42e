#!/bin/sh
# powers.sh BUILD: random programs with constant powers give the values of the products that they mean,
# and their gradients, with the optimiser and without, and with --float.
exec "${PYTHON3:-/usr/bin/python3}" tests/powers/programs.py "${1:-build}" "${PROGRAMS:-60}" "${SEED:-1}"
