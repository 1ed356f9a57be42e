"""rtl_package.py FOLDER HEADER: what a project that takes the folder of `make rtl-package` relies on.

The core description names files that exist, and all of them; Icarus compiles and runs the benches from
these files alone; the register map agrees with the constants of Verilog in HEADER.
"""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import yaml

IPXACT = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"


def names_of(core, fileset):
    """Paths of a fileset in order, and the options of each."""
    for entry in core["filesets"][fileset]["files"]:
        yield (entry, {}) if isinstance(entry, str) else next(iter(entry.items()))


def check_files(folder, core):
    named = [name for fileset in core["filesets"] for name, _ in names_of(core, fileset)]
    there = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert len(named) == len(set(named)), "a file is named twice"
    assert set(named) == there - {"retrograd.core", "retrograd.xml", "LICENSE"}, set(named) ^ there
    assert not any(pathlib.PurePath(n).is_absolute() or ".." in n for n in named)


def run_bench(folder, core, target):
    """Compile a target as a tool of FuseSoC does: sources in order, folders of includes, the top."""
    chosen = core["targets"][target]
    files = [f for fileset in chosen["filesets"] for f in names_of(core, fileset)]
    includes = {str(pathlib.PurePath(n).parent) for n, o in files if o.get("is_include_file")}
    sources = [n for n, o in files if not o]
    out = folder / f"{target}.vvp"
    subprocess.run(["iverilog", "-g2005-sv", "-o", out.name, "-s", chosen["toplevel"],
                    *[f"-I{i}" for i in sorted(includes)], *sources], cwd=folder, check=True)
    said = subprocess.run(["vvp", out.name], cwd=folder, check=True, capture_output=True, text=True)
    out.unlink()
    assert said.stdout.startswith("passed"), f"{target}: {said.stdout}"


def check_parameters(folder, core):
    """Each parameter is one of rg_top, and the default machine elaborates."""
    assert set(core["targets"]["default"]["parameters"]) == set(core["parameters"])
    sources = [n for n, o in names_of(core, "rtl") if not o]
    values = [f"-Prg_top.{name}={p['default']}" for name, p in core["parameters"].items()]
    said = subprocess.run(["iverilog", "-g2005-sv", "-t", "null", "-Irtl/include", "-s", "rg_top", *values,
                           *sources], cwd=folder, capture_output=True, text=True)
    assert said.returncode == 0 and "not found" not in said.stderr, said.stderr


def text(node, tag):
    return node.find(IPXACT + tag).text


def value(literal):
    return int(literal[2:], 16) if literal.startswith("'h") else int(literal)


def check_map(folder, header):
    constants = dict(re.findall(r"localparam \[\d+:0\] (RG_\w+) = \d+'[hd]([0-9a-f]+);", header.read_text()))
    component = ElementTree.parse(folder / "retrograd.xml").getroot()
    seen = set()
    for block in component.iter(IPXACT + "addressBlock"):
        window = "RG_WINDOW_" + text(block, "name")
        assert value(text(block, "baseAddress")) == int(constants[window], 16), window
        seen.add(window)
    for register in component.iter(IPXACT + "register"):
        name = text(register, "name")
        assert value(text(register, "addressOffset")) == int(constants["RG_REG_" + name], 16), name
        seen.add("RG_REG_" + name)
        taken = 0
        for field in register.iter(IPXACT + "field"):
            first, width = int(text(field, "bitOffset")), int(text(field, "bitWidth"))
            mask = ((1 << width) - 1) << first
            assert not taken & mask and mask < 1 << 64, f"{name}: fields overlap"
            taken |= mask
            constant = ("RG_BIT_" if name == "MODE" else f"RG_{name}_") + text(field, "name")
            if text(field, "name") != "VALUE":
                assert int(constants[constant]) == first, constant
                seen.add(constant)
    stated = {c for c in constants if c.startswith(("RG_WINDOW_", "RG_REG_", "RG_STATUS_", "RG_CONFIG_"))}
    assert stated <= seen, stated - seen


def main():
    folder, header = map(pathlib.Path, sys.argv[1:])
    core_text = (folder / "retrograd.core").read_text()
    assert core_text.startswith("CAPI=2:\n")
    core = yaml.safe_load(core_text.removeprefix("CAPI=2:\n"))
    check_files(folder, core)
    check_map(folder, header)
    check_parameters(folder, core)
    for bench in ("reset", "cycle_limit"):
        run_bench(folder, core, bench)
    print("rtl-package: files, parameters, benches and register map as expected")


main()
