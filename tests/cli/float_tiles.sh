#!/bin/sh
# float_tiles.sh BUILD: random sums over rows with --float give the same in tiles as in one piece
# (tests/float/tiles.py).
exec "${PYTHON3:-/usr/bin/python3}" tests/float/tiles.py "${1:-build}" "${PROGRAMS:-60}" "${SEED:-1}"
