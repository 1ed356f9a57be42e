#!/bin/sh
# characterise.sh BUILD: the committed table of operation energies has the form that its reader
# wants, and says what it was measured on.
build=${1:-build}
table=energy/operations-gates.yaml
failed=0
say() { echo "characterise: $*"; failed=1; }

# Every class in every mode and direction once, for each width.
widths=$(sed -n 's/.*width: \([0-9]*\),.*/\1/p' $table | sort -u)
[ -n "$widths" ] || say "$table has no rows"
for width in $widths; do
    for class in $(sed -n 's/^RG_CLASS([A-Z]*, *[0-9]*, *"\([a-z]*\)".*/\1/p' isa/classes.def); do
        for mode in value gradient tangent both; do
            for direction in forward backward; do
                n=$(grep -c "operation: $class, mode: $mode, direction: $direction, width: $width, mean: [0-9.]*, spread: " $table)
                [ "$n" -eq 1 ] || say "$n rows of $class, $mode, $direction, $width in $table"
            done
        done
    done
    for row in cycle busy fetch; do
        n=$(grep -c "operation: $row, mode: any, direction: any, width: $width, mean: [0-9.]*, spread: " $table)
        [ "$n" -eq 1 ] || say "$n rows of $row, $width in $table"
    done
done
# A stale table is a message, not a failure: measuring again takes minutes of a processor.
${MAKE:-make} --no-print-directory characterise-hash BUILD="$build"
exit $failed
