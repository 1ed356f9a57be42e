"""beside.py BUILD [PROGRAMS [SEED [OPTIONS]]]: random programs with Fixed beside Float, against fractions.

Inputs have few digits, so that nothing but a Fixed rounds: its sums, with ties to even, at 2^-43.
Values must be those fractions to the bit, and partial derivatives to 1e-14. A sum of Fixed that
reaches 2^20 must trap, and say so. Every run must restore each bit. Prints how many programs gave
values and how many trapped, and any that did otherwise. Too few of one of them is a failure."""

import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

FRAC, LIMIT, DIGITS = 43, 1 << 20, 100
SCALARS = {"y!": "Float64", "z!": "Fixed", "a": "Fixed", "b": "Float64", "c": "Fixed"}
ARRAYS = {"v!": "Fixed", "u!": "Float64", "x": "Fixed", "w": "Float64"}
SIZE = 3
HELPERS = """@i function rounded(out!::Fixed, p::Float64)
    out! += Fixed(p)
end
@i function typed(out!::Fixed, p::Fixed)
    out! += p * p
    out! -= p
end
@i function wide(out!::Float64, p::Float64)
    out! += p * 0.25
end
@i function any(out!::T, p::T) where T
    out! += p * 0.125
    out! -= p
end
@i function real(out!::Real, p::Real)
    out! += p * 0.375
end
"""


class Trap(Exception):
    pass


def fixed(x):
    """The nearest Fixed, ties to even."""
    units = round(x * (1 << FRAC))
    if abs(units) >= LIMIT << FRAC:
        raise Trap
    return Fraction(units, 1 << FRAC)


def digits(x):
    n = abs(x.numerator)
    return n.bit_length() - ((n & -n).bit_length() - 1 if n else 0)


class Number:
    """A value, its partial derivatives by inputs, and its kind: Fixed, Float64 or none."""

    def __init__(self, value, parts=None, kind=None):
        self.value, self.parts, self.kind = value, parts or {}, kind

    def rounded(self):
        return Number(fixed(self.value), self.parts, "Fixed")


def joined(a, b):
    return "Float64" if "Float64" in (a, b) else a or b


def linear(pairs, value, kind):
    parts = {}
    for slope, number in pairs:
        for name, part in number.parts.items():
            parts[name] = parts.get(name, 0) + slope * part
    return Number(value, parts, kind)


def binary(op, a, b):
    kind = joined(a.kind, b.kind)
    if op == "*":
        return linear(((b.value, a), (a.value, b)), a.value * b.value, kind)
    sign = 1 if op == "+" else -1
    return linear(((1, a), (sign, b)), a.value + sign * b.value, kind)


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.large = rng.random() < 0.15
        self.inputs, self.now, self.kinds = {}, {}, {}
        for name, kind in SCALARS.items():
            self.enter(name, kind)
        for name, kind in ARRAYS.items():
            for i in range(1, SIZE + 1):
                self.enter(f"{name}[{i}]", kind)
        self.places = [n for n in self.now if "!" in n]
        self.trapped = self.started = self.alone = False
        self.routine, self.lines = [], []
        try:
            self.locals()
            self.started = True
            for i in range(rng.randint(3, 8)):
                self.statement()
        except Trap:
            self.trapped = True

    def enter(self, name, kind):
        places = self.rng.choice((0, 8, 22, 25, 30))
        value = Fraction(self.rng.randint(-1 << 10, 1 << 10), 1 << places)
        if self.large and self.rng.random() < 0.3:
            value *= 1 << places + 9
        self.inputs[name] = value
        self.kinds[name] = kind
        self.now[name] = Number(value, {name: Fraction(1)}, kind)

    def leaf(self, without):
        if self.rng.random() < 0.15:
            value = Fraction(self.rng.randint(-40, 40), 8)
            return repr(float(value)), Number(value)
        name = self.rng.choice([n for n in self.now if n != without and (self.started or "!" not in n)
                                and (not self.alone or self.kinds[n] == "Fixed")])
        return name, self.now[name]

    def expression(self, depth, without):
        for _ in range(20):
            form = self.rng.random()
            if depth == 0 or form < 0.2:
                return self.leaf(without)
            text, a = self.expression(depth - 1, without)
            if form < 0.35:
                name = self.rng.choice(("Fixed", "Float64", "convert(Fixed, ", "float"))
                number = a.rounded() if "Fixed" in name and abs(a.value) < LIMIT - 1 else a
                if "Fixed" in name and number is a:
                    continue
                return (f"{name}{'' if name[-1] == ' ' else '('}{text})"), number
            other, b = self.expression(depth - 1, without)
            op = self.rng.choice("+-*")
            f = binary(op, a, b)
            if digits(f.value) <= DIGITS and f.value.denominator <= 1 << 120:
                return f"({text} {op} {other})", f
        return self.leaf(without)

    def add(self, name, op, f):
        """name op= f, where a Fixed takes no Float."""
        old = self.now[name]
        f = f.rounded() if self.kinds[name] == "Fixed" else f
        total = binary(op, old, f)
        total.kind = self.kinds[name]
        if total.kind == "Fixed":
            fixed(total.value)
        self.now[name] = total

    def update(self, name):
        self.alone = self.kinds[name] == "Fixed" and self.rng.random() < 0.5
        text, f = self.expression(self.rng.randint(1, 3), name)
        self.alone = False
        op = self.rng.choice("+-")
        if self.kinds[name] == "Fixed" and f.kind == "Float64":
            text = f"Fixed({text})"
        return f"{name} {op}= {text}", op, f

    def locals(self):
        for name, kind in (("s", "Float64"), ("t", "Fixed"), ("r", "Fixed")):
            if self.rng.random() < 0.3:
                continue
            zero = "0.0" if kind == "Float64" else self.rng.choice(("Fixed(0.0)", "zero(Fixed)", "zero(a)"))
            self.kinds[name], self.now[name] = kind, Number(Fraction(0), {}, kind)
            self.routine.append(f"{name} ← {zero}")
            for _ in range(self.rng.randint(1, 2)):
                line, op, f = self.update(name)
                self.routine.append(line)
                self.add(name, op, f)

    def products(self):
        """A sum of products that no Fixed holds: rounded as one, and not one by one."""
        name = self.rng.choice([n for n in self.places if self.kinds[n] == "Fixed"])
        of = [n for n in self.now if n != name and self.kinds[n] == "Fixed"]
        text, f = "", Number(Fraction(0), {}, "Fixed")
        for k in range(self.rng.randint(2, 3)):
            a, b, op = self.rng.choice(of), self.rng.choice(of), self.rng.choice("+-") if k else "+"
            text += f" {op} {a} * {b}" if k else f"{a} * {b}"
            f = binary(op, f, binary("*", self.now[a], self.now[b]))
        op = self.rng.choice("+-")
        self.lines.append(f"{name} {op}= {text}")
        self.add(name, op, f)

    def statement(self):
        form = self.rng.random()
        if form < 0.15:
            self.products()
        elif form < 0.6:
            name = self.rng.choice(self.places)
            line, op, f = self.update(name)
            self.lines.append(line)
            self.add(name, op, f)
        elif form < 0.75:
            self.loop()
        elif form < 0.9:
            self.call()
        else:
            self.branch()

    def loop(self):
        to = self.rng.choice(("v!", "u!", "y!", "z!"))
        one, other = self.rng.choice("xw"), self.rng.choice(("x", "w", "a", "b"))
        text = f"{one}[i] * {other}" + ("[i]" if other in ARRAYS else "")
        kind = SCALARS.get(to) or ARRAYS.get(to)
        if kind == "Fixed" and "Float64" in (ARRAYS[one], ARRAYS.get(other) or SCALARS.get(other)):
            text = f"Fixed({text})"
        target = to + ("[i]" if to in ARRAYS else "")
        self.lines.append(f"for i = 1:{SIZE}\n        {target} += {text}\n    end")
        for i in range(1, SIZE + 1):
            place = other + (f"[{i}]" if other in ARRAYS else "")
            self.add(target.replace("[i]", f"[{i}]"), "+", binary("*", self.now[f"{one}[{i}]"], self.now[place]))

    def call(self):
        which = self.rng.choice(("typed", "wide", "any", "real"))
        kind = {"typed": "Fixed", "wide": "Float64"}.get(which) or self.rng.choice(("Fixed", "Float64"))
        target = self.rng.choice([n for n in self.places if self.kinds[n] == kind])
        alike = [n for n in self.now if n != target and (self.kinds[n] == kind or which == "wide")]
        name = self.rng.choice(alike)
        p = self.now[name]
        self.lines.append(f"{which}({target}, {name})")
        if which == "typed":
            self.add(target, "+", binary("*", p, p))
        else:
            factor = {"wide": Fraction(1, 4), "any": Fraction(1, 8), "real": Fraction(3, 8)}[which]
            self.add(target, "+", binary("*", p, Number(factor)))
        if which in ("typed", "any"):
            self.add(target, "-", p)

    def branch(self):
        text, f = self.expression(2, None)
        other, g = self.expression(1, None)
        name = self.rng.choice(self.places)
        if name in text or name in other:
            return
        yes, no = self.update(name), self.update(name)
        self.lines.append(f"if {text} < {other}\n        {yes[0]}\n    else\n        {no[0]}\n    end")
        _, op, h = yes if f.value < g.value else no
        self.add(name, op, h)

    def text(self):
        head = ", ".join([f"{n}::{k}" for n, k in SCALARS.items()]
                         + [f"{n}::Vector{{{k}}}" for n, k in ARRAYS.items()])
        routine = "".join(f"        {l}\n" for l in self.routine)
        body = "".join(f"    {l}\n" for l in self.lines)
        if routine:
            body = f"    @routine begin\n{routine}    end\n{body}    ~@routine\n"
        return f"{HELPERS}@i function f({head})\n{body}end\n"

    def settings(self):
        for name in SCALARS:
            yield f"{name}={float(self.inputs[name])!r}"
        for name in ARRAYS:
            yield f"{name}=[{', '.join(repr(float(self.inputs[f'{name}[{i}]'])) for i in range(1, SIZE + 1))}]"


def word(text):
    raw = int(text, 16)
    return Fraction(raw - (1 << 256) if raw >> 255 else raw, 1 << 128)


def pairs_of(report, section):
    for name in SCALARS:
        yield name, report[section][name]
    for name in ARRAYS:
        for i, value in enumerate(report[section][name]):
            yield f"{name}[{i + 1}]", value


def faults(program, report, seed):
    if not report.get("restored"):
        yield "it is not restored"
    for name, text in pairs_of(report, "raw"):
        have, want = word(text[0] if isinstance(text, list) else text), program.now[name].value
        if program.kinds[name] == "Float64" and abs(have - want) > Fraction(1, 1 << 120):
            yield f"{name} is {float(have)!r}, not {float(want)!r}"
        if program.kinds[name] == "Fixed" and have != want:
            yield f"{name} is off by {float(have - want)!r}"
    for name, have in pairs_of(report, "gradients"):
        want = float(program.now[seed].parts.get(name, 0))
        if abs(have - want) > 1e-14 * max(abs(want), abs(have)):
            yield f"d/d{name} is {have!r}, not {want!r}"


def judge(program, build, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.text())
    seed = program.rng.choice(("y!", "z!"))
    command = [os.path.join(build, "bin", "retrograd"), "run", path, "f", "--json", "--raw", "--grad", seed, *sys.argv[4:]]
    for setting in program.settings():
        command += ["--set", setting]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if program.trapped:
        good = run.returncode != 0 and "R0810" in run.stderr + run.stdout and "fit in a Fixed" in run.stderr + run.stdout
        return "trapped", [] if good else [f"no trap: {run.stderr or run.stdout[:400]}"]
    if run.returncode != 0:
        return "right", [run.stderr or run.stdout]
    return "right", list(faults(program, json.loads(run.stdout), seed))


def main():
    build = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    found, bad = {"right": 0, "trapped": 0}, 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            program = Program(rng)
            what, why = judge(program, build, os.path.join(folder, "f.rg"))
            found[what] += 1
            if why:
                bad += 1
                print(program.text(), " ".join(f"--set '{s}'" for s in program.settings()), *why, sep="\n")
    print(f"{count} programs: {found['right']} right, {found['trapped']} trapped, {bad} bad")
    return bad > 0 or found["right"] < count // 2 or found["trapped"] < count // 50


sys.exit(main())
