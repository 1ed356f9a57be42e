#!/bin/bash
# manual.sh BUILD: the help of each command names the options that its parser takes and no other;
# man pages are well formed; bash and zsh complete what the parser takes.
set -u
build=${1:-build}
retrograd=$build/bin/retrograd
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
    echo "$1"
    failed=1
}
"$retrograd" help --completion bash >"$work/bash" || exit 1
"$retrograd" help --completion zsh >"$work/zsh" || exit 1
# shellcheck disable=SC1091
. "$work/bash"
_retrograd_know "" ""
commands=${rg_words%%--*}

# Options that every command takes stand in the overview; those for tests in a topic of their own.
elsewhere='--help|-h|--message-format|--verify|--no-pass|-O0'
for command in $commands; do
    _retrograd_know "$command" ""
    tr ' ' '\n' <<<"$rg_options" | grep . | sort -u >"$work/takes"
    "$retrograd" help "$command" | grep -oE '(^|[ [(,])(--[a-z][a-z-]*|-o|-j|-x|-O0)' | tr -d ' [(,' | sort -u >"$work/names"
    grep -vxE -e "$elsewhere" "$work/takes" | comm -23 - "$work/names" >"$work/silent"
    [ ! -s "$work/silent" ] || fail "the help of $command does not name $(tr '\n' ' ' <"$work/silent")"
    # another command's option may be named where it follows the word retrograd
    "$retrograd" help "$command" | sed '/^Options of .retrograd run/,$d; s/`retrograd [^`]*`//g' | grep -oE '^  (--[a-z][a-z-]*|-o|-j)' | tr -d ' ' | sort -u |
        comm -23 - "$work/takes" >"$work/refused"
    [ ! -s "$work/refused" ] || fail "$command does not take $(tr '\n' ' ' <"$work/refused")"
    "$retrograd" help "$command" --man >"$work/$command.1" || fail "no man page of $command"
    tr -d '\\' <"$work/$command.1" | grep -oE '^\.B (--[a-z][a-z-]*|-O0|-[a-z])' | cut -c 4- | sort -u >"$work/page"
    grep -vxE -e '--verify|--no-pass|-O0|-h' "$work/takes" | comm -23 - "$work/page" >"$work/silent"
    [ ! -s "$work/silent" ] || fail "the man page of $command does not name $(tr '\n' ' ' <"$work/silent")"
    for part in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' 'SEE ALSO'; do
        grep -qx "\.SH $part" "$work/$command.1" || fail "the man page of $command has no $part"
    done
    grep -q '^retrograd\\-.* \\- ..' "$work/$command.1" || fail "the man page of $command does not say what it does"
    if command -v groff >/dev/null; then
        groff -ww -man -Tutf8 "$work/$command.1" 2>&1 >/dev/null | grep . && fail "groff warns of the man page of $command"
    fi
done

# bash, as it calls the function.
complete_bash() { # WORD...
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _retrograd
    echo "${COMPREPLY[*]}"
}
touch "$work/one.rg" "$work/two.yaml" "$work/three.txt"
expect() { # WANTED GOT
    [ "$1" = "$2" ] || fail "completed to \"$2\" in place of \"$1\""
}
expect disasm "$(complete_bash retrograd dis)"
expect --grad "$(complete_bash retrograd run --gra)"
expect --gradients "$(complete_bash retrograd build --grad)"
expect "rtl rtl-float" "$(complete_bash retrograd run a.rg --engine r)"
expect 'systemc' "$(complete_bash retrograd run a.rg --engine = s)"
expect '7nm' "$(cd "$work" && complete_bash retrograd run a.rg --energy 7)"
expect "$work/one.rg" "$(complete_bash retrograd run "$work/")"
expect "$work/two.yaml" "$(complete_bash retrograd explore "$work/")"
expect '' "$(complete_bash retrograd version "$work/t")"

if command -v zsh >/dev/null; then
    zsh -n "$work/zsh" || fail "zsh does not read its completion"
    expect 'fast fast16 float gates rtl rtl-float systemc board' "$(zsh -fc '. "$1"; _retrograd_know run --engine; echo ${=rg_words}' - "$work/zsh")"
fi
"$retrograd" help --completion fish 2>"$work/said" && fail "there is a completion for fish"
grep -q R0917 "$work/said" || fail "an unknown shell gives no R0917"
"$retrograd" help nothing --man 2>"$work/said" && fail "there is a man page of nothing"
[ $failed = 0 ] && echo "$(wc -w <<<"$commands") commands: help, man page and completion agree"
exit $failed
