#!/bin/bash
# fmt.sh BUILD: `retrograd fmt` as it is used: files in place, standard input, --check, --json, files
# that do not parse, that are links, that cannot be written, that are large.
set -u
. tests/cli/head.sh
failed=0
fail() {
    echo "fmt: $1"
    failed=1
}
# WHAT EXPECTED: the status of the last command, in $?
is() { [ "$?" = "$2" ] || fail "$1: the status is not $2"; }
rough='@i function f(y!::Int,x)#c\n  y!+=x\n\n\n\nend\n'
laid='@i function f(y!::Int, x) #c\n    y! += x\n\nend\n'
same() { printf "$laid" | cmp -s - "$1" || fail "$2"; }

# in place: the permissions stay, and a file that is laid out already is not touched
printf "$rough" >"$work/f.rg"
chmod 640 "$work/f.rg"
"$retrograd" fmt --check "$work/f.rg" >"$work/out"
is "--check of a rough file" 1
[ "$(cat "$work/out")" = "$work/f.rg" ] || fail "--check does not name the file"
printf "$rough" | cmp -s - "$work/f.rg" || fail "--check has written"
"$retrograd" fmt "$work/f.rg" >"$work/out"
is "fmt" 0
[ ! -s "$work/out" ] || fail "fmt speaks"
same "$work/f.rg" "the file is not laid out"
[ "$(stat -c %a "$work/f.rg")" = 640 ] || fail "the permissions changed"
touch -d 2001-01-01 "$work/f.rg"
"$retrograd" fmt "$work/f.rg"
[ "$(stat -c %Y "$work/f.rg")" -lt 1000000000 ] || fail "a file was written though nothing changed"
"$retrograd" fmt --check "$work/f.rg" >"$work/out"
is "--check of a file laid out" 0

# a definition without a word before it begins its line
printf 'f(x)=sin(x)\nprimitive_grad(::typeof(f),x::T) where T<:Real=cos(x)\n@i function g(y!,x)\ny! += f(x)\nend\n' | "$retrograd" fmt >"$work/out"
printf 'f(x) = sin(x)\nprimitive_grad(::typeof(f), x::T) where T<:Real = cos(x)\n@i function g(y!, x)\n    y! += f(x)\nend\n' |
    cmp -s - "$work/out" || fail "short definitions are not laid out"

# standard input, with and without a name
# A number touches the root that it multiplies: with a blank it would be no product.
printf '@i function g(y!, x)\ny!+=2√x+3√4x\nend\n' | "$retrograd" fmt | grep -q '^    y! += 2√x + 3√4x$' ||
    fail "a root after a number is set apart"
printf "$rough" | "$retrograd" fmt >"$work/out"
is "standard input" 0
same "$work/out" "standard input is not laid out"
printf "$rough" | "$retrograd" fmt - | cmp -s - "$work/out" || fail "- is not standard input"
printf "$rough" | "$retrograd" fmt --check >"$work/out"
is "--check of standard input" 1
printf '' | "$retrograd" fmt >"$work/out"
is "nothing" 0
[ ! -s "$work/out" ] || fail "nothing is laid out as something"

# what does not parse stays, and the others are laid out all the same
printf "$rough" >"$work/g.rg"
printf '@i function f(y!)\n  y! = 1\nend\n' >"$work/bad.rg"
cp "$work/bad.rg" "$work/before"
"$retrograd" fmt "$work/bad.rg" "$work/none.rg" "$work/g.rg" 2>"$work/err"
is "a file that does not parse" 2
cmp -s "$work/bad.rg" "$work/before" || fail "a file that does not parse was written"
same "$work/g.rg" "the file behind one that does not parse is not laid out"
grep -q "bad.rg:2:6: error\[R0110\]" "$work/err" || fail "the compiler's message is missing"
grep -q "R0108.*none.rg" "$work/err" || fail "the missing file is not named"
printf '@i function f(y!)\n  y! = 1\nend\n' | "$retrograd" fmt >"$work/out" 2>/dev/null
is "standard input that does not parse" 2
[ ! -s "$work/out" ] || fail "standard output has something of a text that does not parse"
"$retrograd" fmt --message-format=json "$work/bad.rg" 2>&1 | grep -q '"code": "R0110"' || fail "no message as JSON"

# what it includes need not be there
printf 'include("none.rg")\nusing  Nowhere\n@i function f(y!)\n    g(y!)\nend\n' | "$retrograd" fmt >"$work/out"
is "an include that is not there" 0
grep -qx 'using Nowhere' "$work/out" || fail "using is not laid out"

# links stay links; folders and devices are refused; a folder that takes no files leaves all as it was
printf "$rough" >"$work/real.rg"
ln -s real.rg "$work/link.rg"
"$retrograd" fmt "$work/link.rg"
[ -L "$work/link.rg" ] || fail "the link is gone"
same "$work/real.rg" "the file behind the link is not laid out"
"$retrograd" fmt "$work" 2>/dev/null
is "a folder" 2
"$retrograd" fmt /dev/zero 2>/dev/null
is "a device" 2
mkdir "$work/closed"
printf "$rough" >"$work/closed/f.rg"
chmod 555 "$work/closed"
if [ "$(id -u)" != 0 ]; then
    "$retrograd" fmt "$work/closed/f.rg" 2>"$work/err"
    is "a folder without rights" 2
    grep -q R0905 "$work/err" || fail "a folder without rights: no message"
fi
printf "$rough" | cmp -s - "$work/closed/f.rg" || [ "$(id -u)" = 0 ] || fail "a file in a closed folder changed"
chmod 755 "$work/closed"
for _ in $(seq 3000); do printf "$rough" | sed "s/f(/f$_(/"; done >"$work/big.rg"
cp "$work/big.rg" "$work/before"
(
    ulimit -f 8
    "$retrograd" fmt "$work/big.rg" 2>"$work/err"
    is "a full disk" 3
    exit $failed
) || failed=1
cmp -s "$work/big.rg" "$work/before" || fail "a full disk: the file changed"
[ "$(find "$work" -name 'big.rg.*' | wc -l)" = 0 ] || fail "a full disk: a part is left"
"$retrograd" fmt "$work/big.rg"
is "a large file" 0

# a text of random bytes is refused or laid out, never more
for seed in $(seq 20); do
    perl -e 'srand(shift); print map { chr int rand 256 } 1 .. 400' "$seed" | timeout 10 "$retrograd" fmt >/dev/null 2>&1
    case $? in 0 | 2) ;; *) fail "random bytes, seed $seed" ;; esac
done
"$retrograd" fmt --nosuch >/dev/null 2>&1
is "an unknown option" 2
[ $failed = 0 ] && echo "fmt: all as it should be"
exit $failed
