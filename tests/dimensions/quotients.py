"""quotients.py: random programs with quotients that a loop leaves alone.

Two loops go over a matrix, in either order, from 1 or 2 on. A factor divides by an element of one of them, by an
argument, or by what @routine makes of them. Where the inner loop has no iteration the divisor may be 0: nothing must be
divided then. Divisors are powers of two, so that nothing is rounded."""

from fractions import Fraction

from case import Case, change
from tape import Number, added, product


def quotient(a, b):
    return Number(a.value / b.value, ((a, 1 / b.value), (b, -a.value / b.value ** 2)))


class Quotients(Case):
    """shapes: y! and x are matrices, v and h have an element for each column, u and g for each row."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns = rng.choice([1, 2, 5, 17, 33]), rng.choice([1, 2, 6, 17])
        self.shapes = {"y!": [self.rows, self.columns], "x": [self.rows, self.columns], "v": [self.columns],
                       "h": [self.columns], "u": [self.rows], "g": [self.rows]}
        self.order = rng.sample("ic", 2)
        self.first = {name: rng.choice([1, 1, 2]) for name in "ic"}
        self.quotients = rng.sample(["v[c] / h[c]", "u[i] / g[i]", "v[c] / h[1]", "u[1] / g[i]"], rng.randint(1, 2))
        self.made = rng.choice([False, False, True])
        self.extra = rng.choice(["", "y![i, c] -= x[i, c] * x[i, c]", "y![i, c] += x[i, c] - v[c]"])

    def arguments(self):
        given = super().arguments()
        for name in "hg":
            given[name] = [Fraction(self.random.choice([1, 2, 4, -2])) / 2 for _ in given[name]]
        if self.first["i"] > self.rows:
            given["h"] = [Fraction(0)] * self.columns
        if self.first["c"] > self.columns:
            given["g"] = [Fraction(0)] * self.rows
        return given

    def text(self):
        size = {"i": "size(x, 1)", "c": "size(x, 2)"}
        lines = [f"for {name} = {self.first[name]}:{size[name]}" for name in self.order]
        factor = " + ".join(f"({q})" for q in self.quotients)
        if self.made:
            lines += ["@routine begin", "f ← 0.0", f"f += {factor}", "end"]
        lines += ["y![i, c] += x[i, c] * " + ("f" if self.made else f"({factor})")] + [self.extra] * (self.extra != "")
        lines += ["~@routine"] * self.made + ["end", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def evaluate(self, given):
        for c in range(self.first["c"] - 1, self.columns):
            for i in range(self.first["i"] - 1, self.rows):
                x, v = given["x"][i][c], given["v"][c]
                values = {"v[c] / h[c]": (v, given["h"][c]), "u[i] / g[i]": (given["u"][i], given["g"][i]),
                          "v[c] / h[1]": (v, given["h"][0]), "u[1] / g[i]": (given["u"][0], given["g"][i])}
                factor = Number(Fraction(0))
                for q in self.quotients:
                    factor = added(factor, quotient(*values[q]))
                change(given["y!"], [i + 1, c + 1], product(x, factor))
                if "x * x" in self.extra.replace("[i, c]", ""):
                    change(given["y!"], [i + 1, c + 1], product(x, x), -1)
                elif self.extra:
                    change(given["y!"], [i + 1, c + 1], added(x, v, -1))

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)
