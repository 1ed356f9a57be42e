"""Programs: source text or files, compiled for a machine of their own."""

from __future__ import annotations

import os
import re
import threading
from html import escape
from typing import Any, Iterator

from . import _retrograd
from .errors import CompileError, Error, _caret
from .function import Function
from .open_function import OpenFunction

_OPEN_TYPES = "R0601"
_FIXED = 2


class Program:
    """A compiled program. Its routines are attributes and items: p.norm, p["i_norm!"]."""

    def __init__(self, machine: "_retrograd.Machine", name: str, text: "str | None", remarks: str,
                 engine: "str | None" = None) -> None:
        self._machine = machine
        self._lock = threading.RLock()
        self._engine = engine
        self._heads = machine.heads()
        self._functions: "dict[str, Function | OpenFunction]" = {}
        self._for_types: "dict[tuple[Any, ...], Function]" = {}
        self._limit = 0
        self.name = name
        self.text = text
        self.remarks = remarks

    def _function(self, routine: str) -> "Function | OpenFunction | None":
        """One object for each name, which has what is held on the machine."""
        with self._lock:
            return self._function_alone(routine)

    def _function_alone(self, routine: str) -> "Function | OpenFunction | None":
        if routine not in self._functions:
            heads = [head[1:] for head in self._heads if head[0] == routine]
            if routine in self._machine.routines():
                self._functions[routine] = Function(self, routine)
            elif heads:
                self._functions[routine] = OpenFunction(self, routine, heads)
        return self._functions.get(routine)

    def __getitem__(self, routine: str) -> "Function | OpenFunction":
        found = self._function(routine)
        if found is None:
            raise KeyError(f"{self.name} has no routine {routine!r}; it has {', '.join(self)}")
        return found

    def __getattr__(self, routine: str) -> Any:
        if routine.startswith("_"):
            raise AttributeError(routine)
        for name in (routine, routine[:-1] + "!" if routine.endswith("_") else routine):
            found = self._function(name)
            if found is not None:
                return found
        raise AttributeError(f"{self.name} has no routine {routine!r}; it has {', '.join(self)}")

    @property
    def routines(self) -> "list[str]":
        """Names of the routines, those with open types too."""
        return list(dict.fromkeys([*self._machine.routines(), *(head[0] for head in self._heads)]))

    def _settled(self, routine: str, known: "tuple[tuple[str, int, int, bool], ...]") -> Function:
        """The routine for arguments of these types, on a machine of its own."""
        if (routine, known) not in self._for_types:
            reals = any(kind == _FIXED for _, kind, _, _ in known)
            machine = _machine(self.name, self.text, self._engine, reals)
            machine.limit(self._limit)
            remarks = machine.load(self.name, self.text, routine, list(known))
            program = Program(machine, self.name, self.text, remarks, self._engine)
            self._for_types[routine, known] = Function(program, routine)
        return self._for_types[routine, known]

    def __iter__(self) -> Iterator[str]:
        return iter(self.routines)

    def __len__(self) -> int:
        return len(self.routines)

    def __dir__(self) -> "list[str]":
        return [*super().__dir__(), *self]

    def __repr__(self) -> str:
        about = self.machine
        numbers = (f"Float of {about['float']} bits" if about["float"]
                   else f"Q{about['xlen'] - 1 - about['frac']}.{about['frac']}")
        return f"<retrograd program {self.name}: {', '.join(self)}; {about['engine']}, {numbers}>"

    @property
    def machine(self) -> "dict[str, object]":
        """engine, xlen, frac (bits of a word, of them behind the point), words of data memory.

        float: bits of a Float, which then is what numbers are, or 0.
        """
        return self._machine.about()

    @property
    def inverse_text(self) -> str:
        """The inverse program as source text: each routine, inverted, under its own name."""
        with self._lock:
            try:
                return self._machine.inverse()
            except Error as error:
                raise self._error(error) from None

    def _repr_html_(self) -> str:
        """The program beside its inverse."""
        try:
            inverse = self.inverse_text
        except Error as error:  # it erases, or is no source
            inverse = str(error).strip()
        columns = "".join(f"<div><b>{escape(title)}</b><pre>{escape(text)}</pre></div>"
                          for title, text in ((self.name, self._source()), ("inverse", inverse)))
        return ("<div style='display:flex;gap:2em;align-items:flex-start;text-align:left'>"
                f"{columns}</div>")

    def _source(self) -> str:
        """The text, or that of the file; without one the routines."""
        if self.text is not None:
            return self.text
        try:
            with open(self.name, encoding="utf-8") as file:
                return file.read()
        except (OSError, UnicodeDecodeError):
            return "\n".join(self)

    def limit_cycles(self, cycles: int) -> None:
        """Give later runs up (MachineError, R0922) after so many cycles; 0: never."""
        self._machine.limit(cycles)
        self._limit = cycles
        for function in self._for_types.values():
            function.program.limit_cycles(cycles)

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


def _machine(name: str, text: "str | None", engine: "str | None", reals: bool) -> "_retrograd.Machine":
    """Without an engine the one that the program asks for; reals: it gets real numbers."""
    if engine is None:
        engine = _retrograd.engine_asked(name, text, reals)
    return _retrograd.Machine(engine)


def _compile(name: str, text: "str | None", engine: "str | None") -> Program:
    """A program none of whose routines has all its types is compiled call by call."""
    machine = _machine(name, text, engine, False)
    try:
        remarks = machine.load(name, text)
    except CompileError as error:
        if set(re.findall(r": error\[(R\d{4})\]: ", error.rendered)) != {_OPEN_TYPES}:
            raise
        remarks = ""
    return Program(machine, name, text, remarks, engine)


def loads(text: str, name: str = "<text>", engine: "str | None" = None) -> Program:
    """Compile source text. name stands for the file in messages. CompileError where it is wrong.

    Without an engine it is `float` where the program names Float64 or Real, or has a literal with a
    point, and does not name Fixed. Otherwise it is `fast`.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a program is a str, not {type(text).__name__}")
    return _compile(name, text, engine)


def load(path: "str | os.PathLike[str]", engine: "str | None" = None) -> Program:
    """Load a file: *.rg is compiled, *.s assembled, anything else read as an object file.

    The engine is chosen as loads does it.
    """
    return _compile(os.fspath(path), None, engine)
