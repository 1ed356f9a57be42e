#!/bin/sh
# synthesis.sh BUILD: what `make synth` reports is the whole core: register files, counters, ledger
# and queue in cells, and every memory that stays outside named with size and ports. The page is
# looked at; two modules are synthesised anew.
build=${1:-build}
page=docs/reference/synthesis.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
say() { echo "synthesis: $*" >&2; failed=1; }

# The tables of each machine: modules that must be in it, the sum of the cells, the memories.
machines=$(grep -c '^### ' $page)
[ "$machines" -gt 3 ] || say "$machines machines in $page"
for module in rg_operands rg_counters rg_ledger rg_out_fifo; do
    n=$(grep -c "^| \`$module\` | [0-9]* | [1-9]" $page)
    [ "$n" -eq "$machines" ] || say "$module has cells in $n machines of $machines"
done
# outside MEMORY MACHINES: so many have it
outside() {
    n=$(grep -c "^| \`$1\` | \`rg_[a-z_]*\` | 65536 | [36][24] | [1-4] | [12] |" $page)
    [ "$n" -eq "$2" ] || say "$1 stands outside in $n machines of $2"
}
for memory in value_bank gradient_bank imem keeper.stack ledger.words; do outside $memory "$machines"; done
without=$(grep -c '^### .*+notangents' $page)
for bank in tangent_bank gradient_bank; do
    outside "tangent_banks.\(carried.\)*$bank" $((machines - without))
done
awk -F ' *[|] *' '
    function check() { if (name != "" && (sum != cells || flops != flip)) { print name ": modules have " sum " cells, " flops " flip-flops, not " cells ", " flip; bad = 1 } }
    /^### / { check(); name = substr($0, 5); sum = flops = 0; outside = 0 }
    /^[0-9]+ cells, / { split($0, f, " "); cells = f[1]; flip = f[3] }
    /^Outside/ { outside = 1 }
    /^[|] `rg_/ && name != "" && !outside { sum += $4; flops += $5 }
    END { check(); exit bad }' $page >&2 || failed=1

# A module with a large memory keeps all but that in cells; a small memory is cells.
${MAKE:-make} -s --no-print-directory BUILD="$build" "$build/bin/synth-report" "$build/cells/cells.lib" "$build/cells/cells.v" "$build/cells/map.v" ||
    say 'the tools are not built'
for module in core/rg_ledger bus/rg_out_fifo; do
    name=${module#*/}
    WHOLE=1 energy/cells/synthesise.sh "$work/$name.json" "$build/cells" "$name" - "-I$build/gen" "rtl/$module.v" || say "$name is not synthesised"
    "$build/bin/synth-report" "$work/$name.json" "$name" "$name" >"$work/$name.report" || say "no report of $name"
done
said=$(jq -c '[.not_synthesised[] | [.path, .words, .width, .reads, .writes]], .flip_flops' "$work/rg_ledger.report" | tr '\n' ' ')
[ "$said" = '[["rg_ledger_words",65536,64,2,1]] 22 ' ] || say "rg_ledger: $said"
said=$(jq -c '.not_synthesised, .flip_flops' "$work/rg_out_fifo.report" | tr '\n' ' ')
[ "$said" = '[] 1037 ' ] || say "rg_out_fifo: $said"
[ $failed -eq 0 ] && echo "synthesis: $machines machines whole, memories named"
exit $failed
