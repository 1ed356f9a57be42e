"""guards.py: random functions of Julia with conditions whose second part would trap where the first one decides, which
values.py runs. Each is written in Julia and in Python, and Python computes its value from exact fractions."""

from fractions import Fraction

from judging import Exact
from whiles import Lines

# What must hold, and what may be asked then. h(v, i) is v[i].
ASKED = (
    ("i > 1", "i > 1", "v[i - 1] > {c}", "h(v, i - 1) > {c}"),
    ("i < length(v)", "i < len(v)", "v[i + 1] > v[i]", "h(v, i + 1) > h(v, i)"),
    ("v[i] != 0", "h(v, i) != 0", "x / v[i] > {c}", "x / h(v, i) > {c}"),
    ("v[i] != 0", "h(v, i) != 0", "g(v[i], x) > {c}", "x / h(v, i) + (x / h(v, i))**2 > {c}"),
    ("v[i] >= 0", "h(v, i) >= 0", "sqrt(v[i]) > 1", "h(v, i) > 1"),
    ("v[i] > 0", "h(v, i) > 0", "log(v[i]) < 0", "h(v, i) < 1"),
    ("i > 2", "i > 2", "maximum(v[1:i-2]) > {c}", "max(v[:i - 2]) > {c}"),
    ("i > 1", "i > 1", "sum(x / k for k in v[1:i-1] if k > 1) < 9", "sum(x / k for k in v[:i - 1] if k > 1) < 9"),
    ("i ÷ 2 >= 1", "i // 2 >= 1", "v[i ÷ 2] > {c}", "h(v, i // 2) > {c}"),
    ("i < length(v)", "i < len(v)", "(v[i + 1] > {c} || v[i] > 1)", "(h(v, i + 1) > {c} or h(v, i) > 1)"),
)
OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "!=": "=="}


class Guards(Exact):
    def __init__(self, rng):
        self.rng, self.lines, n = rng, Lines(), rng.randint(2, 5)
        self.inputs = {"v": [Fraction(rng.choice((-9, -4, 0, 0, 3, 8, 12, 17)), 8) for _ in range(n)],
                       "x": Fraction(rng.choice((5, 11, 13)), 8)}
        self.smooth, lines = False, self.lines
        lines.both("s = 0.0", "s = Fraction(0)")
        (self.forward if rng.random() < 0.6 else self.backward)()
        lines.both("return s")
        self.text = "function g(a, x)\n    b = x / a\n    return b + b^2\nend\nfunction f(v, x)\n" + "\n".join(lines.text[0]) + "\nend\n"
        space = {"Fraction": Fraction, "h": self.element}
        exec("def f(v, x):\n" + "\n".join(lines.text[1]), space)  # pylint: disable=exec-used
        self.value = space["f"](self.inputs["v"], self.inputs["x"])

    @staticmethod
    def element(v, i):
        if i < 1:
            raise IndexError
        return v[i - 1]

    def condition(self, guarded="", python=""):
        """In both languages; guarded, python: what holds already."""
        guard, guard_python, asked, asked_python = self.rng.choice(ASKED)
        c = self.rng.choice((0, 1))
        asked, asked_python = asked.format(c=c), asked_python.format(c=c)
        if guarded:
            guard, guard_python = f"{guarded} && {guard}", f"{python} and {guard_python}"
        elif self.rng.random() < 0.4:
            left, op, right = guard.rsplit(" ", 2)
            other = f"{left} {OPPOSITE[op]} {right}"
            if self.rng.random() < 0.3:
                return f"!({guard} && {asked})", f"not ({guard_python} and {asked_python})"
            return f"{other} || {asked}", f"not ({guard_python}) or {asked_python}"
        return f"{guard} && {asked}", f"{guard_python} and {asked_python}"

    def step(self):
        julia, python = self.condition()
        lines, kind = self.lines, self.rng.randint(0, 4)
        if kind == 0:
            lines.open(f"if {julia}", f"if {python}")
            lines.both("s += v[i] * x", "s += h(v, i) * x")
            lines.close()
        elif kind == 1:
            other, other_python = self.condition()
            lines.open(f"if {julia}", f"if {python}")
            lines.both("s += x")
            lines.depth -= 1
            lines.open(f"elseif {other}", f"elif {other_python}")
            lines.both("s -= 2x", "s -= 2 * x")
            lines.close()
        elif kind == 2:
            lines.both(f"s += ({julia}) ? x : 1", f"s += x if {python} else 1")
        elif kind == 3:
            lines.both(f"({julia}) && (s += i)", f"if {python}: s += i")
        else:
            lines.both(f"({julia}) && return s + x", f"if {python}: return s + x")

    def forward(self):
        self.lines.open("for i in 1:length(v)", "for i in range(1, len(v) + 1)")
        self.step()
        self.step()
        self.lines.close()

    def backward(self):
        """The condition of the loop is such a one; it ends at the latest where i is 0."""
        self.lines.both("i = length(v)", "i = len(v)")
        julia, python = self.condition("i >= 1", "i >= 1")
        self.lines.open(f"while {julia}", f"while {python}")
        self.lines.both("s += v[i]", "s += h(v, i)")
        if self.rng.random() < 0.5:
            self.step()
        self.lines.both("i -= 1")
        self.lines.close()
