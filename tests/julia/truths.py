"""truths.py: conditions that are kept in arrays and counted, names that are local in a loop, functions f! whose arguments
get names within, and integers that are given where reals do not suit. values.py runs them; Python computes their values
from exact fractions."""

from everyday import Written


class Truths(Written):
    """Arrays of conditions: made, assigned and read one by one, and beside numbers, where they are 0 or 1."""

    def write(self):
        rng, lines = self.rng, self.lines
        self.smooth = False
        n, bound = len(self.inputs["v"]), rng.choice((-1, 0, 1))
        julia, python = rng.choice((("falses(length(v))", "[False] * len(v)"), ("trues(length(v))", "[True] * len(v)"), ("zeros(Bool, length(v))", "[False] * len(v)"),
                                    ("fill(true, length(v))", "[True] * len(v)"), (f"v .> {bound}", f"[e > {bound} for e in v]"), ("[e < x for e in v]", "[e < x for e in v]")))
        lines.both(f"m, s = {julia}, 0.0", f"m, s = {python}, Fraction(0)")
        if rng.random() < 0.5:
            lines.open("for i in eachindex(v)", "for i in range(1, len(v) + 1)")
            julia, python = rng.choice((("v[i] > x", "v[i - 1] > x"), ("!m[i]", "not m[i - 1]"), ("i % 2 == 0 || m[i]", "i % 2 == 0 or m[i - 1]"), ("i > 1 && v[i-1] > 0", "i > 1 and v[i - 2] > 0")))
            lines.both(f"m[i] = {julia}", f"m[i - 1] = {python}")
            lines.close()
        if rng.random() < 0.5:
            at = rng.randint(1, n + 1)
            lines.both(f"m[{at}] = v[1] < v[2]", f"if {at} > len(v): raise Trapped('R0807')")
            lines.both("", f"m[{at - 1}] = v[0] < v[1]")
        if rng.random() < 0.3:
            lines.both("m .= m .& (v .< 1)", "m = [a and e < 1 for a, e in zip(m, v)]")
        lines.open("for i in 1:length(v)", "for i in range(1, len(v) + 1)")
        julia, python = rng.choice((("s += m[i] * v[i]", "s += m[i - 1] * v[i - 1]"), ("s = s / 2 + (v[i] > x)", "s = s / 2 + (v[i - 1] > x)"),
                                    ("s -= m[i]", "s -= m[i - 1]"), ("s += -(v[i] < 0) + m[i]", "s += -(v[i - 1] < 0) + m[i - 1]"),
                                    ("m[i] && (s += v[i])", "s += v[i - 1] if m[i - 1] else 0")))
        lines.both(julia, python)
        lines.close()
        julia, python = rng.choice((("s + count(m)", "s + sum(m)"), ("[s; v .* m]", "[s] + [e * a for e, a in zip(v, m)]"), ("m", "[Fraction(a) for a in m]"),
                                    ("sum(m) / 2 + any(m) * s", "Fraction(sum(m)) / 2 + any(m) * s"), ("m[1] ? s : x", "s if m[0] else x")))
        if julia == "m" or rng.random() < 0.7:
            lines.both(f"return {julia}", f"return {python}")
        else:
            lines.both("w = zeros(length(v))", "w = [Fraction(0)] * len(v)")
            lines.open("for i in eachindex(w)", "for i in range(len(w))")
            lines.both("w[i] = v[i] > x", "w[i] = Fraction(v[i] > x)")
            lines.close()
            lines.both("w .+= m", "w = [a + b for a, b in zip(w, m)]")
            lines.both("return w .+ s", "return [a + s for a in w]")


class Locals(Written):
    """A name that is local in a loop is another one than outside, also in loops within and in functions within."""

    def write(self):
        rng, lines = self.rng, self.lines
        lines.both("local r", "")
        lines.both("s, t = x, 1.0", "s, t = x, Fraction(1)")
        lines.both("r = s", "r = s")
        lines.open("for e in v", "for e in v")
        kind = rng.randint(0, 4)
        if kind == 4:
            lines.both("let b = e", "")
            lines.both("    local t = b * x", "u = e * x")
            lines.both("    s += t", "s += u")
            lines.both("end", "")
            lines.both("t += 1", "t += 1")
        elif kind == 0:
            lines.both("local t = e * x", "u = e * x")
            lines.both("s += t^2", "s += u ** 2")
        elif kind == 1:
            lines.both("local t, q", "")
            lines.both("t, q = e, 2e", "u, q = e, 2 * e")
            lines.open("for i in 1:2", "for i in range(1, 3)")
            lines.both("local q = i * t", "w = i * u")
            lines.both("s += q", "s += w")
            lines.close()
            lines.both("s -= q / 2", "s -= q / 2")
        elif kind == 2:
            lines.both("g(a) = a + t", "g = lambda a, t=t: a + t")
            lines.both("local u = g(e)", "u = g(e)")
            lines.both("s = s / 2 + u", "s = s / 2 + u")
        else:
            lines.both("local s = e + t", "u = e + t")
            lines.both("t = s / 2", "t = u / 2")
        lines.close()
        lines.both("return s + t * r", "return s + t * r")


class Within(Written):
    """f!(du, u, p) takes its arguments apart by name, and changes the first one alone."""

    before = ("function rate!(du, u, p, t)\n    a, b = p\n    y, z = u\n    k = p[1]\n    du[1] = z\n    du[2] = a * y - b * z + t * k\n    return nothing\nend\n"
              "function halve!(du, u)\n    i = length(u)\n    while i > 0\n        du[i] += u[i] / 2\n        i -= 1\n    end\nend\n",
              "def rate(du, u, p, t):\n    a, b = p\n    y, z = u\n    du[0], du[1] = z, a * y - b * z + t * p[0]\n"
              "def halve(du, u):\n    for i in range(len(u)): du[i] += u[i] / 2\n")

    def write(self):
        rng, lines = self.rng, self.lines
        lines.both(f"u = {rng.choice(('v[1:2]', '[v[1], v[2]]', 'copy(v[1:2])'))}", "u = v[:2]")
        lines.both(f"du = {rng.choice(('similar(u)', 'zero(u)', 'zeros(2)', 'copy(u)'))}", "du = [Fraction(0)] * 2")
        p = rng.choice(("(x, v[3])", "[x, v[3]]"))
        lines.open("for k in 1:2", "for k in range(1, 3)")
        lines.both(f"rate!(du, u, {p}, k)", "rate(du, u, (x, v[2]), k)")
        if rng.random() < 0.5:
            lines.both("halve!(du, u)", "halve(du, u)")
        lines.both(rng.choice(("u .+= du ./ 2", "@. u += du / 2", "@. u = u + du / 2", "u = u + du / 2")), "u = [a + b / 2 for a, b in zip(u, du)]")
        lines.close()
        lines.both(*rng.choice((("return u", "return u"), ("return sum(u .* du)", "return sum(a * b for a, b in zip(u, du))"))))


class Bits(Written):
    """Integers that are given for parameters without types, and taken for their bits."""

    names = "v, k"

    def write(self):
        rng, lines = self.rng, self.lines
        self.inputs = {"v": self.inputs["v"], "k": rng.randint(0, 7)}
        self.smooth = False
        lines.both("s, i = 0.0, k", "s, i = Fraction(0), k")
        lines.open("while i > 0", "while i > 0")
        lines.both("s = s / 2 + v[1 + i % 3]", "s = s / 2 + v[i % 3]")
        lines.both(*rng.choice((("i -= i & -i", "i -= i & -i"), ("i = i >> 1", "i = i >> 1"), ("i = i & (i - 1)", "i = i & (i - 1)"))))
        lines.close()
        lines.both("return s + (k & 3)", "return s + (k & 3)")


KINDS = (Truths, Locals, Within, Bits)
