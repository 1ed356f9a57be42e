#!/bin/sh
# schemas.sh BUILD: every JSON that a command prints is as its schema in docs/reference/schemas says,
# and every key that a schema names is printed by one of them.
set -u
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
"$python" -c 'import jsonschema' 2>/dev/null || {
    echo "schemas: needs python3-jsonschema (./install-deps check)"
    exit 1
}
exec "$python" tests/cli/schemas.py "$build"
