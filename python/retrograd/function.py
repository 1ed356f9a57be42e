"""Routines as functions of Python: arguments in, values and derivatives out."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union

import numpy as np

from . import _retrograd
from .errors import Error, Trap, UsageError
from .result import Matrix, Result, as_array
from .session import Session

if TYPE_CHECKING:
    from .program import Program

__all__ = ["Function", "Result", "Matrix"]

Want = Union[str, Sequence[str], None]
Tile = "tuple[str, int] | None"


def _alone(call: Any) -> Any:
    """A machine runs one call at a time: calls from other threads wait."""

    @functools.wraps(call)
    def waiting(self: "Function", *args: Any, **named: Any) -> Any:
        with self.program._lock:
            return call(self, *args, **named)

    return waiting


def _names(want: "str | Sequence[str]") -> "list[str]":
    return [want] if isinstance(want, str) else list(want)


def _part_of(values: "dict[str, Any]", name: str) -> Any:
    """The value of that name; z.re and z.im are parts of z."""
    whole, _, part = name.rpartition(".")
    if name not in values and part in ("re", "im") and whole in values:
        return np.real(values[whole]) if part == "re" else np.imag(values[whole])
    return values[name]


def _complex(name: str, value: Any) -> np.ndarray:
    try:
        return np.asarray(value, dtype=np.complex128)
    except (TypeError, ValueError):
        raise UsageError("R0908", f"{name}: {value!r} is no complex number and no array of them") from None


def named_arguments(routine: str, names: "list[str]", args: "tuple[Any, ...]",
                    named: Mapping[str, Any]) -> "dict[str, Any]":
    """The values by the names of the parameters; `out_` stands for `out!`."""
    if len(args) > len(names):
        raise TypeError(f"{routine} takes {len(names)} arguments, not {len(args)}")
    given = dict(zip(names, args))
    for key, value in named.items():
        name = key if key in names else key[:-1] + "!" if key.endswith("_") else key
        if name in given:
            raise TypeError(f"{routine} got {name} twice")
        given[name] = value
    return given


class Function:
    """A routine. Arguments are given in their order or by name; `out_` stands for `out!`.

    Scalars that are not given start at zero. Arrays have one to four dimensions, of NumPy or what
    becomes an array. Every call runs on the machine and leaves the arguments of Python alone.

    Keywords go with runs, and not to the routine (an argument of such a name is given by
    its position). want: names of what is copied out, values and gradients; without it what the
    routine changes, and all gradients. hold: the arguments stay on the machine, and in the next
    call with hold those that are left out are what they were; only what is given is copied in.
    tile: ("x", 1000) takes 1000 rows of x at a time, for data larger than the memory; calls,
    inverses and gradients have it.
    """

    def __init__(self, program: "Program", routine: str) -> None:
        self.program = program
        self.name = routine
        self._parameters = _retrograd.Job(program._machine, routine).parameters()
        self._held: "_retrograd.Job | None" = None
        self.__name__ = routine
        self.__doc__ = f"{routine}({', '.join(self._signature())}) of {program.name}"

    def _signature(self) -> "list[str]":
        shown = {0: "{}", 1: "Vector{{{}}}", 2: "Matrix{{{}}}"}
        return [f"{p['name']}::" + shown.get(p["rank"], f"Array{{{{{{}}, {p['rank']}}}}}").format(p["kind"])
                for p in self._parameters]

    def __repr__(self) -> str:
        return f"<retrograd routine {self.name}({', '.join(self._signature())})>"

    @property
    def parameters(self) -> "list[dict[str, Any]]":
        """A dictionary for each parameter: name, kind, rank, keyword, active (has a gradient)."""
        return [dict(p) for p in self._parameters]

    @property
    def arguments(self) -> "list[str]":
        """Names of the arguments in order; the parts of a struct count as one."""
        return list(dict.fromkeys(p["name"].split(".")[0] for p in self._parameters))

    # ---- runs

    @_alone
    def __call__(self, *args: Any, want: "Want" = None, hold: bool = False, tile: "Tile" = None,
                 **named: Any) -> Result:
        """Run forward."""
        job = self._job(args, named, want, hold, tile)
        self._run(job, job.call)
        return Result(self, job)

    @_alone
    def inverse(self, *args: Any, want: "Want" = None, hold: bool = False, tile: "Tile" = None,
                **named: Any) -> Result:
        """Run backward: takes what a call gives, and gives what it took."""
        job = self._job(args, named, want, hold, tile)
        self._run(job, job.uncall)
        return Result(self, job)

    @_alone
    def gradient(self, result: str, *args: Any, want: "Want" = None, hold: bool = False, tile: "Tile" = None,
                 **named: Any) -> Result:
        """Run forward and back; the Result has .gradient. result: `out!`, `y![2]`, `A![1,2]`."""
        job = self._job(args, named, want, hold, tile)
        self._run(job, job.gradient, *self._element(job, result))
        return Result(self, job, gradient=True)

    @_alone
    def debug(self, *args: Any, **named: Any) -> Session:
        """A session of the debugger that stands at the start of a call."""
        return Session(self, self._job(args, named), None, 0, 0, False)

    @_alone
    def debug_gradient(self, result: str, *args: Any, **named: Any) -> Session:
        """The same of a gradient: forward, and back with gradients."""
        job = self._job(args, named)
        return Session(self, job, *self._element(job, result), False)

    def value_and_grad(self, result: str, *args: Any, want: "Want" = None, hold: bool = False,
                       tile: "Tile" = None, **named: Any) -> "tuple[float, dict[str, Any]]":
        """The number and its derivatives by every argument that has some."""
        out = self.gradient(result, *args, want=want, hold=hold, tile=tile, **named)
        name, indices = self._indices(result)
        value = np.asarray(_part_of(out.values, name))
        if value.ndim == 0:
            indices = ()
        return float(value[tuple(i - 1 for i in indices)]), out.gradient

    def grad(self, result: str, *args: Any, want: "Want" = None, hold: bool = False, tile: "Tile" = None,
             **named: Any) -> "dict[str, Any]":
        """The derivatives alone."""
        return self.gradient(result, *args, want=want, hold=hold, tile=tile, **named).gradient

    @_alone
    def jvp(self, directions: Mapping[str, Any], *args: Any, want: "Want" = None, hold: bool = False,
            **named: Any) -> Result:
        """Run along directions of arguments; the Result has .tangent, what each number changes by."""
        job = self._job(args, named, want, hold)
        self._directions(job, directions)
        self._run(job, job.tangent)
        return Result(self, job, tangent=True)

    @_alone
    def hvp(self, result: str, directions: Mapping[str, Any], *args: Any, want: "Want" = None, hold: bool = False,
            **named: Any) -> "dict[str, Any]":
        """The Hessian of the result times the directions, by argument."""
        job = self._job(args, named, want, hold)
        self._directions(job, directions)
        self._run(job, job.hessian_vector, *self._element(job, result))
        return Result(self, job, gradient=True, product=True).hessian_vector

    @_alone
    def jacobian(self, *args: Any, **named: Any) -> Matrix:
        """Every number after the call by every number before it."""
        job = self._job(args, named)
        rows, columns, data = self._run(job, job.jacobian)
        return Matrix(rows, columns, data)

    @_alone
    def hessian(self, result: str, *args: Any, **named: Any) -> Matrix:
        """Second derivatives of the result by every number before the call."""
        job = self._job(args, named)
        rows, columns, data = self._run(job, job.hessian, *self._element(job, result))
        return Matrix(rows, columns, data)

    # ---- arguments

    def _job(self, args: "tuple[Any, ...]", named: Mapping[str, Any], want: "Want" = None,
             hold: bool = False, tile: "Tile" = None) -> "_retrograd.Job":
        given = named_arguments(self.name, self.arguments, args, named)
        job = self._held if hold and self._held else _retrograd.Job(self.program._machine, self.name)
        if hold:
            self._held = job
            job.hold(True)
        for name, value in given.items():
            self._set(job, name, value)
        try:
            job.want(None if want is None else [self._own_name(n) for n in _names(want)])
            self._set_tile(job, tile)
        except Error as error:
            raise self.program._error(error) from None
        return job

    def _set_tile(self, job: "_retrograd.Job", tile: "Tile") -> None:
        if tile is None:
            job.tile(None, 0)
            return
        name, rows = tile
        if isinstance(rows, bool) or rows != int(rows) or not 0 < rows < 2**62:
            raise UsageError("R0950", f"tile takes a name and at least one row, not {tile!r}")
        job.tile(self._own_name(name), int(rows))

    def _own_name(self, name: str) -> str:
        """`out_` stands for `out!`, and `out_.re` for `out!.re`."""
        whole, dot, part = name.partition(".")
        given = whole[:-1] + "!" if whole.endswith("_") and whole not in self.arguments else whole
        return given + dot + part

    def _parameter(self, name: str) -> "dict[str, Any] | None":
        return next((p for p in self._parameters if p["name"] == name), None)

    def _set(self, job: "_retrograd.Job", name: str, value: Any) -> None:
        parameter = self._parameter(name)
        try:
            if parameter is None:
                self._set_parts(job, name, value)
            elif parameter["kind"] in ("Int", "Bool"):
                self._set_integers(job, parameter, value)
            else:
                data = as_array(name, parameter, value, np.float64)
                if data.ndim:
                    self._set_array(job, name, data, job.set_reals)
                else:
                    job.set_number(name, data.item())
        except Error as error:
            raise self.program._error(error) from None

    def _set_integers(self, job: "_retrograd.Job", parameter: "dict[str, Any]", value: Any) -> None:
        array = np.asarray(value)
        if array.dtype.kind not in "bui":
            exact = array.astype(np.float64)
            if not np.all(np.isfinite(exact)) or np.any(exact != np.floor(exact)):
                raise UsageError("R0908", f"{parameter['name']} is {parameter['kind']}: "
                                          "it takes whole numbers only")
        data = as_array(parameter["name"], parameter, array, np.int64)
        if data.ndim:
            self._set_array(job, parameter["name"], data, job.set_integers)
        else:
            job.set_integer(parameter["name"], data.item())

    @staticmethod
    def _set_array(job: "_retrograd.Job", name: str, data: np.ndarray, give: Any) -> None:
        if data.ndim > 2:
            job.set_extents(name, *data.shape)
        give(name, data, data.shape[0], int(np.prod(data.shape[1:], dtype=np.int64)))

    def _set_parts(self, job: "_retrograd.Job", name: str, value: Any, give: Any = None) -> None:
        """A complex number, struct (mapping or attributes) or tuple: its parts, each by `give`."""
        give = give or self._set
        parts = self._parts(name)
        if not parts:
            job.set_number(name, 0.0)  # raises, with what may have been meant
        if self._parameter(name + ".re") is not None and not isinstance(value, Mapping):
            value = _complex(name, value)
            give(job, name + ".re", value.real)
            give(job, name + ".im", value.imag)
        elif isinstance(value, Mapping):
            missing = [part for part in parts if part not in map(str, value)]
            if missing:
                raise UsageError("R0914", f"argument {name}: no value for its part `{missing[0]}`: "
                                          f"its parts are {', '.join(parts)}")
            for key, part in value.items():
                give(job, f"{name}.{key}", part)
        elif isinstance(value, (tuple, list)):
            if len(parts) != len(value):
                raise UsageError("R0908", f"{name} has {len(parts)} parts ({', '.join(parts)}), not {len(value)}")
            for part, one in zip(parts, value):
                give(job, f"{name}.{part}", one)
        elif hasattr(value, "__dict__"):
            self._set_parts(job, name, vars(value), give)
        else:
            raise UsageError("R0908", f"{name} has the parts {', '.join(parts)}: give a dictionary or a "
                                      f"tuple, not {value!r}")

    def _parts(self, name: str) -> "list[str]":
        """Fields of a struct, or numbers of a tuple, in their order."""
        inner = (p["name"][len(name) + 1:] for p in self._parameters if p["name"].startswith(name + "."))
        return list(dict.fromkeys(part.split(".")[0] for part in inner))

    def _directions(self, job: "_retrograd.Job", directions: Mapping[str, Any]) -> None:
        for parameter in self._parameters if job is self._held else ():
            if parameter["active"]:
                job.set_direction(parameter["name"], None)  # of the call before
        if not isinstance(directions, Mapping):
            raise TypeError(f"directions are a dictionary by argument, not {directions!r}")
        for key, value in directions.items():
            try:
                self._direct(job, self._own_name(key), value)
            except Error as error:
                raise self.program._error(error) from None

    def _direct(self, job: "_retrograd.Job", name: str, value: Any) -> None:
        parameter = self._parameter(name)
        if parameter is None and self._parts(name):
            self._set_parts(job, name, value, self._direct)
            return
        try:
            array = np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError):
            raise UsageError("R0908", f"{name}: a direction is a real number, or an array of them, for "
                                      f"each number, not {value!r}") from None
        if parameter is None or parameter["active"] or np.any(array != 0):  # an Int in a struct takes 0
            job.set_direction(name, np.ascontiguousarray(array.ravel(order="F")))

    def _indices(self, result: str) -> "tuple[str, tuple[int, ...]]":
        """`y!`, `y![2]`, `A![1,2]`, `z![2].re`: counted from one, as in the language."""
        match = re.fullmatch(r"\s*([^\[\]]+?)\s*(?:\[\s*(\d+(?:\s*,\s*\d+)*)\s*\]\s*(\.[^\[\]]+?)?)?\s*", result)
        if not match:
            raise UsageError("R0907", f"`{result}` is no result: write y!, y![2] or A![1,2]")
        indices = tuple(int(i) for i in match[2].split(",")) if match[2] else ()
        return self._own_name(match[1]) + (match[3] or ""), indices

    def _element(self, job: "_retrograd.Job", result: str) -> "tuple[str, int, int]":
        """The name, row and column as the library counts them: columns of all dimensions but the first."""
        name, indices = self._indices(result)
        parts = self._parts(name)
        if parts:
            raise UsageError("R0913", f"`{name}` has several parts, and one number is differentiated: "
                                      f"name one, such as {name}.{parts[0]}")
        shape = next((p["shape"] for p in job.parameters() if p["name"] == name), ())
        if len(indices) < 3 and len(shape) < 3:
            row, column = (*indices, 0, 0)[:2]
            return name, row, column
        if len(indices) != len(shape) or any(not 1 <= i <= n for i, n in zip(indices, shape)):
            raise UsageError("R0907", f"`{result}` is no element: {name} is {list(shape)} numbers")
        column, step = 0, 1
        for index, extent in zip(indices[1:], shape[1:]):
            column, step = column + (index - 1) * step, step * extent
        return name, indices[0], column + 1

    def _run(self, job: "_retrograd.Job", run: Any, *args: Any) -> Any:
        try:
            return run(*args)
        except Trap as trap:
            trap.trap = job.trap() or {}
            raise self.program._error(trap) from None
        except Error as error:
            raise self.program._error(error) from None
