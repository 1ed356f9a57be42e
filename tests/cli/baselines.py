"""baselines.py COMMAND FOLDER: every 24th case of conformance and examples through `retrograd
baselines`: parts sum to totals, the reversible machine is the one that `run` reports, and the one
that overwrites does no more real operations than it."""
import glob
import json
import re
import shlex
import subprocess
import sys

COMMAND, FOLDER = sys.argv[1:3]
OTHER = ("--hess", "--jac", "--tan", "--hvp", "--back", "--keep", "--opt", "--out", "--raw",
         "--save", "--tile", "--engine", "--report", "-O", "--explain")
failures = []
seen = 0


def cases():
    for path in sorted(glob.glob("tests/conformance/*.rg") + glob.glob("examples/*.rg")):
        words, fails = None, False
        for line in open(path, encoding="utf-8"):
            claim = re.match(r"#! (\w+) ?(.*)", line)
            if claim and claim[1] == "run":
                if words is not None and not fails:
                    yield path, words
                words, fails = shlex.split(claim[2]), False
            elif claim and claim[1] in ("status", "trap"):
                fails = True
        if words is not None and not fails:
            yield path, words


def run(*words):
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, timeout=300,
                          check=False)


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def check(what, holds):
    if not holds:
        failures.append(what)


def check_energy(where, energy):
    for view in ("conventional", "adiabatic", "landauer"):
        total = energy[view + "_J"]
        if total is None:
            continue
        check(f"{where}: parts of {view}", close(sum(energy["parts"][view].values()), total))
        check(f"{where}: terms of {view}",
              close(sum(t[view + "_J"] for t in energy["terms"]), total))
        check(f"{where}: {view} is negative", total >= 0)


def operations(machine, name):
    modes = machine["counters"]["by_mode"]
    return sum(modes[m][d][name] for m in modes for d in modes[m])


def check_machine(where, name, machine):
    counters = machine["counters"]
    whole = [v for v in counters.values() if isinstance(v, int)]
    whole += [operations(machine, c) for c in counters["by_mode"]["value"]["forward"]]
    check(f"{where} {name}: a count is negative", min(whole) >= 0)
    check_energy(f"{where} {name}", machine["energy"])


def runs_as_written(path, words):
    """Whether only the program without passes runs; baselines do not go over to that by themselves."""
    return "this is the run without passes" in run("run", path, *words, "--fixed").stderr


def check_case(path, words):
    where = " ".join([path, *words])[:100]
    done = run("baselines", path, *words, "--json")
    if done.returncode == 1 and runs_as_written(path, words):
        words = [*words, "-O0"]
        done = run("baselines", path, *words, "--json")
    if "R0930" in done.stderr:
        return
    check(f"{where}: status {done.returncode}: {done.stderr}", done.returncode == 0)
    if done.returncode:
        return
    report = json.loads(done.stdout)
    machines = report["machines"]
    for name, machine in machines.items():
        check_machine(where, name, machine)
    check_energy(where + " common", report["common"]["energy"])
    check(f"{where}: more in common than the machine that overwrites needs",
          report["common"]["energy"]["conventional_J"]
          <= machines["irreversible"]["energy"]["conventional_J"] * (1 + 1e-12))
    real = json.loads(run("run", path, *words, "--fixed", "--json").stdout)
    same = machines["reversible_gradient" if "--grad" in words else "reversible"]
    check(f"{where}: not the energy of the run",
          close(same["energy"]["conventional_J"], real["energy"]["conventional_J"])
          and close(same["energy"]["landauer_J"], real["energy"]["landauer_J"]))
    for name in ("mul", "div", "elem", "log", "loop"):
        check(f"{where}: more {name} than the reversible call",
              operations(machines["irreversible"], name)
              <= operations(machines["reversible"], name))
    if "taped" in machines:
        for name in ("mul", "elem", "int"):
            check(f"{where}: a gradient with fewer {name} than the value",
                  operations(machines["taped"], name) >= operations(machines["irreversible"], name))
        check(f"{where}: the tape of a stretch is longer than that of all",
              machines["checkpointed"]["words"]["tape"] <= machines["taped"]["words"]["tape"])


for number, (path, words) in enumerate(cases()):
    if number % 24 or any(w.startswith(o) for w in words for o in OTHER):
        continue
    seen += 1
    check_case(path, words)
print(f"{seen} programs, {len(failures)} failures")
for failure in failures[:20]:
    print(failure)
sys.exit(bool(failures) or seen < 30)
