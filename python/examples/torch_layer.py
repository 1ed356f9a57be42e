"""A routine as a function of torch that knows its derivative.

PYTHONPATH=build/python python3 python/examples/torch_layer.py
"""

import numpy as np
import torch

import retrograd as rg

PROGRAM = rg.loads("""
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
""", name="norm.rg")


class Norm(torch.autograd.Function):
    """The forward and the backward run are one: the machine gives both."""

    @staticmethod
    def forward(ctx, x):
        value, gradient = PROGRAM.norm.value_and_grad("out!", x=x.detach().numpy().astype(np.float64))
        ctx.save_for_backward(torch.from_numpy(gradient["x"]).to(x.dtype))
        return torch.tensor(value, dtype=x.dtype)

    @staticmethod
    def backward(ctx, upstream):
        (gradient,) = ctx.saved_tensors
        return upstream * gradient


if __name__ == "__main__":
    x = torch.tensor([2.0, 3.0, 6.0], dtype=torch.float64, requires_grad=True)
    (2 * Norm.apply(x)).backward()
    print("gradient", x.grad.numpy())
