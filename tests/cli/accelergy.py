"""accelergy.py ERT COUNTS REPORT: counts times energies, as Accelergy multiplies them, are the
conventional energy of the report without leakage. Every count has an energy of the same name and
arguments."""
import json
import sys

import yaml

ert, counts, report = sys.argv[1:4]
with open(ert, encoding="utf-8") as file:
    tables = yaml.safe_load(file)["ERT"]["tables"]
with open(counts, encoding="utf-8") as file:
    local = yaml.safe_load(file)["action_counts"]["local"]
with open(report, encoding="utf-8") as file:
    energy = json.load(file)["energy"]


def key(component, action):
    arguments = action["arguments"] or {}
    return component, action["name"], tuple(sorted(arguments.items()))


prices = {}
for table in tables:
    for action in table["actions"]:
        assert key(table["name"], action) not in prices, action
        prices[key(table["name"], action)] = action["energy"]
total = 0
for component in local:
    for action in component["action_counts"]:
        total += action["counts"] * prices[key(component["name"], action)] * 1e-12
leakage = sum(t["conventional_J"] for t in energy["terms"] if t["operation"] == "leakage")
expected = energy["conventional_J"] - leakage
if abs(total - expected) > 1e-9 * expected:
    sys.exit(f"counts times energies are {total} J, the run says {expected} J")
