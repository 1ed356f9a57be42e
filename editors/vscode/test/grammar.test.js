// The TextMate grammar in vscode-textmate: every keyword and operator of tokens.def has a scope of
// its kind, programs have no text without one, comments nest.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const { ROOT } = require('./command');

const GRAMMAR = path.join(__dirname, '../syntaxes/retrograd.tmLanguage.json');

async function load() {
    const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'));
    await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, 'utf8'), GRAMMAR),
    });
    return registry.loadGrammar('source.retrograd');
}

// [text, innermost scope] of each piece that is not blank.
function pieces(grammar, text) {
    const found = [];
    let state = textmate.INITIAL;
    for (const line of text.split('\n')) {
        const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
        for (const t of tokens) {
            const piece = line.slice(t.startIndex, t.endIndex);
            if (piece.trim()) found.push([piece.trim(), t.scopes[t.scopes.length - 1], t.scopes.join(' ')]);
        }
        state = ruleStack;
    }
    return found;
}

function programs() {
    return ['examples', 'examples/functional', 'tests/conformance', 'firmware/lib'].flatMap((of) =>
        fs.readdirSync(path.join(ROOT, of)).filter((name) => name.endsWith('.rg')).map((name) => path.join(ROOT, of, name))
    );
}

describe('the grammar', () => {
    let grammar;
    before(async () => (grammar = await load()));

    it('knows each keyword and operator of the lexer', () => {
        const tokens = fs.readFileSync(path.join(ROOT, 'compiler/syntax/tokens.def'), 'utf8');
        const all = [...tokens.matchAll(/^FR_(KEYWORD|OPERATOR)\((\w+), "(.*)"\)$/gm)];
        assert(all.length > 40, `${all.length} tokens`);
        for (const [, kind, name, escaped] of all) {
            const text = escaped.replace(/\\\\/g, '\\');
            const [[piece, scope]] = pieces(grammar, text);
            const wanted = kind === 'KEYWORD' ? /^(keyword|constant\.language)/ : /^(keyword\.operator|punctuation)/;
            assert.strictEqual(piece, text, name);
            assert.match(scope, wanted, `${name} ${text}`);
        }
    });

    for (const [text, piece, scope] of [
        ['@i function swap!(a!::Fixed, β)', 'swap!', 'entity.name.function'],
        ['@i function swap!(a!::Fixed, β)', 'a!', 'variable'],
        ['@i function swap!(a!::Fixed, β)', 'Fixed', 'support.type'],
        ['x!=3', 'x', 'variable'],
        ['y! += sin(x)', 'sin', 'entity.name.function.call'],
        ['y! += sin(x)', '+=', 'keyword.operator.update'],
        ['#= a #= b =# c =# y', 'y', 'variable'],
        ['endless += 1', 'endless', 'variable'],
        ['x += 1.5e-3', '1.5e-3', 'constant.numeric'],
        ['for i = 1:2:9', '2', 'constant.numeric'],
        ['@safe println("n = $n\\n")', '$n', 'interpolated'],
    ])
        it(`${text}: ${piece} is ${scope}`, () => {
            const of = pieces(grammar, text).find(([found]) => found === piece);
            assert(of && of[2].includes(scope), of ? of[2] : 'not there');
        });

    it('leaves nothing of any program without a scope', () => {
        for (const file of programs())
            for (const [piece, scope] of pieces(grammar, fs.readFileSync(file, 'utf8')))
                assert.notStrictEqual(scope, 'source.retrograd', `${file}: ${piece}`);
    });
});
