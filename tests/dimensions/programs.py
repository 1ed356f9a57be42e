"""programs.py BUILD [PROGRAMS [SEED]]: random programs over arrays of one to four dimensions.

A nest of two to six loops, in any order, adds products of elements: indices are loop variables, windows `i + p - 1`,
strides and distances, and a bias may be added on the way. Or the factors are sums of elements that change along some
of the loops only. A loop over `eachindex` or `1:length` changes elements by one index, in arrays of one shape or of
others with as many elements. Rows follow each other under a condition that compares an element, as in a knapsack.
Layers of an array follow each other in its third dimension. Conditions of several operations stand over bodies that
change what they read, or elements beside it. Of conditions on loop variables one must hold. Updates choose between two values. Neighbours are those on a
ring or a torus, by constants or by loops. Elements go to places that vectors name, with constants that no instruction
holds. Small arrays live in loops, under loops of few iterations (few.py). Iterations choose the place to which they add
(chosen.py). Loops leave quotients alone (quotients.py). Sizes divide, and elements at distances are added (means.py). Cells of
a table decide which neighbours they add (branched.py). More variables live than there are registers (crowded.py).
Pairs of elements change in groups whose sizes do (butterflies.py). Tables are filled by loops whose variable is nothing
but an index (tables.py).
Each runs at the defaults, at -O0 and without single passes, and once more backward.

Values and gradients must be those of an evaluation here, in fractions with a tape. Elements are multiples of 2^-6, so
that nothing is rounded. Prints how many runs were equal; any other is printed and is a failure."""

import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from branched import Branched  # noqa: E402
from butterflies import Butterflies  # noqa: E402
from case import Case, change, columns_first, filled, get  # noqa: E402
from chosen import Chosen  # noqa: E402
from crowded import Crowded  # noqa: E402
from few import Few  # noqa: E402
from means import Means  # noqa: E402
from quotients import Quotients  # noqa: E402
from tables import Tables  # noqa: E402
from tape import Number, added, extreme, gradients_of, mapped, product  # noqa: E402

WAYS = [[], ["-O0"]] + [["--no-pass=" + name] for name in
                        ("flat", "elements", "conditions", "indices", "ends", "loads", "ranges", "blocks", "streams", "expand", "hoist", "registers", "unroll", "branches", "divisors", "addends", "zeros")]
MOST_ELEMENTS = 1500  # of an array, which is an argument of a command
CONSTANTS = [Fraction(n, 1 << 20) for n in (891291, -123457, 3, 1 << 19, 5 << 20)]


class Nest(Case):
    """y![..] += x[..] * w[..] in loops in any order."""

    def __init__(self, rng):
        super().__init__(rng)
        self.names = "ijklpq"[:rng.randint(2, 6)]
        self.extents = {name: rng.choice([1, 2, 3, 3, 4, 5, 9] if len(self.names) < 5 else [1, 2, 3, 3]) for name in self.names}
        self.order = rng.sample(self.names, len(self.names))
        self.indices = {array: self.some_indices() for array in ("y!", "x", "w")}
        self.shapes = {array: self.shape_for(forms) for array, forms in self.indices.items()}
        self.sign = rng.choice(["+=", "+=", "-="])
        self.bias = rng.randint(0, 3) == 0
        self.of_sizes = {name: self.size_that_is(name) for name in self.names}
        self.steps = {name: rng.choice([1, 1, 1, 1, 2, -1, -2]) for name in self.names}

    def some_indices(self):
        while True:
            forms = [self.form() for _ in range(self.random.choice([1, 2, 2, 3, 3, 4]))]
            if math.prod(self.shape_for(forms)) <= MOST_ELEMENTS:
                return forms

    def shape_for(self, forms):
        return [self.largest(form) for form in forms]

    def form(self):
        pick = self.random.choice
        a, b = pick(self.names), pick(self.names)
        return pick([(a,), (a,), (a,), (a, b) if a != b else (a,), (a, 2), (a, a), ()])

    def value(self, form, at_):
        numbers = [part if isinstance(part, int) else at_[part] for part in form]
        return sum(numbers) - (len(numbers) - 1) if numbers else 1

    def largest(self, form):
        return self.value(form, self.extents)

    def spelled(self, form):
        parts = [str(part) for part in form]
        return " + ".join(parts) + (f" - {len(parts) - 1}" if len(parts) > 1 else "") if parts else "1"

    def size_that_is(self, name):
        """An extent of an array where the loop variable is the whole index."""
        found = [f"size({array}, {d + 1})" for array, forms in self.indices.items() for d, form in enumerate(forms)
                 if form == (name,)]
        return self.random.choice(found) if found and self.random.randint(0, 3) else str(self.extents[name])

    def range_of(self, name):
        step, size = self.steps[name], self.of_sizes[name]
        return f"1:{size}" if step == 1 else f"1:{step}:{size}" if step > 0 else f"{size}:{step}:1"

    def numbers(self, name):
        step, extent = self.steps[name], self.extents[name]
        return range(1, extent + 1, step) if step > 0 else range(extent, 0, step)

    def place(self, array):
        return f"{array}[" + ", ".join(map(self.spelled, self.indices[array])) + "]"

    def bias_depth(self):
        used = {part for form in self.indices["y!"] for part in form if isinstance(part, str)}
        return max([self.order.index(name) + 1 for name in used], default=0)

    def text(self):
        lines, depth = [self.signature()], self.bias_depth()
        for level, name in enumerate(self.order):
            lines.append("    " * (level + 1) + f"for {name} = {self.range_of(name)}\n")
            if self.bias and level + 1 == depth and depth < len(self.order):
                lines.append("    " * (level + 2) + f"{self.place('y!')} += 0.5\n")
        lines.append("    " * (len(self.order) + 1) + f"{self.place('y!')} {self.sign} {self.place('x')} * {self.place('w')}\n")
        lines += ["    " * level + "end\n" for level in range(len(self.order), -1, -1)]
        return "".join(lines)

    def evaluate(self, given):
        depth = self.bias_depth()
        half = Number(Fraction(1, 2))
        ranges = [self.numbers(name) for name in self.order]
        if self.bias and 0 < depth < len(self.order):
            for numbers in itertools.product(*ranges[:depth]):
                at_ = dict(zip(self.order, numbers))
                change(given["y!"], [self.value(f, at_) for f in self.indices["y!"]], half)
        for numbers in itertools.product(*ranges):
            at_ = dict(zip(self.order, numbers))
            places = {a: [self.value(f, at_) for f in forms] for a, forms in self.indices.items()}
            change(given["y!"], places["y!"], product(get(given["x"], places["x"]), get(given["w"], places["w"])),
                   1 if self.sign == "+=" else -1)


class Factors(Nest):
    """y![..] += (x[..] - u[..]) * (w[..] + v[..]): factors that change along some of the loops only."""

    def __init__(self, rng):
        super().__init__(rng)
        self.names = "ijkl"[:rng.randint(2, 4)]
        self.extents = {name: rng.choice([1, 2, 3, 6, 7, 9] if len(self.names) < 4 else [1, 2, 6]) for name in self.names}
        self.order = rng.sample(self.names, len(self.names))
        pairs = [rng.sample(self.names, rng.randint(1, min(3, len(self.names)))) for _ in range(2)]
        self.indices = {array: [(name,) for name in names]
                        for array, names in zip("xuwv", [pairs[0][:2], pairs[0][-1:], pairs[1][:2], pairs[1][-1:]])}
        used = [name for name in self.names if rng.randint(0, 1)] or [self.names[0]]
        self.indices["y!"] = [(name,) for name in rng.sample(used, len(used))]
        self.shapes = {array: self.shape_for(forms) for array, forms in self.indices.items()}
        self.of_sizes = {name: self.size_that_is(name) for name in self.names}
        self.steps = {name: rng.choice([1, 1, 1, 1, 2, -1]) for name in self.names}
        self.signs = [rng.choice("+-"), rng.choice("+-")]

    def text(self):
        lines = [self.signature()]
        for level, name in enumerate(self.order):
            lines.append("    " * (level + 1) + f"for {name} = {self.range_of(name)}\n")
        factors = [f"({self.place(a)} {sign} {self.place(b)})" for a, sign, b in zip("xw", self.signs, "uv")]
        lines.append("    " * (len(self.order) + 1) + f"{self.place('y!')} {self.sign} {' * '.join(factors)}\n")
        lines += ["    " * level + "end\n" for level in range(len(self.order), -1, -1)]
        return "".join(lines)

    def evaluate(self, given):
        for numbers in itertools.product(*[self.numbers(name) for name in self.order]):
            at_ = dict(zip(self.order, numbers))
            places = {a: [self.value(f, at_) for f in forms] for a, forms in self.indices.items()}
            factors = [added(get(given[a], places[a]), get(given[b], places[b]), 1 if sign == "+" else -1)
                       for a, sign, b in zip("xw", self.signs, "uv")]
            change(given["y!"], places["y!"], product(*factors), 1 if self.sign == "+=" else -1)


class Linear(Case):
    """All elements by one index."""

    def __init__(self, rng):
        super().__init__(rng)
        shape = [rng.randint(1, 5) for _ in range(rng.randint(1, 4))]
        other = rng.sample(shape, len(shape)) if rng.randint(0, 2) == 0 else shape
        self.shapes = {"y!": shape, "x": other, "w": shape}
        self.vector = rng.randint(0, 1)
        self.block = rng.randint(0, 1)
        self.condition = rng.randint(0, 2) == 0
        if self.vector:
            self.shapes["v!"] = [math.prod(shape)]
        self.loop = rng.choice(["i in eachindex(y!)", "i = 1:length(y!)", "i in eachindex(w)"])

    def text(self):
        body = ["@routine begin", "    t ← 0.0", "    t += x[i] * 2", "end"] if self.block else []
        first = "t" if self.block else "x[i]"
        body += ["if w[i] > 0", f"    y![i] += {first} * w[i]", "end"] if self.condition else [f"y![i] += {first} * w[i]"]
        body += [f"v![i] -= {first}"] if self.vector else []
        body += ["~@routine"] if self.block else []
        return self.signature() + f"    for {self.loop}\n" + "".join(f"        {line}\n" for line in body) + "    end\nend\n"

    def evaluate(self, given):
        orders = {name: list(columns_first(shape)) for name, shape in self.shapes.items()}
        for i in range(len(orders["y!"])):
            first, w = get(given["x"], orders["x"][i]), get(given["w"], orders["w"][i])
            first = product(first, Number(Fraction(2))) if self.block else first
            if not self.condition or w.value > 0:
                change(given["y!"], orders["y!"][i], product(first, w))
            if self.vector:
                change(given["v!"], [i + 1], first, -1)


class Rows(Case):
    """Each row is made of the one before; an element says where another rule begins."""

    def __init__(self, rng):
        super().__init__(rng)
        self.count, self.length = rng.randint(0, 5), rng.choice([1, 3, 8, 20, 40])
        self.shapes = {"y!": [self.length, self.count + 1], "v": [self.count]}
        self.integers = {"w!": [rng.randint(0, 9) for _ in range(self.count)], "n": self.length}
        self.compare = rng.choice([">", ">=", "<", "<="])
        self.rule = rng.choice(["max", "sum", "product"])
        self.otherwise = rng.randint(0, 2) > 0
        self.moving = rng.randint(0, 4) == 0  # the element grows on the way
        if self.moving:
            self.later = {"w!": [w + self.length for w in self.integers["w!"]]}

    def text(self):
        before, apart = "y![c, i]", "y![c - w![i], i]"
        reached = apart if self.compare == ">" else before
        new = {"max": f"max({before}, {reached} + v[i])", "sum": f"{reached} - v[i]", "product": f"{reached} * v[i]"}[self.rule]
        lines = ["for i = 1:length(w!)", "    for c = 1:n", f"        if c {self.compare} w![i]", f"            y![c, i + 1] += {new}"]
        lines += ["        else", f"            y![c, i + 1] += {before}"] if self.otherwise else []
        lines += ["        end"] + (["        w![i] += 1"] if self.moving else []) + ["    end", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def evaluate(self, given):
        compare = {">": int.__gt__, ">=": int.__ge__, "<": int.__lt__, "<=": int.__le__}[self.compare]
        for i in range(1, self.count + 1):
            w, v = self.integers["w!"][i - 1] - self.moving, given["v"][i - 1]
            for c in range(1, self.length + 1):
                w += self.moving
                before = given["y!"][c - 1][i - 1]
                if compare(c, w):
                    reached = given["y!"][c - w - 1][i - 1] if self.compare == ">" else before
                    new = extreme(before, added(reached, v), True) if self.rule == "max" else \
                        added(reached, v, -1) if self.rule == "sum" else product(reached, v)
                    change(given["y!"], [c, i + 1], new)
                elif self.otherwise:
                    change(given["y!"], [c, i + 1], before)

    def element(self):  # products of rows stay exact
        return Fraction(self.random.randint(-16, 16), 16)


class Layers(Case):
    """Elements of one layer of an array follow neighbours in another one, or in their own, or those of a pivot."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns, self.steps = rng.randint(3, 6), rng.randint(3, 6), rng.randint(0, 3)
        long = rng.choice(["", "rows", "columns"])  # enough for arrays in place of scalars
        self.rows, self.columns = 19 if long == "rows" else self.rows, 19 if long == "columns" else self.columns
        self.depth = rng.choice([[], [], [2]])  # of an array of four dimensions
        self.shapes = {"y!": [self.rows, self.columns, *self.depth, self.steps + 1], "w": [self.rows, self.columns]}
        self.later_layer = rng.choice([0, 1, 1, 1])
        self.form = rng.choice(["sum", "sum", "least"])
        self.reads = []  # by how much row, column and layer differ; is it of the pivot, is it of the other plane
        while len(self.reads) < (2 if self.form == "least" else 1) + rng.randint(0, 2):
            read = (rng.randint(-1, 1), rng.randint(-1, 1), rng.choice([0, 0, 0, 1]), rng.choice(["", "", "row", "column"]),
                    rng.randint(0, len(self.depth)))
            own = read[2] == self.later_layer  # where a pivot would be what changes in some iteration
            if read[4] or not own or (not read[3] and read[:2] != (0, 0)):
                self.reads.append(read)
        self.order = rng.choice(["ij", "ji"])
        self.weight = rng.randint(0, 1)

    def text(self):
        reads = []
        for a, b, e, pivot, other in self.reads:
            row, column = "t" if pivot == "row" else f"i + {a}", "t" if pivot == "column" else f"j + {b}"
            deep = ["3 - k" if other else "k"] if self.depth else []
            reads.append(f"y![{', '.join([row, column, *deep, f't + {e}'])}]")
        value = " + ".join(reads) if self.form == "sum" else f"min({reads[0]}, {' + '.join(reads[1:])})"
        value = f"w[i, j] * ({value})" if self.weight else value
        first, second = self.order
        loops = {"i": "2:size(y!, 1)-1", "j": "2:size(y!, 2)-1"}
        target = f"y![i, j, {'k, ' if self.depth else ''}t + {self.later_layer}]"
        lines = [f"for t = 1:size(y!, {3 + len(self.depth)})-1"] + (["for k = 1:2"] if self.depth else [])
        lines += [f"for {first} = {loops[first]}", f"for {second} = {loops[second]}", f"{target} += {value}"]
        text = "".join(f"    {line}\n" for line in lines + ["end"] * (3 + len(self.depth)))
        return self.signature() + text.replace("+ -", "- ").replace(" + 0", "") + "end\n"

    def evaluate(self, given):
        ranges = {"i": range(2, self.rows), "j": range(2, self.columns)}
        planes = range(1, 3) if self.depth else [1]
        for t, k in itertools.product(range(1, self.steps + 1), planes):
            for x, z in itertools.product(ranges[self.order[0]], ranges[self.order[1]]):
                i, j = (x, z) if self.order == "ij" else (z, x)
                values = []
                for a, b, e, pivot, other in self.reads:
                    deep = [3 - k if other else k] if self.depth else []
                    row, column = t if pivot == "row" else i + a, t if pivot == "column" else j + b
                    values.append(get(given["y!"], [row, column, *deep, t + e]))
                first = values.pop(0) if self.form == "least" else None
                value = values[0]
                for one in values[1:]:
                    value = added(value, one)
                value = extreme(first, value, False) if first else value
                if self.weight:
                    value = product(given["w"][i - 1][j - 1], value)
                change(given["y!"], [i, j, *([k] if self.depth else []), t + self.later_layer], value)

    def element(self):  # products stay exact over a few layers
        return Fraction(self.random.randint(-2, 2), 2)


class Branches(Case):
    """Conditions of several operations, over bodies that change what they read, or elements beside it."""

    def __init__(self, rng):
        super().__init__(rng)
        self.count, self.factor = rng.randint(1, 8), rng.choice([1, 2, 3])
        self.shapes = {"y!": [self.count + 1, 2], "w": [self.count + 1], "v": [self.count + 1]}
        self.integers = {"at": [rng.randint(1, self.count + 1) for _ in range(self.count)],
                         "by": [rng.randint(1, self.count + 1) for _ in range(self.count)]}
        self.read, self.target = rng.choice(["i", "i+1", "at[i]"]), rng.choice(["i", "i+1", "at[i]", "by[i]"])
        self.columns = rng.choice([(1, 1), (1, 2)])  # of what is read, of what changes
        self.otherwise, self.nested, self.product = rng.randint(0, 1), rng.randint(0, 1), rng.randint(0, 1)

    def text(self):
        read, target = f"y![{self.read}, {self.columns[0]}]", f"y![{self.target}, {self.columns[1]}]"
        grows = "w[i]^2 + v[i]^2" if self.product else "0.5"
        if self.nested:
            grows = f"abs({grows})"
        lines = [f"for i = 1:length(at)", f"    if {self.factor} * {read} > w[i] * v[i]", f"        {target} += {grows}"]
        if self.nested:
            lines += [f"        if {read} + v[i] > w[i] * v[i] - 100",
                      f"            {target} += {self.factor} * w[i]^2", "        end"]
        lines += ["    else", f"        {target} -= {grows}"] if self.otherwise else []
        return self.signature() + "".join(f"    {line}\n" for line in lines + ["    end", "end"]) + "end\n"

    def index(self, spelled, i):
        return i if spelled == "i" else i + 1 if spelled == "i+1" else self.integers[spelled[:2]][i - 1]

    def evaluate(self, given):
        for i in range(1, self.count + 1):
            w, v = given["w"][i - 1], given["v"][i - 1]
            read = [self.index(self.read, i), self.columns[0]]
            target = [self.index(self.target, i), self.columns[1]]
            grows = added(product(w, w), product(v, v)) if self.product else Number(Fraction(1, 2))
            if self.factor * get(given["y!"], read).value > w.value * v.value:
                change(given["y!"], target, grows)
                if self.nested and get(given["y!"], read).value + v.value > w.value * v.value - 100:
                    change(given["y!"], target, product(Number(Fraction(self.factor)), product(w, w)))
            elif self.otherwise:
                change(given["y!"], target, grows, -1)

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)


class Rings(Case):
    """Neighbours on a ring or a torus: indices mod1(i + k, n) and mod(i + k, n) + 1, in all iterations or in some."""

    def __init__(self, rng):
        super().__init__(rng)
        self.torus, self.steps = rng.randint(0, 1), rng.randint(1, 2)
        self.rows, self.columns = rng.choice([1, 2, 3, 4, 7, 20]), rng.choice([1, 2, 3, 5])
        width = [self.columns] if self.torus else []
        self.shapes = {"y!": [self.rows, *width, self.steps + 1], "w": [self.rows, *width]}
        self.reads = [(rng.choice("yyw"), rng.randint(-3, 3), rng.randint(-2, 2)) for _ in range(rng.randint(1, 3))]
        self.spellings = [rng.randint(0, 2) for _ in self.reads]
        self.first, self.beyond = rng.choice([1, 1, 1, 2]), rng.choice([0, 0, 0, -1])
        self.by_zero = rng.randint(0, 3) == 0
        self.name = rng.randint(0, 1)  # of the number of rows
        self.inner_first = rng.randint(0, 1)
        self.weight = rng.randint(0, 1)

    def size(self, d):
        return f"size(y!, {d})" if d == 2 or not self.name else "n"

    def wrapped(self, variable, by, d, spelling):
        at = variable + (f" + {by}" if by > 0 else f" - {-by}" if by < 0 else "")
        if self.by_zero and d == 1:  # i from 0 on
            return f"mod({at}, {self.size(d)}) + 1"
        return f"mod1({at}, {self.size(d)})" if spelling else f"mod({at} - 1, {self.size(d)}) + 1"

    def text(self):
        low, high = (self.first - 1, self.beyond - 1) if self.by_zero else (self.first, self.beyond)
        loops = [f"for i = {low}:{self.size(1)}" + (f" - {-high}" if high else "")]
        loops += ["for j = 1:size(y!, 2)"] if self.torus else []
        loops = loops[::-1] if self.inner_first else loops
        here = ["i + 1" if self.by_zero else "i"] + (["j"] if self.torus else [])
        values = []
        for (array, a, b), spelling in zip(self.reads, self.spellings):
            index = [self.wrapped("i", a, 1, spelling)] + ([self.wrapped("j", b, 2, spelling)] if self.torus else [])
            values.append(f"y![{', '.join(index)}, t]" if array == "y" else f"w[{', '.join(index)}]")
        value = " + ".join(values)
        value = f"w[{', '.join(here)}] * ({value})" if self.weight else value
        lines = [f"n ← size(y!, 1)"] if self.name else []
        lines += [f"for t = 1:{self.steps}"] + loops + [f"y![{', '.join(here)}, t + 1] += {value}"]
        lines += ["end"] * (len(loops) + 1) + (["n → size(y!, 1)"] if self.name else [])
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def evaluate(self, given):
        columns = self.columns if self.torus else 1
        rows, width = range(self.first, self.rows + self.beyond + 1), range(1, columns + 1)
        pairs = itertools.product(rows, width) if not self.inner_first else ((i, j) for j in width for i in rows)
        pairs = list(pairs)
        for t in range(1, self.steps + 1):
            for i, j in pairs:
                value = None
                for array, a, b in self.reads:
                    at_ = [(i + a - 1) % self.rows + 1] + ([(j + b - 1) % columns + 1] if self.torus else [])
                    read = get(given["y!"], at_ + [t]) if array == "y" else get(given["w"], at_)
                    value = read if value is None else added(value, read)
                here = [i] + ([j] if self.torus else [])
                change(given["y!"], here + [t + 1], product(get(given["w"], here), value) if self.weight else value)

    def element(self):  # products stay exact over a few steps
        return Fraction(self.random.randint(-4, 4), 4)


class Circular(Case):
    """Neighbours on a ring or a torus that loops within the loops over it name, as in a circular convolution."""

    def __init__(self, rng):
        super().__init__(rng)
        self.torus = rng.randint(0, 1)
        self.sizes = [rng.choice([1, 2, 3, 5, 9, 20]), rng.choice([1, 2, 4, 6])][:1 + self.torus]
        self.widths = [rng.choice([1, 2, 3, 7]) for _ in self.sizes]
        self.shapes = {"y!": self.sizes, "x": self.sizes, "w": self.widths}
        self.signs, self.shifts = [rng.choice([1, -1]) for _ in self.sizes], [rng.randint(-2, 2) for _ in self.sizes]
        self.spelling, self.order = rng.randint(0, 1), rng.randint(0, 3)
        self.centred = rng.randint(0, 1)  # offsets on both sides, from constants
        self.name = rng.randint(0, 1)
        self.own = rng.randint(0, 2) == 0  # an index without an offset, beside the others
        self.scaled = rng.randint(0, 4) == 0  # offsets that grow along the ring

    def text(self):
        size = lambda d: "n" if self.name and d == 1 else f"size(y!, {d})" if self.torus else "length(y!)"
        outer, inner, at, here, weight = [], [], [], [], []
        for d, (v, k) in enumerate(zip("ij"[:1 + self.torus], "kl"), 1):
            outer.append(f"for {v} = 1:{size(d)}")
            low, high = ("0", str(self.widths[d - 1] - 1)) if self.centred else ("1", f"size(w, {d})" if self.torus else "length(w)")
            inner.append(f"for {k} = {low}:{high}")
            by = f"{v} * {k}" if self.scaled else k
            index = f"{v} {'+' if self.signs[d - 1] > 0 else '-'} {by} + {self.shifts[d - 1]}".replace("+ -", "- ")
            at.append(f"mod1({index}, {size(d)})" if self.spelling else f"mod({index} - 1, {size(d)}) + 1")
            here.append(v)
            weight.append(f"{k} + 1" if self.centred else k)
        loops = [outer + inner, outer[::-1] + inner, outer + inner[::-1], [x for p in zip(outer, inner) for x in p]][self.order]
        own = f" + x[{', '.join(f'mod1({v} + 1, {size(d)})' for d, v in enumerate(here, 1))}]" if self.own else ""
        lines = (["n ← size(y!, 1)"] if self.name else []) + loops
        lines += [f"y![{', '.join(here)}] += w[{', '.join(weight)}] * (x[{', '.join(at)}]{own})"]
        lines += ["end"] * len(loops) + (["n → size(y!, 1)"] if self.name else [])
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def evaluate(self, given):
        for here in columns_first(self.sizes):
            for k in columns_first(self.widths):
                by = [sign * (one - self.centred) * (h if self.scaled else 1) + shift
                      for h, sign, one, shift in zip(here, self.signs, k, self.shifts)]
                value = get(given["x"], [(h + b - 1) % n + 1 for h, b, n in zip(here, by, self.sizes)])
                if self.own:
                    value = added(value, get(given["x"], [h % n + 1 for h, n in zip(here, self.sizes)]))
                change(given["y!"], here, product(get(given["w"], k), value))

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)


class Either(Case):
    """Conditions of which one must hold, on loop variables and sizes, in nests of two to four loops."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns = rng.choice([1, 3, 6, 17]), rng.choice([1, 2, 5])
        self.offsets = rng.choice([[], ["k"], ["k", "l"], ["k", "l"]])
        self.shapes = {"y!": [self.rows, self.columns], "w": [self.rows + 2, self.columns + 2]}
        atoms = ["i < j", "i + j == 5", "j > 2", "i != j", "i == size(y!, 1)", "i <= 2", "j >= size(y!, 2)"]
        atoms += ["k != 0", "k == l", "l > k", "l != 0", "i + k < 3"] if len(self.offsets) == 2 else []
        self.atoms = [rng.choice(atoms) for _ in range(rng.randint(2, 3))]
        if len(self.offsets) == 2 and rng.randint(0, 1):
            self.atoms = ["k != 0", "l != 0"]
        self.joint = rng.choice(["||", "||", "&&"])  # of the first two and the third one
        self.otherwise, self.nested, self.first = rng.randint(0, 1), rng.randint(0, 1), rng.randint(0, 1)

    def condition(self):
        text = " || ".join(self.atoms[:2])
        return text if len(self.atoms) < 3 else f"({text}) {self.joint} {self.atoms[2]}"

    def text(self):
        loops = ["for i = 1:size(y!, 1)", "for j = 1:size(y!, 2)"][::-1 if self.first else 1]
        loops += [f"for {v} = -1:1" for v in self.offsets]
        row = "i + 1" + (" + k" if self.offsets else "")
        column = "j + 1" + (" + l" if len(self.offsets) == 2 else "")
        lines = loops + [f"if {self.condition()}", f"    y![i, j] += w[{row}, {column}]"]
        lines += ["    y![i, j] += w[1, j]^2"] if self.nested else []
        lines += ["else", "    y![i, j] -= w[i, 1]"] if self.otherwise else []
        lines += ["end"] * (len(loops) + 1)
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def evaluate(self, given):
        test = self.condition().replace("||", "or").replace("&&", "and")
        test = test.replace("size(y!, 1)", "rows").replace("size(y!, 2)", "columns")
        for i, j in columns_first([self.rows, self.columns]):
            for by in itertools.product(*[range(-1, 2) for _ in self.offsets]):
                k, l = (list(by) + [0, 0])[:2]
                if eval(test, {"i": i, "j": j, "k": k, "l": l, "rows": self.rows, "columns": self.columns}):
                    change(given["y!"], [i, j], get(given["w"], [i + 1 + k, j + 1 + l]))
                    if self.nested:
                        one = get(given["w"], [1, j])
                        change(given["y!"], [i, j], product(one, one))
                elif self.otherwise:
                    change(given["y!"], [i, j], get(given["w"], [i, 1]), -1)

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)


class Arms(Case):
    """Updates by p ? a : b, in loops: p compares elements, integers or loop variables; arms may read the array that
    changes, be 0, or choose again."""

    def __init__(self, rng):
        super().__init__(rng)
        self.rows, self.columns = rng.choice([1, 4, 9]), rng.choice([1, 3, 5])
        self.shapes = {"y!": [self.rows + 1, self.columns + 1], "w": [self.rows + 1], "v": [self.columns + 1]}
        self.integers = {"at": [rng.randint(0, 2) for _ in range(self.rows)]}
        self.tests = [rng.choice(["w[i] > v[j]", "at[i] == 1", "i > j", "w[i] + v[j] <= 0.5 && at[i] > 0",
                                  "y![i, j] > 0.25", "y![i + 1, j] < w[i]"]) for _ in range(2)]
        arms = ["w[i]", "v[j] * w[i]", "y![i, j] + 0.5", "0.0", "max(y![i, j + 1], y![i + 1, j])", "w[i + 1] - v[j]"]
        self.arms = [rng.choice(arms) for _ in range(3)]
        self.sign, self.called = rng.choice([1, 1, -1]), rng.randint(0, 1)
        self.again, self.first = rng.randint(0, 1), rng.randint(0, 1)

    def chosen(self):
        a, b, c = self.arms
        test, other = self.tests
        last = f"({other} ? {b} : {c})" if self.again else b
        return f"ifelse({test}, {a}, {last})" if self.called else f"{test} ? {a} : {last}"

    def text(self):
        loops = ["for i = 1:length(at)", "for j = 1:length(v)-1"][::-1 if self.first else 1]
        lines = loops + [f"y![i + 1, j + 1] {'+=' if self.sign > 0 else '-='} {self.chosen()}", "end", "end"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    def arm(self, spelled, given, i, j):
        w, v, y = given["w"], given["v"], given["y!"]
        return {"w[i]": lambda: w[i - 1], "v[j] * w[i]": lambda: product(v[j - 1], w[i - 1]),
                "y![i, j] + 0.5": lambda: added(get(y, [i, j]), Number(Fraction(1, 2))),
                "0.0": lambda: Number(Fraction(0)), "w[i + 1] - v[j]": lambda: added(w[i], v[j - 1], -1),
                "max(y![i, j + 1], y![i + 1, j])": lambda: extreme(get(y, [i, j + 1]), get(y, [i + 1, j]), True),
                }[spelled]()

    def holds(self, spelled, given, i, j):
        w, v, y = given["w"][i - 1].value, given["v"][j - 1].value, given["y!"]
        at_i = self.integers["at"][i - 1]
        return {"w[i] > v[j]": w > v, "at[i] == 1": at_i == 1, "i > j": i > j,
                "w[i] + v[j] <= 0.5 && at[i] > 0": w + v <= Fraction(1, 2) and at_i > 0,
                "y![i, j] > 0.25": get(y, [i, j]).value > Fraction(1, 4),
                "y![i + 1, j] < w[i]": get(y, [i + 1, j]).value < w}[spelled]

    def evaluate(self, given):
        order = [(i, j) for i in range(1, self.rows + 1) for j in range(1, self.columns + 1)]
        for i, j in sorted(order, key=lambda p: p[::-1]) if self.first else order:
            k = 0 if self.holds(self.tests[0], given, i, j) else 1
            k += self.again if k and not self.holds(self.tests[1], given, i, j) else 0
            change(given["y!"], [i + 1, j + 1], self.arm(self.arms[k], given, i, j), self.sign)

    def element(self):
        return Fraction(self.random.randint(-16, 16), 16)


class Places(Case):
    """Elements go where vectors of indices say, times constants of several parts."""

    def __init__(self, rng):
        super().__init__(rng)
        self.length, self.rounds = rng.randint(1, 12), rng.randint(1, 3)
        self.shapes = {"y!": [6, self.rounds], "x": [5, self.rounds], "w": [5]}
        self.integers = {"from": [rng.randint(1, 5) for _ in range(self.length)],
                         "to": [rng.randint(1, 6) for _ in range(self.length)]}
        self.constants = [rng.choice(CONSTANTS) for _ in range(3)]

    def text(self):
        a, b, c = (repr(float(n)) for n in self.constants)
        return self.signature() + (
            f"    for t = 1:size(x, 2)\n        for e = 1:length(from)\n"
            f"            y![to[e], t] += {a} * x[from[e], t] - {b} * w[from[e]]\n        end\n"
            f"        for i = 1:size(y!, 1)\n            y![i, t] += {c}\n        end\n    end\nend\n")

    def evaluate(self, given):
        a, b, c = map(Number, self.constants)
        for t in range(1, self.rounds + 1):
            for source, target in zip(self.integers["from"], self.integers["to"]):
                change(given["y!"], [target, t], added(product(a, given["x"][source - 1][t - 1]),
                                                       product(b, given["w"][source - 1]), -1))
            for i in range(1, 7):
                change(given["y!"], [i, t], c)


CASES = [Nest, Nest, Nest, Factors, Factors, Linear, Linear, Rows, Layers, Branches, Branches, Rings, Rings, Circular, Circular,
         Either, Either, Arms, Arms, Places, Few, Few,
         Chosen, Chosen, Quotients, Quotients, Means, Means, Branched, Branched, Branched, Crowded, Crowded,
         Butterflies, Butterflies, Tables, Tables, Tables]


def corner(value):
    """The last element of an array, and its indices."""
    indices = []
    while isinstance(value, list):
        if not value:
            return None, []
        indices.append(len(value))
        value = value[-1]
    return value, indices


def expected(case, numbers):
    """Values behind the run, the gradients of the last element of y!, and its indices."""
    given = {name: mapped(numbers[name], Number) for name in case.shapes}
    start = {name: mapped(value, lambda node: node) for name, value in given.items()}
    case.evaluate(given)
    values = {name: mapped(value, lambda node: float(node.value)) for name, value in given.items()}
    last, indices = corner(given["y!"])
    if last is None:
        return values, {}, indices
    gradients_of(last, set())
    return values, {name: mapped(start[name], lambda node: float(node.gradient)) for name in case.shapes}, indices


def report(retrograd, file, numbers, more):
    words = []
    for name, value in numbers.items():
        plain = mapped(value, lambda n: float(n) if isinstance(n, Fraction) else n)
        words += ["--set", f"{name}={json.dumps(plain)}"]
    done = subprocess.run([retrograd, "run", file, "f", "--json"] + words + more, capture_output=True, text=True,
                          timeout=60)
    return json.loads(done.stdout) if done.stdout else {"status": "none", "said": done.stderr}


def near(a, b, tolerance):
    if isinstance(b, list):
        return len(a) == len(b) and all(near(x, y, tolerance) for x, y in zip(a, b))
    return abs(a - b) <= tolerance


def difference(retrograd, file, case, numbers, wanted):
    """What a run shows otherwise than expected, or None."""
    values, gradients, indices = wanted
    more = ["--grad", "y![" + ",".join(map(str, indices)) + "]"] if gradients else []
    shown = report(retrograd, file, numbers, more)
    if shown["status"] != "ok" or (gradients and not shown["restored"]):
        return shown
    for name, value in values.items():
        if value and shown["values"].get(name, value) != value:
            return name, shown["values"][name], value
    for name, value in gradients.items():
        if value and not near(shown["gradients"].get(name, value), value, case.tolerance):
            return "gradient", name, shown["gradients"][name], value
    after = {**numbers, **case.later, **{name: mapped(value, Fraction) for name, value in values.items()}}
    back = report(retrograd, file, after, ["--backward"])
    start = mapped(numbers["y!"], float)
    return None if back["status"] == "ok" and back["values"].get("y!", start) == start else back


def main():
    build, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    retrograd = os.path.join(build, "bin", "retrograd")
    same = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            rng = random.Random(seed)
            case = rng.choice(CASES)(rng)
            source, made = os.path.join(folder, "f.rg"), os.path.join(folder, "f.elf")
            with open(source, "w") as file:
                file.write(case.text())
            numbers = case.arguments()
            wanted = expected(case, numbers)
            for options in WAYS:
                built = subprocess.run([retrograd, "build", source, "-o", made] + options, capture_output=True, text=True)
                other = built.stderr if built.returncode else difference(retrograd, made, case, numbers, wanted)
                if other is not None:
                    wrong += 1
                    print(f"seed {seed}, {' '.join(options)}:\n{case.text()}{case.shapes} {case.integers}\n{str(other)[:600]}")
                    break
                same += 1
    print(f"dimensions: {same} runs are right, {wrong} are wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
