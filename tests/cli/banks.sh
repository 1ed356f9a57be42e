#!/bin/sh
# banks.sh BUILD: products in place whose bank spills. 10^5 steps of momentum there and back to the bit, at no
# more than 0.16 bits for each parameter and step; random programs (tests/banks/spill.py); what a bank
# without room says.
. tests/cli/head.sh
python=${PYTHON3:-/usr/bin/python3}
"$python" tests/banks/spill.py "$build" "${PROGRAMS:-40}" "${SEED:-1}" || failed=1
checked=$((checked + 1))
"$python" - "$retrograd" <<'END_PY' || bad "momentum does not run 10^5 steps there and back"
import json, subprocess, sys
STEPS = 100000
def run(*words):
    text = subprocess.run([sys.argv[1], "run", "examples/momentum.rg", "train_long", "--set", "eta=0.05",
                           "--set", "X=[[1,0.5],[1,-1.5],[1,2.0],[1,0.25]]", "--set", "y=[2.0,-0.5,3.25,1.75]",
                           "--set", f"steps={STEPS}", "--json", *words], capture_output=True, check=True).stdout
    return json.loads(text)
start = {"w!": [0.3, -0.7], "v!": [0.0, 0.0], "bank!": [[0, 0]] * 260}
def given(values):
    return [w for k in start for w in ("--set", f"{k}={json.dumps(values[k])}")]
there = run(*given(start))["values"]
bits = sum(64 * words + 128 for words in there["bank!"][0])
assert bits <= 0.16 * 2 * STEPS + 256, bits
assert abs(there["w!"][0] - 1.28797468354430) < 1e-8, there["w!"]
back = run("--backward", *given(there))["values"]
assert all(abs(a - b) < 1e-13 for a, b in zip(back["w!"], start["w!"])) and back["v!"] == start["v!"], back["w!"]
assert not any(n for row in back["bank!"] for n in row)
END_PY
cat >"$work/full.rg" <<'END_RG'
using Banks
@i function spilling(x!::Fixed, bank!::Vector{Int}, steps::Int)
    for t = 1:steps
        i_muldiv!(x!, bank!, 9, 10)
    end
end
@i function plain(x!::Fixed, bank!::Int, low!::Int, high!::Int, steps::Int)
    for t = 1:steps
        MULDIV(x!, 9, 10, bank!)
    end
end
@i function grown(y!::Fixed, x!::Fixed, steps::Int)
    for t = 1:steps
        MULDIV(x!, 9, 10)
    end
    for t = 1:steps
        MULDIV(x!, 10, 9)
    end
    for t = 1:steps
        MULDIV(x!, 10, 9)
    end
    y! += x!
end
END_RG
says() {
    checked=$((checked + 1))
    want=$1
    shift
    "$retrograd" run "$@" >"$work/out" 2>&1 && bad "$* does not trap"
    tr '\n' ' ' <"$work/out" | grep -q "$want" || { cat "$work/out"; bad "$*: not $want"; }
}
says 'R0807.*index 6 .*bank!' "$work/full.rg" spilling --set x!=1 --set bank!=[0,0,0,0,0] --set steps=3000
says 'R0810.*bank.*using Banks' "$work/full.rg" plain --set x!=1 --set bank!=0 --set low!=0 --set high!=0 --set steps=3000
# A gradient that does not fit is not said to be a bank.
checked=$((checked + 1))
"$retrograd" run "$work/full.rg" grown --set x!=0.01 --set steps=145 --grad y! >"$work/out" 2>&1
grep -q 'bank of this' "$work/out" && { cat "$work/out"; bad "a gradient beyond the format is said to be a full bank"; }

[ $failed -eq 0 ] && echo "banks: $checked checks of products in place"
exit $failed
