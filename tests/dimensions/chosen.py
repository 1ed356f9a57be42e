"""chosen.py: random programs whose iterations choose a place by numbers that they compute.

Each iteration has a vector of distances or products, made by two loops in either order. A counted index goes through
packed coefficients. The place is counted by comparisons of elements. What is done there stands behind: sums into the
column or the element of that number, counts, and what later iterations read."""

from fractions import Fraction

from case import Case, change
from tape import Number, added, product


class Chosen(Case):
    """shapes: x has a column for each iteration, c and y! one for each place."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.places = rng.choice([1, 2, 2, 3]), rng.choice([1, 2, 3, 3, 5])
        self.columns = rng.choice([1, 2, 5, 6, 7, 12, 17, 33])
        self.shapes = {"y!": [self.rows, self.places], "x": [self.rows, self.columns], "c": [self.rows, self.places],
                       "w": [max(1, self.places * (self.places - 1) // 2)], "z!": [self.columns + self.places], "o!": [1],
                       "s!": [1]}
        self.integers = {"n!": [rng.randint(0, 3) for _ in range(self.places)]}
        self.target_outside = rng.randint(0, 1)
        self.squares = rng.randint(0, 1)
        self.packed = rng.choice([None, "l += 1", "INC(l)"])
        self.compare = rng.choice(["<", "<=", ">", "!="])
        self.down = rng.choice([False, False, False, True])
        self.used = rng.sample(["column", "element", "count", "own"], rng.choice([1, 1, 2, 3])) + rng.choice([[], [], ["chain", "early"], ["chain", "late"]])

    def distances(self):
        loops = ["for k = 1:size(c, 2)", "for p = 1:size(x, 1)"]
        e = "(x[p, i] - c[p, k])^2" if self.squares else "x[p, i] * c[p, k]"
        return ((loops if self.target_outside else loops[::-1]) + [f"d[k] += {e}", "end", "end"]
                + ["d[1] += z![i]"] * ("early" in self.used))

    def coefficients(self):
        return ["l ← 0", "for j = 1:length(d)", "for m = j+1:length(d)", self.packed, "q[m] += w[l] * d[j]", "end",
                "end"] if self.packed else ["q .+= d"]

    def place(self):
        return ["place ← 1", "for k = 2:length(q)", f"if (q[k] {self.compare} q[1], ~)", "place += 1", "end", "end"]

    def uses(self):
        spelled = {"column": ["for p = 1:size(x, 1)", "y![p, place] += x[p, i]", "end"],
                   "element": ["y![1, place] += q[1]"],
                   "count": ["n![place] += 1"],
                   "own": ["o![1] += q[place]"],
                   "chain": ["z![i + place] += x[1, i]"], "early": [],
                   "late": ["s![1] += z![place]"]}
        return [line for use in self.used for line in spelled[use]]

    def text(self):
        lines = ["for i = size(x, 2):-1:1" if self.down else "for i = 1:size(x, 2)", "@routine begin",
                 "d ← zeros(Fixed, size(c, 2))", "q ← zeros(Fixed, size(c, 2))"]
        lines += self.distances() + self.coefficients() + self.place() + ["end"] + self.uses() + ["~@routine", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def holds(self, a, b):
        return {"<": a < b, "<=": a <= b, ">": a > b, "!=": a != b}[self.compare]

    def numbers_of(self, given, i):
        zero = Number(Fraction(0))
        d = [zero] * self.places
        for k in range(self.places):
            for p in range(self.rows):
                x, c = given["x"][p][i], given["c"][p][k]
                apart = added(x, c, -1)
                d[k] = added(d[k], product(apart, apart) if self.squares else product(x, c))
        if "early" in self.used:
            d[0] = added(d[0], given["z!"][i])
        q, left = [zero] * self.places if self.packed else list(d), iter(given["w"])
        for j in range(self.places if self.packed else 0):
            for m in range(j + 1, self.places):
                q[m] = added(q[m], product(next(left), d[j]))
        return q

    def evaluate(self, given):
        counts = list(self.integers["n!"])
        for i in range(self.columns)[::-1 if self.down else 1]:
            q = self.numbers_of(given, i)
            place = 1 + sum(self.holds(element.value, q[0].value) for element in q[1:])
            for use in self.used:
                if use == "column":
                    for p in range(self.rows):
                        change(given["y!"], [p + 1, place], given["x"][p][i])
                elif use == "count":
                    counts[place - 1] += 1
                elif use == "late":
                    change(given["s!"], [1], given["z!"][place - 1])
                elif use == "chain":
                    change(given["z!"], [i + 1 + place], given["x"][0][i])
                elif use == "own":
                    change(given["o!"], [1], q[place - 1])
                elif use == "element":
                    change(given["y!"], [1, place], q[0])
        self.later = {"n!": counts}

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)
