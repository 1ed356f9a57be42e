#!/usr/bin/python3
"""activity.py TABLE REPORT: the terms of a report that come from a table of activity are the counts of
the report times the rows of the table."""
import json
import re
import sys


def rows(path):
    """The rows of a table, by their keys; read line by line, for want of a reader of YAML."""
    for line in open(path, encoding="utf-8"):
        if line.startswith("  - {"):
            yield dict(re.findall(r'(\w+): (?:"[^"]*"|([^,}]+))', line))


def main():
    report = json.load(open(sys.argv[2], encoding="utf-8"))
    width = str(report["energy"]["word_bits"])
    counts = report["counters"]["activity"]
    farads = 0.0
    for row in rows(sys.argv[1]):
        group = counts.get(row["operation"])
        if row["width"] != width or not group:
            continue
        if "term" in row:
            n = group[row["tangents"] + "_tangents"][row["term"]]
        else:
            n = group["operations"][row["mode"]][row["direction"]]
        farads += n * float(row["mean"]) * 1e-15
    constants = {c["name"]: c["value"] for c in report["energy"]["constants"]}
    wanted = 0.5 * farads * constants["capacitance_scale"] * constants["supply_voltage"] ** 2
    terms = [t["conventional_J"] for t in report["energy"]["terms"] if "activity" in t["source"]]
    if not terms or abs(sum(terms) / wanted - 1) > 1e-9:
        sys.exit(f"{sum(terms)} J in the report, {wanted} J by the table")


main()
