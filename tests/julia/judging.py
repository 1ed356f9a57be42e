"""judging.py: runs a program of a generator by the command, and compares what it reports with what Python says.

A program has text, inputs and result; good(values, floats), which says whether the values are right, and what was wanted;
smooth, whether it may be compared with differences (if it says nothing, it may); trap, the code of the error that must end its run, or None; and refused, the codes of the errors by which
the compiler may refuse it."""

import json
import re
import subprocess


def shown(value):
    return json.dumps(value, default=float)


def command_line(build, verb, path, program):
    words = [f"{build}/bin/retrograd", verb, path, *getattr(program, "routine", ())]
    for name, value in program.inputs.items():
        words += ["--set", f"{name}={shown(value)}"]
    return words


def run(words):
    return subprocess.run(words, capture_output=True, text=True, check=False)


def is_refused(program, text):
    """Whether each error has a code that may refuse the program, which is noted there."""
    codes = re.findall(r"error\[(\w+)\]", text)
    program.was_refused = bool(codes) and all(code in getattr(program, "refused", ()) for code in codes)
    return program.was_refused


def judge(build, path, program, way, check):
    """Why the program is wrong, or None."""
    ran = run(command_line(build, "run", path, program) + ["--json", "--verify", *way])
    trap = getattr(program, "trap", None)
    if trap:
        return None if ran.returncode == 1 and trap in ran.stderr + ran.stdout else f"not {trap}: {ran.stdout}{ran.stderr}"
    if ran.returncode != 0:
        return None if is_refused(program, ran.stderr) else ran.stderr
    values = json.loads(ran.stdout)["values"]
    good, want = program.good(values, "--fixed" not in way)
    if not good:
        return f"{program.result} is {values.get(program.result)}, not {want}"
    single = not (isinstance(program, Exact) and isinstance(program.value, (list, dict)))
    if check and single and getattr(program, "smooth", True):
        ran = run(command_line(build, "check", path, program) + list(way))
        if ran.returncode != 0:
            return ran.stdout + ran.stderr
    return None


class Exact:
    """A function whose value is that of Python, to the last bit."""

    result, smooth = "out!", False

    def good(self, values, floats):
        del floats
        want = json.loads(shown(self.value))
        return values["out!"] == want, want
