"""The exceptions: what the command would say, with place and code."""

from __future__ import annotations

from typing import Any

__all__ = ["Error", "CompileError", "Trap", "UsageError", "MachineError"]


class Error(Exception):
    """A message of Retrograd.

    code: of the catalogue ("R0814"); message: what is wrong; file, line, column: where, "" and 0
    without a place; help: what to do, or "".
    """

    def __init__(self, code: str, message: str, file: str = "", line: int = 0, column: int = 0,
                 help: str = "", rendered: str = "") -> None:
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.help = help
        self.rendered = rendered
        super().__init__(self._text())

    def _text(self) -> str:
        if self.rendered:
            return "\n" + self.rendered.rstrip("\n")
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{place}error[{self.code}]: {self.message}" + (f"\nhelp: {self.help}" if self.help else "")


class CompileError(Error):
    """The source text is wrong. The text of the exception shows each place with a caret."""


class Trap(Error):
    """The program trapped, and the machine was run back to its start. trap: what is known of it."""

    trap: dict[str, Any]


class UsageError(Error, ValueError):
    """An argument that the routine does not take, or a call in the wrong order."""


class MachineError(Error, RuntimeError):
    """The machine or its environment failed, or a limit was reached."""


def _caret(file: str, line: int, column: int) -> str:
    """The line of the file with a caret, or "" where it cannot be read."""
    try:
        with open(file, encoding="utf-8") as source:
            text = source.read().split("\n")[line - 1]
    except (OSError, IndexError, UnicodeDecodeError):
        return ""
    return f"\n{line:5} | {text}\n      | {' ' * (column - 1)}^"


def _make(code: str, message: str, file: str, line: int, column: int, help: str, rendered: str,
          result: int) -> Error:
    """Called by the extension module."""
    kind: type[Error] = {1: Trap, 3: MachineError}.get(result, UsageError)
    if result == 2 and rendered:
        kind = CompileError
    error = kind(code, message, file, line, column, help, rendered)
    return error
