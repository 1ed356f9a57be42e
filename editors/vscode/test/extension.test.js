// The extension in a stub of the editor: its commands call the command as a user would.
'use strict';
const assert = require('assert');
const fs = require('fs');
const Module = require('module');
const path = require('path');
const { RETROGRAD, program } = require('./command');

const BUILT = path.join(__dirname, '../dist/extension.js');
const TEXT = '@i function f(y!::Fixed, x::Fixed)\n    y! += x^2\nend\n';

// What the extension uses of the editor.
function stub(settings) {
    const said = { errors: [], shown: [], commands: {}, providers: {} };
    const nothing = { dispose() {} };
    class Anything {
        constructor(...args) {
            this.args = args;
        }
    }
    const vscode = new Proxy(
        {
            workspace: {
                getConfiguration: () => ({ get: (key) => settings[key] }),
                registerTextDocumentContentProvider: (scheme, provider) => ((said.providers[scheme] = provider), nothing),
                onDidSaveTextDocument: () => nothing,
                openTextDocument: async (uri) => ({ uri, text: await said.providers[uri.scheme].provideTextDocumentContent(uri) }),
            },
            window: {
                showErrorMessage: (text) => said.errors.push(text),
                showInformationMessage: (text) => said.shown.push(text),
                showTextDocument: async (document) => said.shown.push(document),
            },
            commands: { registerCommand: (name, run) => ((said.commands[name] = run), nothing) },
            languages: { setTextDocumentLanguage: async (document, id) => (document.languageId = id) },
            debug: {
                registerDebugAdapterDescriptorFactory: (type, factory) => ((said.factory = factory), nothing),
                registerDebugConfigurationProvider: (type, provider) => ((said.configurations = provider), nothing),
            },
            tasks: { registerTaskProvider: (type, provider) => ((said.tasks = provider), nothing) },
            EventEmitter: class {
                fire() {}
            },
            Uri: { from: (parts) => parts },
            ViewColumn: { Beside: -2 },
            TaskScope: { Workspace: 2 },
            DebugAdapterExecutable: class {
                constructor(command, args) {
                    Object.assign(this, { command, args });
                }
            },
        },
        { get: (target, key) => (key in target ? target[key] : Anything) }
    );
    return { vscode, said };
}

function load(vscode) {
    const module = new Module(BUILT);
    const require = Module.createRequire(BUILT);
    module.require = (name) => (name === 'vscode' ? vscode : require(name));
    module.paths = [];
    module._compile(fs.readFileSync(BUILT, 'utf8'), BUILT);
    return module.exports;
}

describe('the extension', () => {
    let vscode, said, extension;
    const open = (file, text) => {
        vscode.window.activeTextEditor = {
            document: { languageId: 'retrograd', fileName: file, isUntitled: false, save: async () => true, getText: () => text },
            selection: { isEmpty: false },
        };
    };

    beforeEach(async () => {
        ({ vscode, said } = stub({ path: RETROGRAD }));
        extension = load(vscode);
        vscode.languages.createDiagnosticCollection = () => ({ dispose() {} });
        const server = fs.existsSync(path.join(__dirname, '../../../host-driver/cli/cmd_lsp.c'));
        if (server) settingsWithoutServer(vscode);
        await extension.activate({ subscriptions: [] });
    });

    // The language server has tests of its own; here only that an old command does without.
    function settingsWithoutServer(of) {
        let first = true;
        of.workspace.getConfiguration = () => ({ get: () => (first ? ((first = false), '/nowhere/retrograd') : RETROGRAD) });
    }

    it('shows the inverse beside the program', async () => {
        open(program('square.rg', TEXT));
        await said.commands['retrograd.showInverse']();
        assert.deepStrictEqual(said.errors, []);
        assert.match(said.shown[0].text, /y! -= x\s*\^\s*2/);
        assert.strictEqual(said.shown[0].languageId, 'retrograd');
    });

    it('shows why there is no inverse', async () => {
        open(program('wrong.rg', '@i function f(y!::Fixed)\n    y! += z\nend\n'));
        await said.commands['retrograd.showInverse']();
        assert.match(said.shown[0].text, /^# .*R0301/);
    });

    it('says that a file must be saved first', async () => {
        open(program('square.rg', TEXT));
        vscode.window.activeTextEditor.document.isUntitled = true;
        await said.commands['retrograd.showInverse']();
        assert.deepStrictEqual(said.errors, ['Save the program first.']);
    });

    it('debugs through retrograd dap', () => {
        const adapter = said.factory.createDebugAdapterDescriptor();
        assert.deepStrictEqual([adapter.command, adapter.args], [RETROGRAD, ['dap']]);
        open('/a/b.rg');
        assert.strictEqual(said.configurations.resolveDebugConfiguration(undefined, {}).program, '${file}');
    });

    it('asks the debugger who changed a variable', async () => {
        const asked = [];
        open('/a/b.rg', 't');
        vscode.debug.activeDebugSession = { customRequest: async (name, body) => (asked.push([name, body.expression, body.context]), { result: 'from 1 to 2' }) };
        await said.commands['retrograd.lastChange']();
        assert.deepStrictEqual(asked, [['evaluate', 'last t', 'repl']]);
        assert.deepStrictEqual(said.shown, ['t: from 1 to 2']);
    });
});
