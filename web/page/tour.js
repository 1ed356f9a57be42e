// tour.js: seven steps for one who has never seen this.
import { find } from './dom.js';

export class Tour {
  constructor(steps, actions) {
    this.steps = steps;
    this.actions = actions;
    find('tour-start').addEventListener('click', () => this.show(0));
    find('tour-next').addEventListener('click', () => this.show(this.at + 1));
    find('tour-back').addEventListener('click', () => this.show(this.at - 1));
    find('tour-end').addEventListener('click', () => this.end());
    find('tour-do').addEventListener('click', () => this.actions[this.steps[this.at].do]());
  }

  show(at) {
    if (at >= this.steps.length) return this.end();
    this.at = Math.max(0, at);
    const step = this.steps[this.at];
    find('tour').hidden = false;
    find('tour-title').textContent = `${this.at + 1} of ${this.steps.length}: ${step.title}`;
    find('tour-text').textContent = step.text;
    find('tour-back').disabled = this.at === 0;
    find('tour-next').textContent = this.at + 1 === this.steps.length ? 'Finish' : 'Next';
    find('tour-title').focus();
    return undefined;
  }

  end() {
    find('tour').hidden = true;
    find('tour-start').focus();
  }
}
