#!/bin/sh
# characterise.sh BUILD: the committed table of operation energies has the form that its reader
# wants, and says what it was measured on.
build=${1:-build}
failed=0
say() { echo "characterise: $*"; failed=1; }

# Every class in every mode and direction once, for each width.
check() {
    table=$1
    widths=$(sed -n 's/.*width: \([0-9]*\),.*/\1/p' "$table" | sort -u)
    [ -n "$widths" ] || say "$table has no rows"
    for width in $widths; do
        for class in $(sed -n 's/^RG_CLASS([A-Z]*, *[0-9]*, *"\([a-z]*\)".*/\1/p' isa/classes.def); do
            for mode in value gradient tangent both; do
                for direction in forward backward; do
                    n=$(grep -c "operation: $class, mode: $mode, direction: $direction, width: $width, mean: [0-9.]*, spread: " "$table")
                    [ "$n" -eq 1 ] || say "$n rows of $class, $mode, $direction, $width in $table"
                done
            done
        done
        for row in cycle busy fetch; do
            n=$(grep -c "operation: $row, mode: any, direction: any, width: $width, mean: [0-9.]*, spread: " "$table")
            [ "$n" -eq 1 ] || say "$n rows of $row, $width in $table"
        done
    done
}
# Each says its core, and the technology takes it: the first for any machine, others by core.
for table in energy/operations-gates*.yaml; do
    check "$table"
    activity=energy/activity-${table#energy/operations-}
    core=$(sed -n 's/^core: "\(.*\)"$/\1/p' "$table")
    [ -n "$core" ] && grep -qF "core: \"$core\"" "$activity" || say "$table and $activity are not of one core"
    [ "$(sed -n 1p "$table")" = "$(sed -n 1p "$activity")" ] || say "$table and $activity are of two measurements"
    [ "$table" = energy/operations-gates.yaml ] ||
        grep -qF "core: \"$core\", operations: ${table#energy/}, activity: ${activity#energy/}" energy/45nm-gates.yaml ||
        say "45nm-gates does not have $table for $core"
done
# A stale table is a message, not a failure: measuring again takes minutes of a processor.
${MAKE:-make} --no-print-directory characterise-hash BUILD="$build"
exit $failed
