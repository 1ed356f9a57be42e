#!/bin/sh
# julia.sh BUILD: random programs in the spellings of Julia: matrix products, remainders, functions of Base
# and ranges, against exact fractions.
exec "${PYTHON3:-/usr/bin/python3}" tests/julia/programs.py "${1:-build}" 80 1
