// page.js: filters, pictures and table of a study. Text of the study enters the page as text only.
'use strict';
(() => {
  const study = JSON.parse(document.getElementById('data').textContent);
  const { axes, objectives, workloads } = study;
  const points = study.points.map(([w, settings, values, state, feasible, knee], index) =>
    ({ w, settings, values, state, feasible: feasible === 1, knee: knee === 1, index }));
  const colours = ['#0b5fa5', '#c8541b', '#2b8a3e', '#7b3fa0', '#8a6d1b', '#c2255c', '#1a8a8a', '#555555'];
  const MOST_ROWS = 500, MOST_LINES = 3000, MOST_BOXES = 24;
  const goals = objectives.map((o, k) => k).filter((k) => objectives[k].goal !== 'show');
  const chosen = { x: goals[0] ?? 0, y: goals[1] ?? Math.min(1, objectives.length - 1) };
  const filter = { tests: [], frontOnly: false };
  const order = { column: -1, down: false };
  const byId = (id) => document.getElementById(id);

  const element = (name, attributes = {}, ...children) => {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.append(...children);
    return e;
  };
  const drawn = (name, attributes = {}, text) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    if (text !== undefined) e.textContent = text;
    return e;
  };
  const titled = (thing) => thing.unit ? `${thing.name} in ${thing.unit}` : thing.name;
  const shown = (x) => x === null ? '' : String(Number(x.toPrecision(6)));

  // ---- filters: each is a function from a point to whether it stays
  const boxes = (title, labels, indexOf) => {
    const on = labels.map(() => true);
    const set = element('fieldset', {}, element('legend', {}, title));
    labels.forEach((label, i) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = true;
      box.addEventListener('change', () => { on[i] = box.checked; update(); });
      set.append(element('label', {}, box, ' ' + label));
    });
    byId('filters').append(set);
    filter.tests.push((p) => on[indexOf(p)]);
  };
  const range = (title, valueOf) => {
    const ends = [-Infinity, Infinity];
    const set = element('fieldset', { class: 'range' }, element('legend', {}, title));
    ['from', 'to'].forEach((name, i) => {
      const input = element('input', { type: 'number', step: 'any' });
      input.addEventListener('input', () => {
        ends[i] = input.value === '' ? (i ? Infinity : -Infinity) : Number(input.value);
        update();
      });
      set.append(element('label', {}, name + ' ', input));
    });
    byId('filters').append(set);
    filter.tests.push((p) => {
      const v = valueOf(p);
      const free = ends[0] === -Infinity && ends[1] === Infinity;
      return free || (v !== null && v >= ends[0] && v <= ends[1]);
    });
  };
  const makeFilters = () => {
    const only = element('input', { type: 'checkbox' });
    only.addEventListener('change', () => { filter.frontOnly = only.checked; update(); });
    byId('filters').append(element('label', {}, only, ' only the fronts of what is shown'));
    if (workloads.length > 1) boxes('workload', workloads, (p) => p.w);
    axes.forEach((axis, k) => {
      if (axis.labels.length <= MOST_BOXES) boxes(titled(axis), axis.labels, (p) => p.settings[k]);
      else if (axis.numeric) range(titled(axis), (p) => axis.numbers[p.settings[k]]);
    });
    objectives.forEach((o, k) => range(titled(o), (p) => p.values[k]));
  };

  // ---- the fronts of what is shown: by workload and values of separate axes
  const problemOf = (p) => p.w + '/' + axes.map((a, k) => a.separate ? p.settings[k] : '').join('/');
  const small = (p, k) => objectives[k].goal === 'max' ? -p.values[k] : p.values[k];
  const dominates = (a, b, of) => of.every((k) => small(a, k) <= small(b, k)) && of.some((k) => small(a, k) < small(b, k));
  const markFronts = (list) => {
    const problems = new Map();
    for (const p of list) {
      p.front = false;
      if (!problems.has(problemOf(p))) problems.set(problemOf(p), []);
      if (p.feasible) problems.get(problemOf(p)).push(p);
    }
    for (const group of problems.values()) {
      const of = goals.filter((k) => group.some((p) => p.values[k] !== null));
      if (of.length === 0) continue;
      const whole = group.filter((p) => of.every((k) => p.values[k] !== null));
      // In this order no point is dominated by one behind it.
      whole.sort((a, b) => { for (const k of of) if (small(a, k) !== small(b, k)) return small(a, k) - small(b, k); return 0; });
      const front = [];
      for (const p of whole) if (!front.some((f) => dominates(f, p, of))) { p.front = true; front.push(p); }
    }
    return [...problems.keys()];
  };

  // ---- scales
  const scaleOf = (values, log) => {
    const finite = values.filter((v) => v !== null);
    let low = finite.reduce((a, b) => Math.min(a, b), Infinity);
    let high = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    const useLog = log && low > 0;
    if (!(high > low)) { low -= Math.abs(low) / 2 || 0.5; high += Math.abs(high) / 2 || 0.5; }
    const of = useLog ? (v) => Math.log(v / low) / Math.log(high / low) : (v) => (v - low) / (high - low);
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((t) => useLog ? low * Math.pow(high / low, t) : low + (high - low) * t);
    return { of, ticks, low, high };
  };
  const nothing = (svg) => svg.append(drawn('text', { x: 20, y: 40 }, 'No point to draw.'));

  const drawFronts = (list, problems) => {
    const svg = byId('fronts');
    const box = { left: 80, top: 20, width: 790, height: 400 };
    const { x, y } = chosen;
    const whole = list.filter((p) => p.values[x] !== null && p.values[y] !== null);
    svg.replaceChildren();
    if (whole.length === 0) { nothing(svg); return; }
    const sx = scaleOf(whole.map((p) => p.values[x]), objectives[x].log), sy = scaleOf(whole.map((p) => p.values[y]), objectives[y].log);
    const at = (p) => [box.left + box.width * sx.of(p.values[x]), box.top + box.height * (1 - sy.of(p.values[y]))];
    svg.append(drawn('rect', { x: box.left, y: box.top, width: box.width, height: box.height, fill: 'none', stroke: '#888' }));
    for (const t of sx.ticks) svg.append(drawn('text', { x: box.left + box.width * sx.of(t), y: box.top + box.height + 16, 'text-anchor': 'middle' }, Number(t.toPrecision(3))));
    for (const t of sy.ticks) svg.append(drawn('text', { x: box.left - 6, y: box.top + box.height * (1 - sy.of(t)) + 4, 'text-anchor': 'end' }, Number(t.toPrecision(3))));
    svg.append(drawn('text', { x: box.left + box.width / 2, y: box.top + box.height + 40, 'text-anchor': 'middle' }, titled(objectives[x])));
    svg.append(drawn('text', { x: 14, y: box.top + box.height / 2, 'text-anchor': 'middle', transform: `rotate(-90 14 ${box.top + box.height / 2})` }, titled(objectives[y])));
    for (const p of whole) {
      if (p.front) continue;
      const [cx, cy] = at(p);
      svg.append(drawn('circle', { cx, cy, r: 2, fill: p.feasible ? '#a8b4c0' : '#dddddd' }));
    }
    problems.forEach((problem, i) => {
      const front = whole.filter((p) => p.front && problemOf(p) === problem).sort((a, b) => a.values[x] - b.values[x]);
      const colour = colours[i % colours.length];
      if (goals.length === 2 && goals.includes(x) && goals.includes(y))
        svg.append(drawn('polyline', { points: front.map((p) => at(p).join(',')).join(' '), fill: 'none', stroke: colour }));
      for (const p of front) {
        const [cx, cy] = at(p);
        const dot = drawn('circle', { cx, cy, r: p.knee ? 6 : 3.5, fill: colour });
        dot.append(drawn('title', {}, describe(p)));
        svg.append(dot);
      }
    });
  };
  const describe = (p) => [workloads[p.w], ...axes.map((a, k) => `${a.name}=${a.labels[p.settings[k]]}${a.unit}`),
    ...objectives.map((o, k) => `${o.name} ${shown(p.values[k])} ${o.unit}`)].join('\n');

  const drawParallel = (list, problems) => {
    const svg = byId('parallel');
    const n = axes.length + objectives.length;
    const done = list.filter((p) => p.state === 'ok');
    svg.replaceChildren();
    if (done.length === 0) { nothing(svg); return; }
    const left = 70, width = 780, top = 40, height = 330;
    const x = (c) => n > 1 ? left + width * c / (n - 1) : left;
    const valueOf = (p, c) => c >= axes.length ? p.values[c - axes.length] : axes[c].numeric ? axes[c].numbers[p.settings[c]] : p.settings[c];
    const scales = [];
    for (let c = 0; c < n; c++) {
      const thing = c < axes.length ? axes[c] : objectives[c - axes.length];
      scales.push(scaleOf(done.map((p) => valueOf(p, c)), thing.log));
      svg.append(drawn('line', { x1: x(c), x2: x(c), y1: top, y2: top + height, stroke: '#444' }));
      svg.append(drawn('text', { x: x(c), y: c % 2 ? 14 : 28, 'text-anchor': 'middle' }, titled(thing)));
      const end = (v) => c < axes.length && !axes[c].numeric ? axes[c].labels[Math.round(v)] ?? '' : Number(v.toPrecision(3));
      svg.append(drawn('text', { x: x(c) - 4, y: top + height + 14, 'text-anchor': 'middle' }, end(scales[c].low)));
      svg.append(drawn('text', { x: x(c) - 4, y: top - 2 + 4, 'text-anchor': 'end' }, end(scales[c].high)));
    }
    const line = (p, stroke, w) => svg.append(drawn('polyline', {
      fill: 'none', stroke, 'stroke-width': w,
      points: scales.map((s, c) => valueOf(p, c) === null ? null : `${x(c)},${top + height * (1 - s.of(valueOf(p, c)))}`).filter((t) => t !== null).join(' '),
    }));
    const behind = done.filter((p) => !p.front), step = Math.ceil(behind.length / MOST_LINES);
    behind.forEach((p, i) => { if (i % step === 0) line(p, '#cfd6dd', 0.6); });
    for (const p of done) if (p.front) line(p, colours[problems.indexOf(problemOf(p)) % colours.length], p.knee ? 2.5 : 1.2);
  };

  // ---- the table
  const columns = [
    { name: 'workload', of: (p) => workloads[p.w] },
    ...axes.map((a, k) => ({ name: titled(a), of: (p) => a.numeric ? a.numbers[p.settings[k]] : a.labels[p.settings[k]], text: (p) => a.labels[p.settings[k]] })),
    { name: 'status', of: (p) => p.state },
    ...objectives.map((o, k) => ({ name: titled(o), of: (p) => p.values[k], text: (p) => shown(p.values[k]) })),
  ];
  const sorted = (list) => {
    if (order.column < 0) return list;
    const of = columns[order.column].of, sign = order.down ? -1 : 1;
    return [...list].sort((a, b) => {
      const u = of(a), v = of(b);
      if (u === null || v === null) return (u === null) - (v === null);
      return sign * (u < v ? -1 : u > v ? 1 : a.index - b.index);
    });
  };
  const drawTable = (list) => {
    const head = element('tr');
    columns.forEach((column, i) => {
      const button = element('button', { type: 'button' }, column.name);
      button.addEventListener('click', () => {
        order.down = order.column === i && !order.down;
        order.column = i;
        update();
        byId('table').querySelectorAll('th button')[i].focus();
      });
      const sort = order.column !== i ? 'none' : order.down ? 'descending' : 'ascending';
      head.append(element('th', { scope: 'col', 'aria-sort': sort }, button));
    });
    const body = element('tbody');
    for (const p of sorted(list).slice(0, MOST_ROWS)) {
      const row = element('tr', { class: [p.front ? 'front' : '', p.knee ? 'knee' : ''].join(' ').trim() });
      for (const column of columns) row.append(element('td', {}, String((column.text ?? column.of)(p))));
      body.append(row);
    }
    byId('table').replaceChildren(element('thead', {}, head), body);
  };

  const makeChoice = () => {
    for (const end of ['x', 'y']) {
      const select = element('select');
      objectives.forEach((o, k) => select.append(element('option', { value: k }, titled(o))));
      select.value = String(chosen[end]);
      select.addEventListener('change', () => { chosen[end] = Number(select.value); update(); });
      byId('choice').append(element('label', {}, end === 'x' ? 'across ' : 'up ', select));
    }
  };
  const update = () => {
    let list = points.filter((p) => filter.tests.every((test) => test(p)));
    const problems = markFronts(list);
    if (filter.frontOnly) list = list.filter((p) => p.front);
    const more = list.length > MOST_ROWS ? `; the table shows the first ${MOST_ROWS}` : '';
    byId('count').textContent = `${list.length} of ${points.length} points, ${list.filter((p) => p.front).length} on a front${more}`;
    drawFronts(list, problems);
    drawParallel(list, problems);
    drawTable(list);
  };
  document.title = study.study;
  byId('title').textContent = study.study;
  makeFilters();
  makeChoice();
  update();
})();
