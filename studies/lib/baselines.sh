# baselines.sh: what the studies of machines that overwrite share. Sourced behind page.sh.

# baselines NAME WORDS: `retrograd baselines WORDS` into out/NAME.json.
baselines() {
    into=$out/$1.json
    shift
    "$retrograd" baselines "$@" --json >"$into" || exit 3
}

# price NAME OPTIONS: the machines of out/NAME.json by another technology, without a run. A line of
# CSV each: machine, conventional, adiabatic, Landauer, low and high of the first two, words.
price() {
    from=$out/$1.json
    shift
    "$retrograd" baselines "$from" "$@" --json | jq -r '.machines | to_entries[] | [.key,
        (.value.energy | .conventional_J, (.adiabatic_J // .conventional_J), .landauer_J,
            .bands.conventional.low_J, .bands.conventional.high_J,
            (.bands.adiabatic.low_J // .bands.conventional.low_J),
            (.bands.adiabatic.high_J // .bands.conventional.high_J)),
        .value.words.all] | @csv' | tr -d '"'
}

# machine NAME of standard input, COLUMN of price
machine() { awk -F, -v m="$1" -v c="$2" '$1 == m { print $c }'; }

# ended_baselines: the table is this study's own, and has no points of explore.
finish_baselines() {
    {
        echo '<h2>Repeat it</h2><pre>'
        printf 'make study-%s%s\n' "$name" "$command_line" | escape
        echo '</pre>'
        printf '<p>Results: <code>%s.csv</code>, and the reports of <code>retrograd baselines</code> beside it, whose counters can be priced again. What all machines assume: <code>docs/explanation/baselines.md</code>. Command: %s.</p>\n' \
            "$name" "$("$retrograd" version)"
        echo '</body></html>'
    } >>"$page"
    echo "$page"
}
