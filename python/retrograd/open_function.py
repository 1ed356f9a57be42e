"""Routines whose parameters have no types: those of the arguments of a call are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from .errors import UsageError
from .function import Function, named_arguments
from .result import Matrix, Result
from .session import Session

if TYPE_CHECKING:
    from .program import Program

_INT, _BOOL, _FIXED = 0, 1, 2


def _known(name: str, value: Any) -> "tuple[str, int, int, bool] | None":
    """Name, kind, rank and whether it is complex; None of a struct or a tuple, which says nothing."""
    if isinstance(value, (Mapping, tuple)):
        return None
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise UsageError("R0908", f"{name}: {error}") from None
    if array.dtype.kind == "O" and array.ndim == 0 and hasattr(value, "__dict__"):
        return None
    if array.dtype.kind == "O" and all(isinstance(item, int) for item in array.flat):
        return name, _INT, array.ndim, False
    if array.dtype.kind not in "biufc":
        raise UsageError("R0908", f"{name}: {value!r} is no number and no array of numbers")
    kind = {"b": _BOOL, "i": _INT, "u": _INT}.get(array.dtype.kind, _FIXED)
    return name, kind, array.ndim, array.dtype.kind == "c"


class OpenFunction:
    """A routine that is compiled for the types of each call, once for each combination of them.

    Whole numbers make an argument Int, numbers with a point a real number: [1.0, 2.0] has a
    gradient. The methods are those of Function.
    """

    def __init__(self, program: "Program", routine: str, heads: "list[list[str]]") -> None:
        self.program = program
        self.name = routine
        self._heads = heads
        self.__name__ = routine
        self.__doc__ = f"{routine}({', '.join(heads[0])}) of {program.name}, with open types"

    def __repr__(self) -> str:
        return f"<retrograd routine {self.name}({', '.join(self._heads[0])}) with open types>"

    def _names(self, args: "tuple[Any, ...]", named: Mapping[str, Any]) -> "list[str]":
        """The parameters of the first method that these arguments fit."""
        for names in self._heads:
            if len(args) <= len(names) and all(k in names or k[:-1] + "!" in names for k in named):
                return names
        return self._heads[0]

    def settle(self, *args: Any, **named: Any) -> Function:
        """The routine for the types of these arguments, as a Function."""
        given = named_arguments(self.name, self._names(args, named), args, named)
        known = [k for k in (_known(name, value) for name, value in given.items()) if k]
        return self.program._settled(self.name, tuple(sorted(known)))

    def __call__(self, *args: Any, want: Any = None, hold: bool = False, **named: Any) -> Result:
        return self.settle(*args, **named)(*args, want=want, hold=hold, **named)

    def inverse(self, *args: Any, want: Any = None, hold: bool = False, **named: Any) -> Result:
        return self.settle(*args, **named).inverse(*args, want=want, hold=hold, **named)

    def gradient(self, result: str, *args: Any, want: Any = None, hold: bool = False, **named: Any) -> Result:
        return self.settle(*args, **named).gradient(result, *args, want=want, hold=hold, **named)

    def value_and_grad(self, result: str, *args: Any, want: Any = None, hold: bool = False,
                       **named: Any) -> "tuple[float, dict[str, Any]]":
        return self.settle(*args, **named).value_and_grad(result, *args, want=want, hold=hold, **named)

    def grad(self, result: str, *args: Any, want: Any = None, hold: bool = False, **named: Any) -> "dict[str, Any]":
        return self.settle(*args, **named).grad(result, *args, want=want, hold=hold, **named)

    def jvp(self, directions: Mapping[str, Any], *args: Any, want: Any = None, hold: bool = False,
            **named: Any) -> Result:
        return self.settle(*args, **named).jvp(directions, *args, want=want, hold=hold, **named)

    def hvp(self, result: str, directions: Mapping[str, Any], *args: Any, want: Any = None, hold: bool = False,
            **named: Any) -> "dict[str, Any]":
        return self.settle(*args, **named).hvp(result, directions, *args, want=want, hold=hold, **named)

    def jacobian(self, *args: Any, **named: Any) -> Matrix:
        return self.settle(*args, **named).jacobian(*args, **named)

    def hessian(self, result: str, *args: Any, **named: Any) -> Matrix:
        return self.settle(*args, **named).hessian(result, *args, **named)

    def debug(self, *args: Any, **named: Any) -> Session:
        return self.settle(*args, **named).debug(*args, **named)

    def debug_gradient(self, result: str, *args: Any, **named: Any) -> Session:
        return self.settle(*args, **named).debug_gradient(result, *args, **named)
