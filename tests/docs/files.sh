#!/bin/sh
# files.sh: the files whose prose, links and paths are checked. A tree without git is searched, but
# for folders of builds.
{
    git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . -path './build*' -prune -o -path './.git' -prune -o -type f -print | sed 's/^\.\///'
} | grep -E '\.(md|c|h|def|v|vh|vlt|cpp|hpp|s|sh|mk|awk|pl|pm|yaml|rg|py)$' |
    grep -v -e '^tests/fuzz/corpus/' -e '^tests/conformance/.*rg$' | sort | while read -r file; do
    [ ! -e "$file" ] || echo "$file"
done
