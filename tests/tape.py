"""tape.py: numbers in fractions that remember what they are made of, for gradients beside those of the machine."""

from fractions import Fraction


class Number:
    """A value, and what it is made of with which partial derivative."""

    def __init__(self, value, parts=()):
        self.value, self.parts, self.gradient = value, parts, Fraction(0)


def added(a, b, sign=1):
    return Number(a.value + sign * b.value, ((a, 1), (b, sign)))


def product(a, b):
    return Number(a.value * b.value, ((a, b.value), (b, a.value)))


def magnitude(a):
    sign = (a.value > 0) - (a.value < 0)
    return Number(abs(a.value), ((a, sign),))


def extreme(a, b, greatest):
    """On a tie the second one has the gradient."""
    first = a.value > b.value if greatest else a.value < b.value
    return Number(a.value if first else b.value, ((a, 1),) if first else ((b, 1),))


def gradients_of(last, seen):
    """Backward through what `last` is made of."""
    order, todo = [], [(last, False)]
    while todo:
        node, done = todo.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            todo.append((node, True))
            todo += [(part, False) for part, _ in node.parts]
    last.gradient = Fraction(1)
    for node in reversed(order):
        for part, slope in node.parts:
            part.gradient += node.gradient * slope


def mapped(value, change):
    return [mapped(part, change) for part in value] if isinstance(value, list) else change(value)
