#!/bin/sh
# studies.sh BUILD: every study that is committed can be read, its sample points run, its objectives
# can be computed; one page is made whole.
. tests/cli/head.sh
failed=0
checked=0

for study in studies/*.yaml; do
    checked=$((checked + 1))
    timeout 300 "$retrograd" explore "$study" --store "$work/plan.db" --plan >"$work/out" 2>&1
    status=$?
    # Machines of other configurations are built by hand (make machine).
    if [ $status -ne 0 ] && ! { grep -q 'R0943' "$work/out" && grep -q 'machine:' "$study"; }; then
        echo "$study: exit status $status"
        cat "$work/out"
        failed=1
    fi
done

if command -v gnuplot >/dev/null 2>&1; then
    checked=$((checked + 1))
    if timeout 300 sh studies/recovery.sh "$retrograd" "$work/pages" >"$work/said" 2>&1; then
        page=$work/pages/recovery.html
        for wanted in '<svg' '</html>' 'make study-' '<table>'; do
            grep -q -- "$wanted" "$page" || { echo "the page lacks $wanted"; failed=1; }
        done
        # Nothing is fetched: the only addresses are names of XML vocabularies.
        if grep -oE '(src|href|url)[ =("]*https?://[^"]*' "$page" | grep -v www.w3.org; then
            echo "the page needs something else"
            failed=1
        fi
        [ "$(wc -l <"$work/pages/recovery.csv")" -eq 9 ] || { echo "the table has not 9 lines"; failed=1; }
    else
        cat "$work/said"
        failed=1
    fi
    # Those of machines that overwrite: from reports of their own.
    for study in terms memory; do
        checked=$((checked + 1))
        timeout 300 sh studies/$study.sh "$retrograd" "$work/pages" >"$work/said" 2>&1 || { cat "$work/said"; failed=1; }
        for wanted in '<svg' '</html>' 'What would overturn this' '<table>'; do
            grep -q -- "$wanted" "$work/pages/$study.html" || { echo "$study: the page lacks $wanted"; failed=1; }
        done
    done
    # Parts of every machine and view sum to its total.
    checked=$((checked + 1))
    awk -F, 'NR > 1 && $4 != "circuit" { k = $1 " " $2 " " $3; if ($4 == "total") total[k] = $5; else sum[k] += $5 }
        END { for (k in total) { n++; d = total[k] - sum[k]; if (d < 0) d = -d; if (d > 1e-8 * total[k]) { print k ": parts " sum[k] ", total " total[k]; bad = 1 } } exit bad || n < 50 }' \
        "$work/pages/terms.csv" || { echo "terms.csv does not add up"; failed=1; }
else
    echo "skipped: gnuplot is not installed (./install-deps)"
fi
echo "$checked checks"
exit $failed
