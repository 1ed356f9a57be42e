"""crowded.py: random programs with more variables than registers.

Numbers and integers are made from the arguments, and all of them live until a sum reads them. Between, statements
change and exchange them in loops, branches, blocks and calls. A counter goes along with a loop and is set back, or is
changed for a few statements of an iteration."""

from fractions import Fraction

from case import Case, TYPES, change
from tape import Number, added, product

LENGTH = 8  # of each array that an integer selects from
MOST = 1 << 16  # no value or gradient comes near the range of numbers
WORD = 1 << 64

HELPER = """@i function helper(p::Fixed, q::Fixed, k::Int, x::Vector{Fixed})
    for r = 1:2
        k += 3
        if (k > 4, ~)
            p += x[(k & 7) + 1]
        end
        p += q
    end
    k ⊻= 5
end
"""


def signed(n):
    return (n + WORD // 2) % WORD - WORD // 2


def names_in(e):
    """Variables of an expression, which is a nest of tuples."""
    if not isinstance(e, tuple):
        return set()
    return {e[1]} if e[0] == "var" else set().union(*(names_in(part) for part in e[1:]))


def spelled(e):
    kind, parts = e[0], [spelled(part) if isinstance(part, tuple) else part for part in e[1:]]
    if kind in ("var", "const"):
        return str(parts[0])
    if kind in ("x", "g"):
        return f"{kind}[({parts[0]} & 7) + 1]"
    if kind == "?":
        return f"({parts[0]} ? {parts[1]} : {parts[2]})"
    return f"({parts[0]} {kind} {parts[1]})"


class Crowded(Case):
    """shapes: y! takes the results; z! is exchanged with variables."""

    def __init__(self, rng):
        super().__init__(rng)
        while True:
            self.draw()
            self.numbers = super().arguments()
            if self.is_modest():
                return

    def draw(self):
        rng = self.random
        self.shapes = {"y!": [3], "z!": [LENGTH], "x": [LENGTH]}
        self.shapes.update({f"p{i}": [] for i in range(rng.choice([0, 0, 4]))})
        self.integers = {"g": [rng.randint(-5, 9) for _ in range(LENGTH)]}
        self.integers.update({"n": rng.randint(0, 4), "m": rng.randint(1, 3)})
        self.fixed = [f"t{i}" for i in range(rng.choice([3, 8, 14, 22]))]
        self.whole = [f"k{i}" for i in range(rng.choice([3, 8, 14, 22]))]
        self.loops = self.blocks = 0
        self.made = [("+=", name, self.number(1, {"t", "k"})) for name in self.fixed]
        self.made += [("+=", name, ("g", ("const", rng.randrange(LENGTH)))) for name in self.whole]
        self.body = self.statements(3, frozenset(), [], rng.randint(3, 9))
        self.sums = [("y", rng.randint(1, 3), self.number(2, set())) for _ in range(4)]
        self.sums += [("y", 1 + i % 3, ("var", name)) for i, name in enumerate(self.fixed)]

    # ---- expressions ----

    def integer(self, depth, loops=()):
        rng = self.random
        if depth > 0 and rng.random() < 0.5:
            return (rng.choice("+-*&|⊻"), self.integer(depth - 1, loops), self.integer(depth - 1, loops))
        if depth > 0 and rng.random() < 0.2:
            return ("g", self.integer(depth - 1, loops))
        if depth > 0 and rng.random() < 0.15:
            return ("?", self.condition(1, loops), self.integer(depth - 1, loops), self.integer(depth - 1, loops))
        names = ["n", "m"], self.whole, self.whole, list(loops) or self.whole
        return rng.choice([("const", rng.randint(0, 9)), *(("var", rng.choice(some)) for some in names)])

    def number(self, depth, without, loops=()):
        """without: {"t", "k"} for what needs none of the variables."""
        rng, place = self.random, ("const", self.random.randrange(LENGTH))
        if not without and rng.random() < 0.7:
            place = self.integer(1, loops)
        if depth > 0 and rng.random() < 0.3:
            return (rng.choice("+-"), self.number(depth - 1, without, loops), self.number(depth - 1, without, loops))
        if depth > 0 and not without and rng.random() < 0.2:
            return ("?", self.condition(2, loops), self.number(depth - 1, without, loops),
                    self.number(depth - 1, without, loops))
        inputs = [("x", place), ("x", place), ("const", rng.randint(-8, 8) / 4)]
        inputs += [("*", ("x", place), ("x", ("const", 2)))]
        inputs += [("var", name) for name in self.shapes if name[0] == "p"]
        return rng.choice(inputs if without or rng.random() < 0.4 else [("var", rng.choice(self.fixed))])

    def condition(self, depth, loops=()):
        rng = self.random
        if depth > 0 and rng.random() < 0.5:
            return (rng.choice(["&&", "||"]), self.condition(depth - 1, loops), self.condition(depth - 1, loops))
        operands = [self.integer(1, loops), self.integer(1, loops)]
        if rng.random() < 0.3:
            operands = [self.number(0, set(), loops), self.number(0, set(), loops)]
        return (rng.choice(["<", "<=", ">", ">=", "==", "!="]), *operands)

    # ---- statements ----

    def statements(self, depth, frozen, loops, count):
        made = [self.statement(depth, frozen, loops) for _ in range(count)]
        return [s for s in made if s]

    def free(self, names, frozen, count=1):
        left = [name for name in names if name not in frozen]
        return self.random.sample(left, count) if len(left) >= count else None

    def statement(self, depth, frozen, loops):
        kinds = ["number", "number", "integer", "integer", "swap", "exchange", "call"]
        kinds += ["if", "if", "for", "for", "along", "for a while", "block"] if depth > 0 else []
        return getattr(self, "a_" + self.random.choice(kinds).replace(" ", "_"))(depth, frozen, loops)

    def a_number(self, _, frozen, loops):
        target, e = self.free(self.fixed, frozen), self.number(2, set(), loops)
        return (self.random.choice(["+=", "-="]), target[0], e) if target and target[0] not in names_in(e) else None

    def a_integer(self, _, frozen, loops):
        target, e = self.free(self.whole, frozen), self.integer(2, loops)
        if not target or target[0] in names_in(e):
            return None
        return (self.random.choice(["+=", "-=", "⊻="]), target[0], e)

    def a_swap(self, _, frozen, loops):
        two = self.free(self.random.choice([self.fixed, self.whole]), frozen, 2)
        return ("swap", *two) if two else None

    def a_exchange(self, _, frozen, loops):
        target, place = self.free(self.fixed, frozen), self.integer(1, loops)
        return ("exchange", target[0], place) if target and target[0] not in names_in(place) else None

    def a_call(self, _, frozen, loops):
        two, one = self.free(self.fixed, frozen, 2), self.free(self.whole, frozen)
        return ("call", *two, *one) if two and one else None

    def a_if(self, depth, frozen, loops):
        condition = self.condition(2, loops)
        held = frozen | names_in(condition)
        return ("if", condition, self.statements(depth - 1, held, loops, self.random.randint(1, 3)),
                self.statements(depth - 1, held, loops, self.random.randint(0, 2)))

    def a_for(self, depth, frozen, loops):
        self.loops += 1
        name = f"i{self.loops}"
        last = self.random.choice([("const", 2), ("var", "n"), ("&", self.integer(1, loops), ("const", 3))])
        held = frozen | names_in(last)
        return ("for", name, last, self.statements(depth - 1, held, loops + [name], self.random.randint(1, 4)))

    def a_along(self, depth, frozen, loops):
        """A counter goes along with the loop."""
        counter, loop = self.free(self.whole, frozen), self.a_for(depth, frozen, loops)
        if not counter or counter[0] in names_in(loop[2]):
            return None
        name = counter[0]
        body = self.statements(depth - 1, frozen | names_in(loop[2]) | {name}, loops + [loop[1]], 3)
        body.insert(self.random.randint(0, len(body)), ("+=", name, ("const", 1)))
        return ("all", [("for", loop[1], loop[2], body), ("-=", name, loop[2])])

    def a_for_a_while(self, depth, frozen, loops):
        """A variable has another value in a few statements."""
        name = self.free(self.whole, frozen)
        by = self.integer(1, loops)
        if not name or name[0] in names_in(by):
            return None
        held = frozen | names_in(by) | {name[0]}
        return ("all", [("+=", name[0], by), *self.statements(depth - 1, held, loops, 3), ("-=", name[0], by)])

    def a_block(self, depth, frozen, loops):
        self.blocks += 1
        name, e, target = f"s{self.blocks}", self.number(2, set(), loops), self.free(self.fixed, frozen)
        test = self.condition(1, loops)
        if not target or target[0] in names_in(e) | names_in(test):
            return None
        return ("block", name, e, test, target[0])

    # ---- text ----

    def signature(self):
        types = {**TYPES, 0: "Fixed"}
        words = [f"{name}::{types[len(shape)]}" for name, shape in self.shapes.items()]
        return HELPER + "@i function f(" + ", ".join(words) + ", g::Vector{Int}, n::Int, m::Int)\n"

    def lines(self, list_of):
        for s in list_of:
            if s[0] == "all":
                yield from self.lines(s[1])
            elif s[0] == "swap":
                yield f"{s[1]} ↔ {s[2]}"
            elif s[0] == "exchange":
                yield f"z![({spelled(s[2])} & 7) + 1] ↔ {s[1]}"
            elif s[0] == "call":
                yield f"helper({s[1]}, {s[2]}, {s[3]}, x)"
            elif s[0] == "if":
                other = ["else", *self.lines(s[3])] if s[3] else []
                yield from [f"if ({spelled(s[1])}, ~)", *self.lines(s[2]), *other, "end"]
            elif s[0] == "for":
                yield from [f"for {s[1]} = 1:{spelled(s[2])}", *self.lines(s[3]), "end"]
            elif s[0] == "block":
                yield from ["@routine begin", f"{s[1]} ← 0.0", f"{s[1]} += {spelled(s[2])}", f"if ({spelled(s[3])}, ~)",
                            f"{s[1]} += x[2]", "end", "end", f"{s[4]} += {s[1]}", "~@routine"]
            elif s[0] == "y":
                yield f"y![{s[1]}] += {spelled(s[2])}"
            else:
                yield f"{s[1]} {s[0]} {spelled(s[2])}"

    def text(self):
        lines = ["@routine begin", *(f"{name} ← 0.0" for name in self.fixed), *(f"{name} ← 0" for name in self.whole),
                 *self.lines(self.made), *self.lines(self.body), "end", *self.lines(self.sums), "~@routine"]
        return self.signature() + "".join(f"    {line}\n" for line in lines) + "end\n"

    # ---- values ----

    def arguments(self):
        return {**self.numbers, **self.integers}

    def is_modest(self):
        given = {name: self.wrapped(self.numbers[name]) for name in self.shapes}
        self.evaluate(given)
        return self.largest < MOST

    def wrapped(self, value):
        return [Number(part) for part in value] if isinstance(value, list) else Number(value)

    def evaluate(self, given):
        self.now = {name: Number(Fraction(0)) for name in self.fixed} | {name: 0 for name in self.whole}
        self.now |= {name: value for name, value in given.items() if name[0] == "p"} | self.integers
        self.given, self.z, self.largest = given, list(given["z!"]), 0
        self.run(self.made + self.body + self.sums)

    def value(self, e):
        kind, parts = e[0], e[1:]
        if kind == "const":
            return parts[0] if isinstance(parts[0], int) else Number(Fraction(parts[0]))
        if kind == "var":
            return self.now[parts[0]]
        if kind in ("x", "g"):
            return (self.given["x"] if kind == "x" else self.integers["g"])[self.value(parts[0]) & 7]
        if kind == "?":
            return self.value(parts[1] if self.value(parts[0]) else parts[2])
        if kind in ("&&", "||"):
            return self.value(parts[1]) if self.value(parts[0]) == (kind == "&&") else kind == "||"
        a, b = map(self.value, parts)
        if kind in "+-*" and isinstance(a, Number):
            return product(a, b) if kind == "*" else added(a, b, 1 if kind == "+" else -1)
        a, b = (n.value if isinstance(n, Number) else n for n in (a, b))
        done = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "&": lambda: a & b, "|": lambda: a | b,
                "⊻": lambda: a ^ b, "<": lambda: a < b, "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b,
                "==": lambda: a == b, "!=": lambda: a != b}[kind]()
        return done if isinstance(done, bool) else signed(done)

    def update(self, name, sign, by):
        old = self.now[name]
        if isinstance(old, Number):
            self.now[name] = added(old, by, -1 if sign == "-=" else 1)
            self.largest = max(self.largest, abs(self.now[name].value))
        else:
            self.now[name] = signed(old ^ by if sign == "⊻=" else old - by if sign == "-=" else old + by)

    def helper(self, p, q, k):
        for _ in range(2):
            self.update(k, "+=", 3)
            if self.now[k] > 4:
                self.update(p, "+=", self.given["x"][self.now[k] & 7])
            self.update(p, "+=", self.now[q])
        self.update(k, "⊻=", 5)

    def block(self, name, e, test, target):
        s = self.value(e)
        if self.value(test):
            s = added(s, self.given["x"][1])
        self.update(target, "+=", s)

    def run(self, list_of):
        for s in list_of:
            if s[0] == "all":
                self.run(s[1])
            elif s[0] == "swap":
                self.now[s[1]], self.now[s[2]] = self.now[s[2]], self.now[s[1]]
            elif s[0] == "exchange":
                place = self.value(s[2]) & 7
                self.z[place], self.now[s[1]] = self.now[s[1]], self.z[place]
            elif s[0] == "call":
                self.helper(*s[1:])
            elif s[0] == "if":
                self.run(s[2] if self.value(s[1]) else s[3])
            elif s[0] == "for":
                for i in range(1, self.value(s[2]) + 1):
                    self.now[s[1]] = i
                    self.run(s[3])
            elif s[0] == "block":
                self.block(*s[1:])
            elif s[0] == "y":
                change(self.given["y!"], [s[1]], self.value(s[2]))
            else:
                self.update(s[1], s[0], self.value(s[2]))
