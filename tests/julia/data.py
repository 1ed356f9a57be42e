"""data.py BUILD [VALUES [SEED]]: random numbers and arrays as Julia, spreadsheets and NumPy spell them.

  --set  scalars, vectors and matrices, real and complex, with blanks, signs, points and _ as Julia allows them
  files  .csv, .tsv, .txt and .dat: separators, names of columns, comments, quotes, marks, ends of lines

What the run reports as the value of the argument is compared with the numbers. A spelling that Julia reads as
something else must be refused. Prints how many were right; any other is printed and is a failure."""

import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = """@i function real(y!::Fixed, x::Fixed)
end
@i function vector(y!::Fixed, x::Vector{Fixed})
end
@i function matrix(y!::Fixed, x::Matrix{Fixed})
end
@i function complexes(y!::Fixed, x::Vector{Complex{Fixed}})
end
"""
# a matrix where a vector is wanted, an expression, an array of arrays, no number
NOT_THESE = [("vector", "[1 2]"), ("vector", "[1 - 2]"), ("matrix", "[1, 2; 3]"), ("matrix", "[[1 2]; [3 4]]"),
             ("matrix", "[[1,2];[3,4]]"), ("matrix", "[1 2; 3]"), ("vector", "[1__0]"), ("vector", "[1,,2]"),
             ("complexes", "[1 + 2]"), ("complexes", "[1+2im+3im]"), ("vector", "[1, nan]"), ("real", "1_"), ("vector", "[1, 2")]


def number(rng):
    return rng.randint(-4000, 4000) / 8


def spelled(rng, x):
    sign, text = "-" if x < 0 else rng.choice(("", "", "+")), repr(abs(x))
    whole, part = text.split(".")
    if whole == "0" and part != "0" and rng.random() < 0.5:
        whole = ""
    if part == "0" and rng.random() < 0.7:
        return sign + rng.choice((whole, whole + ".", whole + "e0" if whole else "0"))
    if len(whole) > 1 and rng.random() < 0.3:
        whole = whole[0] + "_" + whole[1:]
    return f"{sign}{whole}.{part}"


def complex_spelled(rng, re, im):
    gap = rng.choice(("", " "))
    text = spelled(rng, abs(im)).lstrip("+") + "im"
    return f"{spelled(rng, re)}{gap}{'-' if im < 0 else '+'}{gap}{text}"


def argument(rng):
    """A routine, the text of its argument, and the value that the report shows."""
    kind, n = rng.choice(("real", "vector", "matrix", "complexes")), rng.randint(1, 4)
    gap = rng.choice(("", " "))
    if kind == "real":
        x = number(rng)
        return kind, spelled(rng, x), x
    if kind == "vector":
        v, between = [number(rng) for _ in range(n)], rng.choice((",", ";"))
        return kind, "[" + f"{gap}{between} ".join(spelled(rng, x) for x in v) + rng.choice(("", between)) + gap + "]", v
    if kind == "matrix":
        m = [[number(rng) for _ in range(n + 1)] for _ in range(rng.randint(1, 3))]
        return kind, "[" + f"{gap};{gap}".join("  ".join(spelled(rng, x) for x in row) for row in m) + "]", m
    z = [(number(rng), number(rng)) for _ in range(n)]
    return kind, "[" + ", ".join(complex_spelled(rng, *x) for x in z) + "]", [{"re": a, "im": b} for a, b in z]


def table(rng, folder):
    """A file, and the matrix or vector in it."""
    rows, columns = rng.randint(2, 5), rng.randint(1, 4)
    m = [[number(rng) for _ in range(columns)] for _ in range(rows)]
    between = rng.choice((",", ";", "\t", " ", " , ", "; ", "   "))
    quote = rng.choice(("", '"')) if between.strip() else ""
    lines = [between.join(quote + repr(x) + quote for x in row) for row in m]
    if rng.random() < 0.5:
        lines.insert(0, between.join(quote + name + quote for name in ("height", "_a", "µ", "inf_loss")[:columns]))
    for _ in range(rng.randint(0, 2)):
        lines.insert(rng.randint(0, len(lines)), rng.choice(("", "# made by hand", "  ", "#1,2;3")))
    text = rng.choice(("", "\ufeff")) + rng.choice(("\n", "\r\n")).join(lines) + rng.choice(("", "\n"))
    path = os.path.join(folder, "table" + rng.choice((".csv", ".tsv", ".txt", ".dat")))
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return ("vector", "@" + path, [row[0] for row in m]) if columns == 1 else ("matrix", "@" + path, m)


def run(build, folder, routine, text):
    path = os.path.join(folder, "program.rg")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    return subprocess.run([f"{build}/bin/retrograd", "run", path, routine, "--set", "x=" + text, "--json"],
                          capture_output=True, text=True, timeout=60)


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    count, seed = int(sys.argv[2]) if len(sys.argv) > 2 else 60, int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng, right, wrong = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            routine, text, value = table(rng, folder) if i % 2 else argument(rng)
            done = run(build, folder, routine, text)
            found = json.loads(done.stdout)["values"]["x"] if done.returncode == 0 else done.stderr
            right += found == value
            if found != value:
                shown = open(text[1:], encoding="utf-8").read() if text[0] == "@" else text
                wrong += print(f"{routine} {shown!r}\n  wanted {value}\n  found  {found}") or 1
        for routine, text in NOT_THESE:
            done = run(build, folder, routine, text)
            right += done.returncode == 2
            if done.returncode != 2:
                wrong += print(f"{routine} {text!r} is not refused: {done.stdout}") or 1
    print(f"data: {right} right, {wrong} wrong")
    return wrong > 0


sys.exit(main())
