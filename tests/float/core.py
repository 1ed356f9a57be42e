"""core.py BUILD [PROGRAMS [SEED]]: random programs on the core with Float.

Each program has sums, products, quotients, functions, whole parts and remainders, products, quotients,
sums and powers of Logs, numbers as Logs and Logs as numbers, loops over vectors and matrices, branches, calls and uncalls, local variables,
constants, integers and Fixed beside Float. It runs on the engine rtl-float and on the default engine with --float. All
bits of all values and gradients must be the same, and both must be restored. One in four runs
backward, and one in four has the gradient of a Log. A program that fails is printed."""

import json
import subprocess
import sys

from sweep import settings, sweep


def number(rng):
    if rng.random() < 0.2:
        return float(rng.randint(-4, 4))
    return rng.choice((1, -1)) * rng.uniform(1, 10) * 10 ** rng.uniform(-9, 9)


def log(rng):
    """A number that is not 0."""
    return number(rng) or 1.0


def literal(rng):
    return rng.choice((f"{rng.uniform(-3, 3):.6g}", "0.5", "-2.0", "1e-3", "4.0", f"{rng.uniform(1, 9):.3g}e-12"))


def function(rng, x):
    """Of an expression of any size, most often where it has a value."""
    return rng.choice((f"exp({x} / (1.0 + abs({x})))", f"exp(-abs({x}))", f"log(1e-3 + abs({x}))", f"tanh({x})",
                       f"(0.5 + abs({x})) ^ 0.75", f"({x}) ^ {rng.randint(-2, 3)}", f"sinh(tanh({x}))",
                       f"cosh(tanh({x}))", f"log1p(abs({x}))", f"expm1(-abs({x}))", f"asin(tanh({x}))",
                       f"acos(tanh({x}))", f"atan({x})", f"exp2(-abs({x}))", f"log2(1.0 + abs({x}))",
                       f"hypot({x}, 0.5)", f"sin({x})", f"cos({x})", f"tan({x})", f"exp({x})", f"log({x})"))


class Program:
    """Routine f, and a routine g that it calls."""

    def __init__(self, rng):
        self.rng = rng
        n, width = rng.randint(1, 5), rng.randint(1, 3)
        self.arguments = {"y!": number(rng), "z!": number(rng), "v!": [number(rng) for _ in range(n)],
                          "a": log(rng), "b": number(rng), "x": [number(rng) for _ in range(n)],
                          "A": [[number(rng) for _ in range(n)] for _ in range(width)],
                          "k": [rng.randint(1, width) for _ in range(n)], "m": rng.randint(-3, 5),
                          "h!": 0.0, "s": rng.randint(-999, 999) / 8,
                          "p!": log(rng), "q!": log(rng), "l": [log(rng) for _ in range(n)]}
        self.locals = 0
        self.body = "\n".join(self.statement(1, False) for _ in range(rng.randint(2, 5)))

    def operand(self, inside):
        rng = self.rng
        names = ["a", "b", "x[1]", "A[1, 1]"]
        if inside:
            names += ["x[i]", "A[k[i], i]", "x[i]"]
        return rng.choice(names) if rng.random() < 0.85 else literal(rng)

    def expression(self, inside, depth=0):
        rng = self.rng
        left = self.operand(inside)
        if depth > 2 or rng.random() < 0.25:
            return left
        right = self.expression(inside, depth + 1)
        kind = rng.random()
        if kind < 0.5:
            return f"{left} * ({right})"
        if kind < 0.75:
            return f"({left} {rng.choice('+-')} {right})"
        if kind < 0.8:
            return f"{left} / ({right})"
        if kind < 0.9:
            return function(rng, left if rng.random() < 0.7 else f"{left} * 1e-3 + {self.operand(inside)}")
        whole = rng.choice(("floor", "ceil", "round", "trunc"))
        return rng.choice((f"sqrt(abs({right}))", f"abs({right})", f"min({left}, {right})", f"max({left}, {right})",
                           f"{whole}({left})", f"{left} * {whole}({left})", f"mod({left}, {rng.uniform(1, 9):.3g})"))

    def target(self, inside):
        return self.rng.choice(["y!", "z!", "v![i]"] if inside else ["y!", "z!", "v![1]"])

    def update(self, inside):
        return f"{self.target(inside)} {self.rng.choice(('+=', '-='))} {self.expression(inside)}"

    def log(self, inside, depth=0):
        """Products, quotients, sums, powers and the greater one of Logs, and numbers among them."""
        rng = self.rng
        left = rng.choice(["l[i]", "l[1]", "l[i]"] if inside else ["l[1]"])
        if depth > 2 or rng.random() < 0.4:
            return left
        if rng.random() < 0.3:
            return f"{left} * {rng.choice(('a', f'{rng.uniform(1, 9):.3g}', '-2.5', '1e-30'))}"
        right = self.log(inside, depth + 1)
        return rng.choice((f"{left} * ({right})", f"{left} / ({right})", f"max({left}, {right})",
                           f"({left} + ({right}))", f"({left} - 0.75 * ({right}))", f"({left}) ^ ({rng.randint(-3, 5)})",
                           f"max({left}, 1e-9) ^ {rng.choice(('b', '0.5', '-1.25'))}", f"({left}) ^ m"))

    def call(self, inside):
        target, other = self.rng.sample(["y!", "z!", "v![i]" if inside else "v![1]"], 2)
        word = self.rng.choice(("", "~"))
        return f"{word}g({target}, {other}, {self.operand(inside)})"

    def fixed(self, inside):
        """A Fixed that is rounded, or a sum of Fixed, or a Float of one."""
        rng, sign = self.rng, self.rng.choice(("+=", "-="))
        return rng.choice((f"h! {sign} Fixed(9.0 * tanh({self.expression(inside)}))",
                           f"h! {sign} Fixed({self.operand(inside)} * 1e-4)",
                           f"h! {sign} s * {rng.randint(-9, 9)} / 3.0",
                           f"{self.target(inside)} {sign} h! * {self.operand(inside)}"))

    def statement(self, depth, inside):
        rng, pad = self.rng, "    " * depth
        kind = rng.random()
        if kind < 0.25 and not inside:
            inner = "\n".join(self.statement(depth + 1, True) for _ in range(rng.randint(1, 3)))
            return f"{pad}for i = 1:length(x)\n{inner}\n{pad}end"
        if kind < 0.4 and depth < 4:
            inner = self.statement(depth + 1, inside)
            other = self.statement(depth + 1, inside)
            condition = rng.choice((f"{self.operand(inside)} < {self.operand(inside)}", "m > 1",
                                    f"a * b >= {literal(rng)}"))
            return f"{pad}if {condition}\n{inner}\n{pad}else\n{other}\n{pad}end"
        if kind < 0.5:
            return pad + self.call(inside)
        if kind < 0.62:
            name = f"t{self.locals + 1}"
            self.locals += 1
            value = self.expression(inside)
            return (f"{pad}@routine begin\n{pad}    {name} <- 0.0\n{pad}    {name} += {value}\n{pad}end\n"
                    f"{pad}{self.target(inside)} += {name} * {self.operand(inside)}\n{pad}~@routine")
        if kind < 0.66:
            return f"{pad}{rng.choice(('p!', 'q!'))} {rng.choice(('*=', '/='))} {self.log(inside)}"
        if kind < 0.68:
            return f"{pad}{rng.choice(('y!', 'z!'))} += convert({self.log(inside)})"
        if kind < 0.71:
            return pad + self.fixed(inside)
        if kind < 0.73:
            first, other = rng.sample(["y!", "z!", "v![i]" if inside else "v![1]"], 2)
            return pad + rng.choice((f"ROT({first}, {other}, {self.operand(inside)})", f"HADAMARD({first}, {other})"))
        if kind < 0.76:
            return f"{pad}{rng.choice(('y!', 'z!'))} -= m * {self.operand(inside)}"
        return pad + self.update(inside)

    def source(self):
        return ("@i function g(p!::Float64, q!::Float64, c::Float64)\n"
                "    p! += q! * c\n    q! -= p! * 0.25\n    SWAP(p!, q!)\nend\n"
                + "@i function f(y!::Float64, z!::Float64, v!::Vector{Float64}, a::Float64, b::Float64, "
                  "x::Vector{Float64}, A::Matrix{Float64}, k::Vector{Int}, m::Int, h!::Fixed, s::Fixed, "
                  "p!::Log, q!::Log, l::Vector{Log})\n"
                + self.body + "\nend\n")


def report(command, path, program, more):
    words = [command, "run", path, "f", "--json", "--raw", *more]
    words += settings(program.arguments)
    run = subprocess.run(words, capture_output=True, check=False, timeout=100)
    if not run.stdout.startswith(b"{"):
        return {"failed": run.stderr.decode()[:800]}
    return json.loads(run.stdout)


def judge(program, command, path, i):
    """None; or why it is wrong, or that it trapped on both."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.source())
    more = ["--backward"] if i % 4 == 3 else ["--grad", "p!" if i % 4 == 2 else "y!"]
    core = report(command, path, program, ["--engine", "rtl-float", *more])
    other = report(command, path, program, ["--float", *more])
    if "failed" in core or "failed" in other:
        return core.get("failed") or other["failed"]
    if core.get("trap") or other.get("trap"):
        return None if (core.get("trap") or {}).get("code") == (other.get("trap") or {}).get("code") else "one traps"
    for key in ("raw", "values", "gradients", "raw_gradients"):
        if core.get(key) != other.get(key):
            return f"{key}: {core.get(key)} on the core, not {other.get(key)}"
    if not core.get("restored", True):
        return "it is not restored"
    return None


sys.exit(sweep("on the core with Float", Program, judge))
