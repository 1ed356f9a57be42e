"""cycles.py BUILD: cycles of kernels of sums and products with --float beside those with Fixed.

The kernels are those of bench/kernels/kernels.rg. Cycles are counted as on a core with Fixed, since no
core with Float exists: so this says what the compiler makes of them, streams or not. Prints a row for
each, of a value and of a gradient, and fails where a ratio is above 1.3."""

import json
import os
import random
import subprocess
import sys
import tempfile

N = 24
BAR = 1.3


def vector(rng, n):
    return [round(rng.uniform(-1, 1), 6) for _ in range(n)]


def matrix(rng, rows, columns):
    return [vector(rng, columns) for _ in range(rows)]


def kernels(rng):
    v, m, zero, zeros = lambda n=N: vector(rng, n), lambda r=N, c=N: matrix(rng, r, c), [0.0] * N, [[0.0] * N] * N
    yield "dot_product", {"s!": 0.0, "x": v(), "y": v()}, "s!"
    yield "matrix_vector", {"y!": zero, "A": m(), "x": v()}, "y![1]"
    yield "matrix_product", {"C!": zeros, "A": m(), "B": m()}, "C![1,1]"
    yield "rank_one", {"A!": zeros, "x": v(), "y": v()}, "A![1,1]"
    yield "polynomial", {"y!": zero, "x": v(), "c": v(6)}, "y![1]"
    yield "heat", {"u!": [[x] + [0.0] * (N - 1) for x in v()], "c": 0.1}, f"u![{N // 2},{N // 2}]"
    yield "wave", {"u!": v(), "v!": zero, "c": 0.1, "steps": 20}, f"u![{N // 2}]"
    yield "laplace", {"v!": zeros, "u": m()}, "v![3,3]"
    yield "filter", {"y!": zero, "x": v(N + 4), "h": v(5)}, "y![3]"
    yield "image_filter", {"v!": zeros, "u": m(), "h": m(3, 3)}, "v![3,3]"
    yield "biquad", {"y!": zero, "x": v(), "b": v(3), "a": [0.1, -0.2]}, f"y![{N}]"
    yield "prefix_sum", {"y!": zero, "x": v()}, f"y![{N}]"
    index = [rng.randint(1, N) for _ in range(N)]
    yield "gather", {"y!": zero, "x": v(), "idx": index}, "y![1]"
    yield "scatter", {"h!": zero, "w": v(), "idx": index}, f"h![{index[0]}]"
    yield "cosine", {"Y!": zeros, "C": m(), "X": m()}, "Y![1,1]"


def cycles(command, folder, name, arguments, options):
    words = [command, "run", "bench/kernels/kernels.rg", name, "--json"] + options
    for argument, value in arguments.items():
        path = os.path.join(folder, argument.strip("!") + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(value, file)
        words += ["--set", f"{argument}=@{path}" if isinstance(value, list) else f"{argument}={value}"]
    run = subprocess.run(words, capture_output=True, check=False)
    if run.returncode != 0:
        return None, run.stderr.decode()
    report = json.loads(run.stdout)
    return report["counters"]["cycles"] / report.get("attempts", 1), report["values"]


def main():
    command, failed = f"{sys.argv[1]}/bin/retrograd", False
    print("| kernel | Fixed | Float | ratio | gradient, Fixed | Float | ratio |\n|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments, of in kernels(random.Random(1)):
            cells = []
            for asked in ([], ["--grad", of]):
                fixed, wide = (cycles(command, folder, name, arguments, asked + w)[0] for w in ([], ["--float"]))
                if not fixed or not wide:
                    cells, failed = cells + ["does not run", "", ""], True
                    continue
                cells += [f"{fixed:.0f}", f"{wide:.0f}", f"{wide / fixed:.3f}"]
                failed = failed or wide > BAR * fixed
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    sys.exit(failed)


main()
