// waves.js: what the Verilated core retires in each clock cycle of a run, as a strip of waveforms.
import { find, make, row, table } from './dom.js';

const FLAGS = [['retires', 0], ['backward', 2], ['gradient mode', 8], ['copies out', 3], ['element of a stream', 4], ['traps', 1]];
const WIDTH = 8, HEIGHT = 22, LABELS = 150, SHOWN = 120;

function decode(recorded) {
  const samples = [];
  for (let i = 0; i + 2 < recorded.length; i += 3) samples.push({ flags: recorded[i], pc: recorded[i + 1] & 0xffffff, word: recorded[i + 2] });
  let end = samples.length; // behind the run the machine is only looked at
  while (end > 0 && !(samples[end - 1].flags & 1)) end--;
  return samples.slice(0, end);
}

function draw(canvas, samples, from) {
  const style = getComputedStyle(document.body), scale = devicePixelRatio || 1, rows = FLAGS.length + 1;
  const width = LABELS + WIDTH * SHOWN, height = HEIGHT * rows + 6;
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.style.width = `${width}px`;
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.font = '13px sans-serif';
  context.fillStyle = context.strokeStyle = style.color;
  FLAGS.forEach(([name, bit], line) => {
    const base = HEIGHT * (line + 1) - 4, top = base - HEIGHT + 8;
    context.fillText(name, 0, base - 3);
    context.beginPath();
    for (let i = 0; i < SHOWN && from + i < samples.length; i++) {
      const y = samples[from + i].flags >> bit & 1 ? top : base, x = LABELS + i * WIDTH;
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
      context.lineTo(x + WIDTH, y);
    }
    context.stroke();
  });
  const base = HEIGHT * rows - 3;
  context.fillText('program counter', 0, base);
  context.font = '11px monospace';
  let end = 0;
  for (let i = 0; i < SHOWN && from + i < samples.length; i++) {
    const one = samples[from + i], x = LABELS + i * WIDTH;
    if (!(one.flags & 1) || x < end) continue;
    const text = String(one.pc);
    context.fillText(text, x, base);
    end = x + context.measureText(text).width + 4;
  }
}

export function waves(recorded, listing, base) {
  if (!recorded?.length) return [make('p', { class: 'note' }, 'Choose the Verilated core and run the program to see its signals.')];
  const samples = decode(recorded);
  const canvas = make('canvas', { role: 'img', id: 'waves' });
  const retired = make('div', { id: 'retired' });
  const show = () => {
    const from = Number(slider.value);
    draw(canvas, samples, from);
    const some = samples.slice(from, from + SHOWN).map((one, i) => ({ ...one, cycle: from + i })).filter((one) => one.flags & 1);
    canvas.setAttribute('aria-label', `Cycles ${from} to ${from + SHOWN}: ${some.length} instructions retire`);
    slider.setAttribute('aria-valuetext', `cycle ${from}`);
    retired.replaceChildren(table(['cycle', 'address', 'direction', 'instruction'], some.slice(0, 40).map((one) => row([one.cycle, one.pc, one.flags >> 2 & 1 ? 'backward' : 'forward', text(one)]))));
  };
  const text = (one) => make('td', { class: 'code' }, listing[one.pc - base]?.text ?? `firmware ${one.word.toString(16).padStart(8, '0')}`);
  const slider = make('input', { type: 'range', min: 0, max: Math.max(0, samples.length - SHOWN), value: 0, step: 1, 'aria-label': 'Cycle', oninput: show });
  slider.style.width = '100%';
  requestAnimationFrame(show);
  return [make('p', { class: 'note' }, `${samples.length} clock cycles of the core, from the first instruction that retires. Move along them.`), slider, make('div', { class: 'scroll' }, canvas), retired];
}

export const waveStrip = () => find('waves');
