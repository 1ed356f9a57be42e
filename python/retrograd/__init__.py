"""Reversible programs with gradients, on the Retrograd co-processor in simulation.

    import retrograd as rg
    norm = rg.loads('''
    @i function norm(out!::Fixed, x::Vector{Fixed})
        @routine begin
            s ← 0.0
            for i = 1:length(x)
                s += x[i]^2
            end
        end
        out! += sqrt(s)
        ~@routine
    end
    ''').norm
    norm(x=[2, 3, 6])["out!"]                  # 7.0
    norm.value_and_grad("out!", x=[2, 3, 6])   # (7.0, {"out!": 1.0, "x": array([...])})
"""

from . import _retrograd
from .errors import CompileError, Error, MachineError, Trap, UsageError
from .function import Function, Matrix, Result
from .open_function import OpenFunction
from .program import Program, load, loads
from .session import Session

__version__: str = _retrograd.version


def technologies() -> "list[str]":
    """Names of the technologies that are built in, for energy()."""
    return list(_retrograd.technologies())


def load_ipython_extension(shell) -> None:
    """%load_ext retrograd: the cell magic %%retrograd."""
    from .magic import register
    register(shell)


__all__ = ["load", "loads", "technologies", "Program", "Function", "OpenFunction", "Result", "Matrix", "Session", "Error",
           "CompileError", "Trap", "UsageError", "MachineError", "__version__"]
