"""butterflies.py: random programs that change pairs of elements in place, as fast transforms do.

A level takes an array in groups, and in each group pairs of elements at a distance. The size of a group changes from
level to level, or is an argument. Pairs are exchanged, added and compared."""

from fractions import Fraction

from case import Case
from tape import added, product


class Butterflies(Case):
    """shapes: x! is changed in place, y! takes sums of its pairs. The distance is never 0."""

    def __init__(self, rng):
        super().__init__(rng)
        self.levels = rng.randint(1, 4)
        self.distance = rng.choice(["power", "power", "vector", "argument"])
        self.distances = {"power": [1 << level for level in range(self.levels)],
                          "vector": [rng.randint(0, 5) for _ in range(self.levels)],
                          "argument": [rng.randint(0, 6)] * self.levels}[self.distance]
        self.rounds = rng.randint(0, 4)  # of the loop over groups, where it is an argument
        self.counted = rng.choice(["argument", "length"])
        self.first_group, self.first_pair = rng.choice([0, 1]), rng.choice([0, 1, 1, 2])
        self.wide = rng.choice([1, 2, 2, 3])  # a group is that many times the distance
        self.spelled = rng.choice(["{0}m*{1}", "m*{1}*{0}", "{1}*({0}m)"])
        self.offset = rng.choice([0, 0, 1, 3])
        self.kinds = rng.sample(["exchange", "sum", "odd", "compare"], rng.randint(1, 3))
        longest = max(max(self.distances), 1) * (self.wide * max(self.rounds, 1) + 1) + self.offset + 1
        self.shapes = {"x!": [longest + rng.choice([0, 0, 5])], "y!": [longest + 5], "w": [8]}
        self.integers = {"g": self.distances, "m0": self.distances[0], "rounds": self.rounds, "levels": self.levels}

    def groups(self, m):
        """How many there are at this distance."""
        n = self.shapes["x!"][0] - self.offset - m - 1
        return self.rounds if self.counted == "argument" else n // (self.wide * m) if m else 0

    # ---- text ----

    def places(self):
        group = "i" if self.first_group == 0 else "(i - 1)"
        pair = "j + 1" if self.first_pair == 0 else "j"
        a = f"{self.spelled.format(self.wide, group)} + {pair}" + (f" + {self.offset}" if self.offset else "")
        return a, f"{a} + m"

    def body(self):
        a, b = self.places()
        spelled = {"exchange": [f"x![{a}] ↔ x![{b}]"],
                   "sum": [f"y![{a}] += x![{b}] * w[3]", f"y![{b}] -= x![{a}]"],
                   "odd": ["if (j & 1 == 1, ~)", f"x![{a}] ↔ x![{b}]", "end"],
                   "compare": ["if (w[1] < w[2], ~)", f"y![{b}] += x![{a}]", "end"]}
        return [line for kind in self.kinds for line in spelled[kind]]

    def text(self):
        made = {"power": "m += 1 << (l - 1)", "vector": "m += g[l]", "argument": "m += m0"}[self.distance]
        last = "rounds"
        if self.counted == "length":
            last = f"(m == 0 ? 0 : (length(x!) - {self.offset + 1} - m) ÷ max({self.wide}m, 1))"
        groups = f"0:{last}-1" if self.first_group == 0 else f"1:{last}"
        pairs = "0:m-1" if self.first_pair == 0 else f"{self.first_pair}:m"
        lines = ["for l = 1:levels", "@routine begin", "m ← 0", made, "end",
                 f"for i = {groups}", f"for j = {pairs}", *self.body(), "end", "end", "~@routine", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    # ---- values ----

    def evaluate(self, given):
        for m in self.distances:
            for group in range(self.groups(m)):
                for pair in range(max(self.first_pair, 1), m + 1):
                    a = self.wide * m * group + pair + self.offset - 1
                    self.change(given, a, a + m, pair - (self.first_pair == 0))

    def change(self, given, a, b, j):
        x, y, w = given["x!"], given["y!"], given["w"]
        for kind in self.kinds:
            if kind == "exchange" or (kind == "odd" and j & 1):
                x[a], x[b] = x[b], x[a]
            elif kind == "sum":
                y[a] = added(y[a], product(x[b], w[2]))
                y[b] = added(y[b], x[a], -1)
            elif kind == "compare" and w[0].value < w[1].value:
                y[b] = added(y[b], x[a])

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)
