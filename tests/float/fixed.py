"""fixed.py BUILD [PROGRAMS [SEED]]: random programs on the default machine whose terms cancel, or whose
numbers become small, against arithmetic of 120 digits.

A value or derivative with fewer than 3.5 digits must be said: a warning of R0506. So must a result that is
0 and should not be. One where all numbers have 4.5 digits must not be warned of. A program is
  c (f(x) - p(x)) / x^k      f a function, p the first terms of its series at 0, x from 1e-11 to 1
  f(c + x) - f(c)            next to another number
  f(x) g(z) h(z)             products of small numbers
  (f(x) - f(x)) c + z        what cancels in earnest, beside a number
Prints how many were right, said or trapped; any other is printed and is a failure. So are too few that are
right, or said."""

import decimal
import json
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from decades import sine_and_cosine  # pylint: disable=wrong-import-position

decimal.getcontext().prec = 120
decimal.getcontext().Emin, decimal.getcontext().Emax = -999999, 999999
FEWEST, ENOUGH = 3.5, 4.5
LEAST = 1e-21  # what is left of terms of 1 is a zero to Float too
LAST_PLACE = 2 ** -43  # what a derivative has below is left of a zero
STEP = Decimal("1e-30")  # of slopes, beside the argument
FUNCTIONS = {  # the text, the function, and the first terms of its series at 0
    "exp": ("exp({})", lambda x: x.exp(), ("1", "1 + {}")),
    "expm1": ("expm1({})", lambda x: x.exp() - 1, ("0", "{}")),
    "log1p": ("log1p({})", lambda x: (1 + x).ln(), ("0", "{}")),
    "log": ("log(1 + {})", lambda x: (1 + x).ln(), ("0", "{}")),
    "cos": ("cos({})", lambda x: sine_and_cosine(x)[1], ("1", "1 - {}^2 / 2")),
    "sin": ("sin({})", lambda x: sine_and_cosine(x)[0], ("0", "{}")),
    "sqrt": ("sqrt(1 + {})", lambda x: (1 + x).sqrt(), ("1", "1 + {} / 2")),
    "quotient": ("1 / (1 + {})", lambda x: 1 / (1 + x), ("1", "1 - {}")),
    "power": ("(1 + {})^3", lambda x: (1 + x) ** 3, ("1", "1 + 3 * {}")),
}
TERMS = {"0": lambda x: 0, "1": lambda x: 1, "{}": lambda x: x, "1 + {}": lambda x: 1 + x,
         "1 - {}": lambda x: 1 - x, "1 - {}^2 / 2": lambda x: 1 - x * x / 2,
         "1 + {} / 2": lambda x: 1 + x / 2, "1 + 3 * {}": lambda x: 1 + 3 * x}


def small(rng, low, high):
    return float(f"{10 ** rng.uniform(low, high):.{rng.choice((1, 3, 17))}g}")


def series(rng):
    text, f, parts = FUNCTIONS[rng.choice(sorted(FUNCTIONS))]
    part, k, c = rng.choice(parts), rng.randint(0, 2), rng.choice((0.25, 1, 3, 1000))
    over = " / x" * k
    inputs = {"x": small(rng, -11, -0.3)}
    return (f"{c} * ({text.format('x')} - ({part.format('x')})){over}", inputs,
            lambda x: Decimal(c) * (f(x) - TERMS[part](x)) / x ** k, LEAST * c / inputs["x"] ** k)


def beside(rng):
    text, f, _ = FUNCTIONS[rng.choice(sorted(FUNCTIONS))]
    return (f"{text.format('(c + x)')} - {text.format('c')}",
            {"c": rng.uniform(0.1, 2), "x": small(rng, -11, -1)}, lambda c, x: f(c + x) - f(c), LEAST)


def products(rng):
    (a, f, _), (b, g, _), (d, h, _) = (FUNCTIONS[n] for n in rng.choices(("expm1", "log1p", "sin"), k=3))
    return (f"{a.format('x')} * {b.format('z')} * {d.format('z')}",
            {"x": small(rng, -6, -0.3), "z": small(rng, -4, -0.3)}, lambda x, z: f(x) * g(z) * h(z), 0)


def in_earnest(rng):
    text, _, _ = FUNCTIONS[rng.choice(sorted(FUNCTIONS))]
    zero = f"{text.format('x')} - {text.format('x')} * 1"
    return (f"z + {rng.choice((1, 100, 10000))} * ({zero})",
            {"x": small(rng, -6, -0.3), "z": rng.uniform(0.5, 2)}, lambda x, z: z + 0 * x, 0)


def slopes(function, inputs):
    exact = {n: Decimal(v) for n, v in inputs.items()}
    found = {}
    for name, value in exact.items():
        step = value * STEP
        found[name] = (function(**exact | {name: value + step})
                       - function(**exact | {name: value - step})) / (2 * step)
    return function(**exact), found


def digits(have, want, least):
    error = abs(Decimal(have) - want)
    if error <= abs(want) * Decimal("1e-20") or abs(want) < Decimal("1e-60"):
        return 99
    if abs(want) <= least:
        return (FEWEST + ENOUGH) / 2  # so it may be said
    return max(0.0, float((abs(want) / error).log10()))


def judge(formula, inputs, function, least, command, path, way):
    """right, said, trapped or wrong, and why."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"@i function f(y!::Fixed, {', '.join(n + '::Fixed' for n in inputs)})\n    y! += {formula}\nend\n")
    words = [command, "run", path, "f", "--json"] + way
    for name, value in inputs.items():
        words += ["--set", f"{name}={value!r}"]
    run = subprocess.run(words, capture_output=True, check=False)
    said = run.stderr.decode()
    if run.returncode == 1 or "R0921" in said:
        return "trapped", said
    if run.returncode != 0:
        return "wrong", said
    report = json.loads(run.stdout)
    value, slope = slopes(function, inputs)
    found = [digits(report["values"]["y!"], value, least)]
    found += [digits(s, slope[n], LAST_PLACE if 0 < abs(s) < LAST_PLACE else least / inputs[n])
              for n, s in report.get("gradients", {}).items() if n in slope]
    warned = "R0506" in said
    if (min(found) < FEWEST and not warned) or (min(found) > ENOUGH and warned):
        return "wrong", f"{found} digits: {said or 'nothing is said'}"
    return ("said" if warned else "right"), said


def main():
    command = os.path.abspath(f"{sys.argv[1]}/bin/retrograd")
    programs, seed = (int(a) for a in (sys.argv[2:] + ["120", "1"][len(sys.argv) - 2:]))
    rng = random.Random(seed)
    kinds, ways = (series, series, beside, products, in_earnest), (["--grad", "y!"], [], ["--grad", "y!", "-O0"])
    count = dict.fromkeys(("right", "said", "trapped", "wrong"), 0)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(programs):
            formula, inputs, function, least = kinds[i % len(kinds)](rng)
            way = rng.choice(ways)
            result, why = judge(formula, inputs, function, least, command, os.path.join(folder, "f.rg"), way)
            count[result] += 1
            if result == "wrong":
                print(result, way, formula, inputs, "\n   ", why)
    print(", ".join(f"{k} {v}" for k, v in count.items()))
    sys.exit(count["wrong"] > 0 or count["right"] * 5 < programs or count["said"] * 8 < programs)


main()
