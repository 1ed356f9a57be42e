"""structs.py: functions with a value that take structs, make them and give them back, which values.py runs."""

from fractions import Fraction
from types import SimpleNamespace

from everyday import Written, eighths
from judging import Exact

BEFORE = ("""\
@kwdef struct Point
    x::Float64 = 0.5
    y::Float64 = 2x
end
struct Body
    at::Point
    mass::Float64
    n::Int
end
mutable struct Cloud
    bodies::Vector{Body}
    w::Vector{Float64}
    scale::Float64
end
moved(b::Body, d) = Body(Point(b.at.x + d, b.at.y), b.mass, b.n)
function turned(p::Point, k::Int)
    for i in 1:k
        p = Point(p.y, p.x - i)
    end
    return p
end
function weight(c::Cloud)
    s = 0.0
    for (b, u) in zip(c.bodies, c.w)
        s += b.mass * u
    end
    return s * c.scale
end
""", """\
from types import SimpleNamespace
def Point(x=Fraction(1, 2), y=None): return SimpleNamespace(x=x, y=2 * x if y is None else y)
def Body(at, mass, n): return SimpleNamespace(at=at, mass=mass, n=n)
def Cloud(bodies, w, scale): return SimpleNamespace(bodies=bodies, w=w, scale=scale)
def moved(b, d): return Body(Point(b.at.x + d, b.at.y), b.mass, b.n)
def turned(p, k):
    for i in range(1, k + 1): p = Point(p.y, p.x - i)
    return p
def weight(c): return sum(b.mass * u for b, u in zip(c.bodies, c.w)) * c.scale
""")

# Nobody calls them. That they have types does not make them part of a run of f.
BYSTANDERS = ("", "function apart(z::ComplexF64, v)\n    for e in v\n        z = z * e\n    end\n    return z\nend\n",
              "function apart(p::Point, names::Vector{String})\n    s = p.x\n    for n in names\n        s += length(n)\n    end\n    return s\nend\n")

CHANGES = (
    ("p = Point(p.y / 2, s)", "p = Point(p.y / 2, s)"), ("p = turned(p, 2)", "p = turned(p, 2)"), ("p = turned(p, b.n)", "p = turned(p, b.n)"),
    ("b = moved(b, s)", "b = moved(b, s)"), ("p = Point(y = s)", "p = Point(y=s)"), ("p = Point(x = x)", "p = Point(x=x)"),
    ("p = Point(; p.y)", "p = Point(y=p.y)"), ("p = Point()", "p = Point()"), ("p = b.at", "p = b.at"), ("b = Body(p, s, 2)", "b = Body(p, s, 2)"),
    ("c = Cloud(c.bodies, 2 .* c.w, x)", "c = Cloud(c.bodies, [2 * e for e in c.w], x)"),
    ("c = Cloud([moved(q, x) for q in c.bodies], c.w, c.scale)", "c = Cloud([moved(q, x) for q in c.bodies], c.w, c.scale)"),
    ("s += weight(c) / 4", "s += weight(c) / 4"), ("s += sum(q.mass for q in c.bodies)", "s += sum(q.mass for q in c.bodies)"),
    ("q = c.bodies[end]; s -= q.at.y", "q = c.bodies[-1]; s -= q.at.y"),
    ("s += c.bodies[b.n].mass", "s += c.bodies[b.n - 1].mass"), ("s += sum(c.w[i] * i for i in 1:b.n)", "s += sum(c.w[i - 1] * i for i in range(1, b.n + 1))"))

LOOPS = (
    ("for e in c.w", "for e in c.w", "s += e * b.at.x - b.mass", "s += e * b.at.x - b.mass"),
    ("for q in c.bodies", "for q in c.bodies", "s += q.at.x / 2 + q.n * x", "s += q.at.x / 2 + q.n * x"),
    ("for i in eachindex(c.bodies)", "for i in range(len(c.bodies))", "p = Point(p.x / 2 + c.bodies[i].mass, p.y)", "p = Point(p.x / 2 + c.bodies[i].mass, p.y)"),
    ("for i in 1:b.n", "for i in range(b.n)", "b = Body(Point(b.at.y, s), b.mass, i)", "b = Body(Point(b.at.y, s), b.mass, i + 1)"),
    ("for q in reverse(c.bodies)", "for q in reversed(c.bodies)", "b, s = q, s + b.mass", "b, s = q, s + b.mass"))

RESULTS = (("s + p.x - p.y + b.mass * b.n", None), ("p.x * x", None), ("p", None), ("b", None), ("c", None), ("Point(s, p.y)", None),
           ("[q.at for q in c.bodies]", None), ("[moved(q, s) for q in c.bodies]", None), ("[b.at.x, s]", None), ("c.w .* s", "[e * s for e in c.w]"))


def plain(value):
    """As the command reports it."""
    if isinstance(value, list):
        return [plain(e) for e in value]
    return {name: plain(part) for name, part in vars(value).items()} if isinstance(value, SimpleNamespace) else value


class Structs(Written):
    """Flat and nested structs, with arrays and in them, with keywords; fields in loops; structs as results."""

    names, before = "c::Cloud, b::Body, x", BEFORE

    def __init__(self, rng):
        super().__init__(rng)
        self.value = plain(self.value)

    @staticmethod
    def copied(value):
        if isinstance(value, list):
            return [Structs.copied(e) for e in value]
        return SimpleNamespace(**{k: Structs.copied(v) for k, v in value.items()}) if isinstance(value, dict) else value

    def body(self):
        x, y, mass = eighths(self.rng, 3)
        return {"at": {"x": x, "y": y}, "mass": mass, "n": self.rng.randint(1, 2)}

    def write(self):
        rng, lines, n = self.rng, self.lines, self.rng.randint(2, 3)
        self.inputs = {"c": {"bodies": [self.body() for _ in range(n)], "w": eighths(rng, n), "scale": eighths(rng, 1)[0]},
                       "b": self.body(), "x": eighths(rng, 1)[0]}
        lines.both("s, p = x, b.at", "s, p = x, b.at")
        for _ in range(rng.randint(1, 4)):
            kind = rng.randint(0, 4)
            if kind < 2:
                lines.both(*rng.choice(CHANGES))
            elif kind < 4:
                julia, python, *body = rng.choice(LOOPS)
                lines.open(julia, python)
                lines.both(*body)
                lines.close()
            else:
                self.smooth = False
                lines.open("if s > x", "if s > x")
                lines.both("b = Body(p, s / 2, b.n)")
                lines.depth -= 1
                lines.open("else", "else")
                lines.both("b = moved(b, p.x)")
                lines.close()
        julia, python = rng.choice(RESULTS)
        lines.both(f"return {julia}", f"return {python or julia}")
        self.before = (BEFORE[0] + rng.choice(BYSTANDERS), BEFORE[1])


class Layers(Exact):
    """Layers of a net are structs with a matrix and a vector. Only their parameters have types."""

    def __init__(self, rng):
        sizes = [rng.randint(1, 3) for _ in range(rng.randint(2, 3))]
        x, t = eighths(rng, sizes[0]), eighths(rng, sizes[-1])
        layers = [([eighths(rng, n) for _ in range(m)], eighths(rng, m)) for n, m in zip(sizes, sizes[1:])]
        self.inputs = {f"l{i}": {"W": w, "b": b} for i, (w, b) in enumerate(layers, 1)} | {"x": x, "t": t}
        heads = [f"l{i}::Layer" for i in range(1, len(sizes))]
        square = len(sizes) == 2 and rng.random() < 0.5  # all digits fit into Fixed
        step = f"({{0}}.W * {{1}} {rng.choice(('+', '.+'))} {{0}}.b)" + (" .^ 2" if square else "")
        apply = rng.choice(("", "apply(l::Layer, x) = {}\n", "function apply(l::Layer, x)\n    return {}\nend\n",
                            "apply(l::Layer, x::Vector{{Float64}}) = {}\n"))
        body, y = "", "x"
        for i in range(1, len(sizes)):
            y = f"apply(l{i}, {y})" if apply else step.format(f"l{i}", y)
            if rng.random() < 0.5:
                body, y = body + f"    y{i} = {y}\n", f"y{i}"
        result, of = rng.choice((("sum(abs2, {} - t)", lambda v: sum((a - b) ** 2 for a, b in zip(v, t))),
                                 ("sum({}) + sum(t)", lambda v: sum(v) + sum(t)), ("{} .- t", lambda v: [a - b for a, b in zip(v, t)])))
        for w, b in layers:
            x = [sum(p * q for p, q in zip(row, x)) + c for row, c in zip(w, b)]
            x = [v * v for v in x] if square else x
        self.value, self.smooth = of(x), not result.startswith("{")
        self.text = ("struct Layer\n    W::Matrix{Float64}\n    b::Vector{Float64}\nend\n" + apply.format(step.format("l", "x"))
                     + f"function f({', '.join(heads)}, x, t)\n{body}    return {result.format(y)}\nend\n")
