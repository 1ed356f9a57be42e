#!/bin/sh
# float_digits.sh BUILD: what rounding takes from results of Float is said. Random series, products in place
# and identities against 120 digits (tests/float/digits.py); the Bessel function of the papers where it has
# few digits; cases of the examples and of conformance, none of which has few.
build=${1:-build}
python=${PYTHON3:-/usr/bin/python3}
failed=0

# expect TEXT ARGUMENT ..: the command says so; with "" it says nothing of the kind
expect() {
    text=$1
    shift
    said=$("$build"/bin/retrograd run "$@" 2>&1 >/dev/null) ||
        { echo "float_digits.sh: $*: ended with $?: $said" >&2; failed=1; }
    case $said in
    *R0506*) [ -n "$text" ] || { echo "float_digits.sh: $*: $said" >&2; failed=1; } ;;
    esac
    case $said in
    *"$text"*) ;;
    *) echo "float_digits.sh: $*: no \"$text\" in: $said" >&2; failed=1 ;;
    esac
}

bessel="examples/bessel.rg ibesselj --float --set v=2 --set atol=1e-15"
# shellcheck disable=SC2086 # these are words
{
    expect 'warning[R0506]: out! has about' $bessel --set z=20.0
    expect 'most of all at examples/bessel.rg:' $bessel --set z=20.0
    expect 'warning[R0506]: the derivative by z has about' $bessel --set z=20.0 --grad out!
    expect '"code": "R0506"' $bessel --set z=20.0 --grad out! --json --message-format=json
    expect '' $bessel --set z=10.0 --grad out!
    expect '' $bessel --set z=1.0 --hessian out!
}
expect '' examples/bessel_bank.rg --float --set v=2 --set z=1.0 --grad out!
expect '' examples/momentum.rg loss --float --set w!=[0.3,-0.7] --set v!=[0,0] --set bank!=[0,0] \
    --set X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]] --set y=[2.0,-0.5,3.25,1.75] --set eta=0.05 --set steps=20 --grad out!

# A small result has few digits however small it is, while what is left of a difference is a zero.
cat >"$build/tests/float_digits.$$.rg" <<'END_RG'
@i function power(y!::Fixed, x::Fixed)
    y! += exp(x)
end
@i function circle(y!::Fixed, x::Fixed)
    y! += sin(x)^2 + cos(x)^2 - 1
end
@i function beside(y!::Fixed, z!::Fixed, x::Fixed)
    y! += exp(-1000 * x)
    z! += sqrt(x)^2 - x
end
END_RG
small=$build/tests/float_digits.$$.rg
for x in -75 -80 -85 -87 -88; do
    expect 'warning[R0506]: y! has about ' "$small" power --float --set x=$x
done
expect '' "$small" power --float --set x=-60
for x in 0.09 0.7 1.7; do
    expect '' "$small" circle --float --set x=$x
    expect '' "$small" beside --float --set x=$x --set y!=1
done
rm -f "$small"

# What vanishes, and what is 0 because its terms are. Of an array all numbers must have vanished.
cat >"$small" <<'END'
@i function square(y!::Fixed, x::Fixed)
    y! += x * x
end
@i function powers(y!::Vector{Fixed}, x::Fixed)
    for i = 1:length(y!)
        y![i] += exp(-x * i)
    end
end
END
for x in 1e-25 1e-39 -1e-60; do
    expect 'warning[R0506]: y! is 0 because' "$small" square --float --set x=$x
    expect 'warning[R0506]: y! is 0 because' "$small" square --float --set x=$x --grad y! -O0
done
expect '' "$small" square --float --set x=0 --grad y!
expect '' "$small" powers --float --set x=50 --set y!=[0,0,0]
expect 'warning[R0506]: y! is 0 because' "$small" powers --float --set x=100 --set y!=[0,0,0]
rm -f "$small"

# The report has the digits too.
# report FILTER ARGUMENT ..
report() {
    filter=$1
    shift
    "$build"/bin/retrograd run "$@" --json 2>/dev/null | jq -e "$filter" >/dev/null ||
        { echo "float_digits.sh: $*: not $filter" >&2; failed=1; }
}
# shellcheck disable=SC2086
report '.digits | .values < 4.5 and .derivatives < 4.5 and .values > 1 and (.at.line == 6 or .at.line == 7)' \
    $bessel --set z=20.0 --grad out!
# shellcheck disable=SC2086
report '.digits | .values == 16 and .derivatives == 16 and .at == null' $bessel --set z=1.0 --grad out!

# Terms of 10^12 cancel, and nothing is lost in the bank of MULDIV.
report '(.values["out!"] + 0.01876263307324646 | fabs) < 1e-15
    and (.gradients.z + 0.14232886894013172 | fabs) < 1e-15' \
    examples/bessel_bank.rg --float --set v=2 --set z=30.7 --grad out!

for seed in ${SEEDS:-1 2}; do
    "$python" tests/float/digits.py "$build" "${PROGRAMS:-150}" "$seed" || failed=1
done

"$python" tests/float/count.py "$build" warned bessel.rg leapfrog.rg consistency.rg embedding.rg qr.rg gmm.rg \
    lib_special_functions.rg linear_algebra.rg types_compound.rg momentum.rg >"$build/tests/float_digits.$$" || failed=1
if grep '^warned' "$build/tests/float_digits.$$"; then
    echo "float_digits.sh: these have their digits" >&2
    failed=1
fi
rm -f "$build/tests/float_digits.$$"
exit $failed
