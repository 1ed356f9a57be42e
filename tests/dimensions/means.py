"""means.py: random programs that divide by a size, as means and variances do, and that add several elements.

The size divides in one loop, in several, in @routine, or in loops within a loop; or an argument does. It is a power of
two in most programs, in some it is not. Elements are multiples of what they are divided by, so that nothing is
rounded. Beside the quotients, sums of two to five elements at distances go to one element, with a factor or without:
to the target, or to what @routine makes of them."""

from fractions import Fraction

from case import Case, change, get
from tape import Number, added, product


def scaled(a, by):
    return product(a, Number(by))


class Means(Case):
    """shapes: x has a row for each of n elements, and y! and z!, with a margin of two, for each of them and each column."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns = rng.choice([1, 2, 3, 4, 8, 12, 16, 16, 20, 32, 64]), rng.choice([1, 2, 5, 16])
        self.shapes = {"y!": [self.rows + 4, self.columns], "x": [self.rows + 4, self.columns], "g": [self.rows + 4]}
        self.integers = {"n": self.rows}
        self.tolerance = 2.0**-30 if self.rows & (self.rows - 1) else 0
        self.divisor = rng.choice(["n", "n", "(size(x, 1) - 4)"])
        self.centred = rng.randint(0, 1)   # y! gets (x - mean), in a second loop
        self.squares = rng.randint(0, 1)   # and the mean of the squares of the distances
        self.direct = rng.randint(0, 1)    # elements by the size, in a loop of their own
        self.addends = [(rng.choice([1, 1, 1, -1]), rng.choice(["x", "x", "g"]), rng.randint(-2, 2)) for _ in range(rng.randint(2, 5))]
        self.weight = rng.randint(0, 2)    # of the sum: none, g, or a product with itself
        self.own = rng.randint(0, 3) == 0  # the element before, of the target itself

    def summand(self, name, by):
        row = "i + 2" + (f" + {by}" if by > 0 else f" - {-by}" if by < 0 else "")
        return f"x[{row}, j]" if name == "x" else f"g[{row}]"

    def sum(self):
        text = " ".join(f"{'+' if sign > 0 else '-'} {self.summand(name, by)}" for sign, name, by in self.addends)
        return text[2:] if text.startswith("+ ") else "0.0 " + text

    def text(self):
        lines = ["for j = 1:size(x, 2)", "@routine begin", "m ← 0.0", "q ← 0.0", "for i = 3:n+2", f"m += x[i, j] / {self.divisor}", "end"]
        if self.squares:
            lines += ["for i = 3:n+2", f"q += (x[i, j] - m)^2 / {self.divisor}", "end"]
        lines += ["end", "for i = 1:n"]
        lines += ["y![i + 2, j] += g[i + 2] * (x[i + 2, j] - m) + q"] if self.centred else ["y![i + 2, j] += m"]
        lines += ["end", "~@routine"]
        if self.direct:
            lines += ["for i = 1:n", f"y![i, j] -= x[i + 1, j] / {self.divisor}", "end"]
        factor = {0: "{}", 1: "g[i + 2] * ({})", 2: "({})^2"}[self.weight]
        lines += ["for i = 1:n", f"y![i + 2, j] += {factor.format(self.sum())}", "end"]
        if self.own:
            lines += ["for i = 1:n", "y![i + 2, j] += y![i + 1, j] + x[i, j]", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines + ["end"]) + "end\n"

    def evaluate(self, given):
        x, g, y, n = given["x"], given["g"], given["y!"], self.rows
        for j in range(1, self.columns + 1):
            mean, squares = Number(Fraction(0)), Number(Fraction(0))
            for i in range(3, n + 3):
                mean = added(mean, scaled(get(x, [i, j]), Fraction(1, n)))
            for i in range(3, n + 3 if self.squares else 3):
                distance = added(get(x, [i, j]), mean, -1)
                squares = added(squares, scaled(product(distance, distance), Fraction(1, n)))
            for i in range(1, n + 1):
                distance = added(get(x, [i + 2, j]), mean, -1)
                change(y, [i + 2, j], added(product(g[i + 1], distance), squares) if self.centred else mean)
            for i in range(1, n + 1 if self.direct else 1):
                change(y, [i, j], scaled(get(x, [i + 1, j]), Fraction(1, n)), -1)
            for i in range(1, n + 1):
                total = Number(Fraction(0))
                for sign, name, by in self.addends:
                    total = added(total, get(x, [i + 2 + by, j]) if name == "x" else g[i + 1 + by], sign)
                total = {0: lambda: total, 1: lambda: product(g[i + 1], total), 2: lambda: product(total, total)}[self.weight]()
                change(y, [i + 2, j], total)
            for i in range(1, n + 1 if self.own else 1):
                change(y, [i + 2, j], added(get(y, [i + 1, j]), get(x, [i, j])))

    def element(self):
        odd = self.rows
        while odd % 2 == 0:
            odd //= 2
        return Fraction(self.random.randint(-2, 2) * odd * odd, 4)
