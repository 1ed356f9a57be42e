"""Minimise a routine with scipy: the gradient is exact, no differences are taken.

PYTHONPATH=build/python python3 python/examples/minimise.py
"""

import numpy as np
from scipy.optimize import minimize

import retrograd as rg

PROGRAM = rg.loads("""
@i function rosenbrock(out!::Fixed, x::Vector{Fixed})
    @inbounds for i = 1:length(x)-1
        @routine begin
            a ← 0.0
            b ← 0.0
            a += x[i+1] - x[i]^2
            b += 1.0 - x[i]
        end
        out! += 100.0 * a^2
        out! += b^2
        ~@routine
    end
end
""", name="rosenbrock.rg")


def objective(x: np.ndarray) -> "tuple[float, np.ndarray]":
    value, gradient = PROGRAM.rosenbrock.value_and_grad("out!", x=x)
    return value, gradient["x"]


if __name__ == "__main__":
    found = minimize(objective, np.array([-1.2, 1.0, 0.5]), jac=True, method="BFGS")
    print(f"x = {np.round(found.x, 5)}, f = {found.fun:.2e}, {found.nfev} gradients")
