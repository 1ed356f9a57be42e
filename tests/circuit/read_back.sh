#!/bin/sh
# read_back.sh BUILD: circuits in OpenQASM 2 as a library from npm reads them, where there is Node
# and the library can be had; else says so.
. tests/cli/head.sh
for command in node npm; do
    command -v "$command" >/dev/null 2>&1 || {
        echo "circuit-qasm: not tested: there is no $command; ./install-deps web installs it"
        exit 0
    }
done
(cd tests/circuit && npm ci --no-audit --no-fund --loglevel=error) || exit 1

cat >"$work/circuits.rg" <<'R'
@i function sum(x!::Int, y::Int)
    x! += y
end
@i function product(y!::Int, a::Int, b::Int)
    y! += a * b
end
@i function exchange(a::Int, b::Int, c::Bool)
    if (c, ~)
        SWAP(a, b)
    else
        a += b
    end
end
R
failed=0
for name in sum product exchange; do
    "$retrograd" build "$work/circuits.rg" $name --emit=qasm --bits 3 -o "$work/$name.qasm" || failed=1
    node --no-warnings tests/circuit/qasm.mjs "$work/$name.qasm" $name || failed=1
done
# A gate that is lost is noticed, in the middle of each circuit.
for name in sum product exchange; do
    sed "$(grep -n '^ccx\|^fredkin' "$work/$name.qasm" | cut -d: -f1 | head -n 2 | tail -n 1)d" "$work/$name.qasm" >"$work/less.qasm"
    node --no-warnings tests/circuit/qasm.mjs "$work/less.qasm" $name >/dev/null 2>&1 && {
        echo "circuit-qasm: a lost gate of $name is not noticed"
        failed=1
    }
done
exit $failed
