"""schemas.py BUILD: the JSON of the commands against docs/reference/schemas."""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator

BUILD = os.path.abspath(sys.argv[1])
COMMAND = BUILD + "/bin/retrograd"
FOLDER = pathlib.Path("docs/reference/schemas")
SCHEMAS = {p.stem: json.loads(p.read_text()) for p in FOLDER.glob("*.json")}
SEEN = {name: set() for name in SCHEMAS}
failures = []


def keys_of(schema):
    """Every key that the schema names somewhere."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = set(schema.get("properties", {}))
    return own.union(*(keys_of(s) for s in schema.values()))


def note_keys(name, document):
    """Remember the keys that the document has."""
    if isinstance(document, list):
        for item in document:
            note_keys(name, item)
    elif isinstance(document, dict):
        SEEN[name].update(document)
        for item in document.values():
            note_keys(name, item)


def check(name, document, what):
    note_keys(name, document)
    for error in Draft202012Validator(SCHEMAS[name]).iter_errors(document):
        failures.append(f"{what}: {name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")


def command(schema, *words, status=0):
    """Run a command whose standard output is this JSON; messages are JSON too."""
    done = subprocess.run([COMMAND, *words, "--message-format=json"], capture_output=True, text=True, timeout=60)
    if done.returncode != status:
        failures.append(f"{words}: status {done.returncode}: {done.stderr[:300]}")
    # --report writes a table for people there
    for line in done.stderr.splitlines() if "--report" not in words else []:
        check("message", json.loads(line), words)
    document = json.loads(done.stdout) if schema and done.stdout else None
    if schema and document:
        check(schema, document, words)
    return document


def debug(file, commands, *words):
    """A session of the debugger: each command prints one object."""
    script = "\n".join(commands) + "\n"
    done = subprocess.run([COMMAND, "debug", str(file), *words, "--json"], input=script, capture_output=True, text=True,
                          timeout=60)
    lines = done.stdout.splitlines()
    if len(lines) != len(commands):
        failures.append(f"debug {file}: {len(lines)} objects for {len(commands)} commands: {done.stderr[:300]}")
    for line in lines:
        check("debug", json.loads(line), f"debug {line[:60]}")


def sessions(work):
    """Sessions that together print every key of the debugger."""
    f = work / "cube.rg"
    f.write_text("@i function part(y!::Fixed, x::Fixed)\n    y! += x * x\nend\n"
                 "@i function cube(y!::Fixed, t::Array{Fixed,3}, n::Int, b::Bool)\n    for k = 1:size(t, 3)\n"
                 "        part(y!, t[1, 1, k])\n    end\nend\n")
    args = ["cube", "--set", "t=[[[1,2]],[[3,4]]]", "--set", "n=1"]
    debug(f, ["break 6", "info breakpoints", "watch y!", "run", "print t", "print y! + 1", "print nowhere", "info locals",
              "continue", "bt", "up", "frame 0", "x/2 0", "disassemble", "info costs", "last y!", "next-change n", "step",
              "why", "finish", "delete", "continue", "reverse-continue", "quit"], *args)
    debug(f, ["watch y!", "run", "continue", "quit"], *args)
    debug(f, ["rwatch y!", "awatch y!", "run", "continue", "info breakpoints", "quit"], *args)
    debug(f, ["goto end", "print t", "info locals", "overflow", "quit"], *args, "--grad", "y!")
    trap = work / "dirty.rg"
    trap.write_text("@i function f(y!::Fixed, x::Fixed)\n    a ← 0.0\n    a += x\n    y! += a\n    a → 0.0\nend\n")
    debug(trap, ["trap", "why", "quit"], "--set", "x=1")
    far = work / "far.rg"
    far.write_text("@i function f(y!::Fixed, x::Fixed)\n    y! += log(exp(-x^2 / 2) / sqrt(2π))\nend\n")
    debug(far, ["overflow", "why", "quit"], "--set", "x=7.5", "--grad", "y!")
    wide = work / "wide.rg"
    wide.write_text("@i function f(y!::Float64, x::Float64)\n    y! += x + 3.0\n    y! += 0.1\nend\n")
    debug(wide, ["break 3", "run", "print/x y!", "info registers", "x/2 0", "info locals", "quit"], "--set", "x=0.1", "--grad", "y!")


def programs(work):
    """Commands that together print every key."""
    f = work / "f.rg"
    f.write_text(
        "@i function f(y!::Fixed, x::Vector{Fixed}, k::Int, b::Bool)\n    @safe println(k)\n"
        "    s ← 0.0\n    for i = 1:length(x)\n        s += x[i]^2\n    end\n    y! += sqrt(s)\n"
        "    for i = 1:length(x)\n        s -= x[i]^2\n    end\n    s → 0.0\nend\n")
    args = ["--set", "x=[2,3,6]", "--set", "k=2", "--set", "b=true"]
    run = [str(f), "f", *args, "--json"]
    for more in (["--raw", "--report"], ["--grad", "y!"], ["--grad", "y!", "--keep-gradients"], ["--jacobian"],
                 ["--hessian", "y!"], ["--activity"], ["--tangent", "x=[1,0,0]"],
                 ["--hvp", "y!", "--tangent", "x=[1,0,0]"],
                 ["--energy", "7nm"], ["--energy", "45nm", "--energy-set", "operations.mul=3pJ"],
                 ["--energy", "45nm", "--energy-set", "ramp_time=5ns"], ["--backward"]):
        report = command("run", "run", *run, *more)
    for more in ([], ["--grad", "y!"], ["--jacobian"]):
        command("run", "run", *run, "--float", *more)
    bessel = ["examples/bessel.rg", "ibesselj", "--set", "v=2", "--set", "z=20.0", "--set", "atol=1e-15"]
    command("run", "run", *bessel, "--float", "--grad", "out!", "--json")  # it has few digits
    command("run", "run", "tests/cli/beside.rg", "--set", "x=0.5", "--json")  # it has both kinds
    command("check", "check", str(f), "f", *args, "--json")
    kink = work / "kink.rg"
    kink.write_text("@i function f(y!::Fixed, x::Fixed)\n    y! += abs(x) + 1\nend\n")
    command("check", "check", str(kink), "f", "--set", "x=0", "--json")
    command("run", "run", str(kink), "f", "--set", "x=1", "--grad", "y!", "--engine", "fast16", "--json")
    tiles = work / "tiles.rg"
    tiles.write_text("@i function f(y!::Fixed, x::Vector{Fixed})\n    for i = 1:length(x)\n        y! += x[i]\n    end\nend\n")
    command("run", "run", str(tiles), "--set", "x=[1.0,2.0]", "--tile", "x=1", "--save", f"x={work / 'x.npy'}", "--json")
    trap = work / "trap.rg"
    trap.write_text("@i function f(y!::Fixed, x::Fixed)\n    a ← 0.0\n    a += x\n    y! += a\n    a → 0.0\nend\n")
    command("run", "run", str(trap), "--set", "x=1", "--json", status=1)
    forbidden = work / "forbidden.rg"
    forbidden.write_text("@assert_reversible\n@i function f(y!::Fixed, x::Fixed)\n    t ← 0.0\n    t += x * x\n"
                         "    y! += t * x\n    t -= x * x\n    t → 0.0\nend\n")
    command(None, "run", str(forbidden), "--set", "x=1", "--grad", "y!", "--json", status=1)
    done = subprocess.run([COMMAND, "run", str(forbidden), "--set", "x=1", "--grad", "y!", "--json"],
                          capture_output=True, text=True, timeout=60)
    check("run", json.loads(done.stdout), "assert_reversible")
    wrong = work / "wrong.rg"
    wrong.write_text("@i function f(y!::Fixed, x::Fixed)\n    y! += z\n    y! += y!\nend\n"
                     "@i function f(y!::Fixed)\n    y! += 1\nend\n")
    command(None, "build", str(wrong), status=2)
    command(None, "run", str(f), "--nosuch", status=2)
    habit = work / "habit.rg"
    habit.write_text("@i function f(y!::Fixed, x::Fixed)\n    y! = x\nend\n")
    done = subprocess.run([COMMAND, "build", str(habit), "--message-format=json"], capture_output=True, text=True, timeout=60)
    messages = [json.loads(line) for line in done.stderr.splitlines()]
    for message in messages:
        check("message", message, "a message with fixes")
    fixes = [fix for message in messages for fix in message["fixes"]]
    if not any(fix["text"] for fix in fixes):
        failures.append("no message of the compiler has a fix")
    (work / "swap.rg").write_text("@i function f(x::Int, y::Vector{Int}, c::Bool)\n    if (c, ~)\n        SWAP(x, y[1])\n"
                                  "    end\nend\n")
    command("gates", "build", str(work / "swap.rg"), "--emit=gates", "--json", "--size", "y=2")
    command("fmt", "fmt", "--json", "--check", str(wrong), str(f), str(work / "none.rg"), status=2)
    done = subprocess.run([COMMAND, "fmt", "--json"], input="@i function f(y!)\n y!+=1\nend\n", capture_output=True, text=True,
                          timeout=60)
    check("fmt", json.loads(done.stdout), "fmt of standard input")
    command("baselines", "baselines", str(f), "f", *args, "--json")
    command("baselines", "baselines", str(f), "f", *args, "--grad", "y!", "--json")
    command("version", "version", "--json")
    command("explain", "explain", "--json")
    command("explain", "explain", "R0814", "--json")
    study = work / "study.yaml"
    study.write_text("name: one\nworkloads:\n  f:\n    program: trap.rg\n    routine: f\n    arguments: {x: \"= p\"}\n"
                     "axes:\n  p: {parameter: yes, values: [0, 1]}\n"
                     "objectives:\n  energy: {value: energy.conventional_J, unit: J}\n"
                     "  cycles: {value: counters.cycles}\n")
    return report, study


def tool(schema, words, written=None):
    """A tool of the build, whose JSON is its output or a file."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    if done.returncode:
        failures.append(f"{words}: status {done.returncode}: {done.stderr[:300]}")
    else:
        check(schema, json.loads(written.read_text() if written else done.stdout), words[0])


def tools(work):
    """What the tools of the build write; `make check` has built them."""
    programs = pathlib.Path(BUILD, "bin")
    papers = work / "papers.json"
    tool("papers", [programs / "bench-papers", "--quick", "--only", "Bessel", "--json", papers], papers)
    check("papers", json.loads(pathlib.Path("bench/results/papers.json").read_text()), "bench/results/papers.json")
    circuits = sorted(pathlib.Path(BUILD, "gates").glob("rg_*-8-0.json"))[:2]
    if not circuits:
        failures.append(f"no netlists in {BUILD}/gates: make gates-test-build")
    gates = work / "gates.json"
    tool("circuits", [programs / "gate-checker", "-j", gates, *circuits], gates)
    netlist = work / "netlist.json"  # it has cells, and a memory that stays outside
    subprocess.run(["energy/cells/synthesise.sh", netlist, BUILD + "/cells", "rg_ledger", "-", f"-I{BUILD}/gen",
                    "rtl/core/rg_ledger.v"], env={**os.environ, "WHOLE": "1"}, check=True, timeout=300)
    tool("synthesis", [programs / "synth-report", netlist, "rg_ledger", "rg_ledger"])


def spelled(name, source, start):
    """What takes hours to run: the keys of the schema are those that the source spells from `start` on."""
    text = source.read_text()
    text = text[text.index(start):]
    if source.suffix == ".c":
        keys = set(re.findall(r'"([A-Za-z_]+)"(?=,)', re.sub(r'"\s*"', "", text))) - {"rg_core"}
    else:
        keys = set(re.findall(r'"(\w+)":', "".join(re.findall(r"^ *printf '(\{.*)\\n'", text, re.M))))
    SEEN[name] = keys_of(SCHEMAS[name])
    for key in sorted(keys ^ SEEN[name]):
        failures.append(f"{name}: {source} and its schema differ in {key}")


def main():
    for name, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        report, study = programs(work)
        sessions(work)
        tools(work)
        spelled("characterise", pathlib.Path("energy/netlist/characterise.c"), "static void json_design")
        spelled("place", pathlib.Path("energy/place/place.sh"), "run yosys")
        for name, words in (("plan", ["--plan"]), ("explore", [])):
            command(name, "explore", str(study), "--store", str(work / "store"), "--json", *words)
    for name, schema in SCHEMAS.items():
        for key in sorted(keys_of(schema) - SEEN[name]):
            failures.append(f"{name}: no command printed the key {key}")
    broken = copy.deepcopy(report)
    broken["counters"]["cycles"] = "many"
    if Draft202012Validator(SCHEMAS["run"]).is_valid(broken):
        failures.append("a report with a wrong type is valid")
    del report["schema_version"]
    if Draft202012Validator(SCHEMAS["run"]).is_valid(report):
        failures.append("a report without its version is valid")
    print("\n".join(failures) or f"schemas: {len(SCHEMAS)} schemas, every key printed")
    return bool(failures)


sys.exit(main())
