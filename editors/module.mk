# Extensions of editors. What they need comes from npm.
VSCODE_PACKAGES := editors/vscode/node_modules/.package-lock.json
$(VSCODE_PACKAGES): editors/vscode/package.json editors/vscode/package-lock.json
	$(say) NPM editors/vscode/node_modules
	$(Q)cd editors/vscode && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.package-lock.json

# vscode: the extension of Visual Studio Code as a file to install. vscode-check: its tests.
.PHONY: vscode vscode-check
vscode: $(VSCODE_PACKAGES)
	$(Q)cd editors/vscode && npm run --silent package -- --out $(abspath $(BUILD))/retrograd.vsix
vscode-check: $(RETROGRAD) $(VSCODE_PACKAGES)
	$(Q)cd editors/vscode && RETROGRAD=$(abspath $(RETROGRAD)) npm test --silent
