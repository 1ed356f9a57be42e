"""whiles.py: random functions of Julia with 'while', which values.py runs. Each is written in Julia and in Python, and
Python computes its value from exact fractions."""

from fractions import Fraction

from judging import Exact

JULIA, PYTHON = 0, 1


class Lines:
    """The same statements in both languages."""

    def __init__(self):
        self.text, self.depth = ([], []), 1

    def both(self, julia, python=None):
        for language, line in ((JULIA, julia), (PYTHON, julia if python is None else python)):
            if line:
                self.text[language].append("    " * self.depth + line)

    def open(self, julia, python):
        self.both(julia, python + ":")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.both("end", "")


def pythonic(condition):
    return condition.replace("&&", "and").replace("||", "or").replace("[i]", "[i - 1]").replace("length(", "len(")


class Whiles(Exact):
    """A loop that counts, or one that ends by what it computes; perhaps another in it."""

    def __init__(self, rng):
        self.rng, self.lines, n = rng, Lines(), rng.randint(2, 5)
        self.inputs = {"v": [Fraction(rng.randint(-16, 16), 8) for _ in range(n)], "x": Fraction(rng.randint(1, 40), 8)}
        self.smooth = True
        lines = self.lines
        lines.both("s, t = 0.0, x", "s, t = Fraction(0), x")
        (self.counted if rng.random() < 0.5 else self.general)()
        last = rng.choice(("s", "s + t", "2s - i", "s + i * x"))
        lines.both(f"return {last}", f"return {last.replace('2s', '2 * s')}")
        self.text = "function f(v, x)\n" + "\n".join(lines.text[JULIA]) + "\nend\n"
        space = {"Fraction": Fraction}
        exec("def f(v, x):\n" + "\n".join(lines.text[PYTHON]), space)  # pylint: disable=exec-used
        self.value = space["f"](self.inputs["v"], self.inputs["x"])

    def step(self, element):
        """A line of a body."""
        choice = self.rng.choice
        kind = self.rng.randint(0, 4)
        term = choice((element, "t", "x", "i", f"{element} * x"))
        if kind == 0:
            self.lines.both(f"s += {term}", f"s += {pythonic(term)}")
        elif kind == 1:
            self.lines.both(f"s = s / 2 - {term}", f"s = s / 2 - {pythonic(term)}")
        elif kind == 2:
            self.lines.both("s, t = t, s", "s, t = t, s")
        elif kind == 3:
            condition = choice((f"{element} > 0", "s > t", "i > 2"))
            self.smooth = False
            self.lines.open(f"if {condition}", f"if {pythonic(condition)}")
            self.lines.both(f"y = {term}", f"y = {pythonic(term)}")
            self.lines.both("s += y")
            self.lines.depth -= 1
            self.lines.open("else", "else")
            self.lines.both("t = t / 2")
            self.lines.close()
        else:
            self.lines.both(f"t = {term} / 4", f"t = Fraction({pythonic(term)}) / 4")

    def leave(self, element, ways):
        """condition && break, and so on."""
        if self.rng.random() < 0.6:
            return
        self.smooth = False
        condition = self.rng.choice((f"{element} > 1", "s < -1", "i == 3", "s > 3"))
        way = self.rng.choice(ways)
        self.lines.both(f"{condition} && {way}", f"if {pythonic(condition)}: {way}")

    def counted(self):
        """Its variable is an index."""
        head, start, step = self.rng.choice((
            ("i <= length(v)", "1", 1), ("i < length(v)", "1", 1), ("i <= length(v)", "2", 2), ("i >= 1", "length(v)", -1),
            ("i > 1", "length(v)", -1), ("i > 1", "length(v)", -2), ("i <= 2", "1", 1), ("i < 1", "1", 1), ("i <= n", "1", 1), ("i < n", "1", 1)))
        if "n" in head.split():
            self.lines.both("n = length(v)", "n = len(v)")
        self.lines.both(f"i = {start}", f"i = {pythonic(start)}")
        self.lines.open(f"while {head}", f"while {pythonic(head)}")
        where = self.rng.randint(0, 2)
        for k in range(3):
            if k == where:
                self.lines.both(f"i {'-' if step < 0 else '+'}= {abs(step)}")
            elif k < where or head in ("i > 1", "i < length(v)", "i < n") and abs(step) == 1:
                self.step("v[i]")
            else:
                self.step("t")
        if where == 2:
            self.leave("t", ("break", "return s + i"))
        self.lines.close()

    def general(self):
        """It ends by a condition on what it computes, and in any case after a few iterations."""
        start, most = self.rng.randint(0, 2), self.rng.randint(3, 9)
        head = self.rng.choice((f"i < {most}", f"t < {most} && i < 8", f"s * 2 <= t + {most} && i < 6", "true", f"i != {start + 4}"))
        self.lines.both(f"i = {start}")
        self.lines.open(f"while {head}", f"while {pythonic(head).replace('true', 'True')}")
        self.smooth = self.smooth and head.startswith("i")
        self.lines.both("i += 1")
        if head == "true":
            self.lines.both(f"i > {most} && break", f"if i > {most}: break")
        self.step("t")
        self.leave("t", ("break", "continue", "return s - i"))
        if self.rng.random() < 0.3:
            self.lines.both("k = i")
            self.lines.open("while k > 0", "while k > 0")
            self.lines.both("s += k * x")
            self.lines.both("k -= 1")
            self.lines.close()
        self.step("t")
        self.lines.close()
