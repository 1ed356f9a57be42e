"""changed.py: functions with a value that change structs and arrays which they make, by themselves and through functions
f! that change their arguments, and values that are called. values.py runs them."""

from everyday import Written

BEFORE = ("""\
mutable struct Body
    x::Float64
    v::Float64
    n::Int
end
Base.@kwdef mutable struct Track
    at::Vector{Float64}
    most::Float64 = -4.0
    last::Float64
end
struct Line
    a::Float64
    b::Float64
end
(l::Line)(t) = l.a * t + l.b
(b::Body)(t, u) = b.x * t - b.v * u
energy(b) = b.x^2 / 2 + b.v * b.n
started(x) = Body(x, 2x, 1)
function pushed!(b::Body, f, h)
    b.v += f * h
    b.x += b.v / 2
    return nothing
end
function turned!(b)
    b.x, b.v = -b.v, b.x
    b.n += 1
end
function given!(b::Body, x)
    old = b.x
    b.x = x
    return old - x
end
function twice!(b, f)
    pushed!(b, f, 0.5)
    turned!(b)
    pushed!(b, -f, 0.25)
end
move!(b::Body, by) = (b.x += by)
function relaxed!(w, k)
    for i in 2:length(w)
        w[i] += k * w[i-1] / 2
    end
end
function rates!(dw, w)
    dw[1] = w[2] - w[1]
    dw[2] = w[1] / 2
    return nothing
end
function noted!(t::Track, y)
    t.at[1] += y
    t.last = t.at[1] / 2
    if t.last > t.most
        t.most = t.last
    end
    return t.at[1]
end
""", """\
class Body:
    def __init__(self, x, v, n): self.x, self.v, self.n = x, v, n
    def __call__(self, t, u): return self.x * t - self.v * u
class Track:
    def __init__(self, at, last, most=Fraction(-4)): self.at, self.most, self.last = at, most, last
class Line:
    def __init__(self, a, b): self.a, self.b = a, b
    def __call__(self, t): return self.a * t + self.b
def energy(b): return b.x * b.x / 2 + b.v * b.n
def started(x): return Body(x, 2 * x, 1)
def pushed(b, f, h):
    b.v += f * h
    b.x += b.v / 2
def turned(b):
    b.x, b.v = -b.v, b.x
    b.n += 1
def given(b, x):
    old, b.x = b.x, x
    return old - x
def twice(b, f):
    pushed(b, f, Fraction(1, 2))
    turned(b)
    pushed(b, -f, Fraction(1, 4))
def move(b, by): b.x += by
def relaxed(w, k):
    for i in range(1, len(w)): w[i] += k * w[i - 1] / 2
def rates(dw, w): dw[0], dw[1] = w[1] - w[0], w[0] / 2
def noted(t, y):
    t.at[0] += y
    t.last = t.at[0] / 2
    t.most = max(t.most, t.last)
    return t.at[0]
""")

CHANGES = (
    ("b.x = s", "b.x = s"), ("b.x += x", "b.x += x"), ("b.v -= b.x / 2", "b.v -= b.x / 2"), ("b.n += 1", "b.n += 1"),
    ("pushed!(b, x, 0.5)", "pushed(b, x, Fraction(1, 2))"), ("turned!(b)", "turned(b)"), ("twice!(b, s)", "twice(b, s)"),
    ("move!(b, x)", "move(b, x)"), ("s = given!(b, x)", "s = given(b, x)"), ("s += given!(b, 1.0)", "s += given(b, 1)"),
    ("s = energy(b)", "s = energy(b)"), ("b = started(s)", "b = started(s)"), ("b = Body(b.v, s, 2)", "b = Body(b.v, s, 2)"),
    ("relaxed!(w, x)", "relaxed(w, x)"), ("rates!(dw, w)", "rates(dw, w)"), ("w .+= 0.5 .* dw", "w = [p + q / 2 for p, q in zip(w, dw)]"),
    ("w[2] = b.x", "w[1] = b.x"), ("fill!(dw, s)", "dw = [s] * len(dw)"), ("reverse!(w)", "w = w[::-1]"), ("copyto!(dw, w)", "dw = w[:]"),
    ("noted!(t, s)", "noted(t, s)"), ("s = noted!(t, x)", "s = noted(t, x)"), ("t.at[2] = x", "t.at[1] = x"), ("t.at .*= 0.5", "t.at = [e / 2 for e in t.at]"),
    ("t.at = 2 .* w", "t.at = [2 * e for e in w]"), ("s += t.most", "s += t.most"), ("t.last, s = s, t.last", "t.last, s = s, t.last"))

CALLS = (
    ("s = Line(s, x)(2.0)", "s = Line(s, x)(2)"), ("s += l(x)", "s += l(x)"), ("l = Line(l.b, l(s) / 2)", "l = Line(l.b, l(s) / 2)"),
    ("s -= b(x, 0.5)", "s -= b(x, Fraction(1, 2))"), ("s += sum(l.(v))", "s += sum(l(e) for e in v)"), ("s += sum(map(l, v))", "s += sum(l(e) for e in v)"),
    ("s += sum(l(e)^2 for e in v)", "s += sum(l(e) ** 2 for e in v)"), ("s += c(x)", "s += energy(started(x))"), ("s += (energy ∘ started)(s)", "s += energy(started(s))"),
    ("s = sum(map(abs ∘ l, v)) / 2", "s = sum(abs(l(e)) for e in v) / 2"), ("s += (l ∘ l)(x)", "s += l(l(x))"))


class Changed(Written):
    """Each line may stand by itself, in a loop, or under a condition."""

    before, changes = BEFORE, CHANGES

    def line(self):
        self.lines.both(*self.rng.choice(self.changes))

    def write(self):
        rng, lines = self.rng, self.lines
        lines.both("s, w, dw, l = x, copy(v), zeros(length(v)), Line(x, 0.5)", "s, w, dw, l = x, v[:], [Fraction(0)] * len(v), Line(x, Fraction(1, 2))")
        lines.both("b = Body(v[1], x, 1)", "b = Body(v[0], x, 1)")
        lines.both("c = energy ∘ started", "")
        lines.both("t = Track(at=copy(v), last=x)", "t = Track(at=v[:], last=x)")
        for _ in range(rng.randint(1, 4)):
            kind = rng.randint(0, 3)
            if kind == 0:
                lines.open("for i in 1:2", "for i in range(2)")
                self.line()
                self.line()
                lines.close()
            elif kind == 1:
                lines.open("if s > b.x", "if s > b.x")
                self.line()
                self.lines.depth -= 1
                lines.open("else", "else")
                self.line()
                lines.close()
            else:
                self.line()
        lines.both(*rng.choice((("return s + b.x - 2b.v + b.n", "return s + b.x - 2 * b.v + b.n"), ("return sum(w) + sum(dw) * s", "return sum(w) + sum(dw) * s"),
                                ("return sum(t.at) - t.last + t.most * s", "return sum(t.at) - t.last + t.most * s"), ("return w", "return w"))))


class Called(Changed):
    """Values that are called, and functions made of functions."""

    changes = CALLS
