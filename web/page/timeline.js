// timeline.js: the slider of time, and what the machine holds where it stands.
import { bar, find, make, number, row, table } from './dom.js';
import { map } from './maps.js';

const NOWHERE = 'the object does not say where it is now';

export class Timeline {
  // ask(action, message): the worker; moved(state): the rest of the page.
  constructor(ask, moved) {
    this.ask = ask;
    this.moved = moved;
    this.element = make('div');
    this.playing = null;
  }

  show(run) {
    this.run = run;
    this.stop();
    const turn = run.turn ?? run.total;
    const phase = (name, share) => {
      const span = make('span', { class: name });
      span.style.width = `${100 * share}%`;
      return span;
    };
    this.slider = make('input', { type: 'range', id: 'time-slider', min: 0, max: run.total, step: 1, value: 0, 'aria-label': 'Time, in instructions', oninput: () => this.go(Number(this.slider.value)) });
    const button = (label, name, action) => make('button', { type: 'button', title: name, 'aria-label': name, onclick: action }, label);
    this.place = make('p', { id: 'time-place', 'aria-live': 'polite' });
    this.values = make('div', { id: 'time-values' });
    this.play = button('▶', 'Play', () => this.toggle());
    this.element.replaceChildren(
      make('div', { class: 'phases', 'aria-hidden': 'true' }, phase('forward', turn / (run.total || 1)), phase('backward', 1 - turn / (run.total || 1))),
      this.slider,
      make('div', { class: 'legend' }, make('span', {}, swatch('--forward'), `forward: 0 to ${turn}`), run.turn ? make('span', {}, swatch('--back-run'), `backward with gradients: ${turn} to ${run.total}`) : null),
      make('div', { class: 'row' }, button('⏮', 'To the start', () => this.go(0)), button('« line', 'Back a source line', () => this.line(true)), button('‹', 'Back one instruction', () => this.go(this.time - 1)),
        button('›', 'Forward one instruction', () => this.go(this.time + 1)), button('line »', 'Forward a source line', () => this.line(false)), button('⏭', 'To the end', () => this.go(run.total)),
        run.turn ? button('turn', 'To where it turns around', () => this.go(run.turn)) : null, this.play),
      run.cut ? make('p', { class: 'note' }, 'The program did not end; this is its beginning.') : null,
      this.place, this.values);
    this.take(run.state);
  }

  take(state) {
    this.time = state.time;
    if (Number(this.slider.value) !== state.time && !this.busy) this.slider.value = state.time;
    const doing = state.ended ? 'at the end' : !state.word ? 'the firmware moves arguments and results' : `${state.backward ? 'backward' : 'forward'}${state.gradient ? ' with gradients' : ''}, in ${state.word.routine}, line ${state.word.line}: ${state.word.text}`;
    const said = `Time ${state.time} of ${this.run.total}: ${state.trap ? `trapped (${state.trap}), ` : ''}${doing}`;
    this.place.textContent = said;
    this.slider.setAttribute('aria-valuetext', said);
    this.values.replaceChildren(...this.contents(state));
    this.moved(state);
  }

  contents(state) {
    const line = (one) => row([make('th', { scope: 'row' }, one.name), ...this.cells(one, state.gradient)]);
    const parts = [table(['name', 'value', 'gradient', 'where'], [...state.arguments.map(line), ...state.variables.map(line)])];
    const copied = state.bits_copied, kept = state.bits_kept, most = Math.max(1, this.run.bits ?? 0, copied, kept);
    parts.push(make('h3', {}, 'Ledger up to here'), table(['', 'bits', ''], [
      row(['copied to the host', number(copied), make('td', {}, bar(copied / most))]),
      row(['gradients of freed ancillas: a plain run erases them, this one keeps them for the way back', number(kept), make('td', {}, bar(kept / most))])]));
    return parts;
  }

  cells(one, gradients) {
    if (one.rank > 0) return [make('td', {}, map(one, 'values', one.values)), make('td', {}, one.gradients.length && (gradients || one.gradients.some((g) => g)) ? map(one, 'gradient', one.gradients) : ''), 'memory'];
    if (one.where === null) return [make('td', {}, '?'), make('td', {}, ''), NOWHERE];
    return [number(one.value), number(gradients || one.gradient ? one.gradient : ''), one.where];
  }

  // The slider may move faster than the machine: it always goes to where the slider is now.
  async go(time) {
    this.wanted = Math.max(0, Math.min(this.run.total, time));
    if (this.busy) return;
    this.busy = true;
    const run = this.run;
    try {
      while (this.run === run && this.time !== this.wanted) {
        const state = await this.ask('seek', { time: this.wanted });
        if (this.run !== run) return;
        const before = this.time;
        this.take(state);
        if (before === this.time) break;
      }
    } catch { /* the worker was ended */ } finally { this.busy = false; }
    if (this.run === run) this.slider.value = this.time;
  }

  async line(backward) {
    if (this.busy) return;
    this.take(await this.ask('line', { backward }));
  }

  toggle() {
    if (this.playing) return this.stop();
    this.play.textContent = '⏸';
    this.play.setAttribute('aria-label', 'Pause');
    const step = Math.max(1, Math.round(this.run.total / 300));
    if (this.time >= this.run.total) this.go(0);
    this.playing = setInterval(() => (this.time >= this.run.total ? this.stop() : this.go(this.time + step)), 60);
    return undefined;
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    if (!this.play) return;
    this.play.textContent = '▶';
    this.play.setAttribute('aria-label', 'Play');
  }
}

function swatch(name) {
  const mark = make('i');
  mark.style.background = `var(${name})`;
  return mark;
}

export const timeSlider = () => find('time-slider');
