"""structure.py REPORT.json: recomputes a run under the law `staged` from its counters and constants, and
its bands by all corners of its assumptions."""
import itertools
import json
import math
import sys

report = json.load(open(sys.argv[1]))
energy, counters = report["energy"], report["counters"]
constants = {c["name"]: c["value"] for c in energy["constants"]}
ends = {c["name"]: (c["low"], c["high"]) for c in energy["constants"] if c["low"] < c["high"]}


def factor(t):
    return (1 - (1 - math.exp(-t)) / t) / t


def views(c):
    """The totals of the conventional and the adiabatic view."""
    switched = sum(t["conventional_J"] for t in energy["terms"]
                   if t["part"] in ("operations", "operations with derivatives", "fetch and control", "clock",
                                    "function unit")
                   or t["part"] == "dispatcher" and t["counted"] != "words" and t["operation"] != "leakage")
    word = c["memory_word"] * c["bank_ratio"] ** (math.log(5) / math.log(32)) * energy["word_bits"] / c["memory_word_bits"]
    words = sum(counters[k] for k in ("memory_reads", "memory_writes", "gradient_reads", "gradient_writes",
                                      "tangent_reads", "tangent_writes"))
    memory = words * word
    cycles = counters["cycles"] + counters["cycles_copied_in"] + counters["cycles_copied_out"]
    bits_in = counters["words_copied_in"] * energy["word_bits"]
    moved = counters["words_copied_in"] + counters["words_copied_out"]
    copies = (moved * word + (bits_in + counters["bits_copied_out"]) * c["copied_bit"]
              + counters["bits_erased"] * c["erased_bit"])
    bits = c["memory_bits"] * c["bit_leakage"]
    conventional = switched + memory + copies + cycles * c["clock_period"] * (c["cells"] * c["cell_leakage"] + bits)
    swing = switched * c["swing_factor"] / c["activity"]
    ramp = 2 * factor(c["ramp_time"] / (c["node_resistance"] * c["node_capacitance"]))
    seconds = cycles * c["ramp_time"] * c["logic_levels"] * c["ramps_per_level"]
    adiabatic = (swing * (ramp + c["threshold_loss"] + 2 * math.pi / c["resonator_quality"] * (1 + c["clock_wires"]))
                 + memory + copies
                 + seconds * (c["cells"] * c["cell_leakage"] * c["swing_factor"] + bits))
    return conventional, adiabatic


def near(name, got, want):
    if abs(got - want) > 1e-9 * abs(want):
        sys.exit(f"{name} is {got!r}, by hand {want!r}")


assert energy["adiabatic_law"] == "staged" and constants["recovered_memory"] == 0
conventional, adiabatic = views(constants)
near("conventional_J", energy["conventional_J"], conventional)
near("adiabatic_J", energy["adiabatic_J"], adiabatic)
seen = [views(constants | dict(zip(ends, corner))) for corner in itertools.product(*ends.values())]
for i, view in enumerate(("conventional", "adiabatic")):
    near(view + " low", energy["bands"][view]["low_J"], min(s[i] for s in seen))
    near(view + " high", energy["bands"][view]["high_J"], max(s[i] for s in seen))
# The part of the dispatcher is made of what the counters say of it.
dispatcher = counters["dispatcher"]
for t in (t for t in energy["terms"] if t["part"] == "dispatcher"):
    of_class = dispatcher["by_mode"].get(t["mode"], {}).get(t["direction"], {}).get(t["operation"])
    said = {"leakage": "cycles", "cycle": "cycles", "value words read": "memory_reads", "value words written": "memory_writes",
            "gradient words read": "gradient_reads", "gradient words written": "gradient_writes"}.get(t["operation"])
    if of_class is not None or said:
        near("dispatcher, " + t["operation"], t["count"], of_class if said is None else dispatcher[said])
    elif t["operation"] not in ("fetch", "busy") and t["counted"] not in ("instructions", "J circulating"):
        sys.exit(f"an unknown term of the dispatcher: {t['operation']}, {t['counted']}")
bits = counters["bits_erased"] + counters["bits_copied_out"] + constants["flip_flops"] * counters["cycles"]
near("landauer_circuit_J", energy["landauer_circuit_J"], 1.380649e-23 * constants["temperature"] * math.log(2) * bits)
print(f"{energy['technology_file']}: {len(seen)} corners")
