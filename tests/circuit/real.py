#!/usr/bin/env python3
"""real.py FILE SAMPLES TEST ...: a RevLib .real file run by a parser and simulator of its own.

Each parameter of the circuit is found by the comments at the head. TEST is one of
  sha256            the parameters are out, state, message: beside hashlib
  product           y, a, b: y + a b
It fails if a gate is none of t1, t2, t3, f3, if a line stands twice in a gate, if an ancilla does
not come back as zero, or if the circuit from its end does not restore.
"""
import hashlib
import random
import re
import sys

LINES_OF = {'t1': 1, 't2': 2, 't3': 3, 'f3': 3}


class Circuit:
    def __init__(self, path):
        self.gates, self.parameters, constants, inside = [], {}, '', False
        number = {}
        for text in open(path, encoding='utf-8'):
            said = re.match(r'# (q\d+_\w*): (\S+), (\d+) elements? of (\d+) bits?', text)
            if said:
                self.parameters[said[2]] = (said[1], int(said[3]), int(said[4]))
            words = text.split('#')[0].split()
            if not words:
                continue
            if words[0] == '.variables':
                number = {name: i for i, name in enumerate(words[1:])}
                assert len(number) == len(words) - 1, 'a line has the name of another'
            elif words[0] == '.constants':
                constants = words[1]
            elif words[0] in ('.begin', '.end'):
                inside = words[0] == '.begin'
            elif inside:
                lines = [number[name] for name in words[1:]]
                assert LINES_OF.get(words[0]) == len(lines) == len(set(lines)), text
                self.gates.append((words[0], lines))
        assert self.gates and len(constants) == len(number)
        self.count = len(number)
        self.ancillas = [i for i, mark in enumerate(constants) if mark == '0']
        for name, (prefix, elements, width) in self.parameters.items():
            self.parameters[name] = [[number[f'{prefix}_{e * width + bit}'] for bit in range(width)]
                                     for e in range(elements)]

    def run(self, lines, backward=False):
        for kind, at in reversed(self.gates) if backward else self.gates:
            if kind == 't1':
                lines[at[0]] = ~lines[at[0]]
            elif kind == 't2':
                lines[at[1]] ^= lines[at[0]]
            elif kind == 't3':
                lines[at[2]] ^= lines[at[0]] & lines[at[1]]
            else:
                differ = lines[at[0]] & (lines[at[1]] ^ lines[at[2]])
                lines[at[1]] ^= differ
                lines[at[2]] ^= differ

    def put(self, lines, name, words):
        """words[run][element] into the lines of a parameter: bit `run` of a line is that run's."""
        for element, where in enumerate(self.parameters[name]):
            for bit, line in enumerate(where):
                lines[line] = sum((run[element] >> bit & 1) << k for k, run in enumerate(words))

    def get(self, lines, name, runs):
        return [[sum((lines[line] >> k & 1) << bit for bit, line in enumerate(where))
                 for where in self.parameters[name]] for k in range(runs)]


def primes():
    n = 2
    while True:
        if all(n % k for k in range(2, int(n ** 0.5) + 1)):
            yield n
        n += 1


def first_state():
    """The fractions of the square roots of the first eight primes, to 32 bits."""
    source = primes()
    return [int(next(source) ** 0.5 % 1 * 2 ** 32) for _ in range(8)]


def padded(message):
    block = message + b'\x80' + bytes(55 - len(message)) + (8 * len(message)).to_bytes(8, 'big')
    return [int.from_bytes(block[i:i + 4], 'big') for i in range(0, 64, 4)]


def sha256(runs):
    messages = [b'abc'] + [random.randbytes(random.randrange(56)) for _ in range(runs - 1)]
    digests = [hashlib.sha256(m).digest() for m in messages]
    out = [[int.from_bytes(d[i:i + 4], 'big') for i in range(0, 32, 4)] for d in digests]
    same = {'state': [first_state()] * runs, 'message': [padded(m) for m in messages]}
    return {'out!': [[0] * 8] * runs, **same}, {'out!': out, **same}


def product(runs, width):
    words = [[random.randrange(1 << width) for _ in range(3)] for _ in range(runs)]
    before = {name: [[w[i]] for w in words] for i, name in enumerate(('y!', 'a', 'b'))}
    return before, {**before, 'y!': [[(y + a * b) % (1 << width)] for y, a, b in words]}


def main(path, samples, test):
    random.seed(1)
    circuit, runs = Circuit(path), int(samples)
    width = len(next(iter(circuit.parameters.values()))[0])
    before, after = sha256(runs) if test == 'sha256' else product(runs, width)
    lines = [0] * circuit.count
    for name, words in before.items():
        circuit.put(lines, name, words)
    start, mask = list(lines), (1 << runs) - 1
    circuit.run(lines)
    for name, words in after.items():
        got = circuit.get(lines, name, runs)
        assert got == words, f'{name}: {got[0]}, not {words[0]}'
    assert not any(lines[i] & mask for i in circuit.ancillas), 'an ancilla is not zero'
    circuit.run(lines, backward=True)
    assert [x & mask for x in lines] == start, 'the inverse does not restore'
    print(f'{test}: {len(circuit.gates)} gates, {runs} runs both ways')


main(*sys.argv[1:])
