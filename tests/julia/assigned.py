"""assigned.py: random functions of Julia that assign elements of arrays which they make, which values.py runs. Each is
written in Julia and in Python, and Python computes its value from exact fractions."""

import copy
from fractions import Fraction

from judging import Exact
from whiles import Lines


class Assigned(Exact):
    def __init__(self, rng):
        self.rng, self.lines, n = rng, Lines(), rng.randint(3, 5)
        self.inputs = {"v": [Fraction(rng.randint(-16, 16), 8) for _ in range(n)], "x": Fraction(rng.randint(-16, 16), 8)}
        self.smooth, lines = True, self.lines
        (self.vector if rng.random() < 0.7 else self.matrix)()
        self.text = "function f(v, x)\n" + "\n".join(lines.text[0]) + "\nend\n"
        space = {"Fraction": Fraction, "copy": copy}
        exec("def f(v, x):\n" + "\n".join(lines.text[1]), space)  # pylint: disable=exec-used
        self.value = space["f"](list(self.inputs["v"]), self.inputs["x"])

    def vector(self):
        lines, choice = self.lines, self.rng.choice
        start = choice((("zeros(length(v))", "[Fraction(0) for _ in v]"), ("copy(v)", "list(v)"), ("2 .* v", "[2 * a for a in v]"),
                        ("[a + x for a in v]", "[a + x for a in v]"), ("v[1:end]", "list(v)"), ("[x, 1.0, v[1]]", "[x, Fraction(1), v[0]]")))
        lines.both(f"w = {start[0]}", f"w = {start[1]}")
        lines.both("n = length(w)", "n = len(w)")
        for _ in range(self.rng.randint(1, 3)):
            self.change()
        end = choice((("w", "w"), ("sum(w) + w[2]", "sum(w) + w[1]"), ("sum(w .* w)", "sum(a * a for a in w)")))
        lines.both(f"return {end[0]}", f"return {end[1]}")

    def change(self):
        lines, choice = self.lines, self.rng.choice
        kind, op = self.rng.randint(0, 4), choice(("=", "+=", "-="))
        if kind == 0:
            lines.both(f"w[2] {op} x^2", f"w[1] {op} x * x")
        elif kind == 1:
            lines.both(f"w[end] {op} w[1] + v[2]", f"w[-1] {op} w[0] + v[1]")
        elif kind == 2:
            lines.open("for i in 2:n", "for i in range(2, n + 1)")
            lines.both(f"w[i] {op} w[i - 1] / 2 + i", f"w[i - 1] {op} w[i - 2] / 2 + i")
            lines.close()
        elif kind == 3:
            lines.open("for i in eachindex(w)", "for i in range(1, len(w) + 1)")
            lines.both("w[i] > 1 && continue", "if w[i - 1] > 1: continue")
            lines.both(f"w[n + 1 - i] {op} 2w[i] - x", f"w[n - i] {op} 2 * w[i - 1] - x")
            lines.close()
            self.smooth = False
        else:
            lines.both("k = 1")
            lines.open("while k < n", "while k < n")
            lines.both(f"w[k] {op} w[k + 1]", f"w[k - 1] {op} w[k]")
            lines.both("k += 1")
            lines.close()

    def matrix(self):
        lines, op = self.lines, self.rng.choice(("=", "+="))
        lines.both("A = zeros(length(v), 2)", "A = [[Fraction(0), Fraction(0)] for _ in v]")
        lines.open("for i in 1:length(v)", "for i in range(1, len(v) + 1)")
        lines.both(f"A[i, 1] {op} v[i] * x", f"A[i - 1][0] {op} v[i - 1] * x")
        lines.both(f"A[i, 2] {op} A[i, 1] - A[1, 1]", f"A[i - 1][1] {op} A[i - 1][0] - A[0][0]")
        lines.close()
        lines.both("A[2, end] = x", "A[1][-1] = x")
        if self.rng.random() < 0.5:
            lines.both("return A")
        else:
            lines.both("return sum(A) + A[1, 2]", "return sum(sum(r) for r in A) + A[0][1]")
