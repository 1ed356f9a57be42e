"""case.py: what the random programs over arrays have in common."""

import itertools
from fractions import Fraction

from tape import added

TYPES = {1: "Vector{Fixed}", 2: "Matrix{Fixed}", 3: "Array{Fixed,3}", 4: "Array{Fixed,4}"}


def filled(shape, make):
    return [filled(shape[1:], make) for _ in range(shape[0])] if shape else make()


def at(array, indices):
    for i in indices[:-1]:
        array = array[i - 1]
    return array, indices[-1] - 1


def get(array, indices):
    part, last = at(array, indices)
    return part[last]


def change(array, indices, by, sign=1):
    part, last = at(array, indices)
    part[last] = added(part[last], by, sign)


def columns_first(shape):
    """All indices in the order of memory, where the first one varies fastest."""
    for reverse in itertools.product(*[range(1, n + 1) for n in reversed(shape)]):
        yield list(reversed(reverse))


class Case:
    """shapes: of arrays of numbers; integers: values, and those behind the run in `later` where they change."""

    def __init__(self, rng):
        self.random, self.shapes, self.integers, self.later = rng, {}, {}, {}
        self.tolerance = 0  # of gradients that the machine must round

    def element(self):
        return Fraction(self.random.randint(-128, 128), 64)

    def arguments(self):
        numbers = {name: filled(shape, self.element) for name, shape in self.shapes.items()}
        return {**numbers, **self.integers}

    def signature(self):
        types = {name: TYPES[len(shape)] for name, shape in self.shapes.items()}
        types.update({name: "Vector{Int}" if isinstance(value, list) else "Int" for name, value in self.integers.items()})
        return "@i function f(" + ", ".join(f"{name}::{kind}" for name, kind in types.items()) + ")\n"
