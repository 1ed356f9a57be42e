// dom.js: elements. Text goes into text nodes only, whatever it says.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null).map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return element;
}

export const find = (id) => document.getElementById(id);

export function table(head, rows, caption) {
  return make('table', {}, caption ? make('caption', { class: 'note' }, caption) : null,
    make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)))),
    make('tbody', {}, ...rows));
}

export const row = (cells, attributes = {}) => make('tr', attributes, ...cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : make('td', {}, cell))));
export const number = (value) => make('td', { class: 'number' }, shown(value));

export function shown(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : String(value);
}

export const bar = (share, hot) => {
  const inner = make('span');
  inner.style.width = `${Math.max(0, Math.min(100, 100 * share))}%`;
  return make('div', { class: hot ? 'bar hot' : 'bar' }, inner);
};

export const joules = (value) => {
  if (!value) return '0 J';
  const units = [[1, 'J'], [1e-3, 'mJ'], [1e-6, 'µJ'], [1e-9, 'nJ'], [1e-12, 'pJ'], [1e-15, 'fJ'], [1e-18, 'aJ'], [1e-21, 'zJ']];
  const [factor, unit] = units.find(([size]) => Math.abs(value) >= size) ?? units.at(-1);
  return `${(value / factor).toPrecision(4)} ${unit}`;
};
