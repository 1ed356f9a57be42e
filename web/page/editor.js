// editor.js: the program text: CodeMirror with the messages of the compiler under the lines, the line
// where the machine stands, and what the lines cost.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { StreamLanguage, bracketMatching, defaultHighlightStyle, syntaxHighlighting, HighlightStyle } from '@codemirror/language';
import { julia } from '@codemirror/legacy-modes/mode/julia';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const setHere = StateEffect.define(), setHeat = StateEffect.define();
const hereLine = Decoration.line({ class: 'cm-here', attributes: { 'aria-current': 'step' } });

const here = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    let now = marks.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(setHere)) continue;
      const line = effect.value;
      now = line > 0 && line <= change.state.doc.lines ? Decoration.set([hereLine.range(change.state.doc.line(line).from)]) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const heat = StateField.define({
  create: () => new Map(),
  update(costs, change) {
    for (const effect of change.effects) if (effect.is(setHeat)) return effect.value;
    return change.docChanged ? new Map() : costs;
  },
});

class Heat extends GutterMarker {
  constructor(share, cycles) { super(); this.share = share; this.cycles = cycles; }
  eq(other) { return this.cycles === other.cycles && this.share === other.share; }
  toDOM() {
    const bar = document.createElement('div');
    bar.style.width = `${Math.max(4, 100 * this.share)}%`;
    bar.title = `${this.cycles} cycles, ${(100 * this.share).toFixed(1)} % of the program`;
    return bar;
  }
}

const heatGutter = gutter({
  class: 'cm-heat',
  lineMarker(view, block) {
    const costs = view.state.field(heat), cycles = costs.get(view.state.doc.lineAt(block.from).number);
    return cycles ? new Heat(cycles / costs.total, cycles) : null;
  },
  lineMarkerChange: (update) => update.startState.field(heat) !== update.state.field(heat),
});

const colours = (dark) => EditorView.theme({
  '&': { backgroundColor: 'var(--back)', color: 'var(--front)' },
  '.cm-gutters': { backgroundColor: 'var(--soft)', color: 'var(--dim)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-cursor': { borderLeftColor: 'var(--front)' },
  '.cm-tooltip': { backgroundColor: 'var(--soft)', color: 'var(--front)', border: '1px solid var(--line)' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap' },
}, { dark });

const darkStyle = HighlightStyle.define([
  { tag: tags.keyword, color: '#d8a6ff' }, { tag: tags.comment, color: '#9aa3b2' }, { tag: tags.string, color: '#a5d6a0' },
  { tag: tags.number, color: '#f2c27b' }, { tag: [tags.typeName, tags.meta, tags.macroName], color: '#7fd1d8' }, { tag: tags.operator, color: '#e6e8ec' },
]);

export class Editor {
  constructor(parent, changed, moved) {
    this.look = new Compartment();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(), heatGutter, history(), drawSelection(), bracketMatching(), highlightActiveLine(), lintGutter(), here, heat,
          StreamLanguage.define(julia), this.look.of(Editor.appearance(dark.matches)),
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': 'Program text; Escape then Tab leaves it', spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed();
            else if (update.selectionSet) moved(update.state.doc.lineAt(update.state.selection.main.head).number);
          }),
        ],
      }),
    });
    dark.addEventListener('change', () => this.view.dispatch({ effects: this.look.reconfigure(Editor.appearance(dark.matches)) }));
  }

  static appearance(dark) {
    return [colours(dark), syntaxHighlighting(dark ? darkStyle : defaultHighlightStyle, { fallback: true })];
  }

  get text() { return this.view.state.doc.toString(); }

  set text(text) { this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } }); }

  // Messages of the compiler, in columns of characters.
  report(messages) {
    const { doc } = this.view.state;
    const marks = messages.filter((m) => m.line > 0 && m.line <= doc.lines).map((m) => {
      const line = doc.line(m.line), characters = [...line.text];
      const offset = (column) => line.from + characters.slice(0, Math.max(0, column - 1)).join('').length;
      const from = Math.min(line.to, offset(m.column)), to = Math.min(line.to, offset(m.column + Math.max(1, m.length)));
      return { from, to, severity: m.severity === 'error' ? 'error' : m.severity === 'warning' ? 'warning' : 'info', message: `${m.message}${m.code ? ` [${m.code}]` : ''}` };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  here(line) {
    const there = line > 0 && line <= this.view.state.doc.lines;
    const effects = [setHere.of(line)];
    if (there) effects.push(EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: 'nearest', yMargin: 40 }));
    this.view.dispatch({ effects });
  }

  heat(costs) {
    costs.total = [...costs.values()].reduce((sum, cycles) => sum + cycles, 0) || 1;
    this.view.dispatch({ effects: setHeat.of(costs) });
  }

  goTo(line, column = 1) {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    const at = doc.line(line);
    this.view.dispatch({ selection: { anchor: Math.min(at.to, at.from + column - 1) }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
    this.view.focus();
  }
}
