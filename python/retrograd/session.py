"""A run that stands still, and goes to either side: the debugger as an object.

    s = norm.debug(x=[3, 4])
    s.breakpoint(line=6)
    s.run()                 # forward to line 6
    s["s"]                  # 9.0
    s.step(back=True)       # a line back; nothing was recorded
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _retrograd
from .errors import Error, UsageError

if TYPE_CHECKING:
    from .function import Function

_LINE, _ROUTINE, _CHANGE = 0, 1, 3
_HOW = {"into": 0, "over": 1, "out": 2}
_MOST_ELEMENTS = 1 << 20


class Session:
    """Made by Function.debug. It ends with the next run of its program (UsageError, R0932)."""

    def __init__(self, function: "Function", job: "_retrograd.Job", output: "str | None", row: int,
                 column: int, backward: bool) -> None:
        self._function = function
        self._session = _retrograd.Session(job, output, row, column, backward)
        self._stops: "list[tuple[int, str | None, int, str | None, str | None, str | None]]" = []

    # ---- stops

    def breakpoint(self, line: int = 0, routine: "str | None" = None, file: "str | None" = None,
                   condition: "str | None" = None) -> int:
        """Stop at a line or at a routine's start, where the condition is not 0. Its number.

        A line without instructions stands for the next one that has some.
        """
        if bool(line) == bool(routine):
            raise ValueError("give either a line or a routine")
        kind = _ROUTINE if routine else _LINE
        if routine and routine not in self._function.program.routines:
            raise UsageError("R0944", f"there is no routine {routine}; there are "
                                      f"{', '.join(self._function.program.routines)}")
        if line:
            line = self._line(line, file)
        self._stops.append((kind, file, line, routine, None, condition))
        return len(self._stops) - 1

    def _line(self, line: int, file: "str | None") -> int:
        found = self._session.line_with_code(file, line) if 0 < line < 2**31 else 0
        if not found:
            raise UsageError("R0944", f"no instructions are at line {line} or behind it"
                                      + (f" in {file}" if file else ""))
        return found

    def watch(self, variable: str, condition: "str | None" = None) -> int:
        """Stop where a variable, an element or grad(...) of one changes. Its number."""
        self._stops.append((_CHANGE, None, 0, None, variable, condition))
        return len(self._stops) - 1

    def clear(self) -> None:
        """No stops."""
        self._stops.clear()

    # ---- going: each returns where it then stands

    @property
    def where(self) -> "dict[str, Any]":
        """why it stopped, time (instructions from the start), file, routine, line, backward, ..."""
        return self._session.where()

    def step(self, how: str = "into", back: bool = False) -> "dict[str, Any]":
        """To another line: "into" routines that are called, "over" them, or "out" to the caller."""
        if how not in _HOW:
            raise ValueError(f"step goes {', '.join(_HOW)}, not {how!r}")
        return self._session.line(_HOW[how], back, self._stops)

    def run(self, back: bool = False) -> "dict[str, Any]":
        """To the next stop, or the end; with back to the one before, or the start."""
        return self._session.run(back, self._stops)

    def instructions(self, count: int) -> "dict[str, Any]":
        """So many instructions, back where negative."""
        return self._session.go(count)

    def go_to(self, time: int) -> "dict[str, Any]":
        """To a time, before or behind."""
        if not 0 <= time < 2**63:
            raise UsageError("R0944", f"there is no time {time}: the start is 0")
        return self._session.go_to(time)

    # ---- what is there

    def evaluate(self, expression: str, frame: int = 0) -> "dict[str, Any]":
        """A variable or an expression of the debugger: its value and gradient, and where it is.

        `bits` and `gradient_bits` are all bits of a word, as an integer without a sign. Those of a
        Float are 256 and 512.
        """
        return self._session.evaluate(frame, expression)

    def __getitem__(self, name: str) -> Any:
        """The number; an array of NumPy of an array. KeyError where nothing can be said."""
        try:
            found = self._session.evaluate(0, name)
        except Error as error:
            raise KeyError(str(error)) from None
        if not found["known"]:
            raise KeyError(f"{name} is {found['place']}")
        if not found["rank"]:
            return found["value"]
        count = min(int(np.prod(found["shape"])), _MOST_ELEMENTS)
        values = np.array([e["value"] for e in self._session.elements(0, name, count)])
        return values.reshape(found["shape"], order="F")

    def __setitem__(self, name: str, value: float) -> None:
        """Give a variable or element another value: what lies before is not the past of it."""
        self._session.set(0, name, float(value))

    def variables(self, frame: int = 0) -> "list[dict[str, Any]]":
        """Those of a frame, with values, gradients and where they are."""
        return self._session.variables(frame)

    @property
    def frames(self) -> "list[dict[str, Any]]":
        """Routines that are under way, the innermost first."""
        return self._session.frames()

    @property
    def trap(self) -> "dict[str, str] | None":
        """Code and message of the trap that it stands at, or None."""
        return self._session.trap()
