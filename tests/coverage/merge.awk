# merge.awk: adds up the counts of several coverage files of Verilator; a point is its text without
# the count.
/^C / { at = match($0, / [0-9]+$/); count[substr($0, 1, at - 1)] += substr($0, at + 1) }
END { for (point in count) print point, count[point] }
