// qasm.mjs FILE MEANING: a circuit in OpenQASM 2, read and simulated as amplitudes by the library
// quantum-circuit, forward and from its end. MEANING is what it must do to all inputs of three bits
// a word: sum, product or exchange, as in read_back.sh.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import assert from 'node:assert/strict'

const QuantumCircuit = createRequire(import.meta.url)('quantum-circuit')
const BITS = 3, WORDS = 1 << BITS
const [path, meaning] = process.argv.slice(2)

const meanings = {
  sum: ([x, y]) => [(x + y) % WORDS, y],
  product: ([y, a, b]) => [(y + a * b) % WORDS, a, b],
  exchange: ([a, b, c]) => (c ? [b, a, c] : [(a + b) % WORDS, b, c]),
}
const widths = { sum: [3, 3], product: [3, 3, 3], exchange: [3, 3, 1] }[meaning]

function read(text) {
  const circuit = new QuantumCircuit()
  circuit.importQASM(text, errors => assert.equal(errors.length, 0, JSON.stringify(errors)))
  return circuit
}

// All that is no declaration is one of the four gates, each of which undoes itself.
function inverse(text) {
  const isGate = line => /^(x|cx|ccx|fredkin) /.test(line)
  const lines = text.trimEnd().split('\n'), first = lines.findIndex(isGate)
  const head = /^(OPENQASM|include|\/\/|qreg|gate fredkin )/
  assert.ok(lines.slice(0, first).every(line => head.test(line)), 'the head')
  assert.ok(lines.slice(first).every(isGate), 'a gate that is none of the set')
  return [...lines.slice(0, first), ...lines.slice(first).reverse()].join('\n')
}

function bitsOf(words, count) {
  const bits = words.flatMap((word, i) => Array.from({ length: widths[i] }, (_, bit) => word >> bit & 1))
  return [...bits, ...Array(count - bits.length).fill(0)]
}

// A permutation takes a basis state to one: each line is 1 with probability 0 or 1.
function run(circuit, bits) {
  circuit.run(bits)
  assert.equal(circuit.stateAsArray(true).length, 1, 'more than one basis state')
  return circuit.probabilities().map(p => Math.round(p))
}

const text = readFileSync(path, 'utf8')
const forward = read(text), backward = read(inverse(text))
const bits = widths.reduce((a, b) => a + b)
for (let input = 0; input < 1 << bits; input++) {
  let rest = input
  const words = widths.map(width => { const w = rest % (1 << width); rest >>= width; return w })
  const before = bitsOf(words, forward.numQubits)
  const after = bitsOf(meanings[meaning](words), forward.numQubits)
  assert.deepEqual(run(forward, before), after, `${meaning} of ${words}`)
  assert.deepEqual(run(backward, after), before, `${meaning} backward to ${words}`)
}
console.log(`${meaning}: ${forward.numQubits} lines, ${1 << bits} inputs both ways`)
