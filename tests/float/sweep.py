"""sweep.py: what the tests of random programs share: arguments for the command, and the loop over
programs."""

import json
import os
import random
import sys
import tempfile


def settings(arguments):
    """The options that give each argument its value."""
    return [word for name, value in arguments.items() for word in ("--set", f"{name}={json.dumps(value)}")]


def sweep(what, make, judge):
    """BUILD [PROGRAMS [SEED]] of the command line: make(rng) and judge(program, command, path, i) for
    each program; judge says why it is wrong, or None. Prints those that are; the status of the test."""
    command = f"{sys.argv[1]}/bin/retrograd"
    programs, seed = (int(w) for w in (sys.argv[2:] + ["60", "1"][len(sys.argv) - 2:]))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(programs):
            program = make(random.Random(f"{seed} {i}"))
            why = judge(program, command, os.path.join(folder, "f.rg"), i)
            if why:
                failed += 1
                print(f"{program.source()}# {program.arguments}\n{why}\n")
    print(f"{programs} programs {what}: {failed} wrong")
    return failed > 0
