"""aliases.py: functions in which one array or struct may have several names, and which change it. values.py runs them.

A value must be that of Python, where a change shows under each name, as in Julia. What the compiler cannot follow is
refused; a wrong number is a failure. Dotted updates change what they stand on, and most of these programs run."""

from everyday import Written

BEFORE = ("""\
mutable struct Cell
    x::Float64
    v::Vector{Float64}
end
mutable struct Other
    x::Float64
    v::Vector{Float64}
    n::Int
end
mutable struct Pair
    a::Cell
    w::Vector{Float64}
    k::Float64
end
struct Line
    v::Vector{Float64}
end
(c::Cell)(t) = c.v
(c::Cell)(t, k) = k * c.v[1] + t * c.x
(l::Line)(t) = l.v
same(p) = p
second(t) = t[2]
repeated(p) = [p for i in 1:2]
function looped(p, q)
    r = copy(p)
    for i in 1:2
        r = q
    end
    return r
end
part(c) = c.v
wrapped(v) = Cell(1.0, v)
fresh(v) = Cell(v[1], copy(v))
paired(c::Cell, v) = Pair(c, v, 2.0)
either(p, q, s) = s > 0 ? p : q
listed(p, q) = [p, q]
function chosen(p, q, s)
    if s > 1
        return q
    end
    return p
end
function kept!(c::Cell, v)
    c.v = v
end
function copied!(c::Cell, v)
    c.v = copy(v)
end
function joined!(p::Pair, c)
    p.a = c
    return nothing
end
function bumped!(u, s)
    u[1] += s
end
function scaled!(u, s)
    u .*= s
    return nothing
end
function added!(u, w)
    u .+= w
end
function both!(u, w, s)
    u[1] += s
    w[2] -= u[1]
    return u[2]
end
function up!(c::Cell, s)
    c.x += s
    c.v[1] += c.x
    return nothing
end
function up!(o::Other, s)
    o.x -= s
    o.v[2] = o.x
    o.n += 1
    return nothing
end
function given!(u, s)
    u[2] = s
    return u
end
function moved!(c::Cell, d::Cell)
    c.x += d.x
    d.v[1] = c.x
    return nothing
end
function taken!(c::Cell, s)
    u = c.v
    c.x = s
    return u[1]
end
function filled!(u, s)
    fill!(u, s)
    return nothing
end
""", """\
from types import SimpleNamespace
class Cell:
    def __init__(self, x, v): self.x, self.v = x, v
    def __call__(self, t, k=None): return self.v if k is None else k * self.v[0] + t * self.x
class Line:
    def __init__(self, v): self.v = v
    def __call__(self, t): return self.v
class Other:
    def __init__(self, x, v, n): self.x, self.v, self.n = x, v, n
class Pair:
    def __init__(self, a, w, k): self.a, self.w, self.k = a, w, k
def same(p): return p
def second(t): return t[1]
def repeated(p): return [p, p]
def looped(p, q): return q
def part(c): return c.v
def wrapped(v): return Cell(Fraction(1), v)
def fresh(v): return Cell(v[0], v[:])
def paired(c, v): return Pair(c, v, Fraction(2))
def either(p, q, s): return p if s > 0 else q
def chosen(p, q, s): return q if s > 1 else p
def listed(p, q): return [p, q]
def kept(c, v): c.v = v
def copied(c, v): c.v = v[:]
def joined(p, c): p.a = c
def bumped(u, s): u[0] += s
def into(u, w): u[:] = w
def scaled(u, s): into(u, [e * s for e in u])
def added(u, w): into(u, [e + f for e, f in zip(u, w)])
def both(u, w, s):
    u[0] += s
    w[1] -= u[0]
    return u[1]
def up(c, s):
    if isinstance(c, Cell):
        c.x += s
        c.v[0] += c.x
    else:
        c.x -= s
        c.v[1] = c.x
        c.n += 1
def given(u, s):
    u[1] = s
    return u
def moved(c, d):
    c.x += d.x
    d.v[0] = c.x
def taken(c, s):
    u, c.x = c.v, s
    return u[0]
def filled(u, s): into(u, [s] * len(u))
""")

# U, W: vectors; C, D: cells; L: a list of cells; T: a tuple; P: a pair
SHARING = (
    ("U = W", "U = W"), ("U = same(W)", "U = same(W)"), ("U = C.v", "U = C.v"), ("U = part(C)", "U = part(C)"),
    ("U = part(o)", "U = part(o)"),
    ("U = copy(W)", "U = W[:]"), ("U = W[1:2]", "U = W[:2]"), ("U = reverse(W)", "U = W[::-1]"),
    ("U = W .+ s", "U = [e + s for e in W]"),
    ("U = x > 0 ? U : W", "U = U if x > 0 else W"), ("U = either(U, W, x)", "U = either(U, W, x)"),
    ("U = chosen(W, C.v, s)", "U = chosen(W, C.v, s)"),
    ("U, W = W, U", "U, W = W, U"), ("C, D = D, C", "C, D = D, C"), ("C = D", "C = D"),
    ("C = same(D)", "C = same(D)"), ("C = either(C, D, s)", "C = either(C, D, s)"),
    ("C = Cell(s, U)", "C = Cell(s, U)"), ("C = Cell(s, copy(U))", "C = Cell(s, U[:])"),
    ("C = Cell(s, same(U))", "C = Cell(s, same(U))"),
    ("C = Cell(D.x, D.v)", "C = Cell(D.x, D.v)"), ("C = Cell(D.x, copy(D.v))", "C = Cell(D.x, D.v[:])"),
    ("C = wrapped(U)", "C = wrapped(U)"), ("C = fresh(U)", "C = fresh(U)"),
    ("o = Other(s, U, 1)", "o = Other(s, U, 1)"), ("o = Other(s, C.v, 1)", "o = Other(s, C.v, 1)"),
    ("o.v = U", "o.v = U"), ("U = o.v", "U = o.v"),
    ("C.v = U", "C.v = U"), ("C.v = copy(U)", "C.v = U[:]"), ("C.v = D.v", "C.v = D.v"),
    ("C.v = same(U)", "C.v = same(U)"), ("kept!(C, U)", "kept(C, U)"), ("copied!(C, U)", "copied(C, U)"),
    ("kept!(C, D.v)", "kept(C, D.v)"), ("p = Pair(C, U, s)", "p = Pair(C, U, s)"),
    ("p = paired(C, copy(U))", "p = paired(C, U[:])"),
    ("p = Pair(fresh(U), copy(W), s)", "p = Pair(fresh(U), W[:], s)"),
    ("p.a = C", "p.a = C"), ("joined!(p, C)", "joined(p, C)"), ("C = p.a", "C = p.a"), ("U = p.w", "U = p.w"),
    ("U = p.a.v", "U = p.a.v"), ("p.w = U", "p.w = U"),
    ("l = [C, D]", "l = [C, D]"), ("l = listed(C, D)", "l = listed(C, D)"),
    ("l = [fresh(U), C]", "l = [fresh(U), C]"), ("l = [fresh(U), fresh(W)]", "l = [fresh(U), fresh(W)]"),
    ("l[1] = C", "l[0] = C"), ("C = l[2]", "C = l[1]"), ("U = l[1].v", "U = l[0].v"), ("C = first(l)", "C = l[0]"),
    ("C = last([C, D])", "C = [C, D][-1]"), ("l = reverse(l)", "l = l[::-1]"),
    ("t = (U, W)", "t = (U, W)"), ("t = (C.v, U)", "t = (C.v, U)"), ("U = t[1]", "U = t[0]"),
    ("U, W = t", "U, W = t"), ("t = (W, t[1])", "t = (W, t[0])"), ("t = (copy(U), W)", "t = (U[:], W)"),
    ("U = given!(W, s)", "U = given(W, s)"), ("U = given!(U, s)", "U = given(U, s)"), ("m = [U, W]", "m = [U, W]"),
    ("m = [copy(U), copy(W)]", "m = [U[:], W[:]]"), ("U = m[1]", "U = m[0]"),
    ("l = [q for q in [C, D]]", "l = [q for q in [C, D]]"), ("l = map(same, [C, D])", "l = [C, D]"),
    ("l = same.([C, D])", "l = [C, D]"), ("C = let d = D; d end", "C = D"),
    ("U = C(x)", "U = C(x)"), ("s += C(x, 2.0)", "s += C(x, 2)"), ("U = Line(W)(s)", "U = Line(W)(s)"),
    ("m = map(C, [1.0, s])", "m = [C.v, C.v]"), ("m = C.([1.0, s])", "m = [C.v, C.v]"),
    ("U = (same ∘ C)(s)", "U = C(s)"), ("U = W |> same", "U = W"), ("U = same(W) |> copy", "U = W[:]"),
    ("U = second((1.0, W))", "U = W"), ("U = second((1.0, copy(W)))", "U = W[:]"),
    ("m = repeated(W)", "m = [W, W]"),
    ("U = looped(U, W)", "U = W"), ("U = looped(U, copy(W))", "U = W[:]"),
    ("r = (a = U, b = W)", "r = SimpleNamespace(a=U, b=W)"), ("U = r.a", "U = r.a"), ("U = Line(W).v", "U = W"),
    ("U = foldl((e, k) -> W, [1.0, 2.0], U)", "U = W"), ("m = [q.v for q in [C, D]]", "m = [q.v for q in [C, D]]"),
    ("s = sum([q.x for q in [C, D]])", "s = sum(q.x for q in [C, D])"),
    ("g = same ∘ C", "g = lambda t: C(t)"), ("U = g(s)", "U = g(s)"), ("g = t -> U", "g = lambda t: U"),
    ("g = t -> C.v", "g = lambda t: C.v"), ("U = C.v |> same", "U = C.v"),
    ("U = begin W end", "U = W"), ("U = if x > 0 W else copy(U) end", "U = W if x > 0 else U[:]"))

CHANGES = (
    ("U[1] += s", "U[0] += s"), ("U[2] = x", "U[1] = x"), ("U .+= W", "added(U, W)"),
    ("U .*= 0.5", "scaled(U, Fraction(1, 2))"), ("U .-= s", "into(U, [e - s for e in U])"),
    ("U .= W", "into(U, W)"), ("U .= 0", "into(U, [Fraction(0)] * 2)"),
    ("U[1], U[2] = U[2], U[1]", "U[0], U[1] = U[1], U[0]"), ("U[1], W[1] = W[1], U[1]", "U[0], W[0] = W[0], U[0]"),
    ("C.x += s", "C.x += s"), ("C.x = U[1]", "C.x = U[0]"), ("C.v[1] = s", "C.v[0] = s"),
    ("C.v[2] += C.x", "C.v[1] += C.x"), ("C.v .*= 0.5", "scaled(C.v, Fraction(1, 2))"),
    ("C.v .+= U", "added(C.v, U)"),
    ("C.x, D.x = D.x, C.x", "C.x, D.x = D.x, C.x"), ("o.v[1] += s", "o.v[0] += s"), ("o.x = s", "o.x = s"),
    ("o.n += 1", "o.n += 1"),
    ("bumped!(U, s)", "bumped(U, s)"), ("scaled!(U, 0.5)", "scaled(U, Fraction(1, 2))"),
    ("added!(U, W)", "added(U, W)"), ("s += both!(U, W, x)", "s += both(U, W, x)"),
    ("s = both!(U, W, x)", "s = both(U, W, x)"),
    ("filled!(U, s)", "filled(U, s)"), ("fill!(U, s)", "filled(U, s)"), ("copyto!(U, W)", "into(U, W)"),
    ("reverse!(U)", "into(U, U[::-1])"), ("fill!(C.v, s)", "filled(C.v, s)"),
    ("up!(C, x)", "up(C, x)"), ("up!(o, x)", "up(o, x)"), ("moved!(C, D)", "moved(C, D)"),
    ("s = taken!(C, x)", "s = taken(C, x)"), ("given!(U, x)", "given(U, x)"),
    ("p.k += 1", "p.k += 1"), ("p.w[1] = s", "p.w[0] = s"), ("p.w .+= U", "added(p.w, U)"),
    ("bumped!(C.v, s)", "bumped(C.v, s)"), ("p.a.x = s", "p.a.x = s"), ("l[1].x = s", "l[0].x = s"),
    ("U += W", "U = [e + f for e, f in zip(U, W)]"), ("U *= 2", "U = [2 * e for e in U]"))

READING = (
    ("s += U[1]", "s += U[0]"), ("s -= C.v[1] / 2", "s -= C.v[0] / 2"), ("s += C.x", "s += C.x"),
    ("s += sum(C.v)", "s += sum(C.v)"), ("s += p.a.x + p.w[1]", "s += p.a.x + p.w[0]"),
    ("s += o.v[2]", "s += o.v[1]"),
    ("s += l[1].x", "s += l[0].x"), ("s -= t[1][1]", "s -= t[0][0]"), ("s += m[2][1]", "s += m[1][0]"),
    ("s += r.a[1]", "s += r.a[0]"), ("s += g(2.0)[1]", "s += g(2)[0]"), ("s += c(s, 2.0)", "s += c(s, 2)"),
    ("s += sum(q.x for q in l)", "s += sum(q.x for q in l)"))

LOOPS = (
    ("for q in [C, D]", "for q in [C, D]"), ("for q in l", "for q in l"), ("for q in (C, D)", "for q in (C, D)"),
    ("for (q, e) in zip([C, D], U)", "for q, e in zip([C, D], U)"))
LOOPED = (
    ("q.x += s", "q.x += s"), ("q.v[1] = x", "q.v[0] = x"), ("s += q.x", "s += q.x"), ("up!(q, x)", "up(q, x)"),
    ("C = q", "C = q"), ("U = q.v", "U = q.v"), ("C.x = s + 1", "C.x = s + 1"),
    ("C.v[1] = s", "C.v[0] = s"), ("U[1] += q.v[1]", "U[0] += q.v[0]"), ("D.x += q.x", "D.x += q.x"))
LAST = (
    ("s + sum(u) - 2sum(w) + u[1]", "s + sum(u) - 2 * sum(w) + u[0]"),
    ("s + c.x - d.x / 2 + sum(c.v) + 4d.v[1]", "s + c.x - d.x / 2 + sum(c.v) + 4 * d.v[0]"),
    ("o.x + sum(o.v) + 2o.v[1] + o.n + u[1] + w[2]", "o.x + sum(o.v) + 2 * o.v[0] + o.n + u[0] + w[1]"),
    ("p.a.x + 3p.a.v[1] - p.w[1] / 2 + p.k + c.x", "p.a.x + 3 * p.a.v[0] - p.w[0] / 2 + p.k + c.x"),
    ("sum(q.x for q in l) + l[1].v[1] - 2c.v[1]", "sum(q.x for q in l) + l[0].v[0] - 2 * c.v[0]"),
    ("t[1][1] - 2t[2][2] + u[1] + w[1] / 2", "t[0][0] - 2 * t[1][1] + u[0] + w[0] / 2"),
    ("u .+ w", "[e + f for e, f in zip(u, w)]"), ("u", "u"), ("c.v", "c.v"),
    ("m[1][1] + 2m[2][2] - u[1] + 4w[1]", "m[0][0] + 2 * m[1][1] - u[0] + 4 * w[0]"))


class Aliases(Written):
    """Names of arrays, cells, lists and tuples, of which some come to share, and changes under one of them."""

    before, refused = BEFORE, ("R1001", "R1002", "R1008", "R1010")

    def named(self, pair):
        """The statement for variables that are drawn."""
        rng = self.rng
        names = dict(zip("UWCD", (*rng.sample(("u", "w"), 2), *rng.sample(("c", "d"), 2))))
        return ["".join(x if self.inside(text, i) else names.get(x, x) for i, x in enumerate(text))
                for text in pair]

    @staticmethod
    def inside(text, i):
        """Whether the letter is in the middle of a word."""
        return text[i - 1:i].isalnum() or text[i + 1:i + 2].isalnum()

    def line(self, *of):
        self.lines.both(*self.named(self.rng.choice(self.rng.choice(of))))

    def block(self, head, *of):
        self.lines.open(*self.named(head))
        for _ in range(self.rng.randint(1, 2)):
            self.line(*of)
        self.lines.close()

    def start(self):
        self.lines.both("s, u, w = x, copy(v[1:2]), [x, 2.0]", "s, u, w = x, v[:2], [x, Fraction(2)]")
        self.lines.both("c = Cell(x, [1.0, x])", "c = Cell(x, [Fraction(1), x])")
        self.lines.both("d = Cell(2.0, copy(u))", "d = Cell(Fraction(2), u[:])")
        self.lines.both("o = Other(1.0, copy(w), 1)", "o = Other(Fraction(1), w[:], 1)")

    def write(self):
        rng, lines = self.rng, self.lines
        self.start()
        last = rng.choice(LAST)
        at = len(lines.text[0])
        for _ in range(rng.randint(1, 2)):
            kind = rng.randint(0, 7)
            if kind == 0:
                self.block(("if s > 0", "if s > 0"), SHARING, CHANGES)
            elif kind == 1:
                self.block(("for i in 1:2", "for i in range(2)"), SHARING, CHANGES, READING)
            elif kind == 2:
                self.block(rng.choice(LOOPS), LOOPED, CHANGES)
            else:
                self.line(SHARING)
        for _ in range(rng.randint(1, 2)):
            self.line(CHANGES)
        if rng.random() < 0.4:
            self.line(SHARING, READING)
            self.line(CHANGES)
        self.complete(at, last)
        lines.both(f"return {last[0]}", f"return {last[1]}")

    def complete(self, at, last):
        """What the lines name, and no line has made."""
        made = (("r", "r = (a = copy(u), b = copy(w))", "r = SimpleNamespace(a=u[:], b=w[:])"),
        ("g", "g = t -> [t, 1.0]", "g = lambda t: [t, Fraction(1)]"),
        ("p", "p = Pair(fresh(u), copy(w), x)", "p = Pair(fresh(u), w[:], x)"),
        ("l", "l = [fresh(u), fresh(w)]", "l = [fresh(u), fresh(w)]"),
                ("t", "t = (copy(u), copy(w))", "t = (u[:], w[:])"),
                ("m", "m = [copy(u), copy(w)]", "m = [u[:], w[:]]"))
        words = " ".join(self.lines.text[0][at:] + [last[0]])
        for name, julia, python in made:
            if any(x == name and (words[i - 1:i].isdigit() or not self.inside(words, i)) for i, x in enumerate(words)):
                self.lines.text[0].insert(at, "    " + julia)
                self.lines.text[1].insert(at, "    " + python)


UPDATES = (
    ("u .+= w", "added(u, w)"), ("u .-= x", "into(u, [e - x for e in u])"),
    ("u .*= w", "into(u, [e * f for e, f in zip(u, w)])"),
    ("w .-= u ./ 2", "into(w, [f - e / 2 for e, f in zip(u, w)])"),
    ("w .+= 2 .* u .- s", "into(w, [f + 2 * e - s for e, f in zip(u, w)])"),
    ("u ./= 2", "into(u, [e / 2 for e in u])"), ("u .= w .+ u", "added(u, w)"),
    ("c.v .+= u", "added(c.v, u)"), ("c.v .-= c.v ./ 2", "scaled(c.v, Fraction(1, 2))"),
    ("c.v .*= x", "scaled(c.v, x)"), ("d.v .+= c.v", "added(d.v, c.v)"),
    ("o.v .-= s", "into(o.v, [e - s for e in o.v])"),
    ("u[1:2] .+= w[1:2]", "added(u, w)"), ("u[1] += w[2]", "u[0] += w[1]"), ("added!(u, w)", "added(u, w)"),
    ("added!(w, c.v)", "added(w, c.v)"), ("scaled!(w, x)", "scaled(w, x)"),
    ("stepped!(u, w, x)", "stepped(u, w, x)"),
    ("drifted!(c, u)", "drifted(c, u)"), ("added!(u, 2 .* w)", "added(u, [2 * e for e in w])"),
    ("s = summed!(w, u)", "s = summed(w, u)"), ("s += sum(u)", "s += sum(u)"))


class Dotted(Aliases):
    """v .+= e and the like, of arrays that the function makes, of fields, and of arguments in functions f!."""

    before, refused = (BEFORE[0] + """\
function stepped!(u, w, h)
    u .+= h .* w
    w .-= h .* u
    return nothing
end
function drifted!(c::Cell, u)
    c.v .+= u
    c.v .*= 0.5
    c.x += sum(c.v)
end
function summed!(u, w)
    for i in 1:2
        u .+= w
    end
    if u[1] > 0
        u .-= 1
    end
    return u[1] + u[2]
end
""", BEFORE[1] + """\
def stepped(u, w, h):
    into(u, [e + h * f for e, f in zip(u, w)])
    into(w, [f - h * e for e, f in zip(u, w)])
def drifted(c, u):
    added(c.v, u)
    scaled(c.v, Fraction(1, 2))
    c.x += sum(c.v)
def summed(u, w):
    for _ in range(2): added(u, w)
    if u[0] > 0: into(u, [e - 1 for e in u])
    return u[0] + u[1]
"""), ()

    def write(self):
        rng, lines = self.rng, self.lines
        self.start()
        for _ in range(rng.randint(1, 3)):
            kind = rng.randint(0, 3)
            if kind == 0:
                self.block(("if s > u[1]", "if s > u[0]"), UPDATES)
            elif kind == 1:
                self.block(("for i in 1:2", "for i in range(2)"), UPDATES)
            else:
                self.line(UPDATES)
        last = rng.choice(LAST[:3] + LAST[6:9])
        lines.both(f"return {last[0]}", f"return {last[1]}")
