# page.sh: functions that the studies share. They run explore, draw with gnuplot, and write a
# self-contained page. Sourced with: retrograd (the command), out (the folder of results), name (of
# the study).

mkdir -p "$out" || exit 3
here=studies
page=$out/$name.html
jobs=${STUDY_JOBS:-2} # not JOBS, which make has for itself and hands on when it is in the environment

# explore FILE [BASE]: runs the study; out/BASE.csv and .json.
explore() {
    base=${2:-$name}
    "$retrograd" explore "$1" --store "$out/$base.db" -j "$jobs" --csv >"$out/$base.csv" || exit 3
    "$retrograd" explore "$1" --store "$out/$base.db" --json >"$out/$base.json" || exit 3
    command_line="$command_line
retrograd explore $1 --csv      # its points one by one: --json, field command"
}

# column NAME FILE: its number in the CSV file, from 1.
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) { print i; exit } }' "$2"
}

# plot NAME [COMMANDS]: gnuplot commands from standard input into out/NAME.svg.
plot() {
    {
        echo "set terminal svg size 860,520 dynamic enhanced font 'sans-serif,14' background '#ffffff' name '$(echo "$1" | tr - _)'"
        echo "set output '$out/$1.svg'"
        echo "set datafile separator ','"
        echo "set border lc rgb '#444444'; set grid lc rgb '#dddddd'; set key outside below horizontal Left reverse maxcols 2 samplen 3 height 1.5"
        i=0
        for colour in 0b5fa5 c8541b 2b8a3e 7b3fa0 8a6d1b c2255c 1a8a8a 555555; do
            i=$((i + 1))
            echo "set linetype $i lc rgb '#$colour' lw 2 pt $((i + 3)) ps 0.7"
        done
        cat
    } >"$out/$1.gp"
    gnuplot "$out/$1.gp" || { echo "gnuplot cannot draw $1" >&2; exit 3; }
}

escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }

# begin TITLE QUESTION
begin() {
    cat >"$page" <<END
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>$1</title><style>
body { font: 16px/1.5 sans-serif; color: #222; max-width: 900px; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.6em } h2 { font-size: 1.2em; margin-top: 2em } .question { font-size: 1.1em; color: #444 }
figure { margin: 1.5em 0 } figcaption { color: #444; font-size: .93em } svg { width: 100%; height: auto; border: 1px solid #ddd }
.wide { overflow-x: auto } td { white-space: nowrap } table { border-collapse: collapse; font-size: .9em; margin: 1em 0 } th, td { padding: .2em .7em; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child { text-align: left } pre { background: #f5f5f5; padding: .8em; overflow-x: auto; font-size: .85em }
.finding { border-left: 4px solid #0b5fa5; padding-left: 1em } .source { color: #555; font-size: .9em }
</style></head><body><h1>$1</h1><p class="question">$2</p>
END
}

heading() { printf '<h2>%s</h2>\n' "$1" >>"$page"; }
para() { printf '<p>%s</p>\n' "$1" >>"$page"; }
# finding TEXT: into the page, and as plain text into out/NAME.txt for docs/explanation/studies.md
# (make studies-docs).
finding() {
    printf '<p class="finding">%s</p>\n' "$1" >>"$page"
    printf '%s\n' "$1" | sed 's/<sup>\([^<]*\)<\/sup>/^\1/g; s/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&apos;/'"'"'/g; s/&amp;/\&/g' | fold -s -w 100 | sed 's/ *$//' >"$out/$name.txt"
}
source_of() { printf '<p class="source">Source: %s</p>\n' "$1" >>"$page"; }

# figure NAME CAPTION: out/NAME.svg, copied into the page.
figure() {
    { echo '<figure>'; sed '/^<?xml/d; /^<!DOCTYPE/d; /^ "http.*dtd">/d' "$out/$1.svg"; printf '<figcaption>%s</figcaption></figure>\n' "$2"; } >>"$page"
}

# table: lines from standard input, cells separated by |, the first line is the head.
table() {
    awk -F'|' 'BEGIN { print "<div class=\"wide\"><table>" }
        { cell = NR == 1 ? "th" : "td"; printf "<tr>"; for (i = 1; i <= NF; i++) printf "<%s>%s</%s>", cell, $i, cell; print "</tr>" }
        END { print "</table></div>" }' >>"$page"
}

# finish: the commands that repeat the study, and the files of its results.
finish() {
    {
        echo '<h2>Repeat it</h2><pre>'
        printf 'make study-%s%s\n' "$name" "$command_line" | escape
        echo '</pre>'
        printf '<p>Results: <code>%s.csv</code>, <code>%s.json</code> (every point with its command), <code>%s.db</code> (whole reports). Command: %s.</p>\n' \
            "$name" "$name" "$name" "$("$retrograd" version)"
        echo '</body></html>'
    } >>"$page"
    echo "$page"
}

# need_machine VARIABLES: builds the command for that hardware, unless there is one newer than the
# command itself. All are built in one folder, so studies that run side by side wait for each other.
need_machine() {
    command_line="$command_line
make machine $1 ENGINES=fast"
    (
        flock 9
        # shellcheck disable=SC2086
        [ "$(${MAKE:-make} -s --no-print-directory machine-path $1 ${BUILD:+BUILD=$BUILD} 9>&-)" -nt "$retrograd" ] && exit
        # shellcheck disable=SC2086
        ${MAKE:-make} --no-print-directory machine $1 ENGINES=fast ${BUILD:+BUILD=$BUILD} 9>&-
    ) 9>"$out/machines.lock" || exit 3
}

# synthesised FORMAT: cells|flip-flops|area|gates|ns of a machine that make synth has synthesised,
# or nothing.
synthesised() { awk -F ' *[|] *' -v f="$1" '$2 == f && NF == 8 { print $3 "|" $4 "|" $5 "|" $6 "|" $7; exit }' docs/reference/synthesis.md; }

# areas: cells, area and longest path of the machines of docs/reference/synthesis.md, in the page.
areas() {
    heading 'Cells'
    {
        echo 'machine|cells|flip-flops|area|gates in a row|longest path'
        awk -F ' *[|] *' '$2 ~ /^[0-9]+\/[0-9]+/ && NF == 8 { printf "%s|%s|%s|%s µm²|%s|%s ns\n", $2, $3, $4, $5, $6, $7 }' docs/reference/synthesis.md
    } | table
    para 'The core with register files and counters, without its memories, synthesised by Yosys into the 45 nm cells of energy/cells. The command is <code>make synth</code>, the page <code>docs/reference/synthesis.md</code>. A row with a word format alone is the default core: pipelined, three multipliers, 8 digits of a quotient a clock.'
}
