"""programs.py BUILD [PROGRAMS [SEED]]: random programs in the spellings of Julia, against exact fractions.

  products    y .+= A * x and the like: sums of products of matrices, vectors, their parts and transposes
  remainders  mod, rem, %, div, fld and ÷ of numbers that are not whole, near multiples of each other too
  functions   the functions of the library Base, against those of Python's math
  ranges      loops over reverse(r), range(..), eachcol(A) and eachrow(A)

Each runs with Fixed, also with -O0, and at the defaults, with Float. Inputs are sums of powers of two, so results are exact
but for functions. Every fifth program is checked against differences too. Prints how many were right; any
other is printed and is a failure."""

import json
import math
import os
import random
import sys
import tempfile
from fractions import Fraction

from judging import judge, shown

WAYS = [["--fixed"], ["--fixed", "-O0"], []]
ULP = Fraction(1, 2 ** 43)


def transposed(rows):
    return [list(column) for column in zip(*rows)]


def product(left, right):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]


def eighths(rng, rows, columns):
    return [[Fraction(rng.randint(-16, 16), 8) for _ in range(columns)] for _ in range(rows)]


class Products:
    """y .+= or .-= a sum; an array is given by its rows, and a vector is one column."""

    def __init__(self, rng):
        self.rng = rng
        self.inputs, self.types = {}, {}
        self.rows, self.columns = rng.randint(1, 4), rng.choice((1, 1, 2, 3))
        self.vector = self.columns == 1 and rng.random() < 0.8
        text, value = self.sum()
        sign = rng.choice((1, -1))
        update = {1: (".+=", "+="), -1: (".-=", "-=")}[sign][rng.random() < 0.3]
        self.value = [[sign * v for v in row] for row in value]
        kind = "Vector" if self.vector else "Matrix"
        parameters = ", ".join(f"{n}::{t}" for n, t in self.types.items())
        self.text = (f"@i function f(s!::Float64, y!::{kind}{{Float64}}, {parameters})\n    y! {update} {text}\n"
                     "    s! += sum(y! .^ 2)\nend\n")
        self.inputs["y!"] = [0] * self.rows if self.vector else [[0] * self.columns for _ in range(self.rows)]
        self.result = "y!"

    def array(self, rows, columns, vector=False):
        """An operand of these extents: a name, a transpose or a part. Its value."""
        name = f"a{len(self.inputs)}"
        value = eighths(self.rng, rows, columns)
        form = self.rng.random()
        if vector:
            self.types[name], self.inputs[name] = "Vector{Float64}", [row[0] for row in value]
            if form < 0.8:
                return name, value
            self.inputs[name] += [Fraction(3)]
            return f"{name}[1:{rows}]", value
        self.types[name] = "Matrix{Float64}"
        if form < 0.4:
            self.inputs[name] = value
            return name, value
        if form < 0.75:
            self.inputs[name] = transposed(value)
            return (f"{name}'" if form < 0.6 else f"transpose({name})"), value
        self.inputs[name] = [row + [Fraction(3)] for row in value]
        return f"{name}[:, 1:{columns}]", value

    def factors(self):
        if not self.vector and self.rng.random() < 0.25:  # x * y'
            (left, a), (right, b) = self.array(self.rows, 1, True), self.array(self.columns, 1, True)
            return f"{left} * {right}'", product(a, transposed(b))
        inner = self.rng.randint(1, 4)
        (left, a), (right, b) = self.array(self.rows, inner), self.array(inner, self.columns, self.vector)
        return f"{left} * {right}", product(a, b)

    def term(self):
        text, value = (self.factors() if self.rng.random() < 0.75
                       else self.array(self.rows, self.columns, self.vector))
        scale = Fraction(self.rng.choice((1, 1, 1, 2, -1, Fraction(1, 2))))
        if scale != 1:
            text = {2: f"2 * {text}", -1: f"-({text})", Fraction(1, 2): f"{text} / 2"}[scale]
        return text, [[scale * v for v in row] for row in value]

    def sum(self):
        text, value = self.term()
        for _ in range(self.rng.randint(0, 2)):
            sign = self.rng.choice((1, -1))
            more, other = self.term()
            if more.startswith("-"):
                more = f"({more})"
            text += f" {self.rng.choice(('', '.'))}{'+' if sign > 0 else '-'} {more}"
            value = [[v + sign * w for v, w in zip(a, b)] for a, b in zip(value, other)]
        return text, value

    def good(self, values, floats):
        del floats
        have = values["y!"]
        want = [row[0] for row in self.value] if self.vector else self.value
        return have == json.loads(shown(want)), want


class Remainders:
    """One quotient or remainder."""

    def __init__(self, rng):
        b = Fraction(rng.randint(1, 2 ** 46), 2 ** 43) * rng.choice((1, -1))
        a = Fraction(rng.randint(-2 ** 50, 2 ** 50), 2 ** 43)
        if rng.random() < 0.6:  # a multiple, or beside one
            b = Fraction(rng.randint(2 ** 42, 2 ** 46), 2 ** 43) * rng.choice((1, -1))
            a = rng.randint(-60, 60) * b + rng.choice((0, 0, 1, -1, 2)) * ULP
        floor = a // b
        toward_zero = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        way, self.value = rng.choice((("mod(a, b)", a - b * floor), ("rem(a, b)", a - b * toward_zero),
                                      ("a % b", a - b * toward_zero), ("fld(a, b)", floor),
                                      ("div(a, b)", toward_zero), ("a ÷ b", toward_zero),
                                      ("cld(a, b)", -(-a // b)), ("mod1(a, b)", b - (-a - b * (-a // b)))))
        self.inputs = {"a": a, "b": b}
        self.text = f"@i function f(s!::Float64, a::Float64, b::Float64)\n    s! += {way}\nend\n"
        self.result = "s!"
        # Differences must not meet a step.
        self.smooth = (way in ("mod(a, b)", "rem(a, b)", "a % b") and abs(a) < 4 * abs(b)
                       and Fraction(3, 10) < abs(a / b) % 1 < Fraction(7, 10))

    def good(self, values, floats):
        # A double has not all digits of an input.
        return abs(Fraction(values["s!"]) - self.value) <= (Fraction(1, 2 ** 40) if floats else 0), float(self.value)


FUNCTIONS = {  # value in Python, and from where to where
    "cbrt": (lambda x: math.copysign(abs(x) ** (1 / 3), x), -50, 50), "sinpi": (lambda x: math.sin(math.pi * x), -3, 3),
    "cospi": (lambda x: math.cos(math.pi * x), -3, 3),
    "sinc": (lambda x: math.sin(math.pi * x) / (math.pi * x) if x else 1, -3, 3),
    "deg2rad": (math.radians, -400, 400), "rad2deg": (math.degrees, -7, 7),
    "sind": (lambda x: math.sin(math.radians(x)), -400, 400), "cosd": (lambda x: math.cos(math.radians(x)), -400, 400),
    "tand": (lambda x: math.tan(math.radians(x)), -80, 80), "sec": (lambda x: 1 / math.cos(x), -1.4, 1.4),
    "csc": (lambda x: 1 / math.sin(x), 0.1, 3), "cot": (lambda x: 1 / math.tan(x), 0.1, 3),
    "sech": (lambda x: 1 / math.cosh(x), -12, 12), "csch": (lambda x: 1 / math.sinh(x), 0.1, 8),
    "coth": (lambda x: 1 / math.tanh(x), 0.1, 8), "asinh": (math.asinh, -900, 900), "acosh": (math.acosh, 1.01, 900),
    "atanh": (math.atanh, -0.99, 0.99), "acot": (lambda x: math.atan(1 / x), 0.1, 20),
    "asec": (lambda x: math.acos(1 / x), 1.1, 20), "acsc": (lambda x: math.asin(1 / x), 1.1, 20),
    "mod2pi": (lambda x: x % (2 * math.pi), -90, 90), "abs2": (lambda x: x * x, -9, 9),
}


class Functions:
    """A function of Base of one number, alone, with a dot or in a sum."""

    def __init__(self, rng):
        name = rng.choice(sorted(FUNCTIONS))
        function, low, high = FUNCTIONS[name]
        x = Fraction(rng.uniform(low, high)).limit_denominator(2 ** 20)
        x = Fraction(round(x * 2 ** 20), 2 ** 20)
        self.value = 3 * function(float(x))
        form = rng.choice((f"3 * {name}(a[1])", f"{name}(a[2]) + {name}(a[1]) * 2", f"sum({name}.(a))",
                           f"sum({name}, a)", f"mapreduce({name}, +, a)", f"sum({name}(v) for v in a)"))
        self.inputs = {"a": [x, x, x]}
        self.text = f"@i function f(s!::Float64, a::Vector{{Float64}})\n    s! += {form}\nend\n"
        self.result = "s!"

    def good(self, values, floats):
        error = 3e-14 if floats else 2e-9
        return abs(values["s!"] - self.value) <= error * max(1, abs(self.value)), self.value


class Ranges:
    """A sum of weighted elements; the order does not show, so an index is folded in."""

    def __init__(self, rng):
        n, m = rng.randint(1, 6), rng.randint(1, 4)
        a = eighths(rng, n, m)
        first, last = sorted((rng.randint(1, n), rng.randint(1, n)))
        step = rng.randint(1, 3)
        numbers = list(range(first, last + 1, step))
        if rng.random() < 0.2:  # of nothing
            first = last + 1
            numbers = []
        kind = rng.choice(("reverse", "stepped", "range", "length", "columns", "rows", "each"))
        body = "y! += i * A[i, 1]"
        value = sum(i * a[i - 1][0] for i in numbers)
        if kind == "reverse":
            over, value = f"reverse({first}:{last})", sum(i * a[i - 1][0] for i in range(first, last + 1))
        elif kind == "stepped":
            over = f"reverse({first}:{step}:{last})"
        elif kind == "range":
            over = f"range({first}, {last}, step={step})"
        elif kind == "length":
            over = f"range({first}, step={step}, length={len(numbers)})"
        elif kind == "each":
            over, value = "reverse(eachindex(A[:, 1]))", sum((i + 1) * a[i][0] for i in range(n))
        name = "i"
        if kind in ("columns", "rows"):
            rows = a if kind == "rows" else transposed(a)
            name, over = "c", "eachrow(A)" if kind == "rows" else "eachcol(A)"
            body, value = "y! += 2 * c[1] - sum(c)", sum(2 * row[0] - sum(row) for row in rows)
        self.value, self.inputs, self.result = value, {"A": a}, "y!"
        self.text = (f"@i function f(y!::Float64, A::Matrix{{Float64}})\n    for {name} in {over}\n        {body}\n"
                     "    end\nend\n")

    def good(self, values, floats):
        del floats
        return Fraction(values["y!"]) == self.value, float(self.value)


def main():
    build, programs, seed = sys.argv[1], *(int(a) for a in (sys.argv[2:] + ["80", "1"][len(sys.argv) - 2:]))
    rng = random.Random(seed)
    kinds = (Products, Remainders, Functions, Ranges)
    right = dict.fromkeys((k.__name__.lower() for k in kinds), 0)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.rg")
        for i in range(programs):
            program = kinds[i % len(kinds)](rng)
            with open(path, "w", encoding="utf-8") as file:
                file.write(program.text)
            for way in WAYS:
                why = judge(build, path, program, way, i // len(kinds) % 5 == 0)
                if why:
                    wrong += 1
                    print(program.text, shown(program.inputs), way, why, sep="\n")
                else:
                    right[type(program).__name__.lower()] += 1
    print(", ".join(f"{name}: {count} right" for name, count in right.items()) + f"; {wrong} wrong")
    sys.exit(wrong > 0)


main()
