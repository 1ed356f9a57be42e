// worker.js: the machine, beside the page: whatever it does, the page stays alive and can end it.
import createMachine from 'machine-glue';
import { openCore } from './core_bridge.js';
import { Machine } from './machine.js';
import { Session } from './session.js';

let machine = null, session = null, core = null;

const actions = {
  async start({ module, libraries, beside }) {
    machine = new Machine(createMachine, module, libraries, beside);
  },

  async core({ module }) {
    core = await openCore(module);
  },

  async command({ words, files, read }) {
    const done = await machine.command(words, files, core);
    const result = { status: done.status, out: done.out, error: done.error };
    if (read && done.status === 0) result.file = done.read(read);
    if (core && words.includes('rtl')) result.waves = core.waves();
    return result;
  },

  // What the compiler says of a program with these arguments.
  async check({ words, files }) {
    const made = await machine.instance(files, null);
    Session.begin(made, words, '', 0);
    return made.text.error;
  },

  async open({ words, files, gradient, exponent, most }, report) {
    session = Session.open(await machine.instance(files, core), words, gradient, exponent);
    await session.measure(most, report);
    return { firmware: session.one._web_firmware(), total: session.total, turn: session.turn, cut: session.cut, listing: session.listing, state: session.state(), inverse: session.inverse(), graph: session.graph() };
  },

  async seek({ time }) {
    await session.seek(time);
    return session.state();
  },

  async line({ backward }) {
    await session.seek(session.one._web_time());
    session.line(backward);
    return session.state();
  },
};

self.onmessage = async ({ data }) => {
  const report = (progress) => self.postMessage({ id: data.id, progress });
  try {
    self.postMessage({ id: data.id, result: await actions[data.action](data, report) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error?.message ?? error) });
  }
};
