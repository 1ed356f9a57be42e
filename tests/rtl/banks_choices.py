#!/usr/bin/env python3
"""Clocks of a group of lanes over banked memory, for what could make words meet less: other hashes,
banks whose rows hold neighbours, queues before the banks. Prints a table of
docs/development/banks.md, in about a minute. The streams and the rule are those of
banks_clocks.py."""

from collections import deque

from banks_clocks import KERNELS, TIMES, bank_of, places


def skewed(factor):
    """The sum of the digits of an address, each times a power of the factor."""
    def bank(address, banks):
        total, weight = 0, 1
        while address:
            total += address % banks * weight
            address //= banks
            weight = weight * factor % banks
        return total % banks
    return bank


def groups(streams, lanes):
    return [[s[i:i + lanes] for s in streams] for i in range(0, len(streams[0]), lanes)]


def more(words, banks, hash_):
    """Clocks beyond the first for these: of different ones in one bank, the most."""
    count = [0] * banks
    for word in set(words):
        count[hash_(word, banks)] += 1
    return max(max(count) - 1, 0)


def by_turns(hash_, row):
    """Each group waits for its words. A bank's row has `row` neighbours, and the rows that an
    operand read last are held."""
    def clocks(reads, writes, lanes, banks):
        total, written, held = 0, [], [set() for _ in reads]
        turns = groups(reads, lanes)
        for now, out in zip(turns, groups(writes, lanes)):
            rows = [{a // row for a in operand} for operand in now]
            asked = [r for there, before in zip(rows, held) for r in there - before]
            total += 1 + max(more(asked, banks // row, hash_), more(written, banks // row, hash_))
            held, written = rows, [a // row for operand in out for a in operand]
        return (total + more(written, banks // row, hash_)) / len(turns)
    return clocks


def queued(hash_, depth):
    """A bank serves the next groups while another is behind: so many groups are under way, and so
    many words wait to be written to a bank. A group reads nothing that one under way writes."""
    def clocks(reads, writes, lanes, banks):
        turns, outs = groups(reads, lanes), groups(writes, lanes)
        reading, writing = ([deque() for _ in range(banks)] for _ in range(2))
        left, started, done, clock, before = [0] * len(turns), 0, 0, 0, [None] * len(reads)
        while done < len(turns):
            if started < len(turns) and started - done < depth:
                asked = {a for now, old in zip(turns[started], before) if now != old for a in now}
                before, left[started] = turns[started], len(asked)
                for a in asked:
                    reading[hash_(a, banks)].append(started)
                started += 1
            for queue in reading:
                if queue:
                    left[queue.popleft()] -= 1
            for queue in writing:
                if queue:
                    queue.popleft()
            clock += 1
            if done < started and not left[done] and all(len(q) < depth for q in writing):
                for a in {a for operand in outs[done] for a in operand}:
                    writing[hash_(a, banks)].append(a)
                done += 1
        return clock / len(turns)
    return clocks


CHOICES = (
    ('as it is', 4, 64, by_turns(bank_of, 1)),
    ('sum, by 3', 4, 64, by_turns(skewed(3), 1)),
    ('sum, by 5', 4, 64, by_turns(skewed(5), 1)),
    ('rows of 4', 4, 64, by_turns(bank_of, 4)),
    ('queues of 4', 4, 64, queued(bank_of, 4)),
    ('queues of 4, 32 banks', 4, 32, queued(bank_of, 4)),
    ('queues of 4, 1 lane, 8 banks', 1, 8, queued(bank_of, 4)),
    ('queues of 4, 8 lanes', 8, 64, queued(bank_of, 4)),
)


def cell(kernel, lanes, banks, clocks):
    there = back = 0
    for a, b, d in places():
        streams = kernel(d, a, b)
        there += clocks(streams, streams[:1], lanes, banks) / TIMES
        back += clocks(streams, streams[1:], lanes, banks) / TIMES
    return '%.2f, %.2f' % (there, back)


def main():
    print('| on lanes | ' + ' | '.join(c[0] for c in CHOICES) + ' |')
    print('|---|' + '---|' * len(CHOICES))
    for name, kernel in KERNELS.items():
        if not name.startswith('prefix'):  # its elements make no groups
            cells = [cell(kernel, *choice[1:]) for choice in CHOICES]
            print('| ' + ' | '.join([name] + cells) + ' |', flush=True)


if __name__ == '__main__':
    main()
