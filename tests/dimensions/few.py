"""few.py: random programs with small local arrays in a loop, used by loops of a few iterations.

Such a loop goes up, down or in strides, alone or within another one. Its variable is in indices, with a constant; in
conditions that know no other loop, or the one around; and in indices on a ring."""

import re
from fractions import Fraction

from case import Case, change, get
from tape import Number, product


def mod1(a, n):
    return (a - 1) % n + 1


class Few(Case):
    """shapes: y! and w have a row for each element of the arrays, and a column for each iteration."""

    def __init__(self, rng):
        super().__init__(rng)
        self.columns = rng.choice([1, 2, 5, 12])
        self.sizes = {name: rng.choice([[1], [2], [3], [3], [4], [2, 2], [3, 2]]) for name in "de"[:rng.randint(1, 2)]}
        self.shapes = {"y!": [4, self.columns], "w": [4, self.columns]}
        self.made = [self.statement(rng, "made", k) for k in range(rng.randint(1, 4))]
        self.used = [self.statement(rng, "used", k) for k in range(rng.randint(1, 3))]

    def statement(self, rng, place, number):
        """Loops, a condition or None, the target and the factors of what it gets."""
        loops = []
        for name in "pq"[:rng.choice([0, 1, 1, 1, 2, 2])]:
            first, last = sorted((rng.randint(-1, 3), rng.randint(-1, 3)))
            step = rng.choice([1, 1, 1, 2, -1])
            last = min(last, first + 3 * abs(step))
            loops.append((f"{name}{place[0]}{number}", *((last, step, first) if step < 0 else (first, step, last))))
        names = [loop[0] for loop in loops]
        test = None
        if names and rng.randint(0, 1):
            a, b = names[0], names[-1]
            test = rng.choice([f"{a} != 0", f"{a} < 2", f"{a} + {b} == 2", f"{a} != 0 || {b} != 0", f"{a} <= j", f"{b} > 0 && j > 1"])
        factors = [self.factor(rng, loops) for _ in range(rng.randint(1, 2))]
        if place == "used":
            target = ("y!", [self.index(rng, loops, 4), "j"])
        else:
            target = self.element_of(rng, loops, rng.choice(sorted(self.sizes)))
            factors = [f for f in factors if f[0] != target[0]] or [("w", ["1", "j"])]
        return loops, test, target, factors

    def index(self, rng, loops, size):
        """Within 1 .. size in all iterations."""
        if not loops or rng.randint(0, 4) == 0:
            return str(rng.randint(1, size))
        name, first, _, last = rng.choice(loops)
        low, high = min(first, last), max(first, last)
        if high - low >= size:
            return f"mod1({name}, {size})"
        by = rng.randint(1 - low, size - high)
        return name if by == 0 else f"{name} {'+' if by > 0 else '-'} {abs(by)}"

    def element_of(self, rng, loops, name):
        return name, [self.index(rng, loops, size) for size in self.sizes[name]]

    def factor(self, rng, loops):
        kind = rng.randint(0, 3)
        if kind == 0:
            return self.element_of(rng, loops, rng.choice(sorted(self.sizes)))
        if kind == 1 and loops:
            name = rng.choice(loops)[0]
            return "w", [self.index(rng, loops, 4), f"mod1(j + {name}, size(w, 2))"]
        return "w", [self.index(rng, loops, 4), "j"]

    @staticmethod
    def spelled(element):
        return f"{element[0]}[{', '.join(element[1])}]"

    def lines(self, statements):
        lines = []
        for loops, test, target, factors in statements:
            lines += [f"for {name} = {first}:{last}" if step == 1 else f"for {name} = {first}:{step}:{last}"
                      for name, first, step, last in loops]
            lines += [f"if ({test}, ~)"] if test else []
            lines += [f"{self.spelled(target)} += {' * '.join(map(self.spelled, factors))}"]
            lines += ["end"] * (len(loops) + (test is not None))
        return lines

    def text(self):
        arrays = [f"{name} ← zeros(Fixed, {', '.join(map(str, size))})" for name, size in self.sizes.items()]
        lines = ["for j = 1:size(w, 2)", "@routine begin"] + arrays + self.lines(self.made) + ["end"]
        lines += self.lines(self.used) + ["~@routine", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def run(self, statement, arrays, values):
        loops, test, target, factors = statement
        if len(loops) > len(values) - 1:
            name, first, step, last = loops[len(values) - 1]
            for value in range(first, last + (1 if step > 0 else -1), step):
                self.run(statement, arrays, {**values, name: value})
            return
        known = {**values, "mod1": mod1, "columns": self.columns}
        if test and not eval(test.replace("||", "or").replace("&&", "and"), known):
            return

        def place(element):
            indices = [eval(re.sub(r"size\(w, 2\)", "columns", index), known) for index in element[1]]
            return arrays[element[0]], indices

        by = Number(Fraction(1))
        for factor in factors:
            by = product(by, get(*place(factor)))
        change(*place(target), by)

    def evaluate(self, given):
        for j in range(1, self.columns + 1):
            arrays = dict(given)
            for name, size in self.sizes.items():
                rows = size[1] if len(size) == 2 else None
                arrays[name] = [[Number(Fraction(0)) for _ in range(rows)] if rows else Number(Fraction(0))
                                for _ in range(size[0])]
            for statement in self.made + self.used:
                self.run(statement, arrays, {"j": j})

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)
