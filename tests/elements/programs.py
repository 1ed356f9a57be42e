"""programs.py BUILD [PROGRAMS [SEED]]: random loops that change elements beside variables that hold them.

An ancilla is an element (`t ← x![k]`), or is exchanged with one, while statements read and change elements of
the same arrays, by the same and by other indices. Some of them undo each other. Each program is compiled with
the optimiser, with its registers verified, without the pass `operands`, and with -O0. Each object runs on
random arguments: forward, backward, and with a gradient.

A program that runs with -O0 must run in the same way with the optimiser: values, gradients, and all restored.
One that traps without the pass must trap with it. Objects are run, and not texts, for a text that traps is run
again without the optimiser. Prints how many runs were equal; any other is printed and is a failure."""

import json
import os
import random
import subprocess
import sys
import tempfile

INDICES = ["k", "k", "k", "j", "k + 1", "p[k]"]
CHANGED = ["x!", "y!", "s!"]
VALUES = {"Fixed": [0.5, -0.25, 1, 2, -1], "Int": [0, 1, 2, 3]}
WAYS = [["--verify"], ["--no-pass=operands"], ["-O0"]]


class Program:
    """A loop over k; its elements are Fixed or Int."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kind = self.random.choice(["Fixed", "Fixed", "Int"])
        self.variables = 0

    def element(self, without=()):
        names = [name for name in CHANGED + ["w"] if name not in without]
        return f"{self.random.choice(names)}[{self.random.choice(INDICES)}]"

    def operand(self, without, held):
        if held and self.random.random() < 0.5:
            return self.random.choice(held)
        return self.element(without)

    def expression(self, without, held):
        choice = self.random.random()
        a, b = self.operand(without, held), self.operand(without, held)
        if choice < 0.3:
            return a
        if choice < 0.8:
            return f"{a} {self.random.choice('+-*')} {b}"
        return f"sin({a})" if self.kind == "Fixed" else f"({a} & {b})"

    def variable(self):
        self.variables += 1
        return f"t{self.variables}"

    def statements(self, depth, held):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(depth, held)
        return lines

    def statement(self, depth, held):
        choice = self.random.random()
        array = self.random.choice(CHANGED)
        target = f"{array}[{self.random.choice(INDICES)}]"
        if depth == 0 or choice < 0.35:
            sign = self.random.choice(["+=", "-="])
            return [f"{target} {sign} {self.expression((array,), held)}"]
        if choice < 0.6:
            name, element = self.variable(), self.element()
            inner = self.statements(depth - 1, held + [name])
            return [f"{name} ← {element}"] + inner + [f"{name} → {element}"]
        if choice < 0.75:
            name = self.variable()
            inner = self.statements(depth - 1, held)
            more = [f"{name} += {self.expression((), held)}"]
            swap = [f"SWAP({name}, {target})"]
            return [f"{name} ← 0"] + swap + inner + more + swap + [f"{name} → 0"]
        added = self.expression((array,), held)
        inner = self.statements(depth - 1, held)
        return [f"{target} += {added}"] + inner + [f"{target} -= {added}"]

    def text(self):
        arrays = ", ".join(f"{name}::Vector{{{self.kind}}}" for name in CHANGED + ["w"])
        lines = self.statements(3, [])
        body = "".join(f"        {line}\n" for line in lines)
        return (f"@i function f({arrays}, p::Vector{{Int}}, j::Int, n::Int)\n    for k = 1:n\n{body}"
                "    end\nend\n")

    def arguments(self):
        given = []
        for name in CHANGED + ["w"]:
            words = [self.random.choice(VALUES[self.kind]) for _ in range(6)]
            given += ["--set", f"{name}={json.dumps(words)}"]
        given += ["--set", f"p={json.dumps([self.random.randint(1, 4) for _ in range(5)])}"]
        given += ["--set", f"j={self.random.randint(1, 5)}", "--set", "n=4"]
        modes = [["--backward"], []] + ([["--grad", "x![2]"]] if self.kind == "Fixed" else [])
        return given + self.random.choice(modes)


def outcome(retrograd, file, given):
    """What a run shows, or None where it fails."""
    done = subprocess.run([retrograd, "run", file, "f", "--json"] + given, capture_output=True, text=True,
                          timeout=60)
    if done.returncode != 0:
        return None
    report = json.loads(done.stdout)
    return [report.get(part) for part in ("values", "gradients", "restored")]


def objects(retrograd, folder, text):
    """The three objects of a program, or None where no way compiles it."""
    source = os.path.join(folder, "f.rg")
    with open(source, "w") as file:
        file.write(text)
    made = []
    for number, options in enumerate(WAYS):
        file = os.path.join(folder, f"{number}.elf")
        done = subprocess.run([retrograd, "build", source, "-o", file] + options, capture_output=True, text=True)
        made.append(file if done.returncode == 0 else None)
    return made


def main():
    build, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    retrograd = os.path.join(build, "bin", "retrograd")
    same = trapped = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            program = Program(seed)
            text = program.text()
            made = objects(retrograd, folder, text)
            if not all(made):
                if any(made):
                    wrong += 1
                    print(f"seed {seed}: compiled in some ways only\n{text}")
                continue
            for _ in range(3):
                given = program.arguments()
                optimised, plain, slow = [outcome(retrograd, file, given) for file in made]
                if optimised != plain or (slow is not None and optimised != slow):
                    wrong += 1
                    print(f"seed {seed}: {' '.join(given)}\n{text}{optimised}\n{plain}\n{slow}")
                    break
                same += optimised is not None
                trapped += optimised is None
    print(f"elements: {same} runs are equal, {trapped} trap alike, {wrong} are wrong")
    return wrong > 0 or 2 * same < count


if __name__ == "__main__":
    sys.exit(main())
