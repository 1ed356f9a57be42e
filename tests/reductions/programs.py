"""programs.py BUILD [PROGRAMS [SEED]]: random programs with short reductions by minimum, maximum and argmax.

Each has loops around a reduction over a range: of elements, sums of products, magnitudes, conditions, of its own
results (a recurrence), or of dotted expressions; the place of the largest may be an index. Some change an operand
between two equal reductions, or change what they reduce, which must trap. Extents are 0, 1, 2, 3, 8 and 40. It runs at the defaults, at -O0 and without each of the passes that make streams of it, and once more backward.

Values and gradients must be those of an evaluation here, in fractions with a tape of its own; a program that reduces
nothing must trap. Elements are multiples of 2^-6, so that no product is rounded. Prints how many runs were equal; any
other is printed and is a failure."""

import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from tape import Number, added, extreme, gradients_of, magnitude, mapped, product  # noqa: E402

EXTENTS = [0, 1, 2, 2, 3, 8, 8, 40]
WAYS = [[], ["-O0"], ["--no-pass=expand"], ["--no-pass=streams"], ["--no-pass=ancillas"], ["--no-pass=zeros"]]


class Trap(Exception):
    pass


class Program:
    """y![i, j] or y![i] changes by a reduction over k of expressions of x! (p, m), c (p, n), v (n) and w (m)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random.choice
        self.kind = pick(["Fixed", "Fixed", "Int"])
        self.rows = self.random.randint(1, 3)
        self.outer, self.inner = pick(EXTENTS), pick(EXTENTS)
        self.greatest = pick([True, False])
        self.form = pick(["plain", "plain", "plain", "recurrence", "argmax", "dotted", "twice", "by hand", "changed", "own"])
        self.range = pick(["1:n", "1:n", "n:-1:1", "1:2:n", "eachindex(v)", "2:n"])
        self.sign = pick(["+=", "-="])
        self.columns = 3 if self.form == "recurrence" else 1
        self.operand = self.expression(self.random.randint(0, 2))
        self.second = self.expression(1)
        if self.form == "changed":  # the operand's parts are what the change between must be seen in
            self.range, self.outer, self.inner = "1:n", pick([8, 40]), pick([1, 2, 3, 8])
            self.operand = ("square", ("-", ("x", 1), self.leaf()))
        if self.form == "own":
            self.kind = "Int"

    # ---- expressions: trees of (operation, ...) ----

    def leaf(self):
        p = self.random.randint(1, self.rows)
        return self.random.choice([("x", p), ("c", p), ("c", p), ("v",), ("w",)])

    def expression(self, depth):
        if depth == 0:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        operation = self.random.choice(["+", "-", "-", "*", "abs", "square", "max", "equal"])
        if operation == "square":
            return ("square", ("-", self.leaf(), self.leaf()))
        if operation == "equal":
            return ("equal", a, self.leaf(), self.leaf()) if self.kind == "Int" else ("-", a, b)
        return (operation, a) if operation == "abs" else (operation, a, b)

    def text_of(self, e):
        if e[0] in "xc" and len(e) == 2:
            return f"x![{e[1]}, i]" if e[0] == "x" else f"c[{e[1]}, k]"
        if len(e) == 1:
            return "v[k]" if e == ("v",) else "w[i]"
        inner = [self.text_of(part) for part in e[1:]]
        if e[0] == "abs":
            return f"abs({inner[0]})"
        if e[0] == "square":
            return f"({inner[0]})^2"
        if e[0] == "max":
            return f"max({inner[0]}, {inner[1]})"
        if e[0] == "equal":
            return f"({inner[0]} + ({inner[1]} == {inner[2]} ? 0 : 1))"
        return f"({inner[0]} {e[0]} {inner[1]})"

    def value_of(self, e, given, i, k):
        if e[0] in "xc" and len(e) == 2:
            return given["x!" if e[0] == "x" else "c"][e[1] - 1][(i if e[0] == "x" else k) - 1]
        if len(e) == 1:
            return given[e[0]][(k if e == ("v",) else i) - 1]
        inner = [self.value_of(part, given, i, k) for part in e[1:]]
        if e[0] == "abs":
            return magnitude(inner[0])
        if e[0] == "square":
            return product(inner[0], inner[0])
        if e[0] == "max":
            return extreme(inner[0], inner[1], True)
        if e[0] == "equal":
            return added(inner[0], Number(Fraction(int(inner[1].value != inner[2].value))))
        return product(*inner) if e[0] == "*" else added(*inner, 1 if e[0] == "+" else -1)

    # ---- the program ----

    def by_hand(self, name):
        """Partial results in an array, as one writes them without the function."""
        fold = "max" if self.greatest else "min"
        return (["@routine begin", f"{name} ← zeros({self.kind}, n)", "for k = 1:n",
                 f"    if (k == 1, ~)", f"        {name}[k] += {self.text_of(self.operand)}", "    else",
                 f"        {name}[k] += {fold}({name}[k-1], {self.text_of(self.operand)})", "    end", "end", "end"],
                [f"y![i, 1] {self.sign} {name}[n]", "~@routine"])

    def statements(self):
        fold = "maximum" if self.greatest else "minimum"
        operand = self.text_of(self.operand)
        if self.form == "by hand":
            before, after = self.by_hand("best")
            return before + after
        if self.form == "argmax":
            return ["@routine begin", "near ← 0", f"d ← zeros({self.kind}, n)", "for k = 1:n",
                    f"    d[k] += {operand}", "end", "near += argmax(d)", "end",
                    f"y![near, 1] {self.sign} w[i]", "count![near] += 1", "~@routine"]
        if self.form == "recurrence":
            return [f"y![i, t] {self.sign} {fold}(y![k, t-1] + {operand} for k = 1:n) + w[i]"]
        if self.form == "dotted":
            return [f"y![i, 1] {self.sign} {fold}(abs.(c[1, :] .- v))"]
        if self.form == "own":
            return [f"y![i, 1] {self.sign} {fold}(y![k, 1] + {operand} for k = 1:n)"]
        value = f"{fold}({operand} for k = {self.range})"
        if self.form == "changed":
            same = f"y![i, 1] {self.sign} {value}"
            return [same, "x![1, i] += w[i]", same]
        if self.form == "twice":
            value += f" - {fold}({self.text_of(self.second)} for k = 1:n)"
        return [f"y![i, 1] {self.sign} {value}"]

    def text(self):
        kind = self.kind
        loops = ["for t = 2:3"] if self.form == "recurrence" else []
        loops.append(f"for i = 1:{'n' if self.form in ('recurrence', 'own') else 'm'}")
        lines = loops + self.statements() + ["end"] * len(loops)
        arguments = f"y!::Matrix{{{kind}}}, count!::Vector{{Int}}, x!::Matrix{{{kind}}}, c::Matrix{{{kind}}}, " \
                    f"v::Vector{{{kind}}}, w::Vector{{{kind}}}, m::Int, n::Int"
        return "using Neural\n@i function f(" + arguments + ")\n" + "".join(f"    {line}\n" for line in lines) \
            + "end\n"

    def arguments(self):
        if self.form in ("recurrence", "own"):
            self.outer = self.inner
        step = 1 if self.kind == "Int" else 64
        number = lambda: Fraction(self.random.randint(-3 * step, 3 * step), step)
        matrix = lambda rows, columns: [[number() for _ in range(columns)] for _ in range(rows)]
        rows = max(self.outer, self.inner) if self.form == "argmax" else self.outer
        return {"y!": matrix(rows, self.columns), "count!": [Fraction(0)] * self.inner,
                "x!": matrix(self.rows, self.outer), "c": matrix(self.rows, self.inner),
                "v": [number() for _ in range(self.inner)], "w": [number() for _ in range(self.outer)]}

    def indices(self):
        n = self.inner
        if self.form in ("recurrence", "argmax", "by hand", "dotted", "own"):
            return range(1, n + 1)
        return {"1:n": range(1, n + 1), "eachindex(v)": range(1, n + 1), "n:-1:1": range(n, 0, -1),
                "1:2:n": range(1, n + 1, 2), "2:n": range(2, n + 1)}[self.range]

    def folded(self, values):
        if not values:
            raise Trap
        result = values[0]
        for value in values[1:]:
            result = extreme(result, value, self.greatest)
        return result

    def evaluate(self, given):
        """Changes y! and count! of `given`."""
        sign = 1 if self.sign == "+=" else -1
        y = given["y!"]
        for t in range(2, 4) if self.form == "recurrence" else [1]:
            for i in range(1, self.outer + 1):
                values = [self.value_of(self.operand, given, i, k) for k in self.indices()]
                if self.form == "argmax":
                    if not values:
                        raise Trap
                    best = max(range(len(values)), key=lambda at: (values[at].value, -at))
                    y[best][0] = added(y[best][0], given["w"][i - 1], sign)
                    given["count!"][best] = added(given["count!"][best], Number(Fraction(1)))
                    continue
                if self.form == "dotted":
                    values = [magnitude(added(a, b, -1)) for a, b in zip(given["c"][0], given["v"])]
                if self.form == "own":
                    values = [added(y[k - 1][0], value) for k, value in zip(self.indices(), values)]
                if self.form == "recurrence":
                    values = [added(y[k - 1][t - 2], value) for k, value in zip(self.indices(), values)]
                result = self.folded(values)
                if self.form == "own" and result.value != 0:
                    raise Trap
                if self.form == "changed":
                    y[i - 1][0] = added(y[i - 1][0], result, sign)
                    given["x!"][0][i - 1] = added(given["x!"][0][i - 1], given["w"][i - 1])
                    result = self.folded([self.value_of(self.operand, given, i, k) for k in self.indices()])
                if self.form == "recurrence":
                    result = added(result, given["w"][i - 1])
                if self.form == "twice":
                    other = [self.value_of(self.second, given, i, k) for k in range(1, self.inner + 1)]
                    result = added(result, self.folded(other), -1)
                y[i - 1][t - 1] = added(y[i - 1][t - 1], result, sign)


def expected(program, numbers):
    """Values behind the run, and the gradients of the last of y! before it; or None where it traps."""
    given = {name: mapped(value, Number) for name, value in numbers.items()}
    start = {name: mapped(value, lambda node: node) for name, value in given.items()}
    try:
        program.evaluate(given)
    except Trap:
        return None
    values = {name: mapped(value, lambda node: float(node.value)) for name, value in given.items()}
    gradients = {}
    if program.kind == "Fixed" and given["y!"]:
        gradients_of(given["y!"][-1][-1], set())
        gradients = {name: mapped(start[name], lambda node: float(node.gradient)) for name in ("y!", "x!", "c", "v", "w")}
    return values, gradients


def report(retrograd, file, program, numbers, more):
    words = []
    for name, value in numbers.items():
        words += ["--set", f"{name}={json.dumps(mapped(value, float))}" if program.kind == "Fixed" and name != "count!"
                  else f"{name}={json.dumps(mapped(value, int))}"]
    words += ["--set", f"m={program.outer}", "--set", f"n={program.inner}"]
    done = subprocess.run([retrograd, "run", file, "f", "--json"] + words + more, capture_output=True, text=True,
                          timeout=60)
    return json.loads(done.stdout) if done.stdout else {"status": "none", "said": done.stderr}


def difference(retrograd, file, program, numbers, wanted):
    """What a run shows otherwise than expected, or None."""
    gradient = wanted is not None and wanted[1]
    more = ["--grad", f"y![{len(numbers['y!'])},{program.columns}]"] if gradient else []
    shown = report(retrograd, file, program, numbers, more)
    if wanted is None:
        return None if shown["status"] == "trap" else shown
    if shown["status"] != "ok" or (gradient and not shown["restored"]):
        return shown
    for name, value in wanted[0].items():
        if value and shown["values"].get(name, value) != value:
            return name, shown["values"][name], value
    for name, value in wanted[1].items():
        if value and shown["gradients"].get(name, value) != value:
            return "gradient", name, shown["gradients"][name], value
    after = {name: mapped(value, Fraction) for name, value in wanted[0].items()}
    back = report(retrograd, file, program, after, ["--backward"])
    before = {name: mapped(numbers[name], float) for name in ("y!", "x!")}
    same = all(not value or back["values"].get(name, value) == value for name, value in before.items())
    return None if back["status"] == "ok" and same else back


def brief(found):
    """Of a whole report what went wrong in it."""
    if not isinstance(found, dict):
        return found
    return {key: found.get(key) for key in ("status", "values", "gradients", "trap")}


def main():
    build, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    retrograd = os.path.join(build, "bin", "retrograd")
    same = trapped = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            program = Program(seed)
            source, numbers = os.path.join(folder, "f.rg"), program.arguments()
            with open(source, "w") as file:
                file.write(program.text())
            wanted = expected(program, numbers)
            for options in WAYS:
                made = os.path.join(folder, "f.elf")
                built = subprocess.run([retrograd, "build", source, "-o", made] + options, capture_output=True, text=True)
                other = built.stderr if built.returncode else difference(retrograd, made, program, numbers, wanted)
                if other is not None:
                    wrong += 1
                    print(f"seed {seed}, {' '.join(options)}:\n{program.text()}{program.outer} by {program.inner}\n{brief(other)}")
                    break
                same += wanted is not None
                trapped += wanted is None
    print(f"reductions: {same} runs are right, {trapped} trap as they must, {wrong} are wrong")
    return wrong > 0 or 2 * same < count


if __name__ == "__main__":
    sys.exit(main())
