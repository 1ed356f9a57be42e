"""products.py BUILD [PROGRAMS [SEED [DECADES]]]: random products that are multiplied in place and taken back
arithmetically (`p! += ..; p! -= ../..; SWAP`), with --float, against arithmetic of 60 digits.

What such a step leaves in its helper is rounding alone, and the next steps divide it by their factors.
So the operands must have twice the digits of a result: with 53 a gradient of few digits is shown without a word.
A partial derivative must be right to 1e-9 of the shares that it is the sum of. Else the run must have said so:
it trapped, or it counted results with few digits."""

from decimal import Decimal

import decades

HEAD = """@i @inline function imul(out!::Float64, x::Float64, anc!::Float64)
    anc! += out! * x
    out! -= anc! / x
    SWAP(out!, anc!)
end
"""


class Products:
    """y! gets the partial products of a random chain of the inputs; each input may be there many times."""

    def __init__(self, rng, reach):
        self.inputs = {n: rng.choice((1, -1)) * 10 ** rng.uniform(-reach / 20, reach / 20) for n in "abcde"}
        self.lines, self.steps = ["p"], []
        one, residue = Decimal(self.inputs["a"]), Decimal(0)
        product, self.safe = one, True
        self.total = decades.Number(Decimal(0), {n: Decimal(0) for n in self.inputs})
        self.powers = dict.fromkeys(self.inputs, 0) | {"a": 1}
        self.shares = dict.fromkeys(self.inputs, Decimal(0))
        for _ in range(rng.randint(2, 12)):
            name = rng.choice("bcde")
            x = Decimal(self.inputs[name])
            residue = residue / abs(x) + abs(product) / 2 ** 104 + Decimal(2) ** -127 * (1 + 1 / abs(x))
            product *= x
            self.powers[name] += 1
            add = rng.random() < 0.5
            self.steps.append((name, add))
            self.safe = self.safe and residue < abs(product) / 10 ** 18
            if add:
                self.add(product)
        self.steps.append((None, True))
        self.add(product)

    def add(self, product):
        self.total.value += product
        for name, power in self.powers.items():
            part = product * power / Decimal(self.inputs[name])
            self.total.parts[name] += part
            self.shares[name] += abs(part)

    def fits(self):
        """What the helper is left with stays far below the products."""
        return self.safe and abs(self.total.value) < Decimal(10) ** 30

    def source(self):
        names = ", ".join(f"{n}::Float64" for n in self.inputs)
        lines = ["p ← 0.0", "anc ← 0.0", "s ← 0.0", "p += a"]
        for name, add in self.steps:
            if name:
                lines.append(f"imul(p, {name}, anc)")
            if add:
                lines.append("s += p")
        body = "\n        ".join(lines)
        return (HEAD + f"@i function f(y!::Float64, {names})\n    @routine begin\n        {body}\n    end\n"
                "    y! += s\n    ~@routine\nend\n")


def wrong_slopes(program, report):
    have, want = Decimal(report["values"]["y!"]), program.total.value
    if abs(have - want) > program.shares["a"] * abs(Decimal(program.inputs["a"])) / 10 ** 9:
        yield f"y! is {have}, not {want:.17g}"
    for name, want in program.total.parts.items():
        have = Decimal(report["gradients"][name])
        if abs(have - want) > program.shares[name] / 10 ** 9:
            yield f"d/d{name} is {have}, not {want:.17g}"


if __name__ == "__main__":
    decades.Program = Products
    decades.main("products in place", ["f", "--grad", "y!"], [[], ["-O0"], ["--keep-gradients"]], wrong_slopes)
