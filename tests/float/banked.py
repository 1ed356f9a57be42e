"""banked.py BUILD [PROGRAMS [SEED [DECADES]]]: random products in place by MULDIV, whose remainders go to the
bank of the machine, with --float, against arithmetic of 60 digits.

Factors are Floats of 53 digits and ratios of them with small integers. Products grow by many decades and come
back before they are added, so values and partial derivatives are small beside what stood on the way. They must
be right to 1e-13 of the largest share of their own sum, or the machine must have trapped: a bank has no way to
lose a digit."""

from decimal import Decimal

import decades

ERROR = Decimal(10) ** -13


class Banked:
    """y! gets some of the partial products of a chain of MULDIV."""

    def __init__(self, rng, reach):
        self.inputs = {n: rng.choice((1, -1)) * rng.uniform(1, 30) for n in "abcd"}
        self.lines, self.total = ["p"], decades.Number(Decimal(0), {n: Decimal(0) for n in self.inputs})
        self.product = Decimal(self.inputs["a"])
        self.powers = dict.fromkeys(self.inputs, 0) | {"a": 1}
        self.shares = dict.fromkeys(self.inputs, Decimal(0))
        self.largest = Decimal(1)
        self.body = ["p ← 0.0", "s ← 0.0", "p += a"]
        for _ in range(rng.randint(2, 5)):
            count, rise = rng.randint(1, 8), rng.random() < 0.6
            name, by = rng.choice("bcd"), rng.randint(1, 40)
            up, down = (f"MULDIV(p, {name}, {by})", f"MULDIV(p, {by}, {name})")[:: 1 if rise else -1]
            back = rng.randint(0, count)
            self.body += [f"for k = 1:{count}", f"    {up}", "end", f"for k = 1:{back}", f"    {down}", "end"]
            moved = count - back if rise else back - count
            factor = Decimal(self.inputs[name]) / by
            peak = abs(self.product) * (abs(factor) if rise else 1 / abs(factor)) ** count
            self.largest = max(self.largest, peak, 1 / peak)
            self.product *= factor ** moved
            self.powers[name] += moved
            if rng.random() < 0.7:
                self.add()
        self.add()

    def add(self):
        self.body.append("s += p")
        self.total.value += self.product
        for name, power in self.powers.items():
            part = self.product * power / Decimal(self.inputs[name])
            self.total.parts[name] += part
            self.shares[name] += abs(part)

    def fits(self):
        """No product leaves the range where a word has twenty digits behind what is added."""
        return self.largest < Decimal(10) ** 12 and abs(self.product) > Decimal(10) ** -12

    def source(self):
        names = ", ".join(f"{n}::Float64" for n in self.inputs)
        body = "\n        ".join(self.body)
        return (f"@i function f(y!::Float64, {names})\n    @routine begin\n        {body}\n    end\n"
                "    y! += s\n    ~@routine\nend\n")


def wrong_slopes(program, report):
    have, want = Decimal(report["values"]["y!"]), program.total.value
    if abs(have - want) > program.shares["a"] * abs(Decimal(program.inputs["a"])) * ERROR:
        yield f"y! is {have}, not {want:.17g}"
    for name, want in program.total.parts.items():
        have = Decimal(report["gradients"][name])
        share = max(program.shares[name], program.shares["a"] * abs(Decimal(program.inputs["a"])))
        if abs(have - want) > share * ERROR:
            yield f"d/d{name} is {have}, not {want:.17g}"


if __name__ == "__main__":
    decades.Program = Banked
    decades.main("products with a bank", ["f", "--grad", "y!"], [[], ["-O0"], ["--keep-gradients"]], wrong_slopes)
