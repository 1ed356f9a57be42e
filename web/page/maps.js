// maps.js: arrays as pictures, a cell an element; blue below zero, orange above; and as numbers.
import { make, shown } from './dom.js';

const LARGEST_SIDE = 256;

// Rows and columns of the picture: a matrix as it is, a vector in a row.
function extents(array) {
  return array.rank === 2 ? [array.rows, array.columns] : [1, array.values.length];
}

function colour(share) {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches, depth = Math.sqrt(Math.min(1, Math.abs(share)));
  const from = dark ? [34, 37, 44] : [255, 255, 255], to = share < 0 ? [40, 110, 200] : [220, 110, 20];
  return from.map((c, i) => Math.round(c + depth * (to[i] - c)));
}

function paint(values, rows, columns, largest) {
  const canvas = document.createElement('canvas');
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext('2d'), image = context.createImageData(columns, rows);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const value = values[i + j * rows], at = 4 * (i * columns + j);
      const [r, g, b] = value === null || value === undefined ? [128, 128, 128] : colour(value / largest);
      image.data.set([r, g, b, 255], at);
    }
  context.putImageData(image, 0, 0);
  const size = Math.max(4, Math.min(22, Math.floor(LARGEST_SIDE / Math.max(rows, columns))));
  canvas.style.width = `${columns * size}px`;
  canvas.style.height = `${rows * size}px`;
  return canvas;
}

export function map(array, what, values) {
  const [rows, columns] = extents({ ...array, values });
  if (!values.length || rows * columns > values.length) return make('span', { class: 'note' }, 'not shown: too large');
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value ?? 0)), 0) || 1;
  const canvas = paint(values, rows, columns, largest);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${what} of ${array.name}: ${rows} by ${columns}, up to ${shown(largest)}`);
  const list = values.slice(0, 200).map((value) => (value === null ? 'in a register' : shown(value))).join(', ');
  return make('div', {}, canvas, make('details', {}, make('summary', {}, 'numbers'), make('div', { class: 'code' }, list + (values.length > 200 ? ', ...' : ''))));
}
