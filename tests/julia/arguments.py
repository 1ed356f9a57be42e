"""arguments.py: random calls, within expressions of a routine, of functions whose arguments are arrays without a
name: slices, views and what dots make of arrays. values.py runs them."""

from fractions import Fraction

from judging import Exact


def total(v):
    s = Fraction(0)
    for x in v:
        s = s / 2 + x
    return s


FUNCTIONS = {"total": total, "squares": lambda v: sum(x * x for x in v), "ends": lambda v: v[0] - 2 * v[-1]}


class Arguments(Exact):
    def __init__(self, rng):
        self.rng, m, n = rng, rng.randint(1, 3), rng.randint(2, 4)

        def eighths(count):
            return [Fraction(rng.randint(-16, 16), 8) for _ in range(count)]

        self.v, self.a, self.c = eighths(n), [eighths(n) for _ in range(m)], Fraction(rng.randint(-2, 2))
        self.inputs, self.smooth = {"v": self.v, "A": self.a, "c": self.c}, True
        statement, self.value = self.statement()
        self.text = ("total(v::Vector{Fixed}) = foldl((s, x) -> s / 2 + x, 0, v)\n"
                     "function squares(v::Vector{Fixed})\n    s = 0.0\n    for x in v\n        s += x^2\n    end\n    return s\nend\n"
                     "ends(v::Vector{Fixed}) = v[1] - 2v[end]\n"
                     f"@i function main(out!::Fixed, v::Vector{{Fixed}}, A::Matrix{{Fixed}}, c::Fixed)\n    {statement}\nend\n")

    def array(self):
        """An array, and its elements."""
        v, a, c, rng = self.v, self.a, self.c, self.rng
        m, n = len(a), len(v)
        i, j, first = rng.randint(1, m), rng.randint(1, n), rng.randint(1, n)
        row, column = a[i - 1], [r[j - 1] for r in a]
        flat = [x for k in range(n) for x in (r[k] for r in a)]
        return rng.choice((
            ("v", v), (f"v[{first}:end]", v[first - 1:]), ("v[end:-1:1]", v[::-1]), (f"A[:, {j}]", column), (f"A[{i}, :]", row),
            ("2 .* v", [2 * x for x in v]), ("v .* c .- 1", [x * c - 1 for x in v]), (f"v .+ A[{i}, :]", [x + y for x, y in zip(v, row)]),
            (f"-A[{i}, :]", [-x for x in row]), (f"c .- A[:, {j}]", [c - x for x in column]), ("vec(A)", flat), (f"v .^ 2 .- A[{i}, :]",
                                                                                                     [x * x - y for x, y in zip(v, row)])))

    def call(self):
        name, (text, value) = self.rng.choice(list(FUNCTIONS)), self.array()
        return f"{name}({text})", FUNCTIONS[name](value)

    def statement(self):
        (f, x), (g, y), (h, z) = self.call(), self.call(), self.call()
        form = self.rng.randint(0, 4)
        self.smooth = form < 3
        if form == 0:
            return f"out! += {f}", x
        if form == 1:
            return f"out! -= {f} - 2 * {g} * c", 2 * y * self.c - x
        if form == 2:
            return f"out! += {f}^2 + {g}\n    out! -= {h}", x * x + y - z
        if form == 3:
            return f"out! += {f} > 0 ? {g} : {h} + 1", y if x > 0 else z + 1
        return f"if ({f} > {g}, ~)\n        out! += {h}\n    else\n        out! -= c\n    end", z if x > y else -self.c
