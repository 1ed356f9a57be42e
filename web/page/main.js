// main.js: the page.
import sources from 'page-data';
import { Client } from './client.js';
import { find, make } from './dom.js';
import { Editor } from './editor.js';
import { fromFragment, toFragment } from './link.js';
import { loadPacked } from './packed.js';
import { Tabs } from './tabs.js';
import { Timeline } from './timeline.js';
import { Tour } from './tour.js';
import { energies, instructions, ledger, lineCosts, results } from './views.js';
import { waves } from './waves.js';
import { option, split, without } from './words.js';

const FILE = 'program.rg', LONGEST = 50e6;
const status = find('status');
let client = null, listing = [], firmware = 0, pending = 0, coreLoaded = false, running = false;

const tabs = new Tabs(find('tabs'), find('panels'), [['results', 'Results'], ['time', 'Time'], ['code', 'Instructions'], ['energy', 'Energy and ledger'],
  ['inverse', 'Inverse'], ['graph', 'Graph'], ['json', 'JSON'], ['waves', 'Waves']]);
const editor = new Editor(find('editor'), changed, showInstructionsOf);
const timeline = new Timeline((action, message) => client.ask(action, message), moved);
const say = (text) => { status.textContent = text; };

function placeholders() {
  for (const key of ['results', 'time', 'code', 'energy', 'inverse', 'graph', 'json']) tabs.put(key, make('p', { class: 'note' }, 'Run the program to see this.'));
  tabs.put('waves', make('p', { class: 'note' }, 'Choose the Verilated core and run the program to see its signals.'));
}

// ---- the compiler, while one types

function changed() {
  clearTimeout(pending);
  editor.here(0);
  listing = [];
  pending = setTimeout(check, 400);
}

const parse = (text) => text.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

async function check() {
  if (!client || running) return;
  const { text } = editor;
  try {
    const said = await client.ask('check', { words: ['run', FILE, ...split(find('words').value), '--message-format=json'], files: { [FILE]: text } });
    if (text === editor.text && !running) report(parse(said));
  } catch { /* the worker was ended */ }
}

function report(messages) {
  editor.report(messages.filter((m) => m.file === FILE));
  find('messages').replaceChildren(...messages.map((m) => make('li', { class: m.severity },
    m.line ? make('button', { type: 'button', onclick: () => editor.goTo(m.line, m.column) }, `line ${m.line}`) : null,
    `${m.severity}${m.code ? ` ${m.code}` : ''}: ${m.message}`,
    ...m.notes.map((note) => make('div', {}, `${note.line ? `line ${note.line}: ` : ''}${note.message}`)), m.help ? make('div', { class: 'note' }, m.help) : null)));
}

// ---- a run

function settled(on) {
  running = !on;
  find('run').disabled = !on;
  find('stop').disabled = on;
}

async function loadCore() {
  if (coreLoaded) return;
  say('Loading the Verilated core');
  await client.also({ action: 'core', module: await WebAssembly.compile(await loadPacked('core.js', 'RETROGRAD_CORE')) });
  coreLoaded = true;
}

async function run() {
  const rtl = find('engine').value === 'rtl', files = { [FILE]: editor.text };
  const words = split(find('words').value);
  settled(false);
  clearTimeout(pending);
  try {
    if (rtl) await loadCore();
    say('Running');
    const all = ['run', FILE, ...words, '--json', '--message-format=json', '--engine', rtl ? 'rtl' : 'fast', '--energy', find('technology').value];
    const begun = performance.now(), done = await client.ask('command', { words: all, files });
    const messages = parse(done.error);
    report(messages);
    if (!done.out.trim()) {
      say(done.status === 0 ? 'The command gave no report' : `Not run: ${messages.find((m) => m.severity === 'error')?.message ?? done.error}`);
      return;
    }
    const told = JSON.parse(done.out);
    show(told);
    say(`${told.status === 'ok' ? 'Done' : 'Trapped'} after ${Math.round(performance.now() - begun)} ms`);
    await follow(told, words, files);
    tabs.put('waves', ...waves(done.waves, listing, firmware));
  } catch (error) {
    say(error.message === 'stopped' ? 'Stopped' : error.message);
  } finally { settled(true); }
}

function show(told) {
  tabs.put('results', ...results(told));
  tabs.put('energy', ...energies(told), ...ledger(told, (line) => editor.goTo(line)));
  const text = JSON.stringify(told, null, 2);
  tabs.put('json', make('button', { type: 'button', onclick: () => save(text) }, 'Save report.json'), make('pre', { id: 'json' }, text));
}

function save(text) {
  const link = make('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/json' })), download: 'report.json' });
  link.click();
  URL.revokeObjectURL(link.href);
}

// The same run as a session, on which the slider moves.
async function follow(told, words, files) {
  const gradient = option(words, '--grad'), engine = told.status === 'trap' ? ['-O0'] : [];
  try {
    const opened = await client.ask('open', { words: ['run', FILE, ...without(words, '--engine'), '--engine', 'fast', ...engine], files, gradient, exponent: told.seed_exponent ?? 0, most: LONGEST },
      (time) => say(`Measuring: ${time} instructions`));
    opened.bits = Math.max(told.counters.bits_copied_out, told.counters.bits_erased);
    ({ listing, firmware } = opened);
    editor.heat(lineCosts(listing, FILE));
    tabs.put('code', instructions(listing, FILE, (word) => editor.goTo(word.line, word.column)));
    tabs.put('time', timeline.element);
    timeline.show(opened);
    otherForms(opened);
    say(`${status.textContent.startsWith('Measuring') ? 'Done' : status.textContent}; move through its time`);
  } catch (error) {
    if (error.message === 'stopped') throw error;
    tabs.put('time', make('p', {}, error.message));
  }
}

function otherForms({ inverse, graph }) {
  tabs.put('inverse', make('pre', { id: 'inverse' }, inverse || 'The program erases values, and has no inverse.'));
  tabs.put('graph', make('p', { class: 'note' }, 'A vertical line is a variable, a horizontal one a statement. A box changes the variable, a dot reads it.'),
    make('img', { class: 'graph', alt: 'The computational graph of the program', src: URL.createObjectURL(new Blob([graph], { type: 'image/svg+xml' })) }));
}

// ---- where the machine stands, in every view

function moved(state) {
  editor.here(state.word && state.word.file === FILE ? state.word.line : 0);
  mark((line) => line.dataset.at === String(state.word?.at ?? ''));
}

function showInstructionsOf(line) {
  if (listing.length) mark((one) => one.dataset.line === String(line));
}

function mark(wanted) {
  let first = null;
  for (const line of find('panel-code').querySelectorAll('tr[data-at]')) {
    const is = wanted(line);
    line.classList.toggle('here', is);
    first ??= is ? line : null;
  }
  if (first && !find('panel-code').hidden) first.scrollIntoView({ block: 'nearest' });
}

// ---- examples, links

function load(text, words, about) {
  editor.text = text;
  find('words').value = words;
  find('about').textContent = about;
  report([]);
  placeholders();
}

function loadExample(name) {
  const example = sources.examples.find((one) => one.name === name);
  find('example').value = name;
  load(example.text, example.words, example.about);
}

async function share() {
  const fragment = await toFragment(editor.text, find('words').value);
  history.replaceState(null, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is in the address, and copied');
  } catch { say('The link is in the address'); }
}

async function fromLink() {
  try {
    const linked = await fromFragment(location.hash);
    if (linked) load(linked.program, linked.words, 'This program came with the link. Read it, then run it.');
    return linked !== null;
  } catch {
    say('The link is damaged: it holds no program');
    return false;
  }
}

// ---- the beginning

function controls() {
  for (const { name } of sources.examples) find('example').append(make('option', { value: name }, name));
  for (const name of sources.technologies) find('technology').append(make('option', { value: name, selected: name === '45nm' }, name));
  find('example').addEventListener('change', () => loadExample(find('example').value));
  find('run').addEventListener('click', run);
  find('stop').addEventListener('click', () => { client.stop(); say('Stopped'); });
  find('share').addEventListener('click', share);
  find('words').addEventListener('keydown', (event) => { if (event.key === 'Enter' && !find('run').disabled) run(); });
  addEventListener('hashchange', fromLink);
  addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !find('run').disabled) { event.preventDefault(); run(); } });
  new Tour(sources.tour, { load: () => loadExample('tour.rg'), run: () => run().then(() => tabs.choose('results')), results: () => tabs.choose('results'), time: () => tabs.choose('time'),
    turn: () => { tabs.choose('time'); if (timeline.run?.turn) timeline.go(timeline.run.turn); }, energy: () => tabs.choose('energy'), inverse: () => tabs.choose('inverse') });
}

async function begin() {
  controls();
  placeholders();
  if (!(await fromLink())) loadExample('tour.rg');
  const module = await WebAssembly.compile(await loadPacked(null, 'RETROGRAD_MACHINE'));
  client = new Client(sources.worker, [{ action: 'start', module, libraries: sources.libraries, beside: Object.fromEntries(sources.examples.map((one) => [one.name, one.text])) }]);
  await client.ready;
  settled(true);
  say('Ready: press Run');
  check();
}

addEventListener('DOMContentLoaded', () => begin().catch((error) => say(`The machine does not start: ${error.message}`)));
