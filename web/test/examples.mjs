// examples.mjs BUILD: every command of examples/README.md gives the same report in the page as by
// the native command, to the last digit and cycle.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { coreOf, exampleFiles, nodeMachine } from './node_machine.mjs';

const build = process.argv[2] ?? 'build';

// "a b=[1, 2]" in words; quotes hold blanks together.
function words(line) {
  return [...line.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

function commands() {
  const found = [];
  for (const line of readFileSync('examples/README.md', 'utf8').split('\n')) {
    const file = line.match(/^\| `(\w+\.rg)` \|/)?.[1];
    if (!file) continue;
    const how = line.split(/\s*\|\s/)[4];
    const runs = readFileSync(`examples/${file}`, 'utf8').split('\n').filter((text) => /^#! run/.test(text));
    const nth = how.match(/^line (\d+)$/)?.[1];
    found.push(nth ? `run examples/${file} ${runs[nth - 1].replace(/^#! run ?/, '')}` : how.replace(/`/g, ''));
  }
  return found;
}

function native(line) {
  try {
    return { status: 0, out: execFileSync(path.join(build, 'bin/retrograd'), line, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) };
  } catch (error) {
    return { status: error.status, out: error.stdout };
  }
}

const machine = await nodeMachine(path.join(build, 'web'));
const files = exampleFiles();
let failed = 0, rows = 0;
for (const command of commands()) {
  const line = [...words(command), '--json'];
  const want = native(line), have = await machine.command(line, files);
  rows++;
  if (want.status === 0 && have.status === 0 && have.out === want.out) continue;
  failed++;
  console.error(`web: ${command}: status ${have.status}, native ${want.status}; ${have.error}`);
}
if (rows < 28) { failed++; console.error(`web: only ${rows} commands in examples/README.md`); }

// The Verilated core of the page: values, gradients and cycles are those of the engine fast.
const core = await coreOf(path.join(build, 'web'));
for (const command of ['run examples/multiplier.rg --set y!=2 --set a=3 --set b=5 --grad y!', 'run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out!',
  'run examples/affine.rg --set y!=[0,0] --set W=[[1,2,3],[4,5,6]] --set b=[0.5,-0.5] --set x=[1,0,-1] --grad y![2]', 'run examples/rfib.rg --set out=0 --set n=10']) {
  const line = [...words(command), '--json'], want = JSON.parse(native(line).out), done = await machine.command([...line, '--engine', 'rtl'], files, core);
  const have = done.status === 0 ? JSON.parse(done.out) : {};
  const parts = (report) => JSON.stringify([report.values, report.gradients, report.restored, report.counters, report.ledger]);
  const retired = core.waves().filter((flags, i) => i % 3 === 0 && flags & 1).length;
  const most = 20000 * 3 === core.waves().length;
  if (have.engine === 'rtl' && parts(have) === parts(want) && (most || retired === want.counters.instructions)) continue;
  failed++;
  console.error(`web: ${command}: the Verilated core differs: ${done.error} ${retired} retired, ${want.counters?.instructions}`);
}
console.log(`web: ${rows - failed} of ${rows} commands of examples/README.md give the native report`);
process.exit(failed ? 1 : 0);
