# head.sh: read by the scripts of this folder with BUILD in $1: $retrograd is its command, $work a
# folder that goes when the script ends.
build=${1:-build}
retrograd=$(cd "$build" && pwd)/bin/retrograd
if [ ! -x "$retrograd" ]; then
    echo "there is no $retrograd"
    exit 1
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
