"""branched.py: random programs that fill a table, and decide in each cell by what they read.

A cell adds neighbours to itself, others in either arm of a condition. The condition compares elements, of which the inner
loop leaves one alone. Local arrays are as long as a size and a constant. A block in the loops makes a score by a condition
or by bits of an integer, in an order that counts, and is undone behind its use."""

from fractions import Fraction

from case import Case, change, get
from tape import Number, added

ROUNDS = 4  # of the loop within a block


class Branched(Case):
    """shapes: y! has a row and a column more than a and b have elements."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns = rng.choice([1, 2, 3, 7]), rng.choice([1, 2, 5])
        self.shapes = {"y!": [self.rows + 1, self.columns + 1], "a": [self.rows], "b": [self.columns],
                       "s!": [self.rows], "o!": [1]}
        self.integers = {"g": [rng.randint(0, 2 ** ROUNDS - 1) for _ in range(self.rows)]}
        self.compare = rng.choice(["==", "!=", "<", "<=", ">"])
        self.either = rng.choice([False, False, True])
        self.named = rng.choice([False, True])
        self.arms = [self.neighbours(2), rng.choice([[], self.neighbours(2), self.neighbours(2)])]
        self.always = rng.choice([[], self.neighbours(1)])
        self.score = rng.choice([None, "branch", "bits", "bits"])
        self.local = rng.choice([False, True])

    def neighbours(self, most):
        """Distances to a cell before this one, each with a sign."""
        choice = [(d, e, sign) for d, e in ((1, 0), (0, 1), (1, 1)) for sign in (1, -1)]
        return self.random.sample(choice, self.random.randint(1, most))

    def element(self):
        return Fraction(self.random.randint(-4, 4), 8)

    def sums(self, cells):
        text = "".join(f" {'+' if sign > 0 else '-'} y![{'i+1' if d == 0 else 'i'}, {'j+1' if e == 0 else 'j'}]"
                       for d, e, sign in cells)
        return [f"y![i+1, j+1] += 0.125{text}"] if cells else []

    def condition(self):
        one = f"a[i] {self.compare} b[j]"
        return f"{one} || a[i] == b[j] && j < i" if self.either else one

    def block(self):
        if self.score == "branch":
            return ["@routine begin", "t ← 0.0", "if (a[i] > b[j], ~)", "t += b[j]", "else", "t -= a[i] + 1", "end", "end"]
        return ["@routine begin", f"q ← zeros(Fixed, {ROUNDS + 1})", "q[1] += a[i]", f"for k = 1:{ROUNDS}",
                "if ((g[i] >> (k - 1)) & 1 == 1, ~)", "q[k+1] += q[k] + b[j]", "else", "q[k+1] -= q[k]", "end", "end", "end"]

    def running(self):
        """A sum along a local array, for each row."""
        return ["for i = 1:m", "@routine begin", "r ← zeros(Fixed, n + 1)", "for j = 1:n", "if (b[j] < a[i], ~)",
                "r[j+1] += r[j] + b[j]", "else", "r[j+1] += r[j] + 1", "end", "end", "end", "s![i] += r[n+1]", "~@routine",
                "end"]

    def text(self):
        used = {"branch": "t", "bits": f"q[{ROUNDS + 1}]"}.get(self.score)
        lines = ["m ← length(a)", "n ← length(b)"] + (self.running() if self.local else [])
        lines += ["for i = 1:" + ("m" if self.named else "length(a)"), "for j = 1:" + ("n" if self.named else "length(b)")]
        lines += self.block() + [f"o![1] += {used}", "~@routine"] if self.score else []
        lines += self.sums(self.always) + [f"if ({self.condition()}, ~)"] + self.sums(self.arms[0])
        lines += (["else"] + self.sums(self.arms[1]) if self.arms[1] else []) + ["end", "end", "end"]
        lines += ["n → length(b)", "m → length(a)"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def holds(self, i, j, a, b):
        one = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b}[self.compare]
        return one or (self.either and a == b and j < i)

    def score_of(self, i, a, b):
        if self.score == "branch":
            return b if a.value > b.value else added(added(Number(Fraction(0)), a, -1), Number(Fraction(1)), -1)
        q = a
        for k in range(ROUNDS):
            q = added(q, b) if self.integers["g"][i] >> k & 1 else added(Number(Fraction(0)), q, -1)
        return q

    def add(self, given, i, j, cells):
        if cells:
            change(given["y!"], [i + 1, j + 1], Number(Fraction(1, 8)))
        for d, e, sign in cells:
            change(given["y!"], [i + 1, j + 1], get(given["y!"], [i + 1 - d, j + 1 - e]), sign)

    def evaluate(self, given):
        a, b = given["a"], given["b"]
        for i in range(self.rows if self.local else 0):
            for element in b:
                change(given["s!"], [i + 1], element if element.value < a[i].value else Number(Fraction(1)))
        for i in range(1, self.rows + 1):
            for j in range(1, self.columns + 1):
                x, y = a[i - 1], b[j - 1]
                if self.score:
                    change(given["o!"], [1], self.score_of(i - 1, x, y))
                self.add(given, i, j, self.always)
                self.add(given, i, j, self.arms[0 if self.holds(i, j, x.value, y.value) else 1])
