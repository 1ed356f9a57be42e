#!/bin/sh
# check.sh BUILD: the page and its tests, where what they need is there; else says so.
set -eu
for command in emcc node npm chromium; do
    command -v "$command" >/dev/null 2>&1 || {
        echo "web: not tested: there is no $command; ./install-deps web installs it"
        exit 0
    }
done
${MAKE:-make} -s BUILD="${1:-build}" web-check
