#!/bin/sh
# benchmark.sh BUILD: the host programs of examples/benchmark on files of the public benchmark, and
# that they can fail.
build=${1:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# expect STATUS TEXT COMMAND...: the command ends so and says that.
expect() {
    status=$1 text=$2
    shift 2
    timeout 300 "$@" >"$work/said" 2>&1
    got=$?
    if [ $got -ne "$status" ] || ! grep -q "$text" "$work/said"; then
        echo "status $got instead of $status, or not said \`$text\`: $*"
        cat "$work/said"
        failed=1
    fi
}

gmm=$build/bin/host-gmm bundle=$build/bin/host-bundle petersen=$build/bin/host-petersen
data=examples/data
expect 0 'restored: yes' "$gmm" $data/gmm/gmm_test.txt --engine rtl
expect 0 '^  log posterior  -5240.59056' "$gmm" $data/gmm/gmm_1k_d2_K5.txt
expect 0 'objective, 2 attempts in 2 jobs: 2.0[0-9] of the programs alone, 2.0[0-9] of the jobs' "$gmm" $data/gmm/gmm_1k_d10_K5.txt
expect 0 'objective, 3 attempts in 3 jobs: 2.[0-9]* of the programs alone, 2.[0-9]* of the jobs' "$bundle" $data/ba/ba_test.txt --observations 10
expect 0 '^  11 jobs' "$gmm" $data/gmm/gmm_1k_d2_K5.txt --points 100
expect 0 '20 points, 1155 parameters' "$gmm" --random 20,5,20
expect 0 '^  sums of errors  -2.69048849. 2.59944792. 8.2609265' "$bundle" $data/ba/ba_test.txt
expect 0 'restored: yes' "$bundle" $data/ba/ba_test.txt --observations 4 --engine rtl
expect 0 '^  9 jobs' "$bundle" $data/ba/ba1.txt --observations 300 --vary 0.001 --batch 100
expect 0 'l2 / l1 = 1.41421356237' "$petersen" newton
# Two steps are not enough, and an objective that is off by a factor in one place is noticed.
expect 1 'l2 / l1' "$petersen" newton --steps 2
sed 's/out! -= dot(q, q) \/ 2/out! -= dot(q, q) \/ 2.0000001/' examples/gmm.rg >"$work/gmm.rg"
expect 1 'disagree' "$gmm" $data/gmm/gmm_test.txt --program "$work/gmm.rg"
sed 's/cam.κ.y \* rsq/cam.κ.x * rsq/' examples/bundle.rg >"$work/bundle.rg"
expect 1 'disagree' "$bundle" $data/ba/ba_test.txt --program "$work/bundle.rg"
# Files that are something else.
printf '2 3 1\n0.5 x\n' >"$work/words.txt"
printf '2 3 1\n0.5 0.25\n' >"$work/short.txt"
expect 2 'is not a number' "$gmm" "$work/words.txt"
expect 2 'not a file of a Gaussian mixture' "$gmm" "$work/short.txt"
expect 2 'not a file of a bundle adjustment' "$bundle" "$work/short.txt"
expect 2 'No such file' "$bundle" "$work/none.txt"
expect 2 'usage' "$petersen" sgd
expect 2 'usage' "$gmm" --random 2,3
[ $failed -eq 0 ] && echo "host programs agree with double precision"
exit $failed
