// views.js: what a run gave: values and gradients, energies and ledger, instructions, as the report
// of the command says it.
import { bar, joules, make, number, row, shown, table } from './dom.js';
import { map } from './maps.js';

// Plain numbers in the order of columns, as the machine has them; null for anything else.
function flat(value) {
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every((item) => typeof item === 'number')) return { rank: 1, rows: value.length, columns: 1, values: value };
  const matrix = value.every((item) => Array.isArray(item) && item.length === value[0].length && item.every((x) => typeof x === 'number'));
  if (!matrix) return null;
  const values = value[0].flatMap((_, j) => value.map((line) => line[j]));
  return { rank: 2, rows: value.length, columns: value[0].length, values };
}

function cell(name, what, value) {
  const array = flat(value);
  if (array && array.values.length > 8) return make('td', {}, map({ ...array, name }, what, array.values));
  if (value === null || value === undefined) return make('td', {}, '');
  if (typeof value === 'number') return number(value);
  return make('td', { class: 'code' }, JSON.stringify(value));
}

export function results(report) {
  const parts = [make('p', {}, `${report.function} on ${report.engine}`)];
  if (report.trap) parts.push(make('p', {}, `It trapped: ${report.trap.message}`));
  if (report.output) parts.push(make('h3', {}, 'Printed'), make('pre', {}, report.output));
  const names = Object.keys(report.values ?? {}), gradients = report.gradients;
  if (names.length) {
    const head = ['name', 'value after', ...(gradients ? ['gradient'] : [])];
    parts.push(table(head, names.map((name) => row([make('th', { scope: 'row' }, name), cell(name, 'values', report.values[name]),
      ...(gradients ? [cell(name, 'gradient', gradients[name])] : [])]))));
  }
  for (const [key, title] of [['jacobian', 'Jacobian'], ['hessian', 'Hessian']]) if (report[key]) parts.push(make('h3', {}, title), matrix(report[key]));
  for (const [key, title] of [['tangents', 'Tangents'], ['hessian_vector', 'Hessian times direction']])
    if (report[key]) parts.push(make('h3', {}, title), table(['name', 'value'], Object.keys(report[key]).map((name) => row([name, cell(name, title, report[key][name])]))));
  const c = report.counters;
  parts.push(make('p', {}, `cycles: ${c.cycles} (forward ${c.forward.cycles}, backward ${c.backward.cycles}); instructions: ${c.instructions}`));
  if ('restored' in report) parts.push(make('p', {}, `restored: ${report.restored ? 'yes: every bit of memory is what it was' : 'no'}`));
  return parts;
}

function matrix(of) {
  const rows = of.rows ?? of.names, columns = of.columns ?? of.names;
  return table(['', ...columns], of.matrix.map((line, i) => row([make('th', { scope: 'row' }, rows[i]), ...line.map(number)])));
}

const PARTS = [['conventional', 'conventional circuits', 'conventional_J'], ['adiabatic', 'adiabatic circuits', 'adiabatic_J'], ['landauer', 'bound of physics (Landauer)', 'landauer_J']];

// Bars on a logarithmic scale: the three are many powers of ten apart.
export function energies(report) {
  const energy = report.energy, joule = PARTS.map(([, , key]) => energy[key]).filter((value) => value > 0);
  const low = Math.log10(Math.min(...joule)) - 1, high = Math.log10(Math.max(...joule)) || 1;
  const rows = PARTS.map(([, title, key]) => row([make('th', { scope: 'row' }, title), number2(energy[key]),
    make('td', {}, bar(energy[key] > 0 ? (Math.log10(energy[key]) - low) / (high - low) : 0))]));
  const parts = [make('h3', {}, `Energy of this run: ${energy.technology}`), table(['', 'energy', 'on a scale of powers of ten'], rows)];
  for (const [key, title] of PARTS) {
    const entries = Object.entries(energy.parts[key] ?? {});
    parts.push(make('details', {}, make('summary', {}, `parts: ${title}`), table(['part', 'energy'], entries.map(([name, value]) => row([name, number2(value)])))));
  }
  return parts;
}

const number2 = (value) => make('td', { class: 'number' }, joules(value));

export function ledger(report, goTo) {
  const erased = report.ledger ?? [], copied = report.copies ?? [];
  const most = Math.max(1, ...erased.map((one) => one.bits), ...copied.map((one) => one.bits));
  const line = (one) => row([one.cause, one.line ? make('button', { type: 'button', onclick: () => goTo(one.line) }, `line ${one.line}`) : '', number(one.bits), make('td', {}, bar(one.bits / most))]);
  return [make('h3', {}, `Ledger: ${report.counters.bits_erased} bits erased, ${report.counters.bits_copied_out} copied out`),
    table(['why', 'where', 'bits', ''], [...erased.map(line), ...copied.map(line)])];
}

const MOST_ROWS = 3000;

// The listing, row by row; choose(word) when one is chosen.
export function instructions(listing, file, choose) {
  const most = Math.max(1, ...listing.map((word) => word.cycles));
  const rows = listing.slice(0, MOST_ROWS).map((word) => {
    const cells = [number(word.at), make('td', { class: 'code' }, word.text), word.line && word.file === file ? `line ${word.line}` : word.line ? `${word.file}:${word.line}` : '',
      `${word.role} ${word.name}`.trim(), number(word.cycles || ''), make('td', {}, word.cycles ? bar(word.cycles / most, true) : '')];
    return row(cells, { 'data-at': word.at, 'data-line': word.file === file ? word.line : 0, tabindex: '-1', onclick: () => choose(word) });
  });
  const more = listing.length > MOST_ROWS ? make('p', { class: 'note' }, `The first ${MOST_ROWS} of ${listing.length} instructions.`) : null;
  return make('div', {}, make('p', { class: 'note' }, 'Choose an instruction to see its line, or put the cursor on a line to see its instructions. Cycles are those of the whole recipe.'),
    make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Instructions' }, table(['', 'instruction', 'source', 'for', 'cycles', ''], rows)), more);
}

// Costs by source line of the file.
export function lineCosts(listing, file) {
  const costs = new Map();
  for (const word of listing) if (word.line && word.file === file && word.cycles) costs.set(word.line, (costs.get(word.line) ?? 0) + word.cycles);
  return costs;
}

export { shown };
