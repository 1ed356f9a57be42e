// waves.js: signals of the Verilated core over the clock cycles of a run, as a strip.
import { make } from './dom.js';

export function waves(recorded) {
  if (!recorded) return [make('p', { class: 'note' }, 'Choose the Verilated core and run the program to see its signals.')];
  return [];
}
