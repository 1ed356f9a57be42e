"""spill.py BUILD [PROGRAMS [SEED]]: random programs of i_muldiv!, the product in place whose bank spills, run
forward, back from what they left, and with the gradient.

A program is a loop over ratios of either sign, of any size that is allowed. Its numbers are those of exact fractions but for what one step rounds, the way back ends on the words that
it began with and on empty banks, and the gradient is the product of the ratios."""

import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

UNIT = Fraction(1, 2 ** 43)


class Failure(Exception):
    pass


def ratio(rng):
    kind = rng.randrange(6)
    if kind == 0:
        n, d = rng.choice(((9, 10), (99, 100), (1, 3), (2, 3), (999, 1000)))
    elif kind == 1:
        n = rng.randint(1, 524286)
        d = n + 1
    elif kind == 2:
        n, d = rng.randint(1, 524287), rng.randint(1, 524287)
    else:
        n, d = rng.randint(1, 40), rng.randint(1, 40)
    if rng.random() < 0.4:
        n, d = d, n
    return n * rng.choice((1, 1, 1, -1)), d * rng.choice((1, 1, 1, -1))


def draw(rng):
    """Ratios of one turn of the loop, whose product is between 1/8 and 1, and which never reach far up."""
    while True:
        ratios = [ratio(rng) for _ in range(rng.randint(1, 6))]
        size, most = Fraction(1), Fraction(1)
        for n, d in ratios:
            size *= abs(Fraction(n, d))
            most = max(most, size)
        if Fraction(1, 8) < size <= 1 and most < 1000:
            return ratios


def text(ratios, adds):
    body = "\n".join(f"        i_muldiv!(x!, bank!, {n}, {d})\n        x! += {a}" for (n, d), a in zip(ratios, adds))
    return ("using Banks\n@i function f(x!::Fixed, bank!::Vector{Int}, steps::Int)\n"
            f"    for t = 1:steps\n{body}\n    end\nend\n")


def run(command, path, *words):
    done = subprocess.run([command, "run", path, "f", *words, "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(done.stderr)
    return json.loads(done.stdout)


def gradient(command, path, sets, words, slope, error):
    taken = run(command, path, *(w for s in sets for w in ("--set", s)), *words, "--grad", "x!")
    if not taken["restored"] or abs(Fraction(taken["gradients"]["x!"]) - slope) > error + Fraction(1, 2 ** 250):
        raise Failure(f"the gradient is {taken['gradients']}, not {float(slope)}")


def check(command, path, rng):
    ratios = draw(rng)
    adds = [rng.randrange(-4096, 4096) / 1024 for _ in ratios]
    steps, start = rng.choice((1, 7, 200, 900)), rng.randrange(-2048, 2048) / 512
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(ratios, adds))
    given = ["--set", f"steps={steps}"]
    extra = rng.choice(([], ["-O0"], ["--float"]))
    unit = Fraction(1, 2 ** 128) if extra == ["--float"] else UNIT
    bank = json.dumps([0] * (3 + 2 + steps * len(ratios) * 20 // 64))
    there = run(command, path, "--set", f"x!={start}", "--set", f"bank!={bank}", *given, *extra)
    x, words = there["values"]["x!"], there["values"]["bank!"]
    want, slope, error = Fraction(start), Fraction(1), Fraction(0)
    for _ in range(steps):
        for (n, d), a in zip(ratios, adds):
            want, slope = want * n / d + Fraction(a), slope * n / d
            error = (error + unit) * abs(Fraction(n, d)) + unit
            want, error = Fraction(round(want * 2 ** 190), 2 ** 190), Fraction(round(error * 2 ** 190) + 1, 2 ** 190)
            slope = Fraction(round(slope * 2 ** 900), 2 ** 900)
    if unit != UNIT:  # a report has doubles
        error = max(error, abs(want) / 2 ** 52)
    if abs(Fraction(x) - want) > error:
        raise Failure(f"x! is {x}, not {float(want)}")
    if unit != UNIT:
        return gradient(command, path, [f"x!={start}", f"bank!={bank}"], given + extra, slope, abs(slope) / 2 ** 50) or words[0]
    back = run(command, path, "--backward", "--set", f"x!={x!r}", "--set", f"bank!={json.dumps(words)}", *given, *extra)
    if back["values"]["x!"] != start or any(back["values"]["bank!"]):
        raise Failure(f"back is {back['values']}")
    gradient(command, path, [f"x!={start}", f"bank!={bank}"], given + extra, slope, error)
    return words[0]


def main():
    command = os.path.abspath(f"{sys.argv[1]}/bin/retrograd")
    programs, seed = (int(a) for a in (sys.argv[2:] + ["60", "1"][len(sys.argv) - 2:]))
    rng = random.Random(seed)
    spilled = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.rg")
        for n in range(programs):
            try:
                spilled += check(command, path, rng) > 0
            except Failure as failure:
                with open(path, encoding="utf-8") as file:
                    print(f"program {n}: {failure}\n{file.read()}")
                sys.exit(1)
    print(f"{programs} programs of products in place, {spilled} of them with words set aside: there, back, gradient")
    sys.exit(spilled < programs // 5)


if __name__ == "__main__":
    main()
