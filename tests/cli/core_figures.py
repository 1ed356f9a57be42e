"""core_figures.py: what the energy files say of the core in cells is what docs/reference/synthesis.md
has of it: cells, flip-flops, gates in a row, bits of memory, and a leakage in proportion."""
import re
import sys

CLOCKED_GATE = 0.05e-9  # one gate of aqfp: a quarter of a period of 5 GHz
failed = 0


def near(name, got, want):
    global failed
    if abs(got - want) > 0.02 * abs(want):
        print(f"{name}: {got:g}, by docs/reference/synthesis.md {want:g}")
        failed = 1


def core_in_cells(page):
    """The default core: cells, flip-flops, gates in a row, and the bits outside of it."""
    row = re.search(r"^\| 64/43 \| (\d+) \| (\d+) \| \d+ \| (\d+) \|", page, re.M)
    outside = page[page.index("\n### 64/43\n"):].split("Outside:", 1)[1].split("\n### ", 1)[0]
    memories = re.findall(r"^\| `[^|]*\| [^|]*\| (\d+) \| (\d+) \|", outside, re.M)
    return [int(n) for n in row.groups()] + [sum(int(w) * int(b) for w, b in memories)]


UNITS = {"1": 1, "mW": 1e-3, "uW": 1e-6, "nW": 1e-9, "ns": 1e-9}


def constant(style, name, end="value"):
    text = open(f"energy/{style}.yaml").read()
    line = re.search(rf"^  {name}: *{{(.*)}}$", text, re.M).group(1)
    return float(re.search(rf"\b{end}: ([0-9.e-]+)", line).group(1)) * UNITS[re.search(r'unit: "?(\w+)', line).group(1)]


cells, flip_flops, levels, bits = core_in_cells(open("docs/reference/synthesis.md").read())
near("cells of 2lal", constant("2lal", "cells"), cells)
near("bits of 2lal", constant("2lal", "memory_bits"), bits)
near("flip_flops of 45nm", constant("45nm", "flip_flops"), flip_flops)
near("leakage_power of 45nm", constant("45nm", "leakage_power"), cells * 0.9e-9)
near("leakage_power of 7nm", constant("7nm", "leakage_power"), cells * 0.75e-9)
near("leakage_power of adiabatic-low-leakage", constant("adiabatic-low-leakage", "leakage_power"), cells * 0.8e-12)
for style in "2lal", "s2lal":
    near(f"logic_levels of {style}", constant(style, "logic_levels"), levels)
    near(f"most logic_levels of {style}", constant(style, "logic_levels", "high"), levels)
near("most ramps_per_cycle of 45nm", constant("45nm", "ramps_per_cycle", "high"), 2 * levels)
near("recovery_period of aqfp", constant("aqfp", "recovery_period"), levels * CLOCKED_GATE)
sys.exit(failed)
