"""programs.py BUILD [PROGRAMS [SEED]]: random programs with constant powers, x^n for n from -18 to 18.

The base is a variable, an element, a product, a quotient, a sum or a function; the power stands
by itself, beside other powers, in a `?:`, in a loop, in a dotted update, or under a division.
Values must be those of the same products in integers, rounded to nearest even, bit for bit;
beyond 16 the power is rounded once. Gradients must be those of exact arithmetic within the error
that the products have. Each runs at the defaults, at -O0 and without single passes, and once with
--float, where values and gradients have 13 digits. Prints how many runs were right; any other is
a failure."""

import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

UNIT = Fraction(1, 2**43)
BY_SQUARING = 16
WAYS = [[], ["-O0"], ["--no-pass=expand"], ["--no-pass=cancel"], ["--float"]]


def rounded(value):
    scaled = value / UNIT
    below = scaled.numerator // scaled.denominator
    rest = scaled - below
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2 == 1)
    return (below + up) * UNIT


def by_squaring(x, n):
    if n == 1:
        return x
    part = by_squaring(x, n // 2 if n % 2 == 0 else n - 1)
    return rounded(part * (part if n % 2 == 0 else x))


def power(x, n):
    if n == 0:
        return Fraction(1)
    if abs(n) > BY_SQUARING:
        return rounded(x**n)
    return by_squaring(x if n > 0 else rounded(1 / x), abs(n))


class Program:
    """y! changes by terms c * base^n, with base one of few forms of x and z."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random.choice
        self.length = pick([1, 3, 20])
        self.form = pick(["alone", "alone", "two", "select", "dotted", "under"])
        self.base = pick(["x", "x", "x * z", "x / z", "x + z", "x - 2"])
        most = pick([0.5, 1, 1.5, 2])
        self.x = [self.number(most) for _ in range(self.length)]
        self.z = [self.number(1) for _ in range(self.length)]
        self.n, self.m = self.exponent(), self.exponent()

    def exponent(self):
        ends = self.random.choice([(1, 8), (-8, 18), (-18, 18)])
        return self.random.randint(*ends)

    def number(self, most):
        sign = self.random.choice([-1, 1])
        return sign * Fraction(self.random.randint(2**39, int(most * 2**43)), 2**43)

    def power_text(self, exponent):
        dotted = self.form == "dotted"
        names = self.base if dotted else self.base.replace("x", "x[i]").replace("z", "z[i]")
        for operator in "*/+-" if dotted else "":
            names = names.replace(f" {operator} ", f" .{operator} ")
        base = names if self.base == "x" else f"({names})"
        shown = f"({exponent})" if exponent < 0 and self.random.random() < 0.5 else str(exponent)
        return f"{base} .^ {shown}" if dotted else f"{base}^{shown}"

    def text(self):
        first, second = self.power_text(self.n), self.power_text(self.m)
        lines = {"alone": f"y![i] += {first}", "two": f"y![i] += {first} - {second}",
                 "select": f"y![i] += x[i] > 0.25 ? {first} : {second}", "under": f"y![i] += 0.5 / {first}"}
        body = f"    y! .+= {first}\n" if self.form == "dotted" else (
            f"    for i in eachindex(y!)\n        {lines[self.form]}\n    end\n")
        return ("@i function f(y!::Vector{Fixed}, x::Vector{Fixed}, z::Vector{Fixed})\n" + body + "end\n")

    # ---- what is right ----

    def base_of(self, x, z):
        return {"x": x, "x * z": rounded(x * z), "x / z": rounded(x / z), "x + z": x + z, "x - 2": x - 2}[self.base]

    def value(self, x, z):
        q = self.base_of(x, z)
        first, second = power(q, self.n), power(q, self.m)
        return {"alone": first, "dotted": first, "two": first - second,
                "select": first if x > Fraction(1, 4) else second,
                "under": rounded(Fraction(1, 2) / first) if first else None}[self.form]

    def exact(self, x, z):
        """Value, derivative by x, and a bound of what the products round, of exact arithmetic."""
        q, slope = {"x": (x, Fraction(1)), "x * z": (x * z, z), "x / z": (x / z, 1 / z),
                    "x + z": (x + z, Fraction(1)), "x - 2": (x - 2, Fraction(1))}[self.base]
        value, derivative, error = Fraction(0), Fraction(0), UNIT
        chosen = {"two": [(self.n, 1), (self.m, -1)],
                  "select": [(self.n if x > Fraction(1, 4) else self.m, 1)]}.get(self.form, [(self.n, 1)])
        for n, sign in chosen:
            value += sign * q**n
            derivative += sign * n * q ** (n - 1)
            large = max(1, abs(q), 1 / abs(q) if n < 0 else 1)
            error += 8 * UNIT * (n * n + 1) * large ** (abs(n) + 1) * max(1, abs(slope)) ** 2
        if self.form == "under":
            error = error * max(1, 1 / abs(value)) ** 3
            value, derivative = Fraction(1, 2) / value, -Fraction(1, 2) * derivative / value**2
        return value, derivative * slope, error


def beyond_bound(program, x):
    """Whether x^n is off by more than the language states: n/2 units, relative where |x| > 1."""
    if program.form != "alone" or program.base != "x" or not 0 < program.n <= BY_SQUARING:
        return False
    off = abs(program.value(x, Fraction(1)) - x**program.n)
    return off > Fraction(program.n, 2) * UNIT * max(1, abs(x) ** program.n)


def given(values):
    return "[" + ",".join(repr(float(v)) for v in values) + "]"


def run(build, path, program, way):
    command = [f"{build}/bin/retrograd", "run", path, "f", "--json", "--set", "x=" + given(program.x),
               "--set", "z=" + given(program.z), "--set", "y!=" + given([0] * program.length),
               "--grad", "y![1]", *way]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def fault_of(program, report, way):
    """Why the report is wrong, or None."""
    values, gradient = report["values"]["y!"], report["gradients"]["x"]
    for i, (x, z) in enumerate(zip(program.x, program.z)):
        value, derivative, error = program.exact(x, z)
        if "--float" in way:
            error = Fraction(1, 10**12) * max(1, abs(value), abs(derivative))
            if abs(Fraction(values[i]) - value) > error:
                return f"y![{i + 1}] = {values[i]}, and not {float(value)}"
        elif Fraction(values[i]) != Fraction(float(program.value(x, z))):
            return f"y![{i + 1}] = {values[i]}, and not {float(program.value(x, z))}"
        if beyond_bound(program, x):
            return f"y![{i + 1}] has a larger error than a power may have"
        wanted = derivative if i == 0 else 0
        if abs(Fraction(gradient[i]) - wanted) > error:
            return f"the derivative by x[{i + 1}] is {gradient[i]}, and not {float(wanted)}"
    return None


def fits(program):
    """Values and derivatives stay well below the limit of the format, and quotients exist."""
    for x, z in zip(program.x, program.z):
        q = program.base_of(x, z)
        if abs(q) < Fraction(1, 16) or abs(q) > 4 or program.value(x, z) is None:
            return False
        value, derivative, _ = program.exact(x, z)
        largest = max(abs(q), 1 / abs(q)) ** max(abs(program.n), abs(program.m))
        if max(abs(value), abs(derivative), largest) > 2**14:
            return False
        if program.form == "under" and abs(q**program.n) < Fraction(1, 2**10):
            return False
    return True


def main():
    build, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    right = wrong = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        while tried < count:
            program = Program(seed)
            seed += 1
            if not fits(program):
                continue
            tried += 1
            path = os.path.join(folder, "power.rg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(program.text())
            for way in WAYS:
                report = run(build, path, program, way)
                fault = report if isinstance(report, str) else fault_of(program, report, way)
                right, wrong = right + (not fault), wrong + bool(fault)
                if fault:
                    print(f"seed {seed - 1} {' '.join(way)}: {fault}\n{program.text()}")
    print(f"powers: {right} runs are right, {wrong} are wrong")
    return 1 if wrong or not right else 0


sys.exit(main())
