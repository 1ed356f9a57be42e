#!/usr/bin/env python3
"""Clocks of dense streams over banked memory without queues, an element with one lane and a group
with several, as docs/development/banks.md states the rule. Prints the tables of that page."""

BANKS = (8, 16, 32, 64, 128)
LANES = ((2, 64), (4, 16), (4, 64), (4, 128), (4, 256), (8, 64), (8, 256))  # and so many banks
TIMES = 12


def bank_of(address, banks):
    code, bank = address ^ address >> 1, 0
    while code:
        bank ^= code % banks
        code //= banks
    return bank


def more(words, banks):
    """Clocks beyond the first for these accesses: of different words in one bank, the most."""
    count = [0] * banks
    for word in set(words):
        count[bank_of(word, banks)] += 1
    return max(max(count) - 1, 0)


def clocks(reads, writes, banks, lanes=1):
    total, before, written, turns = 0, None, [], range(0, len(reads[0]), lanes)
    for first in turns:
        now = [s[first:first + lanes] for s in reads]
        asked = [a for i, g in enumerate(now) if before is None or before[i] != g for a in g]
        total += 1 + max(more(asked, banks), more(written, banks))
        before, written = now, [a for s in writes for a in s[first:first + lanes]]
    return (total + more(written, banks)) / len(turns)


def nest(n, m, address):
    return [address(i, k) for i in range(n) for k in range(m)]


KERNELS = {  # target, A, B by their first words
    'dot product, 1024': lambda d, a, b: [nest(1, 1024, f) for f in (
        lambda i, k: d, lambda i, k: a + k, lambda i, k: b + k)],
    'z += s * a, 1024': lambda d, a, b: [nest(1, 1024, f) for f in (
        lambda i, k: d + k, lambda i, k: a + k, lambda i, k: b)],
    'z += a .* b, 1024': lambda d, a, b: [nest(1, 1024, f) for f in (
        lambda i, k: d + k, lambda i, k: a + k, lambda i, k: b + k)],
    'matrix times vector, 32, by rows': lambda d, a, b: [nest(32, 32, f) for f in (
        lambda i, k: d + i, lambda i, k: a + i + 32 * k, lambda i, k: b + k)],
    'the same, by columns': lambda d, a, b: [nest(32, 32, f) for f in (
        lambda i, k: d + k, lambda i, k: a + k + 32 * i, lambda i, k: b + i)],
    'outer product, 32': lambda d, a, b: [nest(32, 32, f) for f in (
        lambda i, k: d + k + 32 * i, lambda i, k: a + k, lambda i, k: b + i)],
    'prefix sum, 1024': lambda d, a, b: [nest(1, 1024, f) for f in (
        lambda i, k: a + k + 1, lambda i, k: a + k, lambda i, k: b)],
}


def places():
    """Where the arrays stand: the same twelve places in each run."""
    state = 1
    for _ in range(TIMES):
        at = []
        for least, span in ((0, 3000), (1100, 3900), (1100, 3900)):
            state = (state * 1103515245 + 12345) % 2**31
            at.append((at[-1] if at else 0) + least + (state >> 8) % span)
        yield at


def row(name, kernel, machines):
    cells = []
    for lanes, banks in machines:
        there = back = 0
        for a, b, d in places():
            streams = kernel(d, a, b)
            there += clocks(streams, streams[:1], banks, lanes) / TIMES
            back += clocks(streams, streams[1:], banks, lanes) / TIMES
        cells.append('%.2f, %.2f' % (there, back))
    print('| ' + ' | '.join([name] + cells) + ' |')


def table(head, machines, kernels):
    print('| stream | ' + ' | '.join(head) + ' |')
    print('|---|' + '---|' * len(head))
    for name in kernels:
        row(name, KERNELS[name], machines)


def main():
    table(['%d banks' % b for b in BANKS], [(1, b) for b in BANKS], KERNELS)
    apart = [name for name in KERNELS if not name.startswith('prefix')]  # its elements make no groups
    table(['%d lanes, %d banks' % m for m in LANES], LANES, apart)


if __name__ == '__main__':
    main()
