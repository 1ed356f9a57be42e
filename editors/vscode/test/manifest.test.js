// The manifest: what it names is there, snippets are programs, messages of the command are problems.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { RETROGRAD, program } = require('./command');

const HERE = path.join(__dirname, '..');
const json = (file) => JSON.parse(fs.readFileSync(path.join(HERE, file), 'utf8'));
const manifest = json('package.json');
const { contributes } = manifest;

// A snippet as the editor inserts it, with every default taken.
function inserted(body) {
    return body.join('\n').replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/(?<!\\)\$\d/g, '').replace(/\\\$/g, '$');
}

// Where a snippet stands so that its defaults mean something.
const frames = {
    'Reversible routine': (text) => text,
    'Function of one expression': (text) => `${text}\n@i function f(y!::Fixed, x::Fixed)\n    y! += g(x)\nend\n`,
    'Loop with a condition': (text) => `@i function f(y!::Fixed, x::Fixed)\nk ← 0\n${text}\nk -= 3\nk → 0\nend\n`,
};
const inRoutine = (text) => `@i function f(y!::Fixed, x::Fixed)\n${text}\nend\n`;

describe('the manifest', () => {
    it('names files that are there', () => {
        for (const file of [contributes.languages[0].configuration, contributes.grammars[0].path, contributes.snippets[0].path])
            json(file);
        assert(fs.existsSync(path.join(HERE, manifest.main)), manifest.main);
    });

    it('has each command that the extension registers, and no other', () => {
        const source = fs.readFileSync(path.join(HERE, 'src/extension.js'), 'utf8');
        const registered = [...source.matchAll(/registerCommand\('([^']+)'/g)].map((m) => m[1]);
        assert.deepStrictEqual(registered.sort(), contributes.commands.map((c) => c.command).sort());
    });

    for (const [name, { body }] of Object.entries(json(contributes.snippets[0].path)))
        it(`snippet ${name} compiles`, () => {
            const text = (frames[name] || inRoutine)(inserted(body));
            const file = program('snippet.rg', text);
            const { status, stderr } = spawnSync(RETROGRAD, ['build', file, '--emit=ir'], { encoding: 'utf8' });
            assert.strictEqual(status, 0, `${text}\n${stderr}`);
        });

    it('finds the problems in what the command says', () => {
        const file = program('bad.rg', '@i function f(y!::Fixed, x::Fixed)\n    y! += sin(z)\n    y! += y! * x\nend\n');
        const { stderr } = spawnSync(RETROGRAD, ['build', file, '--emit=ir'], { encoding: 'utf8' });
        const { regexp, ...groups } = contributes.problemMatchers[0].pattern;
        const found = stderr.split('\n').map((line) => line.match(new RegExp(regexp))).filter(Boolean);
        const problems = found.map((m) => Object.fromEntries(Object.entries(groups).map(([key, n]) => [key, m[n]])));
        assert.deepStrictEqual(
            problems.map((p) => [p.file, p.line, p.column, p.severity, p.code]),
            [[file, '2', '15', 'error', 'R0301'], [file, '3', '11', 'error', 'R0309'], [file, '3', '5', 'note', undefined]]
        );
    });

    it('describes each key of a launch that the adapter takes', () => {
        const source = fs.readFileSync(path.join(HERE, '../../host-driver/cli/dap_launch.c'), 'utf8');
        const taken = new Set([...source.matchAll(/json_object_get\(arguments, "(\w+)"\)|add_text\(d, arguments, "(\w+)"/g)].map((m) => m[1] || m[2]));
        const described = Object.keys(contributes.debuggers[0].configurationAttributes.launch.properties);
        assert.deepStrictEqual([...taken].sort(), described.sort());
    });
});

describe('the language configuration', () => {
    const { indentationRules, wordPattern } = json('language-configuration.json');
    const more = new RegExp(indentationRules.increaseIndentPattern);
    const less = new RegExp(indentationRules.decreaseIndentPattern);
    for (const [line, wanted] of [
        ['@i function f(y!)', true],
        ['    for i = 1:3', true],
        ['    @routine begin', true],
        ['    if (x > 0, ~)', true],
        ['    if (x > 0, ~) y! += 1 end', false],
        ['    y! += x', false],
        ['end', false],
    ])
        it(`${line}: ${wanted ? 'indents' : 'does not indent'}`, () => assert.strictEqual(more.test(line), wanted));
    it('else and end go back', () => assert(less.test('    end') && less.test('else') && !less.test('endless += 1')));
    it('a name may end in an exclamation mark', () => {
        assert.deepStrictEqual('β! += sin(x_1)'.match(new RegExp(wordPattern, 'gu')), ['β!', 'sin', 'x_1']);
    });
});
