#!/usr/bin/env python3
"""Clocks an element of dense streams over banked memory, one lane, without queues, as
docs/development/banks.md states the rule. Prints the table of that page."""

BANKS = (8, 16, 32, 64, 128)
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


def clocks(reads, writes, banks):
    total, before, written = 0, None, []
    for element in range(len(reads[0])):
        now = [s[element] for s in reads]
        asked = [a for i, a in enumerate(now) if before is None or before[i] != a]
        total += 1 + max(more(asked, banks), more(written, banks))
        before, written = now, [s[element] for s in writes]
    return (total + more(written, banks)) / len(reads[0])


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


def main():
    print('| stream | ' + ' | '.join('%d banks' % b for b in BANKS) + ' |')
    print('|---|' + '---|' * len(BANKS))
    for name, kernel in KERNELS.items():
        cells = []
        for banks in BANKS:
            there = back = 0
            for a, b, d in places():
                streams = kernel(d, a, b)
                there += clocks(streams, streams[:1], banks) / TIMES
                back += clocks(streams, streams[1:], banks) / TIMES
            cells.append('%.2f, %.2f' % (there, back))
        print('| ' + ' | '.join([name] + cells) + ' |')


main()
