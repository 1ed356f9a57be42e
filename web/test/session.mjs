// session.mjs BUILD: the time of a session: where it turns, and that the machine comes back to the same
// state, whichever way it went, for every gradient and call of examples/README.md.
import path from 'node:path';
import { Session, element } from '../page/session.js';
import { option, split, without } from '../page/words.js';
import { exampleFiles, nodeMachine } from './node_machine.mjs';

const build = process.argv[2] ?? 'build', machine = await nodeMachine(path.join(build, 'web')), files = exampleFiles();
let failed = 0, claims = 0;
function claim(truth, what) {
  claims++;
  if (!truth) { failed++; console.error(`web: not so: ${what}`); }
}

async function open(line) {
  const words = split(line), report = JSON.parse((await machine.command([...words, '--json'], files)).out);
  const session = Session.open(await machine.instance(files), without(words, '--engine'), option(words, '--grad'), report.seed_exponent ?? 0);
  await session.measure(5e6);
  return { report, session };
}

async function stateAt(session, time) {
  await session.seek(time);
  return JSON.stringify(session.state());
}

async function along(line) {
  const { report, session } = await open(line), { total, turn } = session;
  claim(session.one._web_time() === 0, `${line}: begins at the start`);
  const times = [...Array(9).keys()].map((i) => Math.floor((i * total) / 8)), seen = new Map();
  for (const time of times) seen.set(time, await stateAt(session, time));
  for (const time of times.reverse()) claim(await stateAt(session, time) === seen.get(time), `${line}: back at ${time} of ${total} all is as it was`);
  if (turn === null) return;
  await session.seek(turn);
  claim(session.state().gradient, `${line}: gradients from ${turn} on`);
  await session.seek(turn - 1);
  claim(!session.state().gradient, `${line}: none before`);
  const { arguments: list, bits_copied: copied } = (await session.seek(total), session.state());
  claim(copied === report.counters.bits_copied_out, `${line}: ${copied} bits copied, the report says ${report.counters.bits_copied_out}`);
  for (const one of list) {
    const want = [report.gradients[one.name]].flat(2), have = one.rank ? one.gradients : [one.gradient];
    if (want[0] === undefined || one.rank === 2 || want.some((value) => typeof value !== 'number') || one.number === 'Log') continue;
    claim(want.every((value, i) => value === have[i]), `${line}: the gradient of ${one.name} is ${want}, not ${have}`);
  }
}

await along('run examples/norm.rg --set out=0.0 --set out2=0.0 --set x=[1.0,2,3] --grad out');
await along('run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out!');
await along('run examples/accumulate.rg --set x=0.25 --set one=1.0 --set n=1000 --grad x');
await along('run examples/affine.rg --set y!=[0,0] --set W=[[1,2,3],[4,5,6]] --set b=[0.5,-0.5] --set x=[1,0,-1] --grad y![2]');
await along('run examples/rfib.rg --set out=0 --set n=10');
await along('run examples/mypower.rg --set x=0.4 --set n=3 --grad out');
claim(JSON.stringify(element('x[2,3]')) === '{"name":"x","row":2,"column":3}' && element('z[4].re').name === 'z.re', 'elements by name');

// Variables: what stands in a register under a name is what the statements say.
const { session } = await open('run examples/bessel.rg ibesselj --set v=2 --set z=1.0 --grad out!');
let met = 0;
for (let time = 0; time < session.turn; time++) {
  await session.seek(time);
  const { word, variables } = session.state(), halfz = variables.find((one) => one.name === 'halfz');
  if (word?.routine !== 'ibesselj' || word.line < 27 || !halfz) continue;
  met++;
  claim(halfz.value === 0.5 || halfz.value === 0, `halfz is z / 2 at ${time}: ${halfz.value}`);
}
claim(met > 50, `halfz is there at ${met} times`);
console.log(`web: ${claims - failed} of ${claims} claims on sessions hold`);
process.exit(failed ? 1 : 0);
