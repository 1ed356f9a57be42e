# c.awk: what gcov -t prints, to a table of folders, the files below 90 %, and (in the file `list`)
# each line that is not reached.
BEGIN { FS = ":" }
$2 + 0 == 0 && $3 == "Source" { file = $4; kept = file ~ /^[a-z].*\.c$/ && file !~ /^build/; next }
kept && $1 !~ /-$/ {
    line = file ":" $2 + 0
    if (!(line in hit)) { lines[file]++; text[line] = $0; hit[line] = 0 }
    if ($1 !~ /[#=]/ && !hit[line]) { hit[line] = 1; got[file]++ }
}
END {
    for (f in lines) {
        folder = f
        sub(/\/[^\/]*$/, "", folder)
        total[folder] += lines[f]; reached[folder] += got[f]; all += lines[f]; done += got[f]
        if (got[f] < 0.9 * lines[f]) printf "below 90 %%: %-44s %6.1f %% of %d\n", f, 100 * got[f] / lines[f], lines[f] | "sort"
    }
    close("sort")
    printf "%-28s %7s %7s\n", "folder", "lines", "%"
    for (d in total) printf "%-28s %7d %7.1f\n", d, total[d], 100 * reached[d] / total[d] | "sort"
    close("sort")
    printf "%-28s %7d %7.1f\n", "all", all, 100 * done / all
    printf "" > list
    order = "sort -t: -k1,1 -k2,2n >" list
    for (l in hit) if (!hit[l]) { s = text[l]; sub(/^[^:]*:[^:]*:[ \t]*/, "", s); print l ": " s | order }
    close(order)
}
