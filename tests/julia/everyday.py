"""everyday.py: what Julia's users write every day in functions with a value, which values.py runs. Each function is written
in Julia and in Python, and Python computes its value from exact fractions."""

import random
import re
from fractions import Fraction

from judging import Exact
from whiles import JULIA, PYTHON, Lines


def eighths(rng, count):
    return [Fraction(rng.randint(-16, 16), 8) for _ in range(count)]


class Trapped(Exception):
    """What the machine must stop at."""


# Functions of the same file that nobody calls. Without the types of their arguments they mean nothing.
BYSTANDERS = (
    "function apart(A, b)\n    x = A * b\n    return sum(x .^ 2)\nend\n",
    "function apart(A, b)\n    return apart_sum(A \\ b)\nend\napart_sum(w) = sum(w)\n",
    "function apart(p)\n    q = p * p\n    return q[1, 2]\nend\n",
)


class Written(Exact):
    """The statements of both languages, with these arguments; PYTHON may raise Trapped."""

    names, before, routine = "v, x", ("", ""), ("f",)

    def __init__(self, rng):
        self.rng, self.lines, n = rng, Lines(), rng.randint(3, 5)
        self.inputs = {"v": eighths(rng, n), "x": Fraction(rng.randint(-16, 16), 8)}
        self.trap, self.value = None, None
        self.write()
        self.text = f"{self.before[JULIA]}function f({self.names})\n" + "\n".join(self.lines.text[JULIA]) + "\nend\n"
        self.text += rng.choice(BYSTANDERS) if rng.random() < 0.3 else ""
        space = {"Fraction": Fraction, "Trapped": Trapped}
        names = re.sub(r"::\w+", "", self.names)
        exec(f"{self.before[PYTHON]}def f({names}):\n" + "\n".join(self.lines.text[PYTHON]), space)  # pylint: disable=exec-used
        try:
            self.value = space["f"](*(self.copied(a) for a in self.inputs.values()))
        except Trapped as trap:
            self.trap = str(trap)

    @staticmethod
    def copied(value):
        return [row[:] if isinstance(row, list) else row for row in value] if isinstance(value, list) else value

    def write(self):
        raise NotImplementedError


FOLDS = {"sum": sum, "maximum": max, "minimum": min, "mean": lambda r: sum(r) / len(r)}


class Dims(Exact):
    """A fold along a dimension, and what it means beside the matrix, a vector or another one."""

    def __init__(self, rng):
        m, n = rng.choice((1, 2, 4)), rng.choice((1, 2, 4))  # means stay exact
        a = [eighths(rng, n) for _ in range(m)]
        name, along, sign = rng.choice(sorted(FOLDS)), rng.randint(1, 2), rng.choice("+-*")
        rows, columns = [[FOLDS[name](r)] for r in a], [[FOLDS[name](c) for c in zip(*a)]]
        folded = columns if along == 1 else rows
        self.inputs, v = {"A": a, "v": eighths(rng, m)}, None
        v = [[e] for e in self.inputs["v"]]
        total = f"{name}(A, dims={along})"
        text, value = rng.choice((
            (total, folded), (f"vec({total})", [e for r in folded for e in r]), (f"A .{sign} {total}", self.each(sign, a, folded)),
            (f"{total} .{sign} A", self.each(sign, folded, a)), (f"v .{sign} {total}", self.each(sign, v, folded)),
            (f"2 .* {total} .- 1", [[2 * e - 1 for e in r] for r in folded]), (f"{total}[1]", folded[0][0]),
            (f"sum(A, dims=1) .{sign} sum(A, dims=2)", self.each(sign, [[sum(c) for c in zip(*a)]], [[sum(r)] for r in a])),
            (f"sum(abs2, A; dims={along})", [[sum(e * e for e in c) for c in zip(*a)]] if along == 1 else [[sum(e * e for e in r)] for r in a])))
        self.value = value
        if rng.random() < 0.5:
            self.text = f"function f(A::Matrix{{Float64}}, v::Vector{{Float64}})\n    r = {text}\n    return r\nend\n"
        else:
            self.text = f"f(A::Matrix{{Float64}}, v::Vector{{Float64}}) = {text}\n"
        if isinstance(value, list):
            self.inputs["out!"] = [[0] * len(r) for r in value] if isinstance(value[0], list) else [0] * len(value)

    @staticmethod
    def each(sign, left, right):
        """As Julia broadcasts: an extent of 1 goes along the other."""
        operation = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q}[sign]
        m, n = max(len(left), len(right)), max(len(left[0]), len(right[0]))
        return [[operation(left[i % len(left)][k % len(left[0])], right[i % len(right)][k % len(right[0])]) for k in range(n)] for i in range(m)]


class Parts(Written):
    """Elements exchanged, slices assigned, and the first elements by name."""

    def write(self):
        lines, choice = self.lines, self.rng.choice
        lines.both("w = copy(v)", "w = v[:]")
        lines.both("n = length(w)", "n = len(w)")
        for _ in range(self.rng.randint(1, 4)):
            julia, python = choice((
                ("w[1], w[n] = w[n], w[1]", "w[0], w[n - 1] = w[n - 1], w[0]"),
                ("w[1], w[2], x = w[2], x, w[1]", "w[0], w[1], x = w[1], x, w[0]"),
                ("w[2:end] = w[1:end-1]", "w[1:] = w[:-1]"), ("w[1:2] .= x", "w[:2] = [x, x]"), ("w .= 2 .* w", "w[:] = [2 * e for e in w]"),
                ("w[2:3] .+= w[1]", "w[1:3] = [e + w[0] for e in w[1:3]]"), ("w .= w[2]", "w[:] = [w[1]] * n"),
                ("a, b = w", "a, b = w[:2]"), ("w .-= x", "w[:] = [e - x for e in w]")))
            lines.both(julia, python)
            if julia.startswith("a, b"):
                lines.both("x = a - 2b", "x = a - 2 * b")
        if self.rng.random() < 0.4:
            lines.open("for i in 1:n-1", "for i in range(1, n)")
            lines.open("if w[i] > w[i+1]", "if w[i - 1] > w[i]")
            lines.both("w[i], w[i+1] = w[i+1], w[i]", "w[i - 1], w[i] = w[i], w[i - 1]")
            lines.close()
            lines.close()
        if self.rng.random() < 0.5:
            lines.both("return w")
            return
        lines.both("A = zeros(n, 2)", "A = [[Fraction(0), Fraction(0)] for _ in range(n)]")
        lines.both("A[:, 1] = w", "for i in range(n): A[i][0] = w[i]")
        lines.both("A[2, :] .= x", "A[1] = [x, x]")
        lines.both("A[1:2, 2] = [x, w[1]]", "A[0][1], A[1][1] = x, w[0]")
        lines.both("return A", "return A")


class Scopes(Written):
    """let, named tuples and structs."""

    before = ("struct Pair\n    a::Float64\n    b::Float64\nend\nwidth(p::Pair) = p.b - p.a\nends(v, x) = (low = v[1] + x, high = v[end])\n",
              "def ends(v, x): return dict(low=v[0] + x, high=v[-1])\n")

    def write(self):
        lines, choice = self.lines, self.rng.choice
        lines.both("s, a = 0.0, x", "s, a = Fraction(0), x")
        for _ in range(self.rng.randint(1, 4)):
            kind = self.rng.randint(0, 4)
            if kind == 0:  # a is another one within the block
                lines.both("let a = 2a,", "inner = 2 * a")
                lines.both("        b = v[1]", "b = v[0]")
                lines.both("    s += a * b", "s += inner * b")
                lines.both("end", "")
            elif kind == 1:
                lines.both("t = let c = a + 1", "t = (a + 1) * (a + 1) - s")
                lines.both("    c * c - s", "")
                lines.both("end", "")
                lines.both("s += t")
            elif kind == 2:
                lines.both("r = ends(v, a)", "r = ends(v, a)")
                lines.both("s += r.high - 2r.low", "s += r['high'] - 2 * r['low']")
            elif kind == 3:
                lines.both("q = (p = s, k = (; a, one = 1.0))", "q = dict(p=s, k=dict(a=a, one=1))")
                lines.both("s = q.p / 2 + q.k.a * q.k.one", "s = q['p'] / 2 + q['k']['a'] * q['k']['one']")
            else:
                lines.both("p = Pair(a, s)", "p = (a, s)")
                lines.open("for e in v", "for e in v")
                lines.both("p = Pair(p.b, p.a + e)", "p = (p[1], p[0] + e)")
                lines.close()
                lines.both("s = width(p)", "s = p[1] - p[0]")
            if choice((True, False)):
                lines.both("a = a - s / 2")
        lines.both("return s + a")


class Chosen(Written):
    """Masks, sorted elements and what they are made of."""

    def write(self):
        rng, lines, bound = self.rng, self.lines, Fraction(self.rng.randint(-8, 8), 8)
        mask = rng.choice(("v .> c", "(v .> c) .& (v .< 1)", "v .<= c .|| v .> 1", ".!(v .> c)"))
        test = {"v .> c": "e > c", "(v .> c) .& (v .< 1)": "c < e < 1", "v .<= c .|| v .> 1": "e <= c or e > 1", ".!(v .> c)": "not e > c"}[mask]
        lines.both(f"c = {float(bound)}", f"c = Fraction({bound.numerator}, {bound.denominator})")
        lines.both(f"m = {mask}", f"m = [{test} for e in v]")
        lines.both("", "chosen = [e for e, k in zip(v, m) if k]")
        lines.both("s = sort(v)", "s = sorted(v)")
        julia, python = rng.choice((
            ("sum(v[m])", "sum(chosen)"), ("length(v[m]) + x", "len(chosen) + x"), ("prod(v[m])", "product(chosen)"),
            ("sum(abs2, v[m])", "sum(e * e for e in chosen)"), ("s", "s"), ("sort(v, rev=true)", "s[::-1]"),
            ("median(v)", "(s[(len(v) - 1) // 2] + s[len(v) // 2]) / 2"), ("sum(s[2:end-1])", "sum(s[1:-1])"),
            ("s[1] * x + s[end]", "s[0] * x + s[-1]"), ("v[sortperm(v)[2]]", "s[1]")))
        if rng.random() < 0.3:
            lines.both("w = copy(v)", "w = v[:]")
            lines.both("w[m] .= x", "w = [x if k else e for e, k in zip(w, m)]")
            julia, python = "w", "w"
        lines.both("", "product = lambda list: list[0] * product(list[1:]) if list else Fraction(1)")
        lines.both(f"return {julia}", f"return {python}")


class Counted(Written):
    """Indices that are computed as Julia computes integers."""

    names = "v, k"

    def __init__(self, rng):
        super().__init__(rng)

    def write(self):
        rng, lines = self.rng, self.lines
        n = len(self.inputs["v"])
        self.inputs = {"v": self.inputs["v"], "k": rng.randint(1, n)}
        self.smooth = False
        lines.both("s, n = 0.0, length(v)", "s, n = Fraction(0), len(v)")
        lines.open("for i in eachindex(v)", "for i in range(1, n + 1)")
        index, python = rng.choice((
            ("mod1(i + 1, n)", "i % n + 1"), ("mod1(i - 1, n)", "(i - 2) % n + 1"), ("(i + 1) ÷ 2", "(i + 1) // 2"), ("i == n ? 1 : i + 1", "1 if i == n else i + 1"),
            ("n + 1 - i", "n + 1 - i"), ("max(i - 1, 1)", "max(i - 1, 1)"), ("(i * k) % n + 1", "(i * k) % n + 1"), ("clamp(i + k, 1, n)", "min(max(i + k, 1), n)"),
            ("i + k", "i + k"), ("i - k", "i - k")))
        lines.both(f"j = {index}", f"j = {python}")
        lines.both("", "if not 1 <= j <= n: raise Trapped('R0807')")
        lines.both("s += i * v[j]", "s += i * v[j - 1]")
        lines.close()
        lines.both("lo, hi = 1, n", "lo, hi = 1, n")
        lines.open("while lo < hi", "while lo < hi")
        lines.both("mid = (lo + hi) ÷ 2", "mid = (lo + hi) // 2")
        lines.open("if v[mid] < s", "if v[mid - 1] < s")
        lines.both("lo = mid + 1")
        self.lines.depth -= 1
        lines.open("else", "else")
        lines.both("hi = mid")
        lines.close()
        lines.close()
        lines.both("return s + v[lo] + lo", "return s + v[lo - 1] + lo")


class Guarded(Written):
    """What must hold: the value, or a trap."""

    def write(self):
        rng, lines = self.rng, self.lines
        lines.both("s, seen = 0.0, false", "s, seen = Fraction(0), False")
        bound = rng.randint(-1, 3)
        if rng.random() < 0.5:
            julia, python = rng.choice(((f"@assert x < {bound}", f"x < {bound}"), (f"x < {bound} || error(\"large\")", f"x < {bound}"),
                                        (f"x >= {bound} && throw(ArgumentError(\"large\"))", f"x < {bound}")))
            lines.both(julia, f"if not {python}: raise Trapped('R0815')")
        lines.open("for e in v", "for e in v")
        lines.open(f"if e > {bound}", f"if e > {bound}")
        kind = rng.randint(0, 3)
        lines.both(("error(\"an element\")", "seen = true", "return s - x", "throw(DomainError(e, \"no\"))")[kind],
                   ("raise Trapped('R0815')", "seen = True", "return s - x", "raise Trapped('R0815')")[kind])
        lines.close()
        lines.both("s += e / 2")
        lines.close()
        lines.both("return seen ? 2s : s", "return 2 * s if seen else s")


class Visited(Written):
    """foreach: over one array or two, with an action in one line, in a block, or behind do. Composed functions."""

    before = ("half(e) = e / 2\nnext(e) = e + 1\n", "def half(e): return e / 2\ndef next(e): return e + 1\n")

    def write(self):
        rng, lines = self.rng, self.lines
        lines.both("s, p, w = x, 1.0, 2v", "s, p, w = x, Fraction(1), [2 * e for e in v]")
        for _ in range(rng.randint(1, 3)):
            names, python, arrays, zipped = rng.choice((
                ("e", "e", "v", "v"), ("e", "e", "w", "w"), ("i", "i", "1:3", "(1, 2, 3)"), ("i", "i", "eachindex(v)", "range(1, len(v) + 1)"),
                ("e, f", "e, f", "v, w", "zip(v, w)"), ("(i, e)", "i, e", "enumerate(v)", "enumerate(v, 1)")))
            body = [rng.choice((f"s += {n} * p", f"p = p / 2 + {n}", f"s -= {n}", f"s += max({n}, p)")) for n in re.findall(r"\w", names)]
            arrow = {"e, f": "(e, f)", "(i, e)": "((i, e),)"}.get(names, names) + " ->"
            form = rng.randint(0, 3)
            if len(body) == 1 and form > 1:
                lines.both(f"foreach({arrow} {f'({body[0]})' if form == 2 else body[0]}, {arrays})", "")
            else:
                behind_do = form % 2 == 0
                lines.both(f"foreach({arrays}) do {names}" if behind_do else f"foreach({arrow} begin", "")
                for line in body:
                    lines.both("    " + line, "")
                lines.both("end" if behind_do else f"end, {arrays})", "")
            lines.both("", f"for {python} in {zipped}: " + "; ".join(body))
        julia, python = rng.choice((("s + p", "s + p"), ("(half ∘ next)(s) + p", "half(next(s)) + p"), ("(next ∘ half ∘ abs)(s - p)", "next(half(abs(s - p)))"),
                                    ("sum((next ∘ half).(w)) * s", "sum(next(half(e)) for e in w) * s"), ("(half ∘ max)(s, p)", "half(max(s, p))")))
        lines.both(f"return {julia}", f"return {python}")


class Centred(Written):
    """Elements of arrays that are computed from an array and its folds."""

    def write(self):
        rng, lines = self.rng, self.lines
        fold, python = rng.choice((("maximum(v)", "max(v)"), ("minimum(v)", "min(v)"), ("sum(v)", "sum(v)"), ("v[1]", "v[0]"), ("x", "x")))
        lines.both(f"w = v .- {fold}", f"w = [e - {python} for e in v]")
        for _ in range(rng.randint(0, 2)):
            julia, python = rng.choice((("2w", "2 * e"), ("w .* x", "e * x"), ("w .+ w[1]", "e + w[0]"), ("w .* w .- sum(w)", "e * e - sum(w)"), ("abs.(w)", "abs(e)")))
            lines.both(f"w = {julia}", f"w = [{python} for e in w]")
        julia, python = rng.choice((("w[1]", "w[0]"), ("w[end] - w[1]", "w[-1] - w[0]"), ("w[2] * x + v[1]", "w[1] * x + v[0]"), ("w[1:2]", "w[:2]"),
                                    ("(w .+ x)[2]", "w[1] + x"), ("maximum(w) + w[3]", "max(w) + w[2]")))
        lines.both(f"return {julia}", f"return {python}")


class Steps(Written):
    """Ranges of reals, in loops and as arrays."""

    def write(self):
        rng, lines = self.rng, self.lines
        step = Fraction(rng.choice((-6, -4, -2, -1, 1, 2, 3, 5, 8)), 8)
        first, count = Fraction(rng.randint(-16, 16), 8), rng.randint(2, 6)
        last = first + (count - 1) * step + rng.choice((0, step / 2, step * Fraction(3, 4)))
        text = f"{float(first)}:{float(step)}:{float(last)}"
        if step == 1 and rng.random() < 0.5:
            text = f"{float(first)}:{float(last)}"
        values = f"[Fraction({first.numerator}, {first.denominator}) + k * Fraction({step.numerator}, {step.denominator}) for k in range({count})]"
        lines.both("s = x", "s = x")
        if rng.random() < 0.3:  # decimals that no binary number is
            last = Fraction(count - 1, 10) + rng.choice((0, Fraction(1, 20)))
            lines.both(f"s -= length(0:0.1:{float(last)}) * x", f"s -= {count} * x")
        kind = rng.randint(0, 3)
        if kind == 0:
            lines.open(f"for t in {text}", f"for t in {values}")
            lines.both("s = s / 2 + t * v[1]", "s = s / 2 + t * v[0]")
            lines.close()
        elif kind == 1:
            lines.both(f"t = {text}", f"t = {values}")
            lines.both("s += sum(t .* x) + t[2] * length(t)", "s += sum(t) * x + t[1] * len(t)")
        elif kind == 2:
            lines.both(f"s += sum(x * t^2 for t in {text})", f"s += sum(x * t ** 2 for t in {values})")
        else:
            lines.both(f"s += sum(range({float(first)}, {float(first + (count - 1) * step)}, length={count}) .* x)", f"s += sum({values}) * x")
        lines.both("return s", "return s")


KINDS = (Dims, Parts, Scopes, Chosen, Counted, Guarded, Visited, Centred, Steps)

if __name__ == "__main__":
    print(KINDS[random.randrange(len(KINDS))](random.Random()).text)
