"""values.py BUILD [PROGRAMS [SEED [KIND]]]: random functions of Julia with a value, against exact fractions.

  loops    over numbers, elements and both, left by continue, break and return
  arrays   comprehensions, slices, vectors one behind another, functions inside functions: the result has the
           extents that Julia gives it, and is not set
  whiles   loops of a count and of a condition, left by continue, break and return
  assigned   elements of arrays that the function makes
  arguments  slices and dotted expressions as arguments of functions, within expressions of a routine
  dims     sums, products, means and extremes along a dimension, beside the matrix
  parts    exchanged elements, slices, v .= e, the first elements by name
  scopes   let blocks, named tuples, structs
  chosen   masks, sorted elements, medians
  counted  indices that are computed
  guards   conditions whose second part would trap where the first one decides
  guarded  errors and assertions: a value, or a trap
  filled   loops that make an array, element by element
  stepped  arrays that are handed on, or exchanged, after each step
  pushed   arrays that grow once in each iteration
  infinite Inf where a minimum starts, and where it is no number
  solved   systems of equations, inverses, determinants, multiples of I
  stacked  arrays beside and below each other, extents and indices that are numbers
  tall     least squares
  ranged   ranges of reals
  recursive  functions that call themselves once, and several of one name
  branching  functions that call themselves several times, or each other
  structs  structs as arguments and results, nested, with arrays, made by keywords
  changed  structs and arrays that are changed, also through functions f!
  called   values of structs that are called, composed functions
  aliases  several names of one array or struct, of which one changes it: right, or refused
  dotted   v .+= e of arrays, fields and arguments
  layers   layers of a net, which are structs with a matrix and a vector
  truths   conditions in arrays, assigned, counted and beside numbers
  locals   names that are local in a loop
  within   f!(du, u, p), whose arguments get names within
  bits     integers that are given where reals do not suit
  matrices sums of products of matrices, vectors and transposes, lengths and elements in Julia's order

Each runs at the defaults and with -O0. Every third one with one number as its value is checked against
differences. Prints how many were right; any other is printed and is a failure."""

import json
import os
import random
import sys
import tempfile
from fractions import Fraction

from aliases import Aliases, Dotted
from arguments import Arguments
from assigned import Assigned
from changed import Called, Changed
from everyday import KINDS
from guards import Guards
from made import KINDS as MADE
from judging import Exact, judge
from stacked import Ranged, Stacked, Tall
from structs import Layers, Structs
from truths import KINDS as TRUTHS
from whiles import Whiles

WAYS = [[], ["--fixed"], ["--fixed", "-O0"]]


def eighths(rng, count):
    return [Fraction(rng.randint(-16, 16), 8) for _ in range(count)]


class Loops(Exact):
    """One loop, or one in another, whose rounds are listed in Python."""

    def __init__(self, rng):
        self.rng, n = rng, rng.randint(2, 5)
        v, k, bound = eighths(rng, n), rng.randint(1, n), rng.choice((-1, 0, 1))
        self.inputs = {"v": v, "k": k}
        forms = [("i in 1:length(v)", range(1, n + 1)), ("i in eachindex(v)", range(1, n + 1)), ("i = 1:k", range(1, k + 1)),
                 ("i in 2:length(v)", range(2, n + 1)), ("i in length(v):-1:1", range(n, 0, -1)),
                 ("i in 1:2:length(v)", range(1, n + 1, 2)), ("(i, x) in enumerate(v)", range(1, n + 1)),
                 ("i in k+1:length(v)", range(k + 1, n + 1)), ("j in 1:k, i in j:length(v)", None)]
        head, rounds = rng.choice(forms)
        pairs = [(i, i) for i in rounds] if rounds is not None else [(j, i) for j in range(1, k + 1) for i in range(j, n + 1)]
        x = "x" if "enumerate" in head else "v[i]"
        exit_, where = rng.choice(("", "", "", "continue", "break", "return s", "return 2s + i")), rng.choice(("&&", "if"))
        self.smooth = not exit_
        changing = (("v = v ./ 2\n        s += v[i]", 5), (f"s += {x} - sum([v[i]^2 for i in 1:2])", 6))
        body = rng.choice(2 * changing + ((f"s += i * {x}", 0), (f"s = s / 2 + {x}", 1), (f"s += {x} * v[end + 1 - i]", 2),
                                          (f"t = {x}^2\n        s -= t", 3), (f"s += i % 2 == 0 ? {x} : 1", 4)))
        test = f"{x} > {bound}"
        jump = "" if not exit_ else f"        {test} && {exit_}\n" if where == "&&" else f"        if {test}\n            {exit_}\n        end\n"
        if "," in head:
            jump, self.smooth, exit_ = "", True, ""
        self.text = f"function f(v, k)\n    s = 0.0\n    for {head}\n{jump}        {body[0]}\n    end\n    return s + 1\nend\n"
        self.value = self.run(v, pairs, body[1], exit_, bound, x == "x")

    @staticmethod
    def run(v, pairs, body, exit_, bound, elements):
        s = Fraction(0)
        first = v
        for _, i in pairs:
            x = (first if elements else v)[i - 1]
            if exit_ and x > bound:
                if exit_ == "continue":
                    continue
                if exit_ == "break":
                    break
                return s if exit_ == "return s" else 2 * s + i
            v = [y / 2 for y in v] if body == 5 else v
            s = (s + i * x, s / 2 + x, s + x * v[len(v) - i], s - x * x, s + (x if i % 2 == 0 else 1), s + v[i - 1],
                 s + x - v[0]**2 - v[1]**2)[body]
        return s + 1


class Arrays(Exact):
    """The result is an array, or a sum of one."""

    def __init__(self, rng):
        n, m = rng.randint(2, 5), rng.randint(1, 4)
        v, w, c = eighths(rng, n), eighths(rng, m), Fraction(rng.randint(-3, 3))
        first = rng.randint(1, n)
        last = rng.randint(first, n)
        self.inputs = {"v": v, "w": w, "c": c}
        text, value = rng.choice((
            ("[i * v[i] for i in 1:length(v)]", [i * x for i, x in enumerate(v, 1)]),
            ("[v[i + 1] - v[i] for i in 1:length(v) - 1]", [b - a for a, b in zip(v, v[1:])]),
            ("[x > c ? x : c for x in v]", [max(x, c) for x in v]),
            (f"c .* v[{first}:{last}]", [c * x for x in v[first - 1:last]]),
            ("v[1:2:end] .+ c", [x + c for x in v[::2]]),
            ("v[end:-1:1]", v[::-1]), ("reverse(v)", v[::-1]), ("[v; w]", v + w), ("vcat(c, v, w)", [c] + v + w),
            ("cumsum(v)", [sum(v[:i + 1], Fraction(0)) for i in range(n)]),
            ("map(v) do x\n        y = x^2\n        y - c\n    end", [x * x - c for x in v]),
            ("ifelse.((v .> 0) .&& .!(v .> 1), v, c)", [x if 0 < x <= 1 else c for x in v]),
            ("[v[i] * w[j] for j in 1:length(w), i in 1:length(v)]", [[x * y for x in v] for y in w]),
            ("w * v'", [[y * x for x in v] for y in w])))
        self.value, self.smooth = value, False
        local = rng.random() < 0.3 and not isinstance(value[0], list)
        body = f"    g(x) = 2x + c\n    r = {text}\n    return g.(r)" if local else f"    {text}"
        if local:
            self.value = [2 * x + c for x in value]
        elif rng.random() < 0.4 and not isinstance(value[0], list):
            body, self.value = f"    r = {text}\n    return sum(r .* r) / 2", sum(x * x for x in value) / 2
        self.text = f"function f(v, w, c)\n{body}\nend\n"


class Matrices(Exact):
    def __init__(self, rng):
        m, n = rng.randint(1, 3), rng.randint(1, 3)
        a, x, y = [eighths(rng, n) for _ in range(m)], eighths(rng, n), eighths(rng, m)
        self.inputs = {"A": a, "x": x, "y": y}
        ax = [sum(p * q for p, q in zip(row, x)) for row in a]
        columns = [list(c) for c in zip(*a)]
        aty = [sum(p * q for p, q in zip(c, y)) for c in columns]
        flat = [p for c in columns for p in c]
        text, self.value = rng.choice((
            ("A * x", ax), ("A * x .- y", [p - q for p, q in zip(ax, y)]), ("A' * y", aty), ("2 * A * x + y", [2 * p + q for p, q in zip(ax, y)]),
            ("y' * A * x", sum(p * q for p, q in zip(y, ax))), ("sum((A * x .- y) .^ 2)", sum((p - q) ** 2 for p, q in zip(ax, y))),
            ("dot(A' * (A * x), x)", sum(p * p for p in ax)), ("A * A'", [[sum(p * q for p, q in zip(r, s)) for s in a] for r in a]),
            ("transpose(A)", columns), ("length(A) + size(A, 1)", Fraction(m * n + m)), ("vec(A)", flat),
            ("A[length(A)] + A[1]", flat[-1] + flat[0]), ("[p^2 for p in A]", [[p * p for p in r] for r in a]),
            ("[sum(c) for c in eachcol(A)]", [sum(c) for c in columns]), ("[maximum(r) for r in eachrow(A)]", [max(r) for r in a]),
            ("foldl((s, p) -> s / 2 + p, 0, A)", self.folded(flat)), ("A[:, 1] .* A[:, end]", [r[0] * r[-1] for r in a]),
            ("[sum(A[i, j] * x[j] for j in 1:size(A, 2)) for i in 1:size(A, 1)]", ax)))
        self.smooth = True
        self.text = f"f(A, x, y) = {text}\n"

    @staticmethod
    def folded(values):
        s = Fraction(0)
        for p in values:
            s = s / 2 + p
        return s


def main():
    build, programs, seed = sys.argv[1], *(int(a) for a in (sys.argv[2:4] + ["60", "1"][len(sys.argv[2:4]):]))
    rng = random.Random(seed)
    kinds = (Loops, Arrays, Matrices, Whiles, Arguments, Assigned, Structs, Layers, Changed, Called, Aliases, Dotted, Guards, Stacked, Tall, Ranged, *KINDS, *MADE, *TRUTHS)
    kinds = [k for k in kinds if sys.argv[4:] in ([], [k.__name__.lower()])]
    right, refused, wrong = dict.fromkeys((k.__name__.lower() for k in kinds), 0), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.rg")
        for i in range(programs):
            program = kinds[i % len(kinds)](rng)
            with open(path, "w", encoding="utf-8") as file:
                file.write(program.text)
            for way in WAYS:
                why = judge(build, path, program, way, i // len(kinds) % 3 == 0)
                wrong += why is not None
                gone = getattr(program, "was_refused", False)
                refused += gone
                right[type(program).__name__.lower()] += why is None and not gone
                if why:
                    print(program.text, json.dumps(program.inputs, default=float), way, why, sep="\n")
    print(", ".join(f"{name}: {count} right" for name, count in right.items()) + f"; {refused} refused, {wrong} wrong")
    sys.exit(wrong > 0)


main()
