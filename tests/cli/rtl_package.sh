#!/bin/sh
# rtl_package.sh BUILD: the folder of `make rtl-package` as a project of others uses it.
set -u
build=${1:-build}
make -s BUILD="$build" rtl-package || exit 1
exec python3 tests/cli/rtl_package.py "$build/rtl-package" "$build/gen/rg_isa.vh"
