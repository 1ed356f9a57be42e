#!/bin/sh
# float_everyday.sh BUILD: programs of statistics, physics with SI constants, finance, geometry, losses,
# special functions, steps in time, Log, Complex and matrices with --float (tests/float/everyday.py).
exec "${PYTHON3:-/usr/bin/python3}" tests/float/everyday.py "${1:-build}"
