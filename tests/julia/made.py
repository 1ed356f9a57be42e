"""made.py: functions of Julia as people paste them, which values.py runs: loops that make arrays, push!, Inf as the start of a
minimum, systems of equations, calls of themselves and several functions of one name. Each is written in Julia and in Python,
and Python computes its value from exact fractions."""

from fractions import Fraction

from everyday import Written, eighths
from judging import Exact


class Filled(Written):
    """Loops that assign each element once, with sums in them, or one element after another."""

    def write(self):
        self.smooth = True
        (self.vector if self.rng.random() < 0.5 else self.matrix)()

    def vector(self):
        lines, choice = self.lines, self.rng.choice
        n = len(self.inputs["v"])
        room, by = self.rng.randint(0, 2), self.rng.randint(0, 1)
        lines.both(f"w = zeros(length(v) + {room})", f"w = [Fraction(0)] * (len(v) + {room})")
        lines.both("w[1] = x", "w[0] = x")
        heads = [("i in 1:length(v)", f"i in range(1, {n} + 1)"), ("i in eachindex(v)", f"i in range(1, {n} + 1)"),
                 ("(i, y) in enumerate(v)", "i, y in enumerate(v, 1)"), ("i in 2:length(v)", f"i in range(2, {n} + 1)")]
        head = choice(heads)
        lines.open(f"for {head[0]}", f"for {head[1]}")
        kind = self.rng.randint(0, 4)
        if kind == 0:
            lines.both(f"w[i + {by}] = v[i]^2 - x", f"if i + {by} > len(w): raise Trapped('R0807')")
            lines.text[1].append(f"        w[i - 1 + {by}] = v[i - 1] ** 2 - x")
        elif kind == 1:
            lines.both("t = v[i] * x", "t = v[i - 1] * x")
            lines.both("w[i] += t", "w[i - 1] += t")
        elif kind == 2:
            lines.open("for j in 1:length(v)", f"for j in range(1, {n} + 1)")
            lines.both("w[i] += v[j] * i", "w[i - 1] += v[j - 1] * i")
            lines.close()
        elif kind == 3:
            lines.both("w[i] = i == 1 ? x : w[i - 1] / 2 + v[i]", "w[i - 1] = x if i == 1 else w[i - 2] / 2 + v[i - 1]")
        else:
            lines.open("if v[i] > 0", "if v[i - 1] > 0")
            lines.both("w[i] = v[i]", "w[i - 1] = v[i - 1]")
            lines.close()
            self.smooth = False
        lines.close()
        lines.both(*choice((("return w", "return w"), ("return sum(w) * 2", "return sum(w) * 2"))))

    def matrix(self):
        lines, choice = self.lines, self.rng.choice
        lines.both("m, n = length(v), 2", "m, n = len(v), 2")
        turned = choice((False, True))
        lines.both("A = zeros(length(v), 2)", "A = [[Fraction(0)] * 2 for _ in v]")
        if turned:
            lines.open("for j in 1:n", "for j in range(1, n + 1)")
            lines.open("for i in 1:m", "for i in range(1, m + 1)")
        else:
            lines.open("for i in 1:m", "for i in range(1, m + 1)")
            lines.open("for j in 1:n", "for j in range(1, n + 1)")
        kind = self.rng.randint(0, 2)
        if kind == 0:
            lines.both("A[i, j] = v[i] * j + x", "A[i - 1][j - 1] = v[i - 1] * j + x")
        elif kind == 1:
            lines.open("for k in 1:m", "for k in range(1, m + 1)")
            lines.both("A[i, j] += v[k] * i - j", "A[i - 1][j - 1] += v[k - 1] * i - j")
            lines.close()
        else:
            lines.both("s = 0.0", "s = Fraction(0)")
            lines.open("for k in 1:m", "for k in range(1, m + 1)")
            lines.both("s += v[k] * j", "s += v[k - 1] * j")
            lines.close()
            lines.both("A[i, j] = s + i", "A[i - 1][j - 1] = s + i")
        lines.close()
        lines.close()
        lines.both(*choice((("return A", "return A"), ("return sum(A)", "return sum(sum(r) for r in A)"))))


class Pushed(Written):
    """Arrays that grow in a loop, once in each iteration."""

    def write(self):
        lines, choice = self.lines, self.rng.choice
        n = len(self.inputs["v"])
        first = choice((("[x]", "[x]"), ("[x, v[2]]", "[x, v[1]]"), ("[x]", "[x]"), ("Float64[]", "[]"), ("[]", "[]")))
        empty = first[1] == "[]"
        lines.both("n = 9")
        lines.both(f"r = {first[0]}", f"r = {first[1]}")
        lines.both(f"n = {n}")
        lines.both("s = x", "s = x")
        lines.both('if x > 0 println("r = ", [x, n]) end', "")
        if self.rng.random() < 0.3:
            lines.both("push!(r, 2x)", "r.append(2 * x)")
            empty = False
        head = choice(((f"for i in 1:{n}", f"for i in range(1, {n} + 1)"), ("for i in 2:length(v)", f"for i in range(2, {n} + 1)"),
                       ("for i in 1:n", "for i in range(1, n + 1)"), ("for i in 1:2:length(v)", f"for i in range(1, {n} + 1, 2)"),
                       ("for (i, y) in enumerate(v)", "for i, y in enumerate(v, 1)"),
                       ("for (i, (y, z)) in enumerate(zip(v, v))", "for i, y in enumerate(v, 1)")))
        lines.open(*head)
        lines.both("s = s / 2 + v[i]", "s = s / 2 + v[i - 1]")
        terms = [("s", "s"), ("s - i", "s - i"), ("length(r)", "len(r)")]
        terms += [] if empty else [("r[end] + v[i]", "r[-1] + v[i - 1]"), ("last(r) / 2", "r[-1] / 2"), ("r[end] - r[1]", "r[-1] - r[0]")]
        if "enumerate" not in head[0] and self.rng.random() < 0.3:  # it no longer counts the iterations
            lines.both("i = 3 - i")
            terms = terms[:3]
        term = choice(terms)
        lines.both(f"push!(r, {term[0]})", f"r.append(Fraction({term[1]}))")
        if self.rng.random() < 0.3:
            lines.both("s += r[end]", "s += r[-1]")
        lines.close()
        if self.rng.random() < 0.3:
            lines.both("push!(r, s)", "r.append(s)")
        lines.both(*choice((("return r", "return r"), ("return sum(r)", "return sum(r)"), ("return length(r) + r[end]", "return len(r) + r[-1]"))))


class Infinite(Written):
    """Inf where a minimum starts, in an array, and where it may not arrive."""

    def write(self):
        lines, choice = self.lines, self.rng.choice
        self.before = ("far(y) = isinf(y) ? 1.5 : 2.5\n", "def far(y): return Fraction(3 if y in (float('inf'), -float('inf')) else 5, 2)\n")
        bound = self.rng.randint(-2, 3)
        start = choice((("Inf", "<", "min"), ("typemax(Float64)", "<", "min"), ("-Inf", ">", "max")))
        far = "float('inf')" if start[1] == "<" else "-float('inf')"
        lines.both(f"best = {start[0]}", f"best = {far}")
        lines.both("k = 0", "k = 0")
        lines.open("for i in 1:length(v)", "for i in range(1, len(v) + 1)")
        lines.open(f"if v[i] > {bound} && v[i] {start[1]} best", f"if v[i - 1] > {bound} and v[i - 1] {start[1]} best")
        lines.both("best = v[i]", "best = v[i - 1]")
        lines.both("k = i", "k = i")
        lines.close()
        lines.close()
        end = choice((("best", "best", True), ("2best + x", "2 * best + x", True), ("[best, x]", "[best, x]", True), ("k", "k", False),
                      ("far(best)", "far(best)", False), ("isfinite(best) ? best : x", "best if k else x", False), ("best == " + start[0] + " ? x : best - x", "best - x if k else x", False),
                      (f"{start[2]}(best, x) - 1", f"{start[2]}(best, x) - 1", False), ("best + 1 - best", "Fraction(1)", True)))
        if end[2]:
            lines.text[1].append("    if not k: raise Trapped('R0815')")
        lines.both(f"return {end[0]}", f"return {end[1]}")


class Near(Exact):
    """Values of many roundings: those of Float to 14 digits, those of Fixed to 8."""

    def good(self, values, floats):
        def flat(value):
            return [x for row in value for x in flat(row)] if isinstance(value, list) else [float(value)]
        have, want = flat(values["out!"]), flat(self.value)
        most = max(1.0, *(abs(x) for x in want))
        return len(have) == len(want) and all(abs(a - b) <= (1e-13 if floats else 1e-7) * most for a, b in zip(have, want)), want


def solved(a, b):
    """The solution, and the determinant, by elimination in exact fractions; None: there is none."""
    n, rows, det = len(a), [[*map(Fraction, r), *map(Fraction, s)] for r, s in zip(a, b)], Fraction(1)
    for k in range(n):
        p = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if p is None:
            return None, Fraction(0)
        if p != k:
            rows[k], rows[p], det = rows[p], rows[k], -det
        det *= rows[k][k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [r[n:] for r in rows], det


class Solved(Near):
    """Systems of equations, determinants, inverses, and I."""

    def __init__(self, rng):
        n = rng.randint(1, 4)
        while True:
            a = [[Fraction(rng.choice((-8, -4, -3, 0, 0, 0, 2, 4, 8)), 4) for _ in range(n)] for _ in range(n)]
            inverse, det = solved(a, [[Fraction(i == j) for j in range(n)] for i in range(n)])
            if abs(det) > Fraction(1, 2):
                break
        b, k = eighths(rng, n), Fraction(rng.randint(1, 3))
        self.inputs, self.smooth = {"A": a, "b": b, "k": k}, False
        shifted = [[x + k * (i == j) for j, x in enumerate(r)] for i, r in enumerate(a)]
        forms = [("A \\ b", [r[0] for r in solved(a, [[x] for x in b])[0]]), ("inv(A)", inverse), ("det(A)", det), ("A + k * I", shifted),
                 ("k * I + A", shifted), ("k * I - A", [[k * (i == j) - x for j, x in enumerate(r)] for i, r in enumerate(a)]),
                 ("A - I", [[x - (i == j) for j, x in enumerate(r)] for i, r in enumerate(a)]), ("tr(A) + det(A)", sum(a[i][i] for i in range(n)) + det),
                 ("A \\ A", [[Fraction(i == j) for j in range(n)] for i in range(n)]), ("inv(A) * b", [r[0] for r in solved(a, [[x] for x in b])[0]]),
                 ("A * (A \\ b)", b), ("diag(A) .+ k", [a[i][i] + k for i in range(n)])]
        text, self.value = rng.choice(forms)
        self.text = f"f(A, b, k) = {text}\n" if rng.random() < 0.5 else f"function f(A, b, k)\n    y = {text}\n    return y\nend\n"


class Recursive(Written):
    """Functions that call themselves once, also with more arguments than they are started with."""

    names = "v, x"

    def write(self):
        choice, rng = self.rng.choice, self.rng
        n = rng.randint(0, 6)
        m = choice((("{}", "{}"), ("n + {}", "n + {}"), ("x * {}", "x * {}"), ("{} - n", "{} - n"), ("x - {}", "x - {}"), ("n + x * {}", "n + x * {}"),
                    ("{} / 2 + x", "{} / 2 + x"), ("2 * ({} + n)", "2 * ({} + n)"), ("n - ({} - x) * 2", "n - ({} - x) * 2")))
        call = "g(n - 1, x)"
        form = rng.randint(0, 3)
        step = m[0].format(call)
        if form == 0:
            julia = f"g(n, x) = n <= 0 ? x + 1 : {step}\n"
        elif form == 1:
            julia = f"function g(n, x)\n    n <= 0 && return x + 1\n    return {step}\nend\n"
        elif form == 2:
            julia = f"function g(n, x)\n    if n <= 0\n        x + 1\n    elseif n == 3\n        g(n - 1, x / 2)\n    else\n        y = x\n        {step}\n    end\nend\n"
        else:
            julia = f"g(n, x) = n <= 0 ? x + 1 : {step}\ng(n) = g(n, 2.0)\ng(n, x, y) = g(n, x) + y\n"
        extra = "    if n == 3: return g(n - 1, x / 2)\n" if form == 2 else ""
        python = f"def g(n, x=Fraction(2), y=0):\n    if y: return g(n, x) + y\n    if n <= 0: return x + 1\n{extra}    return {step}\n"
        self.before, self.smooth = (julia, python), False
        if form == 3:
            self.lines.both(f"return g({n}, x) + g({n}) - g({n}, x, 3.0)", f"return g({n}, x) + g({n}) - g({n}, x, 3)")
        else:
            self.lines.both(f"return g({n}, x) + v[1]", f"return g({n}, x) + v[0]")


class Branching(Written):
    """Functions that call themselves several times, in what they return and in its conditions."""

    names = "v, x"
    forms = (
        ("function g(n, x)\n    n < 2 && return x + n\n    return g(n - 1, x / 2) {a} g(n - 2, x) / 2\nend\n",
         "def g(n, x):\n    return x + n if n < 2 else g(n - 1, x / 2) {a} g(n - 2, x) / 2\n", "g({n}, x)"),
        ("function g(v, i::Int)\n    if i > length(v)\n        return 1\n    end\n    return v[i] / 2 {a} g(v, 2i) {b} g(v, 2i + 1)\nend\n",
         "def g(v, i):\n    return Fraction(1) if i > len(v) else v[i - 1] / 2 {a} g(v, 2 * i) {b} g(v, 2 * i + 1)\n", "g(v, 1)"),
        ("function g(v, lo::Int, hi::Int)\n    lo == hi && return v[lo]\n    mid = (lo + hi) ÷ 2\n    return g(v, lo, mid) {a} g(v, mid + 1, hi) / 2\nend\n",
         "def g(v, lo, hi):\n    if lo == hi: return v[lo - 1]\n    mid = (lo + hi) // 2\n    return g(v, lo, mid) {a} g(v, mid + 1, hi) / 2\n", "g(v, 1, length(v))"),
        ("function g(v, lo::Int, hi::Int)\n    lo == hi ? v[lo] : max(g(v, lo, (lo + hi) ÷ 2), g(v, (lo + hi) ÷ 2 + 1, hi) {a} 1)\nend\n",
         "def g(v, lo, hi):\n    return v[lo - 1] if lo == hi else max(g(v, lo, (lo + hi) // 2), g(v, (lo + hi) // 2 + 1, hi) {a} 1)\n", "g(v, 1, length(v))"),
        ("function g(m, n)\n    m == 0 && return n + 1\n    n == 0 && return g(m - 1, 1)\n    return g(m - 1, g(m, n - 1))\nend\n",
         "def g(m, n):\n    return n + 1 if m == 0 else g(m - 1, 1) if n == 0 else g(m - 1, g(m, n - 1))\n", "g(2, {m}) {a} x"),
        ("function g(n::Int, k::Int)::Int\n    k == 0 && return 1\n    k == n && return 1\n    return g(n - 1, k - 1) + g(n - 1, k)\nend\n",
         "def g(n, k):\n    return 1 if k == 0 or k == n else g(n - 1, k - 1) + g(n - 1, k)\n", "g({n}, 2) {a} x"),
        ("g(n, x) = n == 0 ? x : h(n - 1, x) {a} h(n - 1, x / 2)\nh(n, x) = n == 0 ? 2x : g(n - 1, x) / 2 {b} n\n",
         "def g(n, x): return x if n == 0 else h(n - 1, x) {a} h(n - 1, x / 2)\ndef h(n, x): return 2 * x if n == 0 else g(n - 1, x) / 2 {b} n\n", "g({n}, x)"),
        ("function g(n, x)\n    n < 1 && return x\n    s = 0.0\n    for i in 1:2\n        s += g(n - i, x / 2) * i {a} i\n    end\n    return s\nend\n",
         "def g(n, x):\n    if n < 1: return x\n    return sum(g(n - i, x / 2) * i {a} i for i in (1, 2))\n", "g({n}, x)"),
    )

    def write(self):
        rng = self.rng
        julia, python, call = rng.choice(self.forms)
        signs = {"a": rng.choice("+-"), "b": rng.choice("+-*")}
        numbers = {"n": rng.randint(2, 5), "m": rng.randint(0, 2), **signs}
        self.before = (julia.format(**signs), python.format(**signs))
        self.smooth = "max" not in julia and "m, n" not in julia
        call = call.format(**numbers)
        way = rng.choice(("return {}", "return ({}) / 2 - x", "s = v[1]\n    for i in 1:2\n        s += ({}) * i\n    end\n    return s"))
        self.lines.both(way.format(call), "")
        inner = call.replace("length(v)", "len(v)")
        self.lines.both("", {"return {}": f"return {inner}", "return ({}) / 2 - x": f"return Fraction({inner}) / 2 - x"}.get(
            way, f"return v[0] + sum(({inner}) * i for i in (1, 2))"))


class Stepped(Written):
    """Steps that make the next array beside the old one, and hand it on or exchange the two."""

    def write(self):
        lines, steps = self.lines, self.rng.randint(1, 4)
        self.smooth, exchanged = True, self.rng.random() < 0.5
        lines.both("u = copy(v)", "u = list(v)")
        if exchanged:
            lines.both("w = zeros(length(v))", "w = [Fraction(0)] * len(v)")
        lines.open(f"for t in 1:{steps}", f"for t in range({steps})")
        if not exchanged:
            lines.both("w = copy(u)", "w = list(u)")
        lines.open("for i in 2:length(u)-1", "for i in range(2, len(u))")
        lines.both("w[i] = u[i] + (u[i-1] - 2u[i] + u[i+1]) / 4", "w[i - 1] = u[i - 1] + (u[i - 2] - 2 * u[i - 1] + u[i]) / 4")
        lines.close()
        if self.rng.random() < 0.5:
            lines.both("w[1] += x", "w[0] += x")
        lines.both("u, w = w, u" if exchanged else "u = w")
        lines.close()
        lines.both("return u")


KINDS = (Filled, Stepped, Pushed, Infinite, Solved, Recursive, Branching)
