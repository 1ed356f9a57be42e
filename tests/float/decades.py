"""decades.py BUILD [PROGRAMS [SEED [DECADES]]]: random programs with --float, whose numbers lie
within so many decades around 1, against arithmetic of 50 digits.

A program adds a few expressions to its result, some through variables of its own. It is run with
its gradient. Each number must be right to 1e-9 of itself or of the shares that it is the sum of. Else the run must have said so: it trapped, or it counted results with few digits.
Prints how many were right, said to be poor, or trapped; any other is printed and is a failure. So
are too few that are right. SHOW="poor trapped" prints those as well."""

import decimal
import json
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal

decimal.getcontext().prec = 60
decimal.getcontext().Emin, decimal.getcontext().Emax = -999999, 999999
LIMIT = Decimal(2) ** 127
UNIT = Decimal(2) ** -52
LITERALS = ("2.0", "0.5", "-3.0", "6.6743e-11", "1.380649e-23", "6.02214076e23", "1990.0", "1e-30", "0.1")


def sine_and_cosine(x):
    """By their series, with digits to spare for arguments up to 10^5."""
    with decimal.localcontext() as context:
        context.prec = 130
        halvings = 0
        while abs(x) > Decimal("0.01"):
            x, halvings = x / 2, halvings + 1
        sine, cosine, term = Decimal(0), Decimal(0), Decimal(1)
        for n in range(60):
            if n % 2:
                sine += term if n % 4 == 1 else -term
            else:
                cosine += term if n % 4 == 0 else -term
            term = term * x / (n + 1)
        for _ in range(halvings):
            sine, cosine = 2 * sine * cosine, cosine * cosine - sine * sine
    return +sine, +cosine


def tangent_of_hyperbola(x):
    if abs(x) < Decimal("1e-15"):
        return x - x ** 3 / 3
    power = (2 * x).exp()
    return (power - 1) / (power + 1)


class Number:
    """A value with its derivatives, and a bound of what rounding to 53 bits loses of each."""

    def __init__(self, value, parts, error=0, errors=None):
        self.value, self.parts = value, parts
        self.error, self.errors = error, errors or {}

    def chained(self, value, pairs):
        """f with the derivatives by operands: pairs of an operand and (df, its own error)."""
        parts, errors = {}, {}
        error = abs(value) * UNIT
        for operand, slope, slope_error in pairs:
            error += abs(slope) * operand.error
            for name, part in operand.parts.items():
                parts[name] = parts.get(name, 0) + slope * part
                errors[name] = (errors.get(name, 0) + abs(slope) * operand.errors.get(name, 0)
                                + (slope_error + abs(slope) * 4 * UNIT) * abs(part))
        return Number(value, parts, error, errors)


def binary(op, a, b):
    x, y = a.value, b.value
    if op == "+":
        return a.chained(x + y, ((a, Decimal(1), 0), (b, Decimal(1), 0)))
    if op == "-":
        return a.chained(x - y, ((a, Decimal(1), 0), (b, Decimal(-1), 0)))
    if op == "*":
        return a.chained(x * y, ((a, y, b.error), (b, x, a.error)))
    f = x / y
    return a.chained(f, ((a, 1 / y, b.error / y ** 2), (b, -f / y, a.error / y ** 2 + 2 * abs(f) * b.error / y ** 2)))


def unary(op, a):
    x = a.value
    if op == "exp":
        f = x.exp()
        return a.chained(f, ((a, f, f * a.error),))
    if op == "log":
        return a.chained(x.ln(), ((a, 1 / x, a.error / x ** 2),))
    if op == "sqrt":
        f = x.sqrt()
        return a.chained(f, ((a, 1 / (2 * f), a.error / (4 * abs(x) * f)),))
    if op == "sin":
        sine, cosine = sine_and_cosine(x)
        return a.chained(sine, ((a, cosine, a.error),))
    f = tangent_of_hyperbola(x)
    return a.chained(f, ((a, 1 - f ** 2, 2 * abs(f) * a.error),))


class Program:
    def __init__(self, rng, decades):
        self.rng = rng
        self.decades = decades
        self.inputs = {}
        for name in "abcde":
            value = rng.choice((1, -1)) * rng.uniform(1, 10) * 10 ** rng.uniform(-decades / 2, decades / 2)
            self.inputs[name] = value
        self.variables = dict((n, Number(Decimal(v), {n: Decimal(1)})) for n, v in self.inputs.items())
        self.total = Number(Decimal(0), {})
        self.lines = []
        for i in range(rng.randint(1, 4)):
            self.statement(i)

    def leaf(self):
        if self.rng.random() < 0.2:
            text = self.rng.choice(LITERALS)
            return text, Number(Decimal(float(text)), {})
        name = self.rng.choice(list(self.variables))
        return name, self.variables[name]

    def expression(self, depth):
        """Text and number, nowhere beyond 10^60 and with a good condition."""
        for _ in range(30):
            if depth == 0 or self.rng.random() < 0.15:
                return self.leaf()
            op = self.rng.choice(("+", "-", "*", "*", "/", "/", "exp", "log", "sqrt", "sin", "tanh"))
            text, a = self.expression(depth - 1)
            if op in "+-*/":
                other, b = self.expression(depth - 1)
                if op == "/" and b.value == 0:
                    continue
                text, f = f"({text} {op} {other})", binary(op, a, b)
            else:
                x = a.value
                if (op in ("log", "sqrt") and x <= 0) or (op == "sin" and abs(x) > 1e5) or (
                        op in ("exp", "tanh") and abs(x) > 80) or (op == "log" and x == 1):
                    continue
                text, f = f"{op}({text})", unary(op, a)
            if f.value != 0 and Decimal('1e-60') < abs(f.value) < Decimal('1e60') and f.error * 10 ** 10 < abs(f.value):
                return text, f
        return self.leaf()

    def statement(self, i):
        text, f = self.expression(3)
        form = self.rng.randrange(4)
        if abs(f.value) >= LIMIT / 4 or abs(f.value) < Decimal('1e-45') and form == 1:
            return
        if form == 0:
            self.lines.append(f"y! -= {text}")
            self.total = binary("-", self.total, f)
        elif form == 1:
            name = f"t{i}"
            self.lines.append(f"{name} ← 0.0\n    {name} += {text}")
            self.variables[name] = f
            self.lines.append(f"y! += {name}")
            self.total = binary("+", self.total, f)
        else:
            self.lines.append(f"y! += {text}")
            self.total = binary("+", self.total, f)

    def fits(self):
        """The result and its gradient lie within the decades of the inputs, or are 0."""
        reach = Decimal(10) ** (self.decades // 2 + 1)
        return all(p == 0 or 1 / reach < abs(p) < reach for p in [self.total.value, *self.total.parts.values()])

    def text(self):
        names = ", ".join(f"{n}::Float64" for n in self.inputs)
        body = "\n    ".join(self.lines)
        return f"@i function f(y!::Float64, {names})\n    {body}\nend\n"

    def source(self):
        """Variables are uncomputed behind the last line."""
        lines = [l for l in self.lines if "←" in l]
        rest = [l for l in self.lines if "←" not in l]
        if not lines:
            return self.text()
        names = ", ".join(f"{n}::Float64" for n in self.inputs)
        routine = "\n        ".join(l.replace("\n    ", "\n        ") for l in lines)
        return (f"@i function f(y!::Float64, {names})\n    @routine begin\n        {routine}\n    end\n    "
                + "\n    ".join(rest) + "\n    ~@routine\nend\n")


def near(have, want, error):
    """Shares that cancel are as large as what rounding them may lose says."""
    return abs(Decimal(have) - want) <= max(abs(want), error / UNIT / 4) / 10 ** 9 + 10 * error


def wrong_slopes(program, report):
    if not near(report["values"]["y!"], program.total.value, program.total.error):
        yield f"y! is {report['values']['y!']}, not {program.total.value:.17g}"
    for name in program.inputs:
        want, error = program.total.parts.get(name, Decimal(0)), program.total.errors.get(name, 0)
        if not near(report["gradients"][name], want, error):
            yield f"d/d{name} is {report['gradients'][name]}, not {want:.17g}"


def judge(program, command, path, asked, wrong_in):
    """Of a run with these options: right, poor (it says so), trapped or wrong, and why."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.source())
    words = [command, "run", path, "--float", "--json"] + asked
    for name, value in program.inputs.items():
        words += ["--set", f"{name}={value!r}"]
    run = subprocess.run(words, capture_output=True, check=False)
    if run.returncode == 1:
        return "trapped", run.stderr.decode()
    if run.returncode != 0:
        return "wrong", run.stderr.decode()
    report = json.loads(run.stdout)
    if not report.get("restored"):
        return "wrong", "not restored"
    wrong = list(wrong_in(program, report))
    few = report["few_digits"]
    said = few["values"] + few["gradients"] > 0 or b"R0505" in run.stderr
    return ("right" if not wrong else "poor" if said else "wrong"), "\n    ".join(wrong)


def main(what, asked, ways, wrong_in):
    """BUILD [PROGRAMS [SEED [DECADES]]]: random programs, each in the next of these ways."""
    command = os.path.abspath(f"{sys.argv[1]}/bin/retrograd")
    programs, seed, reach = (int(a) for a in (sys.argv[2:] + ["100", "1", "60"][len(sys.argv) - 2:]))
    shown = os.environ.get("SHOW", "wrong").split()
    rng = random.Random(seed)
    count = dict.fromkeys(("right", "poor", "trapped", "wrong"), 0)
    with tempfile.TemporaryDirectory() as folder:
        done = 0
        while done < programs:
            program = Program(rng, reach)
            if not program.lines or not program.fits():
                continue
            done += 1
            way = ways[done % len(ways)]
            result, why = judge(program, command, os.path.join(folder, "f.rg"), asked + way, wrong_in)
            count[result] += 1
            if result in shown:
                print(result, way, program.source(), program.inputs, "\n   ", why)
    print(", ".join(f"{k} {v}" for k, v in count.items()), f"of {programs} {what} over {reach} decades")
    sys.exit(count["wrong"] > 0 or count["right"] < programs * 0.85)


if __name__ == "__main__":
    main("programs", ["--grad", "y!"], [[], ["-O0"], ["--keep-gradients"]], wrong_slopes)
