"""The cell magic %%retrograd: a cell is a program, and its routines become functions."""

from __future__ import annotations

from typing import Any

from .errors import UsageError
from .program import Program, loads


def compile_cell(shell: Any, line: str, cell: str) -> Program:
    """%%retrograd [--engine NAME] [VARIABLE]: the program into VARIABLE, its routines by name.

    A routine `f!` becomes the variable f_.
    """
    words = line.split()
    engine: "str | None" = None
    if "--engine" in words:
        at = words.index("--engine")
        engine = words[at + 1] if at + 1 < len(words) else ""
        del words[at:at + 2]
    if len(words) > 1 or not all(word.isidentifier() for word in words):
        raise UsageError("R0917", f"%%retrograd takes [--engine NAME] [VARIABLE], not `{line.strip()}`")
    program = loads(cell, name="<cell>", engine=engine)
    names = {name.replace("!", "_"): program[name] for name in program}
    if words:
        names[words[0]] = program
    shell.push(names)
    return program


def register(shell: Any) -> None:
    """Make it known to a shell of IPython."""
    from IPython.core.error import UsageError as ShellError

    from .errors import Error

    def retrograd(line: str, cell: str) -> "Program | None":
        try:
            return compile_cell(shell, line, cell)
        except Error as error:
            raise ShellError(str(error)) from None

    shell.register_magic_function(retrograd, magic_kind="cell", magic_name="retrograd")
