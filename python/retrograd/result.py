"""What a run gave: values, derivatives, counts and energies."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from .errors import UsageError

if TYPE_CHECKING:
    from . import _retrograd
    from .function import Function


def as_array(name: str, parameter: "dict[str, Any]", value: Any, kind: Any) -> np.ndarray:
    """The value as the library takes it: column-major; an array of that form is not copied."""
    try:
        given = np.asarray(value)
        number = given.dtype.kind in "biuf" or (given.dtype.kind == "O" and all(x is not None for x in given.flat))
        with np.errstate(invalid="ignore"):  # numbers beyond 64 bits are refused below
            array = np.asarray(given, dtype=kind, order="F") if number else None
    except (TypeError, ValueError, OverflowError) as error:
        raise UsageError("R0908", f"{name}: {error}") from None
    if array is not None and kind is np.int64:
        _refuse_other_integers(name, given, array)
    if array is None:
        raise UsageError("R0908", f"{name}: {value!r} is no real number and no array of them")
    if array.ndim != parameter["rank"]:
        rank = parameter["rank"]
        wanted = ("a number", "a vector", "a matrix")[rank] if rank < 3 else f"an array of {rank} dimensions"
        raise UsageError("R0909", f"{name} is {wanted}, the value has {array.ndim} dimensions")
    return array


def _refuse_other_integers(name: str, given: np.ndarray, array: np.ndarray) -> None:
    """Numbers beyond 64 bits have become others without a word."""
    if given.dtype.kind == "u":
        wrong = given[array < 0]
    else:
        wrong = given[given != array.astype(given.dtype)]
    if wrong.size:
        raise UsageError("R0910", f"argument {name}: {wrong.flat[0]} does not fit in 64 bits")


class Matrix(np.ndarray):
    """An array of derivatives; rows and columns name what it is of: `x[1]`, `A![1,2]`."""

    rows: "list[str]"
    columns: "list[str]"

    def __new__(cls, rows: "list[str]", columns: "list[str]", data: bytes) -> "Matrix":
        self = np.frombuffer(data, dtype=np.float64).reshape(len(rows), len(columns)).copy().view(cls)
        self.rows, self.columns = rows, columns
        return self

    def __array_finalize__(self, other: Any) -> None:
        self.rows = getattr(other, "rows", [])
        self.columns = getattr(other, "columns", [])


class Result:
    """Values after a run, by name, and what the run was. r["out!"], or r.out_."""

    def __init__(self, function: "Function", job: "_retrograd.Job", gradient: bool = False,
                 tangent: bool = False, product: bool = False) -> None:
        self.function = function
        self._job = job
        self._run = job.runs()
        self.values: "dict[str, Any]" = self._read(lambda p: _values(job, p))
        self.gradient: "dict[str, Any]" = self._read(_reals(job.get_gradient), True) if gradient else {}
        self.tangent: "dict[str, Any]" = self._read(_reals(job.get_tangent), True) if tangent else {}
        self.hessian_vector: "dict[str, Any]" = self._read(_reals(job.get_product), True) if product else {}
        self.restored: "bool | None" = job.restored() if gradient else None
        self.output: str = job.output()
        self.counters: "dict[str, Any]" = job.counters()
        self.ledger: "list[dict[str, Any]]" = job.ledger()
        self._energy = {None: job.energy()}

    def _read(self, read: Any, active: bool = False) -> "dict[str, Any]":
        out = {p["name"]: read(p) for p in self._job.parameters() if p["active"] or not active}
        out = {name: value for name, value in out.items() if value is not None}  # what was copied out
        for name in [n[:-3] for n in out if n.endswith(".re") and n[:-3] + ".im" in out]:
            re, im = out.pop(name + ".re"), out.pop(name + ".im")
            out[name] = re + 1j * im
        return out

    def energy(self, technology: "str | None" = None) -> "dict[str, Any]":
        """The three views of the run, in joules; technology: a name or a file, else 45nm."""
        if technology not in self._energy:
            if self._run != self._job.runs():
                raise UsageError("R0932", "the run is over: ask for this energy before the next call with hold")
            with self.function.program._lock:
                self._energy[technology] = self._job.energy(technology)
        return self._energy[technology]

    def report(self) -> "dict[str, Any]":
        """All of it as one dictionary."""
        out = {"function": self.function.name, "engine": self.function.program.machine["engine"],
               "values": self.values, "counters": self.counters, "ledger": self.ledger,
               "energy": self.energy()}
        for key in ("gradient", "tangent", "hessian_vector", "output"):
            if getattr(self, key):
                out[key] = getattr(self, key)
        if self.restored is not None:
            out["restored"] = self.restored
        return out

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values", {})
        for key in (name, name[:-1] + "!" if name.endswith("_") else name):
            if key in values:
                return values[key]
        raise AttributeError(f"no value is called {name}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        lines = [f"{self.function.name} on {self.function.program.machine['engine']}"]
        lines += [f"  {name} = {value}" for name, value in self.values.items()]
        lines += [f"  d/d {name} = {value}" for name, value in self.gradient.items()]
        if self.restored is not None:
            lines.append(f"  restored: {'yes' if self.restored else 'no'}")
        return "\n".join([*lines, f"  cycles: {self.counters['cycles']}"])

    def _repr_html_(self) -> str:
        """Values with gradients, ledger and energies, side by side."""
        columns = [("value", self.values)]
        columns += [(title, data) for title, data in (("gradient", self.gradient), ("tangent", self.tangent),
                                                       ("Hessian · direction", self.hessian_vector)) if data]
        head = "".join(f"<th>{escape(title)}</th>" for title, _ in columns)
        rows = "".join(
            f"<tr><td><code>{escape(name)}</code></td>"
            + "".join(f"<td>{escape(str(data.get(name, '')))}</td>" for _, data in columns) + "</tr>"
            for name in self.values)
        energy = self.energy()
        views = "".join(f"<tr><td>{view}</td><td>{energy[key]:.4g} J</td></tr>"
                        for view, key in (("conventional", "conventional_J"), ("adiabatic", "adiabatic_J"),
                                          ("Landauer bound", "landauer_J")) if energy[key] is not None)
        ledger = "".join(f"<tr><td>{escape(e['cause'])}, line {e['line']}</td><td>{e['bits']} bits</td></tr>"
                         for e in self.ledger) or "<tr><td colspan=2>nothing was erased</td></tr>"
        restored = "" if self.restored is None else f", restored: {'yes' if self.restored else 'no'}"
        return (f"<div><b>{escape(self.function.name)}</b>, {self.counters['cycles']} cycles{restored}</div>"
                "<div style='display:flex;gap:2em;align-items:flex-start'>"
                f"<table><tr><th></th>{head}</tr>{rows}</table>"
                f"<table><tr><th>ledger</th><th></th></tr>{ledger}</table>"
                f"<table><tr><th>energy</th><th>{escape(energy['technology'])}</th></tr>{views}</table></div>"
                + (f"<pre>{escape(self.output)}</pre>" if self.output else ""))


def _read_out(shape: "tuple[int, ...]", kind: Any, name: str, read: Any) -> "np.ndarray | None":
    """None of what was not copied out."""
    out = np.zeros(shape, dtype=kind, order="F")
    return out if read(name, out) or not out.size else None


def _values(job: "_retrograd.Job", p: "dict[str, Any]") -> Any:
    whole = p["kind"] in ("Int", "Bool")
    out = _read_out(p["shape"], np.int64 if whole else np.float64, p["name"], job.get_raw if whole else job.get)
    if out is not None and p["kind"] == "Bool":
        out = out.astype(bool)
    return out.item() if out is not None and not p["shape"] else out


def _reals(read: Any) -> Any:
    def of(p: "dict[str, Any]") -> Any:
        out = _read_out(p["shape"], np.float64, p["name"], read)
        return out.item() if out is not None and not p["shape"] else out
    return of
