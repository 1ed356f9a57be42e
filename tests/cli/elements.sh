#!/bin/sh
# elements.sh BUILD: random loops that change elements beside variables that hold them mean the same
# with the optimiser and without.
exec "${PYTHON3:-/usr/bin/python3}" tests/elements/programs.py "${1:-build}" 60 1
