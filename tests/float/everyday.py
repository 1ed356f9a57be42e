"""everyday.py BUILD [NAME ..]: the programs of everyday.rg with --float, at defaults and with -O0.

everyday.json has a line for each: its arguments, the result, its value and one derivative. These were
worked out with 60 digits (mpmath, derivatives by differences of 110 digits). Both must be right to
1e-9, each bit restored, and nothing warned of. Prints what is wrong."""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def at(values, path):
    for step in path:
        values = values[step]
    return values


def near(have, want):
    return isinstance(have, (int, float)) and abs(have - want) <= 1e-9 * abs(want)


def programs():
    """By name: each stands below a comment that names it."""
    with open(os.path.join(HERE, "everyday.rg"), encoding="utf-8") as file:
        parts = ("\n" + file.read()).split("\n# ")[1:]
    return dict(part.split("\n", 1) for part in parts)


def judge(command, path, row, how):
    words = [command, "run", path, row["name"], "--float", "--json", "--grad", row["of"], *how]
    for name, value in row["arguments"].items():
        words += ["--set", f"{name}={json.dumps(value)}"]
    run = subprocess.run(words, capture_output=True, check=False)
    said = run.stderr.decode()
    if run.returncode != 0 or "warning" in said:
        return said
    report = json.loads(run.stdout)
    if not report["restored"]:
        return "not restored"
    for part, where in (("value", "values"), ("derivative", "gradients")):
        path, want = row[part]
        have = at(report[where], path)
        if not near(have, want):
            return f"{part} {path} is {have}, not {want}"
    return None


def main():
    command = f"{sys.argv[1]}/bin/retrograd"
    with open(os.path.join(HERE, "everyday.json"), encoding="utf-8") as file:
        rows = [row for row in json.load(file) if not sys.argv[2:] or row["name"] in sys.argv[2:]]
    wrong = 0
    sources = programs()
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            path = os.path.join(folder, "f.rg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(sources[row["name"]])
            for how in ([], ["-O0"]):
                why = judge(command, path, row, how)
                if why:
                    wrong += 1
                    print(f"{row['name']} {' '.join(how)}: {why}")
    print(f"{len(rows)} everyday programs with --float: {wrong} runs wrong")
    return wrong > 0 or not rows


sys.exit(main())
