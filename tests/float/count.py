"""count.py BUILD [CLASS ..] [FILE ..]: the cases of examples/ and tests/conformance/ with --float.

Each case is a line `#! run` or `#! check` (tests/property/test_conformance.c says what the lines
mean). A case is one of these:
  agrees   it runs, and values, gradients and matrices are those that the case states
  warned   the same, but it is warned that few digits can be believed
  refused  the compiler or the driver refuses it
  traps    it traps, and on Fixed it does not
  differs  a number is another one, a check fails, or bits are not restored
  fixed    it is about words, limits or messages of Fixed, and states no number that Float must have
Prints how many there are of each, and the cases of the classes that are named."""

import collections
import concurrent.futures
import glob
import json
import re
import subprocess
import sys

OF_FIXED = {"raw", "sweep", "says", "trap", "status", "output"}
MATRICES = {"jacobian": ("jacobian", "rows"), "hessian": ("hessian", "names")}
PARTS = {"value": "values", "gradient": "gradients", "tangent": "tangents", "product": "hessian_vector"}


def cases():
    for path in sorted(glob.glob("examples/*.rg") + glob.glob("examples/functional/*.rg")
                       + glob.glob("tests/conformance/*.rg")):
        case = None
        with open(path, encoding="utf-8") as file:
            for line in file:
                found = re.match(r"#! (\S+) ?(.*)", line)
                if not found:
                    continue
                verb, rest = found.groups()
                if verb in ("run", "check"):
                    case = {"file": path, "verb": verb, "arguments": "" if rest == "-" else rest, "claims": []}
                    yield case
                elif case:
                    case["claims"].append((verb, rest))


def near(want, have, tolerance):
    if isinstance(want, dict) and isinstance(have, dict):
        return want.keys() == have.keys() and all(near(want[k], have[k], tolerance) for k in want)
    if isinstance(want, list) and isinstance(have, list):
        return len(want) == len(have) and all(near(w, h, tolerance) for w, h in zip(want, have))
    if want is None or isinstance(want, (bool, str)):
        return want == have
    return isinstance(have, (int, float)) and abs(want - have) <= tolerance * max(1, abs(want))


def matrix_of(report, key, names, which):
    """The rows of some names, between commas."""
    part = report.get(key, {})
    rows, matrix = part.get(which, []), part.get("matrix", part.get("rows", []))
    return [matrix[rows.index(n)] for n in names.split(",") if n in rows]


def wrong_claim(report, claims):
    tolerance = 1e-9
    for verb, rest in claims:
        if verb == "tolerance":
            tolerance = float(rest)
        elif verb in PARTS:
            name, text = rest.split(" ", 1)
            have = report.get(PARTS[verb], {}).get(name)
            if not near(json.loads(text), have, tolerance):
                return f"{verb} {name} is {json.dumps(have)[:100]}, not {text[:100]}"
        elif verb == "restored" and report.get("restored") is not True:
            return "not restored"
    return None


def judge(case, command):
    verb = case["verb"]
    words = f"{command} {verb} {case['file']} {case['arguments']} --float --verify"
    run = subprocess.run(words + (" --json" if verb == "run" else ""), shell=True, capture_output=True, check=False)
    said = run.stderr.decode() + ("" if verb == "run" else run.stdout.decode())
    error = re.search(r"error\[(R\d+)\]: (.*)", said)
    text = f"{error.group(1)} {error.group(2)}" if error else said.strip()[-200:]
    stated = {v for v, _ in case["claims"]}
    if run.returncode not in (0, 1, 2, 3):
        return "differs", f"status {run.returncode} {text}"
    if verb == "check":
        return ("agrees", "") if run.returncode == 0 else (
            ("refused" if run.returncode >= 2 else "traps" if error and error.group(1) < "R09" else "differs"), text)
    if "trap" in stated or ("status", "0") not in case["claims"] and "status" in stated:
        expected = [int(r) for v, r in case["claims"] if v == "status"]
        same = not expected or run.returncode == expected[-1]
        return ("agrees" if same else "fixed"), text
    if run.returncode >= 2:
        return "refused", text
    if run.returncode == 1:
        return "traps", text
    report = json.loads(run.stdout)
    wrong = wrong_claim(report, case["claims"])
    if not wrong and "R0506" in said:
        return "warned", "\n    ".join(l for l in said.splitlines() if "R0506" in l)
    if wrong:
        return "differs", wrong
    return ("agrees" if stated - OF_FIXED or not stated else "fixed"), ""


def main():
    command, shown = f"{sys.argv[1]}/bin/retrograd", sys.argv[2:]
    only = [w for w in shown if "/" in w or "." in w]
    everything = [c for c in cases() if not only or any(w in c["file"] for w in only)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda c: judge(c, command), everything))
    count = collections.Counter(r for r, _ in results)
    for case, (result, text) in zip(everything, results):
        if result in shown:
            print(f"{result}: {case['file']} {case['verb']} {case['arguments'][:100]}\n    {text}")
    classes = ("agrees", "warned", "refused", "traps", "differs", "fixed")
    print(", ".join(f"{result} {count[result]}" for result in classes),
          f"of {len(everything)} cases with --float")


main()
