"""tiles.py BUILD [PROGRAMS [SEED]]: random sums over rows with --float, in tiles and in one piece.

Each program adds a product of powers of what a row holds and of parameters to a sum, for each row;
the rows are vectors, columns of a matrix, or both. Numbers lie within thirty decades. The values in
tiles must be the same to the bit, and the gradients too, or to 1e-14 where a tile sends a double.
Any other program is printed and is a failure."""

import json
import subprocess
import sys

from sweep import settings, sweep


def number(rng):
    return rng.choice((1, -1)) * rng.uniform(1, 10) * 10 ** rng.uniform(-7, 7)


class Program:
    def __init__(self, rng):
        self.rows = rng.randint(1, 9)
        self.tile = rng.randint(1, self.rows + 1)
        width = rng.randint(1, 3)
        self.arguments = {"s!": number(rng), "x": [number(rng) for _ in range(self.rows)],
                          "A": [[number(rng) for _ in range(self.rows)] for _ in range(width)],
                          "w": [number(rng) for _ in range(width)],
                          "n": [rng.randint(1, width) for _ in range(self.rows)]}
        factors = ("x[i]", "w[n[i]]", "A[n[i], i]", "tanh(x[i] * w[1])", "1 / (x[i]^2 + w[1]^2)",
                   "exp(-abs(A[1, i]))")
        self.terms = [" * ".join(rng.sample(factors, rng.randint(1, 3))) for _ in range(rng.randint(1, 3))]

    def source(self):
        body = "\n        ".join(f"s! += {term}" for term in self.terms + ["x[i] * w[n[i]] * A[1, i]"])
        return ("@i function f(s!::Float64, x::Vector{Float64}, A::Matrix{Float64}, w::Vector{Float64}, "
                "n::Vector{Int})\n"
                f"    for i = 1:length(x)\n        {body}\n    end\nend\n")


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


def report(command, path, program, more):
    words = [command, "run", path, "--float", "--json", "--raw", "--grad", "s!", *more]
    words += settings(program.arguments)
    run = subprocess.run(words, capture_output=True, check=False)
    return json.loads(run.stdout) if run.returncode == 0 else {"failed": run.stderr.decode()[:400]}


def judge(program, command, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.source())
    whole = report(command, path, program, [])
    tiles = report(command, path, program, ["--tile", f"x={program.tile}"])
    for one in (whole, tiles):
        if "failed" in one:
            return one["failed"]
    if whole["raw"] != tiles["raw"] or not tiles["restored"]:
        return f"{tiles['values']} in tiles of {program.tile}, not {whole['values']}"
    for name, want in whole["gradients"].items():
        for w, h in zip(flat(want), flat(tiles["gradients"][name])):
            if abs(w - h) > 1e-14 * abs(w):
                return f"d s! / d {name} has {h} in tiles of {program.tile}, not {w}"
    return None


sys.exit(sweep("in tiles", Program, lambda program, command, path, _: judge(program, command, path)))
