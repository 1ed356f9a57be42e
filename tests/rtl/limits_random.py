"""limits_random.py BUILD [SETS [SEED]]: random sets of parameters, most of them no machine. Verilator, Yosys
and Icarus refuse each of those, and name a parameter that is outside its range or a rule that is broken.

What is legal comes from isa/machine.def, and the rules are stated here a second time.
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile

SOURCE = "rtl/core/rg_limits.v"
MULTIPLE = ["MULTIPLIER", "GRAD_LANES", "DIGITS", "LANES", "FUNCTION_UNITS", "FUNCTION_STAGE"]


def parameters():
    """Each parameter of rg_top with its legal values and its default on a multicycle core."""
    rows = re.findall(r'^RG_PARAMETER\(\w+,\s*(\w+),\s*\d+,\s*\d+,\s*(\w+),\s*"([^"]*)",\s*"[^"]*",\s*"([^"]*)"',
                      pathlib.Path("isa/machine.def").read_text(), re.M)
    assert len(rows) == 14, f"{len(rows)} parameters are read from isa/machine.def"
    for name, form, values, default in rows:
        words = values.split()
        if ".." in values:
            first, last = map(int, values.split(".."))
            legal = range(first, last + 1)
        else:
            legal = range(len(words)) if form == "WORD" else [int(w) for w in words]
        yield name, legal, words.index(default) if form == "WORD" else int(default)


def broken_rules(p, default):
    """Names of rules between parameters that are each in its range."""
    if p["FRAC"] > p["XLEN"] - 2:
        yield "FRAC_is_at_most_XLEN_minus_2"
    if p["GRAD_LANES"] and not p["MULTIPLIER"]:
        yield "GRAD_LANES_needs_MULTIPLIER"
    if not p["PIPELINE"] and any(p[name] != default[name] for name in MULTIPLE):
        yield "need_PIPELINE"
    if p["FUNCTION_STAGE"] and (not p["GRAD_LANES"] or p["LANES"] > 1 or p["FUNCTION_UNITS"] > 1):
        yield "FUNCTION_STAGE_needs_GRAD_LANES"
    if p["BANKS"] >> p["DMEM_LOG2"]:
        yield "BANKS_256_needs_DMEM_LOG2"


def outside(legal, rng):
    """A number that is no value: beside one, its negative, or any."""
    while True:
        near = rng.choice(list(legal))
        value = rng.choice([near - 1, near + 1, -near, 2 * near, near + 256, rng.randrange(1 << 30)])
        if value not in legal:
            return value


def choose(table, rng):
    """A set near a machine, of which none, one or several values are outside their range."""
    wrong = rng.sample([name for name, _, _ in table], rng.choice([0, 0, 0, 1, 1, 3]))
    core = rng.choice([{}, {"PIPELINE": 1}, {"PIPELINE": 1, "MULTIPLIER": 1, "GRAD_LANES": 1}])
    change = rng.choice([0, 0.2, 0.6])
    return {name: outside(legal, rng) if name in wrong
            else rng.choice(list(legal)) if rng.random() < change else core.get(name, default)
            for name, legal, default in table}


def commands(build, source):
    includes = [f"-I{build}/gen", "-Irtl/include"]
    return {
        "verilator": ["verilator", "--lint-only", "-Wno-fatal", *includes, "--top-module", "chosen",
                      "rtl/waivers.vlt", SOURCE, source],
        "yosys": ["yosys", "-q", "-p",
                  f"read_verilog -sv {' '.join(includes)} {SOURCE} {source}; hierarchy -check -top chosen"],
        "icarus": ["iverilog", "-g2005-sv", "-t", "null", *includes, "-s", "chosen", SOURCE, source],
    }


def check(build, source, table, p):
    """Faults of the tools about one set; whether it is a machine."""
    default = {name: value for name, _, value in table}
    named = [f"{name}_is_" for name, legal, _ in table if p[name] not in legal] or list(broken_rules(p, default))
    if p["FLOAT"] == 1:
        named.append("FLOAT")  # rg_float_top has it
    values = ", ".join(f".{name}({value})" for name, value in p.items())
    pathlib.Path(source).write_text(f"module chosen;\n    rg_limits #({values}) limits ();\nendmodule\n")
    faults = []
    for tool, command in commands(build, source).items():
        said = subprocess.run(command, capture_output=True, text=True)
        text = said.stdout + said.stderr
        if (said.returncode != 0) != bool(named):
            faults.append(f"{tool} {'takes' if named else 'refuses'} {p}: {named} {text[:400]}")
        elif named and not any(name in text for name in named):
            faults.append(f"{tool} names none of {named} for {p}: {text[:400]}")
    return faults, not named


def main():
    build, sets, seed = (sys.argv[1:] + ["", ""])[:3]
    rng = random.Random(int(seed or 1))
    table = list(parameters())
    good, faults = 0, []
    count = int(sets or 24)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            more, machine = check(build, f"{folder}/chosen.v", table, choose(table, rng))
            faults += more
            good += machine
    print("\n".join(faults), end="\n" if faults else "")
    print(f"{count} sets, {good} of them machines, {len(faults)} faults")
    return bool(faults) or not 0 < good < count


if __name__ == "__main__":
    sys.exit(main())
