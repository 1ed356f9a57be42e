"""remainders.py BUILD [PAIRS [SEED]]: remainders, whole quotients and rounded numbers of random doubles
with --float, against arithmetic of fractions. Quotients go up to 2^112, far above every Int. Each must be
the nearest double to the exact one, or off by some units of the last place of a Float, 2^-128."""

import json
import math
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

PROGRAM = """@i function f(y!::Matrix{Float64}, a::Vector{Float64}, b::Vector{Float64})
    for i = 1:length(a)
        y![i, 1] += mod(a[i], b[i])
        y![i, 2] += rem(a[i], b[i])
        y![i, 3] += mod1(a[i], b[i])
        y![i, 4] += fld(a[i], b[i])
        y![i, 5] += a[i] ÷ b[i]
        y![i, 6] += cld(a[i], b[i])
        y![i, 7] += floor(a[i])
        y![i, 8] += ceil(a[i])
        y![i, 9] += trunc(a[i])
        y![i, 10] += round(a[i])
    end
end
"""
NAMES = "mod rem mod1 fld div cld floor ceil trunc round".split()


def pair(rng):
    a, b = (rng.choice((1, -1)) * rng.uniform(1, 2) for _ in range(2))
    if rng.random() < 0.3:  # few digits, so that some quotients are whole
        a, b = (math.copysign(rng.randint(1, 40), x) for x in (a, b))
    size = rng.uniform(-40, 118)
    return math.ldexp(a, int(size)), math.ldexp(b, int(size - rng.uniform(-10, 112)) if rng.random() < 0.8 else 0)


def truth(a, b):
    q = Fraction(a) / Fraction(b)
    floored, cut = math.floor(q), math.trunc(q)
    rest = Fraction(a) - Fraction(b) * floored
    return [rest, Fraction(a) - Fraction(b) * cut, rest or Fraction(b), floored, cut, math.ceil(q),
            math.floor(a), math.ceil(a), math.trunc(a), round(Fraction(a))]


def main():
    build = sys.argv[1]
    count, seed = (int(x) for x in (sys.argv[2:4] + ["100", "1"][len(sys.argv) - 2:]))
    rng = random.Random(seed)
    pairs = [pair(rng) for _ in range(count)]
    with tempfile.NamedTemporaryFile("w", suffix=".rg") as file:
        file.write(PROGRAM)
        file.flush()
        a, b = ("[" + ",".join(repr(p[k]) for p in pairs) + "]" for k in (0, 1))
        zeros = "[" + ",".join(["[" + ",".join(["0.0"] * len(NAMES)) + "]"] * count) + "]"
        said = subprocess.run([f"{build}/bin/retrograd", "run", file.name, "--float", "--json", "--set", "a=" + a,
                               "--set", "b=" + b, "--set", "y!=" + zeros], capture_output=True, text=True)
    if said.returncode:
        print(f"remainders.py: seed {seed}: {said.stderr}", file=sys.stderr)
        return 1
    wrong = 0
    for row, (a, b) in zip(json.loads(said.stdout)["values"]["y!"], pairs):
        for name, found, exact in zip(NAMES, row, truth(a, b)):
            if float(found) != float(exact) and abs(Fraction(found) - exact) > Fraction(1, 2 ** 125):
                wrong += 1
                print(f"remainders.py: seed {seed}: {name} of {a!r}, {b!r} is {found!r}, not {float(exact)!r}",
                      file=sys.stderr)
    return wrong > 0


sys.exit(main())
