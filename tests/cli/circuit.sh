#!/bin/sh
# circuit.sh BUILD: circuits as a user has them. What a parser and simulator in Python reads of .real
# computes SHA-256 as hashlib does, and products, both ways, with ancillas zero. Counts are those of
# the pages. What has no circuit is refused (R0737), and the message says where.
. tests/cli/head.sh
failed=0
bad() {
    echo "circuit: $*"
    failed=1
}
sha="--bits 32 --size out!=8 --size state=8 --size message=16"
rounds="--bits 32 --size s!=8 --size w!=16"

# shellcheck disable=SC2086
"$retrograd" build examples/circuit/sha256.rg main --emit=real $sha -o "$work/sha.real" || bad "no SHA-256"
python3 tests/circuit/real.py "$work/sha.real" 64 sha256 || bad "SHA-256 is another"
for bits in 2 3 5 8 32 64; do
    [ "$bits" -le "$("$retrograd" version --json | sed -n 's/.*"xlen": *\([0-9]*\).*/\1/p')" ] || continue
    "$retrograd" build examples/circuit/product.rg --emit=real --bits $bits -o "$work/product.real" || bad "no product of $bits bits"
    python3 tests/circuit/real.py "$work/product.real" 64 product || bad "a product of $bits bits is another"
done
# What is broken is noticed: a lost gate, a gate of another kind, a line twice in a gate.
for change in '40d' '40s/^t[123]/t4/' '40s/ \([^ ]*\) .*/ \1 \1 \1/'; do
    sed "$change" "$work/product.real" >"$work/broken.real"
    python3 tests/circuit/real.py "$work/broken.real" 64 product >/dev/null 2>&1 && bad "not noticed: $change"
done

# counts NAME FILE ROUTINE OPTIONS: Toffoli gates, ancillas and lines as docs/development/circuits.md says
counts() {
    name=$1
    shift
    said=$("$retrograd" build "$@" --emit=gates | awk '/^ *(lines|ancillas|Toffoli count)/ { printf "%s ", $NF }')
    grep -q "^| $name |.* $(echo "$said" | awk '{ print $3 " | " $2 " | " $1 }') |\$" docs/development/circuits.md ||
        bad "the page has other counts of $name than $said"
}
# shellcheck disable=SC2086
counts 'SHA-256, state and message kept' examples/circuit/sha256.rg main $sha
# shellcheck disable=SC2086
counts 'SHA-256, in place' examples/circuit/sha256.rg rounds $rounds
counts '32-bit product, low word' examples/circuit/product.rg --bits 32

# refused LINE:COLUMN TEXT OPTIONS: of f in the file, its status 2 and its message
refused() {
    place=$1 text=$2
    shift 2
    "$retrograd" build "$work/f.rg" f --emit=gates "$@" >"$work/out" 2>"$work/said"
    [ $? -eq 2 ] || bad "not refused: $text"
    [ -s "$work/out" ] && bad "something is written beside: $text"
    grep -q "f.rg:$place: error\[R0737\]: .*$text" "$work/said" || bad "not said at $place: $text" "$(cat "$work/said")"
}
f() {
    printf '@i function f(%s)\n%s\nend\n' "$1" "$2" >"$work/f.rg"
}
f 'x::Fixed' '    x += 1.0' && refused 1:15 "'x' is a Fixed"
f 'x::Vector{Int}' '    x[1] += 1' && refused 1:15 'say --size x=N'
f 'x::Vector{Int}' '    x[1] += 1' && refused 1:15 'has 1 extent, and --size gives 2' --size x=2,3
f 'x::Int' '    x += 1' && refused 1:13 "'f' has no array 'y'" --size y=2
f 'x::Int, y::Int' '    x += y ÷ 3' && refused 2:10 'there is no circuit of div'
f 'x::Vector{Int}, i::Int' '    x[i] += 1' && refused 2:7 'an index depends on data' --size x=2
f 'x::Vector{Int}' '    x[3] += 1' && refused 2:7 "index 3 is outside of 'x'" --size x=2
f 'x::Int, n::Int' '    for i = 1:n
        x += 1
    end' && refused 2:15 'the last value of a loop variable depends on data'
f 'x::Int' '    x += 300' && refused 2:10 '300 does not fit in 8 bits' --bits 8
f 'x::Int' '    t ← 1
    x += t
    t → 2' && refused 4:5 "'t' is freed with another value"
f 'x::Vector{Int}' '    for i = 1:2
        x[i] += x[1]
    end' && refused 3:17 'the statement reads .x., which it changes' --size x=2

f 'x::Int' '    for i = 1:1000000000
    end
    x += 1' && refused 2:5 'takes more than 2097152 statements'
f 'x::Vector{Int}' '    x[1] += 1' && refused 1:15 'an array of this size' --size x=99999999999999

# IR text has no scopes that the front end has checked: refused, and no crash.
ir() {
    printf 'routine f(x: Int) exported\n    var t: Int\n%s\nend\n' "$1" >"$work/f.ir"
    "$retrograd" build "$work/f.ir" --emit=gates >/dev/null 2>"$work/said"
    [ $? -eq 2 ] && grep -q "error\[R0737\]: .*$2" "$work/said" || bad "IR text: not $2" "$(cat "$work/said")"
}
ir '    x += t' "'t' has no value here"
ir '    t -> x' "'t' has no value here"
ir '    t <- x' 'ends with a variable that is not freed'
ir '    x -> 0' 'a parameter, which lives all the time'
ir '    if ((x > 1), ~)
        t <- 1
    end
    t -> 1' "freed in another branch"

# wrong OPTIONS: of the command line, R0917
wrong() {
    "$retrograd" build examples/circuit/product.rg "$@" >/dev/null 2>"$work/said"
    [ $? -eq 2 ] || bad "not refused: $*"
    grep -q 'R0917' "$work/said" || bad "not R0917: $*"
}
wrong --emit=gates --bits 1
wrong --emit=gates --bits 65
wrong --emit=gates --size y
wrong --emit=gates --size y=
wrong --emit=gates --size y=1,
wrong --emit=gates --size y=1x
wrong --emit=ir --bits 8
wrong main --emit=asm
wrong --emit=qasm --json
wrong --emit=verilog --json
wrong --emit=gates --report
exit $failed
