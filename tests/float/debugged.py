"""debugged.py RETROGRAD FOLDER COUNT SEED: random programs with Float, line by line in the debugger.

At each line, forward and then back, the variables are what arithmetic with 60 digits says. The end
of the run has the numbers of `retrograd run`, and the gradients of it.
"""

import json
import random
import subprocess
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
NEAR = Decimal("4e-16")


class Program:
    """Straight lines on y!, z! and t, with numbers of many decades. before[n]: what is there when
    line n comes next."""

    def __init__(self, rng):
        self.rng = rng
        self.inputs = {name: self.number() for name in ("a", "b")}
        self.now = {"y!": Decimal(0), "z!": Decimal(0), **{k: Decimal(v) for k, v in self.inputs.items()}}
        self.lines = ["@i function f(y!::Float64, z!::Float64, a::Float64, b::Float64)"]
        self.before = {}
        for _ in range(rng.randint(2, 4)):
            self.block()
        self.keep("")
        self.lines[-1] = "end"

    def number(self):
        return self.rng.uniform(1, 10) * 10.0 ** self.rng.randint(-25, 12) * self.rng.choice((1, -1))

    def keep(self, line):
        self.lines.append("    " + line)
        self.before[len(self.lines)] = dict(self.now)

    def term(self, names):
        """Text and value of something to add."""
        name, other = self.rng.choice(names), self.rng.choice(names)
        literal = repr(self.number())
        kind = self.rng.randrange(4)
        if kind == 0:
            return literal, Decimal(float(literal))
        if kind == 1:
            return f"{name} * {literal}", self.now[name] * Decimal(float(literal))
        if kind == 2 and abs(self.now[name] * self.now[other]) < Decimal("1e30"):
            return f"{name} * {other}", self.now[name] * self.now[other]
        return name, self.now[name]

    def update(self, names):
        target = self.rng.choice(("y!", "z!"))
        text, value = self.term([n for n in names if n != target])
        sign = self.rng.choice("+-")
        result = self.now[target] + (value if sign == "+" else -value)
        # what stands below the last place is rounded, and its neighbours are not near in doubles
        if abs(value) > Decimal("1e30") or abs(result) < abs(value) * Decimal("1e-6") or abs(value) < Decimal("1e-18"):
            return
        self.keep(f"{target} {sign}= {text}")
        self.now[target] = result

    def block(self):
        for _ in range(self.rng.randint(1, 4)):
            self.update(["y!", "z!", "a", "b"])
        literal = repr(self.number())
        value = self.now["a"] * Decimal(float(literal))
        self.keep(f"t ← a * {literal}")
        self.now["t"] = value
        for _ in range(self.rng.randint(1, 3)):
            self.update(["y!", "z!", "a", "b", "t"])
        self.keep(f"t → a * {literal}")
        del self.now["t"]


def near(have, want):
    return abs(Decimal(have) - want) <= NEAR * abs(want)


def answers(command, commands):
    run = subprocess.run(command, input="\n".join(commands) + "\n", capture_output=True, text=True, timeout=120)
    return [json.loads(line) for line in run.stdout.splitlines()]


def wrong_at(program, spot, listed):
    """What is wrong where the debugger stands; None: nothing. Also how many were compared."""
    compared = 0
    for v in listed:
        want = program.before.get(spot["line"], {}).get(v["name"])
        if want is None or not v["known"]:
            continue
        if v["type"] != "Float":
            return f"{v['name']} is a {v['type']}", compared
        if not near(v["value"], want):
            return f"line {spot['line']}: {v['name']} is {v['value']!r}, and not {want:.20g}", compared
        compared += 1
    return None, compared


def judge(program, retrograd, path):
    arguments = [path] + [f"--set={k}={v!r}" for k, v in program.inputs.items()]
    debug = [retrograd, "debug", *arguments, "-O0", "--json"]
    steps, compared = len(program.lines) - 2, 0
    commands = ["start"] + ["info locals", "next"] * steps + ["info locals", "reverse-next"] * steps + ["info locals"]
    spot = None
    for answer in answers(debug, commands):
        if not answer["ok"]:
            return answer["text"] + answer["error"]["message"], compared
        spot = answer.get("spot", spot)
        if "variables" in answer and spot["in_program"]:
            wrong, count = wrong_at(program, spot, answer["variables"])
            compared += count
            if wrong:
                return wrong, compared
    for options in ([], ["--grad", "y!"]):
        run = subprocess.run([retrograd, "run", *arguments, "--json", *options], capture_output=True, text=True, timeout=120)
        report = json.loads(run.stdout)
        at_end = answers([retrograd, "debug", *arguments, *options, "--json"], ["goto end", "info locals"])[-1]
        for v in at_end["variables"]:
            key, what = ("gradients", "gradient") if options else ("values", "value")
            if not options and not v["name"].endswith("!"):
                continue
            if report[key][v["name"]] != v[what]:
                return f"{what} of {v['name']}: {report[key][v['name']]} in a run, {v[what]} in the debugger", compared
            compared += 1
    return None, compared


def main():
    retrograd, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    rng, failed, compared = random.Random(seed), 0, 0
    for number in range(count):
        program = Program(rng)
        path = f"{folder}/debugged.rg"
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(program.lines) + "\n")
        wrong, seen = judge(program, retrograd, path)
        compared += seen
        if wrong:
            failed += 1
            print(f"program {number}: {wrong}\n" + "\n".join(program.lines))
            print(program.inputs)
    print(f"debugged with Float: {compared} numbers compared in {count} programs, {failed} programs wrong")
    return failed > 0 or compared < 20 * count


if __name__ == "__main__":
    sys.exit(main())
