"""stacked.py: random functions of Julia that put arrays beside and below each other, solve least squares, and take
extents and indices from numbers, which values.py runs."""

from fractions import Fraction

from made import Near, solved


def eighths(rng, count):
    return [Fraction(rng.randint(-16, 16), 8) for _ in range(count)]


def beside(*parts):
    """Vectors are columns."""
    columns = [[[x] for x in p] if not isinstance(p[0], list) else p for p in parts]
    return [sum(rows, []) for rows in zip(*columns)]


class Stacked(Near):
    def __init__(self, rng):
        m, n, k = rng.randint(2, 4), rng.randint(1, 3), rng.randint(1, 3)
        v, w, a = eighths(rng, m), eighths(rng, m), [eighths(rng, n) for _ in range(m)]
        x = Fraction(rng.randint(0, 8 * m - 1), 8)
        self.inputs, self.smooth = {"A": a, "v": v, "w": w, "x": x, "k": k}, False
        one = [Fraction(1)] * m
        self.text, self.value = rng.choice((
            ("[ones(length(v)) v v.^2]", beside(one, v, [p * p for p in v])), ("[v w]", beside(v, w)), ("hcat(v, w, v)", beside(v, w, v)),
            ("[A v]", beside(a, v)), ("[v A]", beside(v, a)), ("hcat(A, A)", beside(a, a)), ("vcat(A, A)", a + a),
            ("[A v; A w]", beside(a, v) + beside(a, w)), ("[A; A]", a + a), ("vcat(A, reshape(A[1, :], 1, size(A, 2)))", a + [a[0]]),
            ("[A v] * [ones(size(A, 2)); 2]", [sum(r) + 2 * p for r, p in zip(a, v)]),
            ("Matrix{Float64}(I, k, k + 1)", [[Fraction(i == j) for j in range(k + 1)] for i in range(k)]),
            ("zeros(k) .+ x", [x] * k), ("fill(x, k, 2)", [[x, x] for _ in range(k)]),
            ("v[floor(Int, x) + 1]", v[int(x)]), ("v[max(Int(ceil(x)), 1)]", v[max(-int(-x // 1), 1) - 1]),
            ("zeros(Int, k) .+ trunc(Int, x)", [Fraction(int(x))] * k)))
        self.text = f"function f(A, v, w, x, k)\n    y = {self.text}\n    return y\nend\n"


class Tall(Near):
    """Least squares."""

    def __init__(self, rng):
        n = rng.randint(1, 3)
        m = n + rng.randint(1, 3)
        while True:
            a, b = [eighths(rng, n) for _ in range(m)], eighths(rng, m)
            square = [[sum(r[i] * r[j] for r in a) for j in range(n)] for i in range(n)]
            x, det = solved(square, [[sum(r[i] * p for r, p in zip(a, b))] for i in range(n)])
            if abs(det) > Fraction(1, 2):
                break
        self.inputs, self.smooth, x = {"A": a, "b": b}, False, [r[0] for r in x]
        rest = [p - sum(q * y for q, y in zip(r, x)) for r, p in zip(a, b)]
        form, self.value = rng.choice((("A \\ b", x), ("sum(A \\ b)", sum(x)), ("sum((b - A * (A \\ b)) .^ 2)", sum(p * p for p in rest))))
        self.text = f"f(A, b) = {form}\n"


class Ranged(Near):
    """Ranges of reals: the count is that of exact decimals."""

    def __init__(self, rng):
        unit = rng.choice((10, 8, 100))
        h = Fraction(rng.choice((-3, -1, 1, 1, 2, 7)), unit)
        a, b = Fraction(rng.randint(-9, 9), unit), Fraction(rng.randint(-12, 12), unit)
        count = max((b - a) // h + 1, 0)
        ts = [a + k * h for k in range(count)]
        self.inputs, self.smooth = {"a": a, "h": h, "b": b}, False
        body, self.value = rng.choice((
            ("    s = 0.0\n    for t in a:h:b\n        s = s / 2 + t\n    end\n    return s", self.halved(ts)),
            ("    ts = collect(a:h:b)\n    return sum(ts .^ 2) + length(ts)", sum((t * t for t in ts), Fraction(count))),
            ("    s = 0.0\n    for (i, t) in enumerate(a:h:b)\n        s += i * t\n    end\n    return s", sum((i * t for i, t in enumerate(ts, 1)), Fraction(0))),
            ("    return sum([t > 0.004 ? t : 1 for t in a:h:b])", sum((t if t > 0 else Fraction(1) for t in ts), Fraction(0)))))
        self.text = f"function f(a::Float64, h::Float64, b::Float64)\n{body}\nend\n"

    @staticmethod
    def halved(ts):
        s = Fraction(0)
        for t in ts:
            s = s / 2 + t
        return s
