#!/bin/sh
# docs.sh BUILD: the code blocks of the pages run as they are printed, and each check of the pages
# fails when it must.
set -u
build=${1:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# expect STATUS PATTERN COMMAND...: the command ends with STATUS and says PATTERN.
expect() {
    status=$1 pattern=$2
    shift 2
    "$@" >"$work/said" 2>&1
    got=$?
    if [ "$got" -eq "$status" ] && { [ -z "$pattern" ] || grep -q -e "$pattern" "$work/said"; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "docs: status $got in place of $status, or without \"$pattern\": $*" >&2
        cat "$work/said" >&2
    fi
}
# page TEXT: a page to check.
page() { printf '%b' "$1" >"$work/page.md"; }
words() { seq "$1" | sed 's/.*/word/' | paste -sd ' '; }
prose() { BOUNDS="$work/bounds" perl tests/docs/prose.pl "$work/page.md"; }
links() { FOLDERS='docs|sim' perl tests/docs/links.pl "$work/page.md"; }
: >"$work/bounds"

page "# Page\n\nThis is short.\n"
expect 0 '' prose
page "This $(words 40).\n"
expect 1 'longest is 41, at most 35' prose
page "This $(words 20).\n\nThis $(words 18).\n"
expect 1 'average is 20.0, at most 18' prose
page "$(words 12) $(words 10).\n"
expect 1 'wide is 1' prose
page "It ends after the first round.\n"
expect 1 'terms is 1' prose
page 'The name `each round` is code, and `the place` too.\n'
expect 0 '' prose
page "    retrograd run x.rg\n"
expect 1 'unrun is 1' prose
page "| a cell | $(words 36) |\n"
expect 1 'longest is 36' prose
printf '/* one two\n * %s. */\n' "$(words 36)" >"$work/page.c"
expect 1 'longest is 38' env BOUNDS="$work/bounds" perl tests/docs/prose.pl "$work/page.c"

# A bound lets a page be as it is, and only falls.
echo "$work/page.md 18 41 1 1 0 0" >"$work/bounds"
page "This $(words 40). So.\n"
expect 1 'average is 21.0' prose
page "This $(words 40). So. So it is. So.\n"
expect 0 '' prose
page "This $(words 38). So. So it is. So.\n"
expect 0 '' env UPDATE=1 BOUNDS="$work/bounds" perl tests/docs/prose.pl "$work/page.md"
page "This $(words 40). So. So it is. So.\n"
expect 1 'longest is 41, at most 39' env UPDATE=1 BOUNDS="$work/bounds" perl tests/docs/prose.pl "$work/page.md"
expect 1 'longest is 41, at most 39' prose

page "[one](page.md#here) [two](page.md)\n\n## Here\n"
expect 0 '' links
page "[one](page.md#there)\n\n## Here\n"
expect 1 'no such heading' links
page "[one](nothing.md)\n"
expect 1 'nothing.md does not exist' links
page "![](page.md)\n"
expect 1 'without a text alternative' links
page 'See `sim/nothing.h`.\n'
expect 1 'sim/nothing.h does not exist' links
printf '/* see docs/%s.md */\n' nothing >"$work/page.c"
expect 1 'docs/nothing[.]md does not exist' env FOLDERS=docs perl tests/docs/links.pl "$work/page.c"

blocks() { perl tests/docs/run.pl "$build" "$work/page.md"; }
page 'Then `no_such_function()` runs `open_engine()`.\n'
printf 'int open_engine(void)\n' >"$work/page.c"
expect 1 'no function no_such_function' env FOLDERS=docs perl tests/docs/links.pl "$work/page.md" "$work/page.c"

# The map of the folders binds.
mkdir -p "$work/upper" "$work/lower"
echo '#include "lower/a.h"' >"$work/upper/b.c"
echo '#include "upper/b.h"' >"$work/lower/a.c"
page '| folder | may use |\n|---|---|\n| `upper/` | `lower/` |\n| `lower/` | nothing |\n'
layers() { (cd "$work" && perl "$OLDPWD/tests/docs/layers.pl" page.md "$@"); }
expect 0 '' layers upper/b.c
expect 1 'lower/a.c: includes a header of upper/' layers upper/b.c lower/a.c
page '| folder | may use |\n|---|---|\n| `lower/` | nothing |\n'
expect 1 'does not know the folder upper/' layers upper/b.c

page '<!-- file a.rg -->\n```julia\n@i function f(y!::Int)\n    y! += 1\nend\n```\n\n<!-- run -->\n```console\n$ grep += a.rg\n...\n    y! += 1\n...\n$ echo one; echo two\n...\ntwo\n```\n'
expect 0 '1 blocks passed, 0 failed' blocks
page '<!-- run -->\n```console\n$ echo one; echo two\none\n```\n'
expect 1 'where the page has' blocks
page '<!-- run -->\n```console\n$ false\n```\n'
expect 1 'status 1 in place of 0' blocks
page '<!-- run status=2 -->\n```console\n$ exit 2\n```\n'
expect 0 '1 blocks passed' blocks
page '<!-- run -->\n```console\n$ echo one; echo two 2.5e-3 J; echo 4 two\n...\ntwo   7.25 J\n4 two\n```\n'
expect 1 'where the page has' blocks
expect 0 '1 blocks passed' env UPDATE=1 perl tests/docs/run.pl "$build" "$work/page.md"
expect 0 '1 blocks passed' blocks
expect 0 '' grep -q '^two 2.5e-3 J$' "$work/page.md"
page '<!-- run -->\n```console\n$ echo two 2\nthree 3\n```\n'
expect 1 'where the page has' env UPDATE=1 perl tests/docs/run.pl "$build" "$work/page.md"
page '<!-- compiles x!::Int -->\n```julia\nx! += 1\n```\n'
expect 0 '1 blocks passed' blocks
page '<!-- compiles x!::Int -->\n```julia\nx! = 1\n```\n'
expect 1 'does not compile' blocks
page '<!-- refused R0110 x!::Int -->\n```julia\nx! = 1\n```\n'
expect 0 '1 blocks passed' blocks
page '<!-- refused R0111 x!::Int -->\n```julia\nx! = 1\n```\n'
expect 1 'is not refused with R0111' blocks
page '<!-- rum -->\n```julia\nx! = 1\n```\n'
expect 1 'an unknown mark' blocks
page '<!-- run needs=none -->\n```console\n$ false\n```\n'
expect 0 '1 left out' blocks

# Wrapped prose has the same words; what is no prose stays.
page "# A heading\n\n$(words 30) + $(words 30)\n\n    code   as it is\n\n- an item \`of code\` $(words 30)\n\n| a | $(words 40) |\n"
cp "$work/page.md" "$work/before.md"
perl tests/docs/wrap.pl "$work/page.md"
expect 0 '' test "$(grep -v '^|' "$work/page.md" | awk '{ if (length > n) n = length } END { print n }')" -le 100
expect 0 '' test "$(tr -s ' \n' ' ' <"$work/page.md")" = "$(tr -s ' \n' ' ' <"$work/before.md")"
expect 0 '' grep -q '^    code   as it is$' "$work/page.md"
expect 1 '' grep -q '^+' "$work/page.md"

# Pictures are those of the machine as it is. One that is not, or that cannot be read aloud, is
# found.
pictures() { tests/docs/pictures.sh "$build/bin/retrograd" "$@"; }
expect 0 '' pictures
cp -r docs/pictures "$work/pictures"
sed 's/x += 1/x += 2/; s/add 1 to x/add 2 to x/' docs/pictures/erase.pl >"$work/pictures/erase.pl"
expect 1 'erase.svg is out of date' pictures "$work/pictures"
sed -i 's/<title/<tilt/' "$work/pictures/Picture.pm"
expect 1 'step.svg has no title' pictures "$work/pictures"
rm "$work/pictures/map.pl"
expect 1 'map.svg: no script draws it' pictures "$work/pictures"
expect 0 'not checked' tests/docs/pictures.sh "$work/none"

# A README that does not say what is in its folder, or what it uses, is found.
readmes() { perl tests/docs/readmes.pl "$@"; }
map=docs/explanation/architecture.md
expect 0 '' readmes "$map" sim/fast/step.c
expect 1 'sim/README.md does not name the folder sim/slow' readmes "$map" sim/slow/step.c
sed '/^| `studies/s/`host-driver/`sim/' "$map" >"$work/map.md"
expect 1 'studies/README.md: uses host-driver, but .* has sim' readmes "$work/map.md"
sed 's/^| `studies/| `question/' "$map" >"$work/map.md"
expect 1 'question/ has no README.md' readmes "$work/map.md"

# A list of words of our own is one that a reader can keep in mind.
expect 0 '' test "$(grep -c '^- \*\*' docs/reference/glossary.md)" -le 36

echo "docs: $passed passed, $failed failed (the checks of the pages)"
# shellcheck disable=SC2046
perl tests/docs/run.pl "$build" $(tests/docs/files.sh | grep '\.md$') || failed=$((failed + 1))
[ "$failed" -eq 0 ]
