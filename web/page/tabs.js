// tabs.js: views side by side, by the keyboard too: arrows, Home and End.
import { make } from './dom.js';

export class Tabs {
  constructor(list, panels, names) {
    this.tabs = new Map();
    for (const [key, title] of names) {
      const tab = make('button', { type: 'button', role: 'tab', id: `tab-${key}`, 'aria-controls': `panel-${key}`, onclick: () => this.choose(key) }, title);
      const panel = make('div', { role: 'tabpanel', id: `panel-${key}`, 'aria-labelledby': `tab-${key}`, tabindex: '0' });
      list.append(tab);
      panels.append(panel);
      this.tabs.set(key, { tab, panel });
    }
    list.addEventListener('keydown', (event) => this.key(event));
    this.choose(names[0][0]);
  }

  key(event) {
    const keys = [...this.tabs.keys()], at = keys.indexOf(this.chosen);
    const to = { ArrowRight: (at + 1) % keys.length, ArrowLeft: (at + keys.length - 1) % keys.length, Home: 0, End: keys.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(keys[to]);
    this.tabs.get(keys[to]).tab.focus();
  }

  choose(key) {
    this.chosen = key;
    for (const [name, { tab, panel }] of this.tabs) {
      tab.setAttribute('aria-selected', name === key);
      tab.tabIndex = name === key ? 0 : -1;
      panel.hidden = name !== key;
    }
    this.onchoose?.(key);
  }

  put(key, ...content) { this.tabs.get(key).panel.replaceChildren(...content.flat().filter((one) => one != null)); }
}
