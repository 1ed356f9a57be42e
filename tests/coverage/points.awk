# points.awk: coverage file of Verilator to lines "line|toggle FILE LINE|SIGNAL BLOCK COUNT"; a
# block is a position in the source.
{
    at = match($0, / [0-9]+$/)
    count = substr($0, at + 1)
    body = substr($0, 4, at - 5)
    delete field
    n = split(body, part, "\001")
    for (i = 2; i <= n; i++) { split(part[i], pair, "\002"); field[pair[1]] = pair[2] }
    block = field["l"] "." field["n"] "." field["o"]
    gsub(/ /, "_", block)
    if (field["page"] ~ /^v_toggle/) { print "toggle", field["f"], field["o"], block, count; next }
    # A block counts for each of its lines: "S" lists them as 12-14,17.
    ranges = ("S" in field) && field["S"] != "" ? field["S"] : field["l"]
    m = split(ranges, range, ",")
    for (i = 1; i <= m; i++) {
        split(range[i], end, "-")
        last = end[2] == "" ? end[1] : end[2]
        for (line = end[1]; line + 0 <= last + 0; line++) print "line", field["f"], line, block, count
    }
}
