#!/bin/sh
# float_chains.sh BUILD: a value that goes through a chain of operations in a function, each read once, of any length:
# one expression as long as that nests little, and variables within it else.
. tests/cli/head.sh

exec "${PYTHON3:-/usr/bin/python3}" tests/float/chains.py "$build" "${SEED:-1}"
