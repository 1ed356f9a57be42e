// grammar.js FILE...: the TextMate grammar in vscode-textmate: every keyword and operator of
// tokens.def has a scope of its kind, programs have no text without one, comments nest.
'use strict';
const fs = require('fs');
const path = require('path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const GRAMMAR = 'compiler/syntax/retrograd.tmLanguage.json';
let failures = 0;
const fail = (text) => {
    console.log(text);
    failures++;
};

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

async function main() {
    const grammar = await load();
    const tokens = fs.readFileSync('compiler/syntax/tokens.def', 'utf8');
    for (const [, kind, name, escaped] of tokens.matchAll(/^FR_(KEYWORD|OPERATOR)\((\w+), "(.*)"\)$/gm)) {
        const text = escaped.replace(/\\\\/g, '\\');
        const [[piece, scope]] = pieces(grammar, text);
        const wanted = kind === 'KEYWORD' ? /^(keyword|constant\.language)/ : /^(keyword\.operator|punctuation)/;
        if (piece !== text || !wanted.test(scope)) fail(`${name} ${text}: "${piece}" is ${scope}`);
    }
    const check = (text, wanted, scope) => {
        const of = pieces(grammar, text).find(([piece]) => piece === wanted);
        if (!of || !of[2].includes(scope)) fail(`${text}: ${wanted} is ${of ? of[2] : 'not there'}, not ${scope}`);
    };
    check('@i function swap!(a!::Fixed, β)', 'swap!', 'entity.name.function');
    check('@i function swap!(a!::Fixed, β)', 'a!', 'variable');
    check('@i function swap!(a!::Fixed, β)', 'Fixed', 'support.type');
    check('x!=3', 'x', 'variable');
    check('y! += sin(x)', 'sin', 'entity.name.function.call');
    check('y! += sin(x)', '+=', 'keyword.operator.update');
    check('#= a #= b =# c =# y', 'y', 'variable');
    check('endless += 1', 'endless', 'variable');
    check('x += 1.5e-3', '1.5e-3', 'constant.numeric');
    check('for i = 1:2:9', '2', 'constant.numeric');
    check('@safe println("n = $n\\n")', '$n', 'interpolated');
    for (const file of process.argv.slice(2))
        for (const [piece, scope] of pieces(grammar, fs.readFileSync(file, 'utf8')))
            if (scope === 'source.retrograd') fail(`${file}: ${piece} has no scope`);
    console.log(`grammar: ${process.argv.length - 2} programs, ${failures} failures`);
    process.exit(failures ? 1 : 0);
}

main();
