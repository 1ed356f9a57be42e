"""tables.py: random programs whose inner loop finds all that it reads and changes by its variable, and by no more.

A table is filled row by row, or column by column. Each cell adds the least or the greatest of neighbours before it, as
a time warp does, and elements of other arrays. The inner loop begins at a number, at the variable around it or at an
argument. Integers of a vector may say which element is read, or whether something is added."""

from fractions import Fraction

from case import Case, change, get
from tape import Number, added, extreme, product


class Tables(Case):
    """shapes: the last element of y! is the last cell."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns = rng.choice([0, 1, 2, 5, 9]), rng.choice([1, 2, 3, 6])
        self.first = rng.choice([0, 1, 1, 1, 2, 2, 3, "j", "lo"])
        self.inner_is_row = rng.choice([True, True, False])
        self.offset = rng.choice([1, 1, 2]) + (self.first == 0)
        self.least = rng.choice(["min", "max"])
        self.cells = rng.sample([(1, 0), (0, 1), (1, 1)], rng.randint(1, 3))
        self.plus = [rng.choice([None, None, "x[{0}]", "w[j]", "0.5"]) for _ in self.cells]
        self.also = rng.sample(["z![{0}] += x[{0}]", "y![{1}] += x[{0}] * w[j]", "y![{1}] -= x[idx[{0}]]",
                                "y![{1}] += k[{0}] == k[j] ? 0.25 : 0.0", "if (x[{0}] < w[j], ~) z![{0}] -= w[j] end"],
                               rng.choice([0, 0, 1, 1, 2]))
        wide, inner, outer = max(self.rows, self.columns) + 5, max(self.rows, 1) + self.offset, self.columns + 1
        self.shapes = {"y!": [inner, outer] if self.inner_is_row else [outer, inner],
                       "z!": [wide], "x": [wide], "w": [wide]}
        self.integers = {"n": self.rows, "m": self.columns, "lo": rng.choice([1, 2, 4]),
                         "idx": [rng.randint(1, wide) for _ in range(wide)],
                         "k": [rng.randint(0, 2) for _ in range(wide)]}

    def element(self):
        return Fraction(self.random.randint(-8, 8), 8)

    def cell(self, d, e):
        """The text of a neighbour's indices: d before it along the inner loop, e along the outer one."""
        inner, outer = self.offset - d, 1 - e
        inner = "i" + (f"+{inner}" if inner else "")
        outer = "j" + (f"+{outer}" if outer else "")
        return f"{inner}, {outer}" if self.inner_is_row else f"{outer}, {inner}"

    def spelled(self, text):
        return text.format("i+1" if self.first == 0 else "i", self.cell(0, 0))

    def text(self):
        parts = [f"y![{self.cell(d, e)}]" + (f" + {self.spelled(plus)}" if plus else "")
                 for (d, e), plus in zip(self.cells, self.plus)]
        sums = parts[0] if len(parts) == 1 else f"{self.least}({', '.join(parts)})"
        lines = ["for j = 1:m", f"for i = {self.first}:n", f"y![{self.cell(0, 0)}] += {sums}",
                 *[self.spelled(text) for text in self.also], "end", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def evaluate(self, given):
        for j in range(1, self.columns + 1):
            first = {"j": j, "lo": self.integers["lo"]}.get(self.first, self.first)
            for i in range(first, self.rows + 1):
                self.fill(given, i, j)

    def place(self, i, j, d, e):
        inner, outer = i + self.offset - d, j + 1 - e
        return [inner, outer] if self.inner_is_row else [outer, inner]

    def fill(self, given, i, j):
        x, w, y = given["x"], given["w"], given["y!"]
        at = i if self.first == 0 else i - 1
        values = {None: None, "x[{0}]": x[at], "w[j]": w[j - 1], "0.5": Number(Fraction(1, 2))}
        parts = [get(y, self.place(i, j, d, e)) for d, e in self.cells]
        parts = [added(part, values[plus]) if plus else part for part, plus in zip(parts, self.plus)]
        here = self.place(i, j, 0, 0)
        sums = parts[0]
        for part in parts[1:]:
            sums = extreme(sums, part, self.least == "max")
        change(y, here, sums)
        for text in self.also:
            self.add(text, given, at, j - 1, here)

    def add(self, text, given, at, j, here):
        x, w, y, z = (given[name] for name in ("x", "w", "y!", "z!"))
        idx, k = self.integers["idx"], self.integers["k"]
        if text.startswith("z!"):
            change(z, [at + 1], x[at])
        elif text.startswith("if"):
            if x[at].value < w[j].value:
                change(z, [at + 1], w[j], -1)
        elif "idx" in text:
            change(y, here, x[idx[at] - 1], -1)
        elif "k[" in text:
            change(y, here, Number(Fraction(1, 4) if k[at] == k[j] else Fraction(0)))
        else:
            change(y, here, product(x[at], w[j]))
