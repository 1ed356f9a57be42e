# head.sh: read by the scripts of this folder with BUILD in $1: $retrograd is its command, $work a
# folder that goes when the script ends. bad TEXT says what fails, and $failed and $checked count.
build=${1:-build}
retrograd=$(cd "$build" && pwd)/bin/retrograd
if [ ! -x "$retrograd" ]; then
    echo "there is no $retrograd"
    exit 1
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
checked=0
bad() {
    echo "$*"
    failed=1
}
