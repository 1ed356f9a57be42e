"""chains.py BUILD [SEED]: functions that take a value through a chain of operations, each result read once,
so that the chain is one expression as long as that nests little. Chains of a few operations and of hundreds
must give what Python gives, to 1e-9, and be restored. A program that fails is printed."""

import json
import math
import os
import random
import subprocess
import sys
import tempfile

# Maps of [-2, 2] into itself, and how Python has them
STEPS = [("{a} * y + {b}", lambda y, a, b: a * y + b), ("tanh({a} * y)", lambda y, a, b: math.tanh(a * y)),
         ("sin(y + {b})", lambda y, a, b: math.sin(y + b)), ("{a} / (y + 4)", lambda y, a, b: a / (y + 4)),
         ("abs(y - {b})", lambda y, a, b: abs(y - b)), ("min(y, {a}) - {b} / 2", lambda y, a, b: min(y, a) - b / 2)]


def chain(rng, length):
    """The text of a function of y whose loop runs that often, and the function."""
    body = [(text.format(a=a, b=b), lambda y, f=f, a=a, b=b: f(y, a, b))
            for (text, f), a, b in ((rng.choice(STEPS), rng.choice((0.5, 0.75, -0.25)), rng.choice((0.125, 0.5)))
                                    for _ in range(rng.randint(1, 3)))]
    lines = "".join(f"        y = {text}\n" for text, _ in body)

    def value(x):
        for _ in range(length):
            for _, step in body:
                x = step(x)
        return x
    return f"function f(x::Float64)\n    y = x\n    for i = 1:{length}\n{lines}    end\n    return y\nend\n", value


def main():
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    lengths = [1, 7, 20, 45, 60, 90, 200]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.rg")
        for length in lengths:
            text, value = chain(rng, length)
            x = rng.uniform(-2, 2)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            run = subprocess.run([f"{sys.argv[1]}/bin/retrograd", "run", path, "--float", "--json", "--grad", "out!",
                                  "--set", f"x={x}"],
                                 capture_output=True, check=False)
            report = json.loads(run.stdout) if run.returncode == 0 else {"values": {}}
            have = report["values"].get("out!", math.nan)
            if not (report.get("restored") and abs(have - value(x)) <= 1e-9 * max(1e-3, abs(value(x)))):
                wrong += 1
                print(f"{text}at {x}: {have}, not {value(x)}\n{run.stderr.decode()}")
    print(f"{len(lengths)} chains: {wrong} wrong")
    return wrong > 0


sys.exit(main())
