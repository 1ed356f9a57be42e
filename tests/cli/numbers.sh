#!/bin/sh
# numbers.sh BUILD: which programs get Float and which Fixed, by what they name and by options, from
# the command, from Python and from objects.
. tests/cli/head.sh
cd "$work" || exit 1

# kind FLOAT|FIXED WORDS...: the numbers that the command runs with.
kind() {
    wanted=$1
    shift
    "$retrograd" "$@" >out 2>err
    first=$(head -n 1 out)
    case "$wanted $first" in
    "FLOAT "*"(Float of 256 bits)"* | "FIXED "*"(Q20.43)"*) ;;
    *) echo "$*: \`$first\`, and not $wanted"; cat err; failed=1 ;;
    esac
}
says() { grep -qF -- "$1" err || { echo "does not say \`$1\`:"; cat err; failed=1; }; }
silent() { [ ! -s err ] || { echo "has something to say:"; cat err; failed=1; }; }

program() { printf '@i function f(%s)\n    y! += %s\nend\n' "$2" "$3" >"$1.rg"; }
program doubles 'y!::Float64, x::Float64' 'x * x'
program reals 'y!::Real, x::Real' 'x * x'
program named 'y!::Fixed, x::Fixed' 'x * x'
program pointed 'y!::Fixed, x::Fixed' '1.5 * x'
program both 'y!::Fixed, x::Float64' 'x * x'
program open 'y!, x' 'x * x'
program literal 'y!, x' '2.5 * x'
program whole 'y!::Int, x::Int' 'x * x'
printf '@i function f(y!::Log, x::Log)\n    y! *= x\nend\n' >log.rg
printf '# Fixed in a comment\n"Fixed in a text"\n@i function f(y!::Float64, x::Float64)\n    y! += x * x\nend\n' >said.rg
printf 'f(x) = x^2\n' >plain.rg
printf 'include("named.rg")\n@i function g(y!::Float64, x::Float64)\n    f(y!, x)\nend\n' >including.rg
printf 'using NiLang\n@i function f(y!::Float64, x::Float64)\n    y! += x * x\nend\n' >library.rg
for name in doubles reals said library; do
    kind FLOAT run $name.rg f --set x=3
    silent
done
kind FLOAT run literal.rg --set x=3
kind FLOAT run open.rg --set x=0.5
kind FLOAT run open.rg --set x=3 --grad 'y!'
kind FLOAT run plain.rg --set x=0.5
silent
kind FIXED run open.rg --set x=3
kind FIXED run named.rg --set x=0.5
silent
kind FIXED run pointed.rg --set x=0.5
kind FIXED run log.rg --set x=0.5
kind FIXED run whole.rg --set x=3
kind FIXED run both.rg --set x=3
says 'note[R0501]: Float64 is Fixed here'
kind FIXED run including.rg g --set x=3

# ---- options that decide otherwise
kind FLOAT run named.rg --float --set x=3
says "'Fixed' is Float here"
for options in --fixed --engine=fast --energy=7nm --energy-set=ramp_time=10ns --activity --explain-energy; do
    kind FIXED run doubles.rg $options --set x=3
    says 'note[R0501]: Float64 is Fixed here'
done
kind FIXED run open.rg --fixed --set x=0.5
for options in '--float --fixed' '--fixed --engine=float'; do
    # shellcheck disable=SC2086
    "$retrograd" run doubles.rg $options --set x=3 >out 2>err
    [ $? = 2 ] || { echo "$options is no wrong use"; failed=1; }
    says 'R0917'
done

# ---- 1950^2 + ... as a double has it, and the message of a program that wants Fixed
"$retrograd" run doubles.rg --set x=195000.5 --json 2>err | grep -qF '"y!": 38025195000.25' ||
    { echo "the square of 195000.5 is wrong"; cat err; failed=1; }
silent

# ---- an object has the numbers that it was compiled for
for case in 'doubles FLOAT' 'named FIXED'; do
    set -- $case
    "$retrograd" build "$1.rg" -o "$1.elf" 2>err || { cat err; failed=1; }
    kind "$2" run "$1.elf" --set x=3
done
"$retrograd" build doubles.rg --fixed -o fixed.elf 2>err
kind FIXED run fixed.elf --set x=3
"$retrograd" build doubles.rg --emit=c -o f.c 2>err || { echo "no C of Float64"; cat err; failed=1; }
"$retrograd" check doubles.rg --set x=1e9 >out 2>err || { echo "check takes no Float"; cat out err; failed=1; }

# ---- messages call the numbers what they are
printf '@i function f(y!::Float64, n::Int)\n    n += y!\nend\n' >misfit.rg
"$retrograd" run misfit.rg >out 2>err
! grep -q Fixed err || { echo "a message on Float64 speaks of Fixed:"; cat err; failed=1; }
exit "${failed:-0}"
