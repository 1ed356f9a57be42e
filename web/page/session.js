// session.js: a run that stands still in an instance of the machine, and goes to either side.

const CHUNK = 1 << 21, TAIL = 64;

const pause = () => new Promise((resume) => { setTimeout(resume, 0); });

function pointers(one, words) {
  const list = one._malloc(4 * (words.length + 1));
  words.forEach((word, i) => {
    const size = one.lengthBytesUTF8(word) + 1, at = one._malloc(size);
    one.stringToUTF8(word, at, size);
    one.HEAPU32[(list >> 2) + i] = at;
  });
  return list;
}

// Of "x[2,3]" or "z.re": name, row, column.
export function element(text) {
  const match = /^([^[\]]*)(?:\[(\d+)(?:,(\d+))?\](\..*)?)?$/.exec(text) ?? [text, text];
  return { name: match[1] + (match[4] ?? ''), row: Number(match[2] ?? 0), column: Number(match[3] ?? 0) };
}

export class Session {
  constructor(one) {
    this.one = one;
    this.total = 0;
    this.turn = null; // where the way back begins
    this.wanted = 0;
  }

  static open(made, words, gradient, exponent) {
    const status = Session.begin(made, words, gradient, exponent);
    if (status !== 0) throw new Error(made.text.error || `status ${status}`);
    return new Session(made.one);
  }

  // Compiles and places the arguments: the status of the command, which has said what is wrong.
  static begin({ one }, words, gradient, exponent) {
    const all = ['retrograd', ...words], of = element(gradient);
    return one.ccall('web_open', 'number', ['number', 'number', 'string', 'number', 'number', 'number'],
      [all.length, pointers(one, all), of.name, of.row, of.column, exponent]);
  }

  // Runs to the end once: how long it is, where it turns, what each instruction costs. most: give up
  // there, as for a program that never ends.
  async measure(most, progress) {
    const { one } = this;
    one._web_count(1);
    while (!one._web_ended() && one._web_time() < most) {
      one._web_go(Math.min(CHUNK, most - one._web_time()));
      progress?.(one._web_time());
      await pause();
    }
    this.total = one._web_time();
    this.cut = !one._web_ended();
    this.listing = JSON.parse(one.ccall('web_get_listing', 'string', [], []));
    const steps = one._web_gradient_steps();
    one._web_count(0);
    if (steps > 0) this.turn = (await this.lastGradient()) - steps;
    await this.seek(0);
  }

  // The end of gradient mode: the firmware leaves it some instructions before the end.
  async lastGradient() {
    for (let back = 0; back < TAIL && !this.one._web_in_gradient(); back++) await this.seek(this.total - 1 - back);
    return this.one._web_time() + (this.one._web_ended() ? 0 : 1);
  }

  // Goes to a time in pieces; a later call says where it really should go.
  async seek(time) {
    this.wanted = Math.max(0, Math.min(this.total, Math.round(time)));
    this.going ??= this.follow().finally(() => { this.going = null; });
    return this.going;
  }

  async follow() {
    const { one } = this;
    await null; // so that what is returned is known before this ends
    while (one._web_time() !== this.wanted) {
      const here = one._web_time(), there = this.wanted;
      one._web_go(Math.max(-CHUNK, Math.min(CHUNK, there - here)));
      if (one._web_time() === here) return;
      if (one._web_time() !== there) await pause();
    }
  }

  line(backward) {
    this.one._web_go_line(backward ? 1 : 0, 1e6);
  }

  inverse() { return this.one.ccall('web_get_inverse', 'string', [], []); }

  graph() { return this.one.ccall('web_get_graph', 'string', [], []); }

  state() {
    return JSON.parse(this.one.ccall('web_get_state', 'string', [], []));
  }
}
