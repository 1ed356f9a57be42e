"""hessians.py BUILD [PROGRAMS [SEED [DECADES]]]: Hessians of the random programs of decades.py with --float,
against second derivatives carried along with 60 digits.

Each second derivative must be right to 1e-9 of itself or to 1e-10 of the shares that it is the sum of.
Else the run must have said so: it trapped, or it counted results with few digits. Prints how many
programs were right, said to be poor, or trapped; any other is printed and is a failure."""

import re
from decimal import Decimal

import decades


class Jet:
    """A value, its derivatives by the inputs, and what each of these changes by along one direction. Beside each
    derivative stands the sum of the magnitudes of its shares."""

    def __init__(self, value, parts=None, along=Decimal(0)):
        self.value, self.along, self.along_shares = value, along, abs(along)
        self.parts, self.seconds, self.shares = parts or {}, {}, {}
        self.part_shares = {n: abs(p) for n, p in self.parts.items()}

    def chained(self, value, slope, curve, other=None, slope2=0, mixed=0, curve2=0):
        b = other or Jet(Decimal(0))
        f = Jet(value, along=slope * self.along + slope2 * b.along)
        f.along_shares = abs(slope) * self.along_shares + abs(slope2) * b.along_shares
        for n in {*self.parts, *b.parts}:
            x, y = self.parts.get(n, 0), b.parts.get(n, 0)
            f.parts[n] = slope * x + slope2 * y
            f.seconds[n] = (slope * self.seconds.get(n, 0) + slope2 * b.seconds.get(n, 0) + curve * self.along * x
                            + mixed * (b.along * x + self.along * y) + curve2 * b.along * y)
            x, y = self.part_shares.get(n, 0), b.part_shares.get(n, 0)
            f.part_shares[n] = abs(slope) * x + abs(slope2) * y
            f.shares[n] = (abs(slope) * self.shares.get(n, 0) + abs(slope2) * b.shares.get(n, 0)
                           + abs(curve) * self.along_shares * x + abs(curve2) * b.along_shares * y
                           + abs(mixed) * (b.along_shares * x + self.along_shares * y))
        return f

    def __add__(self, other):
        b = jet(other)
        return self.chained(self.value + b.value, 1, 0, b, 1)

    def __sub__(self, other):
        b = jet(other)
        return self.chained(self.value - b.value, 1, 0, b, -1)

    def __mul__(self, other):
        b = jet(other)
        return self.chained(self.value * b.value, b.value, 0, b, self.value, 1)

    def __truediv__(self, other):
        b = jet(other)
        f = self.value / b.value
        return self.chained(f, 1 / b.value, 0, b, -f / b.value, -1 / b.value ** 2, 2 * f / b.value ** 2)

    def __neg__(self):
        return jet(0) - self

    __radd__ = __add__

    def __rsub__(self, other):
        return jet(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return jet(other) / self


def jet(x):
    return x if isinstance(x, Jet) else Jet(Decimal(x))


def exp(x):
    f = jet(x).value.exp()
    return jet(x).chained(f, f, f)


def log(x):
    v = jet(x).value
    return jet(x).chained(v.ln(), 1 / v, -1 / v ** 2)


def sqrt(x):
    f = jet(x).value.sqrt()
    return jet(x).chained(f, 1 / (2 * f), -1 / (4 * f ** 3))


def sin(x):
    sine, cosine = decades.sine_and_cosine(jet(x).value)
    return jet(x).chained(sine, cosine, -sine)


def tanh(x):
    f, power = decades.tangent_of_hyperbola(jet(x).value), (2 * jet(x).value).exp()
    slope = 4 * power / (power + 1) ** 2
    return jet(x).chained(f, slope, -2 * f * slope)


def column(program, by):
    """y! of the program with derivatives along one input, from its text."""
    names = {"exp": exp, "log": log, "sqrt": sqrt, "sin": sin, "tanh": tanh}
    for name, value in program.inputs.items():
        names[name] = Jet(Decimal(value), {name: Decimal(1)}, Decimal(name == by))
    total = jet(0)
    for line in program.lines:
        variable = re.match(r"(\w+) ← 0.0\n    \w+ \+= (.*)", line)
        if variable:
            names[variable[1]] = eval(variable[2], names)  # pylint: disable=eval-used
            continue
        sign, text = re.match(r"y! ([+-])= (.*)", line).groups()
        share = eval(text, names)  # pylint: disable=eval-used
        total = total + share if sign == "+" else total - share
    return total


def wrong_entries(program, report):
    hessian = report["hessian"]
    for j, by in enumerate(hessian["names"]):
        if by == "y!":
            continue
        y = column(program, by)
        for i, name in enumerate(hessian["names"]):
            have = Decimal(hessian["matrix"][i][j])
            want, share = y.seconds.get(name, Decimal(0)), y.shares.get(name, Decimal(0))
            if abs(have - want) > abs(want) / 10 ** 9 + share / 10 ** 10:
                yield f"d2/d{name}d{by} is {have:.17g}, not {want:.17g}"


if __name__ == "__main__":
    decades.main("Hessians", ["--hessian", "y!"], [[], ["-O0"]], wrong_entries)
