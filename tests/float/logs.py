"""logs.py BUILD [PROGRAMS [SEED [DECADES]]]: random programs of Log and Float with --float, against
arithmetic of 60 digits.

A program multiplies variables of type Log by products, quotients, powers, sums, differences and
maxima of Log and Float numbers, which lie within so many decades around 1. Its results are a Log and
the Float that a Log converts to. It is run with the gradient of one of them. Each number must be
right to 1e-9 of itself or of the shares that it is the sum of, and each bit restored. A derivative
may be another one where the run counted shares with few digits. Any other program is printed and is
a failure."""

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
LITERALS = ("2.0", "0.5", "-3.0", "6.6743e-11", "6.02214076e23", "1e-30", "exp(-900.0)", "0.1")
WAYS = [], ["-O0"], ["--keep-gradients"]
LEAST, MOST = Decimal("1e-290"), Decimal("1e290")


def literal(text):
    return Decimal(text[4:-1]).exp() if text.startswith("exp") else Decimal(float(text))


class Number:
    """A value, its derivatives, and the sums of the magnitudes of their shares."""

    def __init__(self, value, parts=None, bulk=None):
        self.value, self.parts = value, parts or {}
        self.bulk = bulk or {n: abs(p) for n, p in self.parts.items()}

    @staticmethod
    def of(value, *pairs):
        parts, bulk = {}, {}
        for operand, slope in pairs:
            for name in operand.parts:
                parts[name] = parts.get(name, 0) + slope * operand.parts[name]
                bulk[name] = bulk.get(name, 0) + abs(slope) * operand.bulk[name]
        return Number(value, parts, bulk)


def product(a, b):
    return Number.of(a.value * b.value, (a, b.value), (b, a.value))


def combined(op, a, b):
    x, y = a.value, b.value
    if op == "*":
        return product(a, b)
    if op == "/":
        return Number.of(x / y, (a, 1 / y), (b, -x / y / y))
    if op == "max":
        return Number.of(max(x, y), (a, int(x > y)), (b, int(x <= y)))
    return Number.of(x + y if op == "+" else x - y, (a, 1), (b, 1 if op == "+" else -1))


def power(a, n):
    return Number.of(a.value ** n.value, (a, n.value * a.value ** (n.value - 1)),
                     (n, a.value ** n.value * a.value.ln()) if n.parts else (n, 0))


class Program:
    def __init__(self, rng, decades):
        self.rng, self.decades = rng, decades
        self.inputs = {n: rng.choice((1, -1)) * rng.uniform(1, 10) * 10 ** rng.uniform(-decades / 2, decades / 2)
                       for n in "abpqr"}
        self.floats = {n: Number(Decimal(self.inputs[n]), {n: Decimal(1)}) for n in "ab"}
        self.logs = {n: Number(Decimal(self.inputs[n]), {n: Decimal(1)}) for n in "pqr"}
        self.routine = []
        for i in range(rng.randint(1, 3)):
            self.variable(f"l{i}")
        self.uses = []
        self.total, self.product = Number(Decimal(0)), Number(Decimal(1))
        for name in [n for n in self.logs if n not in "pqr"]:
            self.use(name)
        text, f = self.factor()
        self.uses.append(f"m! *= {text}")
        self.product = product(self.product, f)

    def leaf(self):
        kind = self.rng.random()
        if kind < 0.15:
            text = self.rng.choice(LITERALS)
            return text, Number(literal(text)), False
        names = self.floats if kind < 0.35 else self.logs
        name = self.rng.choice(list(names))
        return name, names[name], names is self.logs

    def factor(self):
        """An expression that has a Log in it, within reach and with a good condition."""
        while True:
            a, x, log = self.leaf()
            b, y, other = self.leaf()
            op = self.rng.choice(("", "*", "/", "+", "-", "max", "^", "^x"))
            if op in ("^", "^x") and not log:
                continue
            if op == "":
                f, text = x, a
            elif op == "^":
                n = self.rng.choice((-3, -2, 2, 3, 5))
                text, f = f"{a}^{n}" if n > 0 else f"{a}^({n})", power(x, Number(Decimal(n)))
            elif op == "^x":
                n = self.rng.choice("ab")
                if x.value < 0 or abs(x.value - 1) < Decimal("1e-3") or abs(self.floats[n].value) > 30:
                    continue
                text, f = f"{a}^{n}", power(x, self.floats[n])
            elif not (log or other) or a == b:
                continue
            else:
                text = f"max({a}, {b})" if op == "max" else f"{a} {op} {b}"
                f = combined(op, x, y)
            if LEAST < abs(f.value) < MOST and not (
                    op in "+-" and op and abs(f.value) < (abs(x.value) + abs(y.value)) / 1000):
                return text, f

    def variable(self, name):
        self.routine.append(f"{name} ← one(Log)")
        value = Number(Decimal(1))
        for _ in range(self.rng.randint(1, 4)):
            text, f = self.factor()
            divides = self.rng.random() < 0.3
            next_value = combined("/" if divides else "*", value, f)
            if LEAST < abs(next_value.value) < MOST:
                self.routine.append(f"{name} {'/' if divides else '*'}= {text}")
                value = next_value
        self.logs[name] = value

    def use(self, name):
        """A Float is what a Log converts to, times what brings it near 1."""
        f = self.logs[name]
        by = Number(Decimal(10) ** -f.value.adjusted())
        by.value = Decimal(float(by.value))
        if Decimal("1e-37") < abs(f.value) < Decimal("1e35"):
            self.uses.append(f"y! += {float(by.value)!r} * convert({name})")
            self.total = combined("+", self.total, product(f, by))

    def source(self):
        routine = "\n        ".join(self.routine)
        uses = "\n    ".join(self.uses)
        return ("@i function f(y!::Float64, m!::Log, a::Float64, b::Float64, p::Log, q::Log, r::Log)\n"
                f"    @routine begin\n        {routine}\n    end\n    {uses}\n    ~@routine\nend\n")


def near(have, want, bulk):
    return have is not None and abs(Decimal(have) - want) <= max(abs(want), bulk) / 10 ** 9


def wrong(program, output, report):
    result = {"y!": program.total, "m!": program.product}
    if report.get("restored") is not True:
        return "not restored"
    for name, want in result.items():
        if not near(report["values"][name], want.value, 0):
            return f"{name} is {report['values'][name]}, not {want.value:.17g}"
    for name in program.inputs:
        want, bulk = (d.get(name, Decimal(0)) for d in (result[output].parts, result[output].bulk))
        if bulk < Decimal("1e300") and not near(report["gradients"][name], want, max(bulk, Decimal("1e-300"))):
            return f"d {output} / d {name} is {report['gradients'][name]}, not {want:.17g}"
    return None


def judge(program, command, path, way):
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.source())
    output = program.rng.choice(("y!", "m!")) if program.uses[0].startswith("y!") else "m!"
    words = [command, "run", path, "--float", "--json", "--grad", output, "--set", "y!=0", "--set", "m!=1", *way]
    for name, value in program.inputs.items():
        words += ["--set", f"{name}={value!r}"]
    run = subprocess.run(words, capture_output=True, check=False)
    if run.returncode != 0:
        return f"status {run.returncode}: {run.stderr.decode()[:300]}"
    report = json.loads(run.stdout)
    why = wrong(program, output, report)
    return None if why and report["few_digits"]["gradients"] > 0 and why.startswith("d ") else why


def main():
    command = f"{sys.argv[1]}/bin/retrograd"
    programs, seed, decades = (int(w) for w in (sys.argv[2:] + ["200", "1", "40"][len(sys.argv) - 2:]))
    failed = converted = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.rg")
        for i in range(programs):
            program = Program(random.Random(f"{seed} {i}"), decades)
            why = judge(program, command, path, WAYS[i % len(WAYS)])
            converted += program.uses[0].startswith("y!")
            if why:
                failed += 1
                print(f"{program.source()}# {program.inputs}\n{why}\n")
    print(f"{programs} programs of Log and Float, {converted} with a conversion: {failed} wrong")
    if converted < programs // 2:
        print("too few have a conversion")
    return failed > 0 or converted < programs // 2


sys.exit(main())
