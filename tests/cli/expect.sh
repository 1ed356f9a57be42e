# expect.sh: read by scripts of this folder behind head.sh, for command lines and what they must
# print. They end with $failed and $checked.
failed=0
checked=0

# expect STATUS TEXT ARGUMENTS...: exit status, and TEXT in what is printed (both streams).
expect() {
    status=$1
    text=$2
    shift 2
    "$retrograd" "$@" >"$work/out" 2>&1
    got=$?
    checked=$((checked + 1))
    if [ "$got" -ne "$status" ]; then
        echo "retrograd $*: exit status $got, not $status"
        cat "$work/out"
        failed=1
    fi
    if ! grep -qF -- "$text" "$work/out"; then
        echo "retrograd $*: does not say \`$text\`:"
        cat "$work/out"
        failed=1
    fi
}

# script TEXT COMMANDS ARGUMENTS...: TEXT in what the commands of the debugger print.
script() {
    text=$1
    printf '%b\n' "$2" >"$work/script"
    shift 2
    expect 0 "$text" debug "$@" -x "$work/script"
}
