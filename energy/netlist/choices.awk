# choices.awk: from the table of formats in docs/reference/synthesis.md, what single choices cost:
# pairs of machines that differ in one thing.
BEGIN { FS = " *[|] *" }
$2 ~ /^(8|16|32|64)\/[0-9]+/ && NF == 8 { cells[$2] = $3; area[$2] = $5; path[$2] = $7 }
function choice(what, from, to, parts, each) {
    if (!(from in cells) || !(to in cells)) return
    if (!shown++) print "| choice | from | to | cells | area, um^2 | longest path, ns |\n|---|---|---|---|---|---|"
    printf "| %s | %s | %s | %+d (%+.1f %%) | %+d (%+.1f %%) | %+.2f |\n", what, from, to, cells[to] - cells[from], 100 * (cells[to] / cells[from] - 1), area[to] - area[from], 100 * (area[to] / area[from] - 1), path[to] - path[from]
    if (parts) printf "| %s | | | %+.0f | %+.0f | |\n", each, (cells[to] - cells[from]) / parts, (area[to] - area[from]) / parts
}
END {
    choice("two pipeline stages in place of the sequencer", "64/43/multicycle", "64/43/pipelined")
    choice("a parallel multiplier", "64/43/pipelined+digits8", "64/43/pipelined+multiplier+digits8")
    choice("two gradient lanes", "64/43/pipelined+multiplier+digits8", "64/43", 2, "one of them")
    choice("a parallel multiplier and two gradient lanes", "64/43/pipelined", "64/43/pipelined+multiplier+lanes", 3, "one multiplier of the three")
    choice("8 digits of a quotient or root a clock in place of 1", "64/43/pipelined+multiplier+lanes", "64/43", 7, "one digit")
    choice("32 bits of width", "32/16/multicycle", "64/43/multicycle", 32, "one bit of width")
    choice("32 bits of width", "32/16", "64/43", 32, "one bit of width")
    choice("7 fraction bits", "64/36/multicycle", "64/43/multicycle")
}
