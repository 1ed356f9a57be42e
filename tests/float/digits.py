"""digits.py BUILD [PROGRAMS [SEED]]: random programs with --float that lose digits by rounding, some few
and some all, against arithmetic of 120 digits.

What is wrong in its 8th digit must be said: a warning of R0506, a count of results with few digits, or a
trap. What is warned of must have lost digits. The digits of a warning must be near those that there are.
Three kinds of programs:
  series      terms of a random hypergeometric series, each made from the last by a product in place
  products    long random products in place, with factors below and above 1
  identities  what is 0 but for rounding, times a large number, beside a result
Prints how many were right, said to be poor, or trapped; any other is printed and is a failure. So are too
few of each kind that are right, and too few of all that are poor."""

import decimal
import os
import random
import re
import subprocess
import sys
import tempfile
import json
from decimal import Decimal

decimal.getcontext().prec = 120
decimal.getcontext().Emin, decimal.getcontext().Emax = -999999, 999999
IMUL = """@i @inline function imul(out!::Float64, x::Float64, anc!::Float64)
    anc! += out! * x
    out! -= anc! / x
    SWAP(out!, anc!)
end
"""
FEWEST, MOST = 8, 14  # digits below which it must be said, and above which it must not
ZEROS = (  # what is 0, by the name of an input; and its slope
    "sin({0})^2 + cos({0})^2 - 1.0", "exp({0}) * exp(0.0 - {0}) - 1.0", "log(exp({0})) - {0}",
    "sqrt({0})^2 - {0}", "{0} / 3.0 * 3.0 - {0}", "1.0 / (1.0 / {0}) - {0}", "tan(atan({0})) - {0}")


class Series:
    """s times the sum of t(k): t(0) = 1, t(k + 1) = t(k) x / ((k + b) (k + c)) or t(k) x / (k + b)."""

    def __init__(self, rng):
        single = rng.random() < 0.4
        far = rng.random() < 0.5
        reach = rng.uniform(1 if far else -1, 1.7) if single else rng.uniform(2 if far else -1, 3)
        self.inputs = {"s": rng.uniform(-3, 3), "x": rng.choice((1, -1)) * 10 ** reach}
        if single:
            b, c, over = rng.randint(1, 4), 0, lambda k: Decimal(k + b)
        else:
            b, c, over = rng.randint(1, 3), rng.randint(1, 3), lambda k: Decimal((k + b) * (k + c))
        s, x = (Decimal(self.inputs[n]) for n in "sx")
        term, self.value, slope, self.terms = s, s, Decimal(0), 0
        enough = Decimal(10) ** -rng.randint(8, 18)
        while abs(term) > abs(self.value) * enough:
            term *= x / over(self.terms)
            self.terms += 1
            self.value += term
            slope += self.terms * term / x
        self.slopes = {"s": self.value / s, "x": slope}
        product = f"(k + {b - 1})" + (f" * (k + {c - 1})" if c else "")
        self.text = f"""@i function f(y!::Float64, s::Float64, x::Float64)
    @routine begin
        term ← 0.0
        anc ← 0.0
        sum ← 0.0
        term += s
        sum += term
        for k = 1:{self.terms}
            @routine begin
                @zeros Float64 d q
                d += {product}
                q += x / d
            end
            imul(term, q, anc)
            sum += term
            ~@routine
        end
    end
    y! += sum
    ~@routine
end
"""


class Products:
    """The sum of the partial products of a long chain of factors."""

    def __init__(self, rng):
        self.inputs = {n: rng.choice((1, -1)) * 10 ** rng.uniform(-4, 4) for n in "abcde"}
        lines, product = ["term += a", "sum += term"], Decimal(self.inputs["a"])
        powers = dict.fromkeys(self.inputs, 0) | {"a": 1}
        self.value, self.slopes = product, {n: Decimal(n == "a") for n in self.inputs}
        for _ in range(rng.randint(4, 30)):
            name = rng.choice("bcde")
            if not Decimal("1e-30") < abs(product * Decimal(self.inputs[name])) < Decimal("1e30"):
                continue
            product *= Decimal(self.inputs[name])
            powers[name] += 1
            lines += [f"imul(term, {name}, anc)", "sum += term"]
            self.value += product
            for n, power in powers.items():
                self.slopes[n] += product * power / Decimal(self.inputs[n])
        body = "\n        ".join(["term ← 0.0", "anc ← 0.0", "sum ← 0.0"] + lines)
        names = ", ".join(f"{n}::Float64" for n in self.inputs)
        self.text = (f"@i function f(y!::Float64, {names})\n    @routine begin\n        {body}\n    end\n"
                     "    y! += sum\n    ~@routine\nend\n")


class Identities:
    """z and a large multiple of what is 0."""

    def __init__(self, rng):
        self.inputs = {"z": rng.uniform(1, 2), "a": rng.uniform(0.1, 3), "b": rng.uniform(0.1, 3)}
        lines = ["y! += z"]
        for name in "ab":
            zero = rng.choice(ZEROS).format(name)
            lines.append(f"y! += 1e{rng.choice((0, 0, 3, 6, 9, 12, 14, 17, 20, 24))} * ({zero})")
        body = "\n    ".join(lines)
        names = ", ".join(f"{n}::Float64" for n in self.inputs)
        self.text = f"@i function f(y!::Float64, {names})\n    {body}\nend\n"
        self.value = Decimal(self.inputs["z"])
        self.slopes = {"z": Decimal(1), "a": None, "b": None}  # of a zero: any small number


def digits(have, want):
    """Those that are right; 99: all of a double."""
    if want is None:
        return 99
    error = abs(Decimal(have) - want)
    if error <= abs(want) * Decimal(2) ** -52:
        return 99
    return max(0.0, float((abs(want) / error).log10())) if want else 0


def least(numbers):
    return min(numbers, default=99)


def judge(program, command, path, way):
    """right, poor (and it is said), trapped or wrong, and why."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(IMUL + program.text)
    words = [command, "run", path, "f", "--float", "--json"] + way
    for name, value in program.inputs.items():
        words += ["--set", f"{name}={value!r}"]
    run = subprocess.run(words, capture_output=True, check=False)
    said = run.stderr.decode()
    if run.returncode == 1:
        return "trapped", said
    if run.returncode != 0:
        return "wrong", said
    report = json.loads(run.stdout)
    if "--backward" not in way and report.get("restored", True) is not True:
        return "wrong", "not restored"
    value = digits(report["values"]["y!"], program.value)
    slopes = report.get("gradients", {})
    slope = least(digits(slopes[n], s) for n, s in program.slopes.items() if n in slopes)
    few = report["few_digits"]
    counted = few["values"] + few["gradients"] > 0
    shown = {"value": re.search(r"R0506\]: (?!the derivative)\S+ has about (\S+) digits", said),
             "derivative": re.search(r"the derivative by \S+ has about (\S+) digits", said)}
    wrong = []
    for what, has in (("value", value), ("derivative", slope)):
        found = shown[what]
        if not found and has < FEWEST and "R0506" not in said and not counted:
            wrong.append(f"the {what} has {has:.1f} digits, and nothing says so")
        if found and what == "value" and has < 90 and float(found.group(1)) > has + 1.5:
            wrong.append(f"the {what} has {has:.1f} digits and is said to have {found.group(1)}")
        if found and min(value, slope) > MOST and not isinstance(program, Identities):
            wrong.append(f"the {what} has {has:.1f} digits and is said to have {found.group(1)}")
    if wrong:
        return "wrong", "\n    ".join(wrong + [said])
    return ("poor" if "R0506" in said or counted else "right"), said


def main():
    command = os.path.abspath(f"{sys.argv[1]}/bin/retrograd")
    programs, seed = (int(a) for a in (sys.argv[2:] + ["90", "1"][len(sys.argv) - 2:]))
    shown = os.environ.get("SHOW", "wrong").split()
    rng = random.Random(seed)
    kinds, ways = (Series, Products, Identities), (["--grad", "y!"], [], ["--grad", "y!", "-O0"])
    count = {k.__name__: dict.fromkeys(("right", "poor", "trapped", "wrong"), 0) for k in kinds}
    with tempfile.TemporaryDirectory() as folder:
        for i in range(programs):
            program = kinds[i % 3](rng)
            way = ways[i // 3 % 3]
            result, why = judge(program, command, os.path.join(folder, "f.rg"), way)
            count[type(program).__name__][result] += 1
            if result in shown:
                print(result, way, program.text, program.inputs, f"y! = {program.value:.17g}",
                      {n: s and f"{s:.17g}" for n, s in program.slopes.items()}, "\n   ", why)
    failed = False
    for kind, of in count.items():
        print(f"{kind.lower()}:", ", ".join(f"{k} {v}" for k, v in of.items()))
        failed = failed or of["wrong"] > 0 or of["right"] * 12 < programs / 3
    sys.exit(failed or sum(of["poor"] for of in count.values()) * 8 < programs)


main()
