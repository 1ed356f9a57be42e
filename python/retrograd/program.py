"""Programs: source text or files, compiled for a machine of their own."""

from __future__ import annotations

import os
from typing import Iterator

from . import _retrograd
from .errors import Error, _caret
from .function import Function


class Program:
    """A compiled program. Its routines are attributes and items: p.norm, p["i_norm!"]."""

    def __init__(self, machine: "_retrograd.Machine", name: str, text: "str | None", remarks: str) -> None:
        self._machine = machine
        self.name = name
        self.text = text
        self.remarks = remarks

    def __getitem__(self, routine: str) -> Function:
        if routine not in self._machine.routines():
            raise KeyError(f"{self.name} has no routine {routine!r}; it has {', '.join(self)}")
        return Function(self, routine)

    def __getattr__(self, routine: str) -> Function:
        if routine.startswith("__"):
            raise AttributeError(routine)
        for name in (routine, routine[:-1] + "!" if routine.endswith("_") else routine):
            if name in self._machine.routines():
                return Function(self, name)
        raise AttributeError(f"{self.name} has no routine {routine!r}; it has {', '.join(self)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._machine.routines())

    def __len__(self) -> int:
        return len(self._machine.routines())

    def __dir__(self) -> "list[str]":
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        about = self.machine
        return (f"<retrograd program {self.name}: {', '.join(self)}; {about['engine']}, "
                f"Q{about['xlen'] - 1 - about['frac']}.{about['frac']}>")

    @property
    def machine(self) -> "dict[str, object]":
        """engine, xlen, frac (bits of a word, of them behind the point), words of data memory."""
        return self._machine.about()

    def limit_cycles(self, cycles: int) -> None:
        """Give later runs up (MachineError, R0922) after so many cycles; 0: never."""
        self._machine.limit(cycles)

    def _error(self, error: Error) -> Error:
        """The same with the source line and a caret, where the compiler has not added them."""
        if error.line and not error.rendered:
            caret = ""
            if self.text is not None and error.file == self.name:
                lines = self.text.split("\n")
                if error.line <= len(lines):
                    caret = f"\n{error.line:5} | {lines[error.line - 1]}\n      | {' ' * (error.column - 1)}^"
            else:
                caret = _caret(error.file, error.line, error.column)
            if caret:
                error.rendered = error._text() + caret
                error.args = ("\n" + error.rendered,)
        return error


def loads(text: str, name: str = "<text>", engine: str = "fast") -> Program:
    """Compile source text. name stands for the file in messages. CompileError where it is wrong."""
    machine = _retrograd.Machine(engine)
    return Program(machine, name, text, machine.load_text(name, text))


def load(path: "str | os.PathLike[str]", engine: str = "fast") -> Program:
    """Load a file: *.rg is compiled, *.s assembled, anything else read as an object file."""
    machine = _retrograd.Machine(engine)
    path = os.fspath(path)
    return Program(machine, path, None, machine.load(path))
