#!/bin/sh
# tiles.sh BUILD: `retrograd run --tile` as a user types it. Values and gradients are those of the
# run in one piece, on fast and rtl; messages say what is wrong, and where.
set -u
. tests/cli/head.sh
failed=0
fail() {
    echo "tiles: $*"
    failed=1
}
cat >"$work/fit.rg" <<'END'
struct P{T}
    x::T
    y::T
    unused::T
end
@i function fit(loss!::Fixed, p::Vector{P{Fixed}}, l::Vector{Int}, w::Vector{Fixed})
    for i in eachindex(p)
        loss! += w[l[i]] * p[i].x^2 / p[i].y
    end
end
@i function last(y!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)
        y! += x[i]
    end
    y! += x[length(x)]
end
END
run() { "$retrograd" run "$work/fit.rg" "$@"; }
set_all() { run fit --set 'p=[{"x":1,"y":2,"unused":0},{"x":3,"y":-4,"unused":0},{"x":0.5,"y":0.25,"unused":0},{"x":2,"y":3,"unused":0},{"x":-1,"y":7,"unused":0}]' --set l=[1,2,2,1,2] --set w=[0.5,3] "$@"; }
numbers() { jq -cS '[.values, .raw, .gradients, .restored, .seed_exponent]' "$1"; }

set_all --grad loss! --json --raw >"$work/whole" || fail "the run in one piece"
for engine in fast rtl; do
    [ $engine = fast ] || [ -f "$build/lib/retrograd/rtl.so" ] || continue
    for rows in 1 2 5 9; do
        set_all --grad loss! --json --raw --engine $engine --tile p=$rows >"$work/tiles" || fail "$engine, tiles of $rows"
        [ "$(numbers "$work/whole")" = "$(numbers "$work/tiles")" ] || fail "$engine, tiles of $rows: other numbers"
    done
done
[ "$(jq -c .tiles "$work/tiles")" = '{"argument":"p.x","rows":9,"count":1}' ] || fail "the report: $(jq -c .tiles "$work/tiles")"
set_all --tile l=3 | grep -q '^  tiles: 2 of 3 rows of l$' || fail "the short report"
set_all --tile l=3 --grad loss! --report 2>/dev/null | grep -q 'words copied in' || fail "--report"
set_all --tile l=3 --backward | grep -q '^~fit' || fail "--backward"
set_all --tile l=3 2>&1 >/dev/null | grep . && fail "something is said without a terminal"
"$retrograd" build "$work/fit.rg" -o "$work/fit.o" || fail "build"
"$retrograd" run "$work/fit.o" last --set x=[1.0,2.0] --tile x=1 2>"$work/err" && fail "an object with rows that meet"
grep -q 'fit.rg:15:' "$work/err" || fail "the line from an object: $(cat "$work/err")"

# Assembly has the verdict too, without the reason of a refusal.
cat >"$work/two.rg" <<'END'
@i function two(s!::Fixed, x::Vector{Fixed}, w::Vector{Fixed})
    for i = 1:length(x)
        s! += x[i] * w[1]
    end
end
END
"$retrograd" build "$work/two.rg" --emit=asm -o "$work/two.s" || fail "--emit=asm"
grep -q '^.param "x", Fixed, 1, kept, tile "+1."$' "$work/two.s" || fail "the roles in assembly: $(grep param "$work/two.s")"
"$retrograd" run "$work/two.s" two --set x=[1.0,2.0,4.0] --set w=[0.5] --tile x=2 | grep -q 's! = 3.5$' || fail "tiles of assembly"
"$retrograd" build "$work/two.rg" -o "$work/two.o" && "$retrograd" disasm "$work/two.o" | grep -q 'tile "+1."' || fail "the roles in an object"

# says STATUS TEXT ARGUMENTS: how a run ends, and what it says.
says() {
    status=$1 text=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    [ $? = "$status" ] || fail "$*: another status than $status"
    grep -qF -- "$text" "$work/err" || fail "$*: $(cat "$work/err")"
}
for rows in 0 -1 x 1.5 '' 99999999999999999999999; do
    says 2 'error[R0917]: --tile wants NAME=ROWS' set_all --tile "l=$rows"
done
says 2 'error[R0917]: --tile wants NAME=ROWS' set_all --tile l
says 2 'error[R0917]: --tile stands twice' set_all --tile l=1 --tile p=1
says 2 'error[R0907]: fit has no argument `q`' set_all --tile q=1
says 2 'error[R0950]: the rows of loss! cannot come in tiles: it is a scalar' set_all --tile loss!=1
says 2 'error[R0950]: w is no sum over the rows of l' set_all --tile l=1 --grad 'w[1]'
says 2 'fit.rg:15:' run last --set x=[1.0,2.0] --tile x=1
says 2 'error[R0917]: --tile goes with --grad' set_all --tile l=1 --jacobian
says 2 'error[R0950]: l has 2 rows and p.x has 1' run fit --set 'p=[{"x":1,"y":2,"unused":0}]' --set l=[1,1] --set w=[1.0] --tile l=1
says 1 '; in tile 2 of 3, rows 3 to 4 of l' run fit --set 'p=[{"x":1,"y":2,"unused":0},{"x":3,"y":4,"unused":0},{"x":5,"y":0,"unused":0},{"x":2,"y":3,"unused":0},{"x":1,"y":7,"unused":0}]' --set l=[1,2,2,1,2] --set w=[0.5,3] --tile l=2 --grad loss!
grep -q 'run back to its start' "$work/err" || fail "the way back: $(cat "$work/err")"
says 2 'error[R0950]: the rows of w cannot come in tiles: the object does not tell' "$retrograd" run "$work/two.s" two --set x=[1.0] --set w=[0.5] --tile w=1
for roles in '' + +1 +1.. +.. +3. +x. 11. nn.; do
    sed "s/tile \"[^\"]*\"/tile \"$roles\"/" "$work/two.s" >"$work/bad.s"
    says 2 'error[R0702]' "$retrograd" run "$work/bad.s" two --set x=[1.0] --set w=[0.5]
done

# Rows from a file, and their gradients into another. What is saved is read again as an argument.
set_all --tile l=2 --grad loss! --save w="$work/w.npy" --save-gradient w="$work/g.npy" --save l="$work/l.npy" --save loss!="$work/s.npy" >"$work/out" || fail "--save"
grep -qF "w = @$work/w.npy" "$work/out" || fail "the report on what is saved"
set_all --tile l=2 --grad loss! --save w="$work/w.npy" --json | jq -e '(.values | has("w") | not) and (.saved.values.w | endswith("/w.npy"))' >/dev/null || fail "saved, and in the report"
cat >"$work/copy.rg" <<'END'
@i function copy(g::Vector{Fixed}, w::Vector{Fixed}, l::Vector{Int}, s::Fixed)
end
END
"$retrograd" run "$work/copy.rg" --set g=@"$work/g.npy" --set w=@"$work/w.npy" --set l=@"$work/l.npy" --set s=@"$work/s.npy" --json >"$work/read" || fail "reading what was saved"
jq -c '[.values.w, .values.l, .values.s]' "$work/read" >"$work/here"
jq -c '[.values.w, .values.l, .values["loss!"]]' "$work/whole" >"$work/there"
cmp -s "$work/here" "$work/there" || fail "saved is $(cat "$work/here"), found was $(cat "$work/there")"
jq -se '[.[0].values.g, .[1].gradients.w] | transpose | all(.[0] - .[1] | fabs < 1e-12)' "$work/read" "$work/whole" >/dev/null || fail "gradients that were saved"
cmp -s "$work/g.npy" "$work/w.npy" && fail "gradients are values"
says 2 'error[R0914]: --save wants NAME=FILE.npy' set_all --save w="$work/w.csv"
says 2 'error[R0907]: --save: fit has no argument `q`' set_all --save q="$work/w.npy"
says 2 'error[R0913]: --save: p has several parts' set_all --save p="$work/w.npy"
says 2 'error[R0917]: --save-gradient needs --grad NAME' set_all --save-gradient w="$work/w.npy"
says 2 'error[R0913]: --save-gradient: argument l holds Int or Bool' set_all --grad loss! --save-gradient l="$work/w.npy"
says 2 "error[R0905]: cannot write '$work/no/w.npy'" set_all --save w="$work/no/w.npy"
says 2 'error[R0917]: w was not copied out' set_all --grad loss! --out l --save-gradient w="$work/w.npy"
exit $failed
