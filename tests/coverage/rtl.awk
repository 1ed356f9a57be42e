# rtl.awk: points to a table per file, the lines not reached (into the file `list`), and status 1
# below 95 % of the lines of the core, the generated tables of constants (rg_num_rom.vh) left out. A
# line is reached when each block of the source that holds it was entered in one of the instances of
# its module.
$2 ~ /rg_/ {
    file = $2
    sub(/^.*\//, "", file)
    key = $1 " " $2 " " $3
    if (!(key in file_of)) { file_of[key] = file; files[file] = 1; all[$1, file]++ }
    if (!((key, $4) in count)) blocks[key] = blocks[key] " " $4
    count[key, $4] += $5
}
END {
    for (key in file_of) {
        split(key, part, " ")
        reached = part[1] == "line"
        n = split(blocks[key], block, " ")
        for (i = 1; i <= n; i++)
            if (part[1] == "line" && !count[key, block[i]]) reached = 0
            else if (part[1] == "toggle" && count[key, block[i]]) reached = 1
        if (reached) got[part[1], file_of[key]]++
        else print part[1] " " part[2] ":" part[3] | ("sort -t: -k1,1 -k2,2n >" list)
    }
    close("sort -t: -k1,1 -k2,2n >" list)
    printf "%-26s %7s %8s %7s %9s %8s %7s\n", "file", "lines", "reached", "%", "toggles", "reached", "%"
    for (f in files) {
        if (f !~ /rom\.vh$/) { core += all["line", f]; core_hit += got["line", f] }
        row(f, all["line", f], got["line", f], all["toggle", f], got["toggle", f], "sort")
        lines += all["line", f]; lines_hit += got["line", f]; toggles += all["toggle", f]; toggles_hit += got["toggle", f]
    }
    close("sort")
    row("all", lines, lines_hit, toggles, toggles_hit, "cat")
    row("without constants", core, core_hit, toggles, toggles_hit, "cat")
    close("cat")
    exit !(core_hit >= 0.95 * core)
}
function row(name, l, lh, t, th, to) {
    printf "%-26s %7d %8d %7.1f %9d %8d %7.1f\n", name, l, lh, l ? 100 * lh / l : 100, t, th, t ? 100 * th / t : 100 | to
}
