#!/bin/sh
# explore.sh BUILD: retrograd explore as a user runs it: plan, table, kill -9 and resume, GNU
# parallel, Slurm scripts, messages.
. tests/cli/head.sh
cd "$work" || exit 1

# expect STATUS TEXT ARGUMENTS...: exit status, and TEXT in what is printed (both streams).
expect() {
    status=$1
    text=$2
    shift 2
    "$retrograd" "$@" >out 2>&1
    got=$?
    checked=$((checked + 1))
    [ "$got" -eq "$status" ] || { bad "retrograd $*: exit status $got, not $status"; cat out; }
    grep -qF -- "$text" out || { bad "retrograd $*: does not say \`$text\`:"; cat out; }
}

cat >spin.rg <<'END_RG'
@i function spin(y!::Int, n::Int, m::Int)
    @assert m != 13
    for i = 1:n
        y! += i * m
    end
end
END_RG
cat >spin.yaml <<'END_YAML'
name: a loop
options: [--max-cycles, 100000000]
workloads:
  spin: {program: spin.rg, arguments: {n: "= 500 * k"}}
axes:
  k: {parameter: [1, 2, 3, 4]}
  m: {argument: m, from: 1, to: 15, points: 15}
where: ["m != 7"]
objectives:
  cycles: counters.cycles
  sum: {value: "values.y!", goal: max}
  exact: {value: "error(values.y!, m * 500*k * (500*k + 1) / 2)", goal: show}
constraints: ["cycles < 1e9", "exact == 0"]
END_YAML

# A study whose every point is refused is wrong itself; one that holds two is not read at all.
sed 's/argument: m,/argument: mm,/; /^where/d; /exact/d' spin.yaml >refused.yaml
expect 2 'every point of the study is refused' explore refused.yaml
(cat spin.yaml; echo '---'; cat spin.yaml) >two.yaml
expect 2 'a second document' explore two.yaml

# The plan runs sample points only; the sums are right; m = 13 traps, and is a result all the same.
expect 0 '56 points' explore spin.yaml --plan
grep -q 'leaves out 4 of 60' out && grep -q '3 in spin.db, 53 to be run' out && grep -q 'estimate: ' out || { bad "the plan is not complete"; cat out; }
expect 0 '"seconds_estimated"' explore spin.yaml --plan --json
expect 0 '4 trap' explore spin.yaml
grep -q 'knee' out || { bad "no knee"; cat out; }
"$retrograd" explore spin.yaml --csv >whole.csv 2>err || bad "no table"
[ ! -s err ] || { bad "not quiet where there is no terminal"; cat err; }
[ "$(wc -l <whole.csv)" -eq 57 ] || bad "the table has not 57 lines"
[ "$(grep -c ',ok,' whole.csv)" -eq 52 ] || bad "not 52 points are done"
awk -F, 'NR > 1 && $4 == "ok" && ($6 != $3 * 500*$2 * (500*$2 + 1) / 2 || $7 != 0 || $8 != 1) { wrong = 1 } END { exit wrong }' whole.csv ||
    bad "a sum is wrong"
"$retrograd" explore spin.yaml --json >table.json || bad "no JSON"
grep -q '"status": "trap"' table.json || bad "the trap is not in the JSON"

# Killed at random moments and started again, until it ends by itself: the same table, and no
# process left behind.
kills=0
while :; do
    "$retrograd" explore spin.yaml --store killed.db -j2 --csv >killed.csv 2>/dev/null &
    id=$!
    # At once the first time, then longer the more often it was killed, so that a busy host gets to
    # the end too.
    (sleep "$(od -An -N1 -tu1 /dev/urandom | awk -v kills=$kills '{print kills ? 0.05 + $1 % 50 / 100 * (1 + kills / 10) : 0.05}')"; kill -9 $id 2>/dev/null) &
    killer=$!
    wait $id
    status=$?
    wait $killer
    [ $status -eq 0 ] && break
    kills=$((kills + 1))
    [ $kills -lt 60 ] || { bad "does not come to an end"; break; }
done 2>/dev/null
checked=$((checked + 1))
[ $kills -gt 0 ] || bad "it was never killed"
cmp -s whole.csv killed.csv || { bad "after $kills kills the table is another:"; diff whole.csv killed.csv | head; }
sleep 0.2
if ps -eo args | grep -F "$work/" | grep -qv grep; then bad "processes are left"; fi

# A signal stops it with a hint; what is done stays.
for seconds in 0.3 0.6 1.5 4; do # a busy host may not have begun, an idle one may be done
    rm -f killed.db
    timeout --preserve-status -s INT $seconds "$retrograd" explore spin.yaml --store killed.db -j 1 >out 2>&1
    status=$?
    [ $status -eq 0 ] && break
    [ $status -eq 130 ] || bad "SIGINT: exit status $status"
    grep -q 'goes on from here' out && break
done
[ $status -eq 0 ] || grep -q 'goes on from here' out || { bad "SIGINT: no hint"; cat out; }
"$retrograd" explore spin.yaml --store killed.db --csv >killed.csv || bad "cannot go on after SIGINT"
cmp -s whole.csv killed.csv || bad "after SIGINT the table is another"

# A change of the program makes new points; the old results stay.
sed 's/i \* m/m * i/' spin.rg >other.rg && cp spin.rg kept.rg && mv other.rg spin.rg
expect 0 '3 in spin.db, 53 to be run' explore spin.yaml --plan
mv kept.rg spin.rg
expect 0 '56 in spin.db, 0 to be run' explore spin.yaml --plan

# Points as commands of their own, run one by one, merged: the same table.
expect 0 '56 commands in alone/jobs' explore spin.yaml --store alone.db --export=parallel -o alone
expect 2 'there are jobs in this folder already' explore spin.yaml --store alone.db --export=parallel -o alone
(cd alone && head -20 jobs | while read -r line; do sh -c "$line"; done)
expect 0 '36 points still have none' explore spin.yaml --store alone.db --merge alone
(cd alone && sh jobs)
"$retrograd" explore spin.yaml --store alone.db --merge alone --csv >alone.csv 2>err || bad "cannot merge"
cmp -s whole.csv alone.csv || { bad "the merged table is another"; diff whole.csv alone.csv | head -5; }
expect 0 'nothing to export' explore spin.yaml --store alone.db --export=parallel -o alone2
if command -v parallel >/dev/null 2>&1; then
    expect 0 'run.sh' explore spin.yaml --store side.db --export=parallel -o side
    side/run.sh -j 2 >out 2>&1 || { bad "GNU parallel fails"; tail -5 out; }
    "$retrograd" explore spin.yaml --store side.db --merge side --csv >side.csv 2>err || bad "cannot merge what GNU parallel made"
    cmp -s whole.csv side.csv || bad "GNU parallel: the table is another"
    [ "$(wc -l <side/joblog)" -ge 57 ] || bad "GNU parallel: not 56 jobs in its log"
    checked=$((checked + 1))
else
    echo "skipped: GNU parallel is not installed (./install-deps)"
fi
# The job array without Slurm: its tasks by hand, each with its number.
expect 0 'sbatch array.sh' explore spin.yaml --store array.db --export=slurm -o array
tasks=$(sed -n 's/^#SBATCH --array=1-//p' array/array.sh)
[ "$tasks" = 56 ] || bad "the array has '$tasks' tasks"
i=0
while [ $i -lt "${tasks:-0}" ]; do
    i=$((i + 1))
    (cd array && SLURM_SUBMIT_DIR=$work/array SLURM_ARRAY_TASK_ID=$i sh array.sh) || bad "task $i fails"
done
"$retrograd" explore spin.yaml --store array.db --merge array --csv >array.csv 2>err || bad "cannot merge the array"
cmp -s whole.csv array.csv || bad "the job array: the table is another"

# A point that takes too long is no result, and is said.
cat >long.yaml <<'END_YAML'
name: too long
workloads: {spin: {program: spin.rg, arguments: {m: 1}}}
axes: {n: {argument: n, values: [10, 2000000000]}}
objectives: {cycles: counters.cycles}
END_YAML
expect 3 'gave no result' explore long.yaml --timeout 1
grep -q 'exit status 137' out || bad "the timeout is not told"

# A program that is changed while its points run: their results belong to no key.
cat >change.yaml <<'END_YAML'
name: changed on the way
workloads: {spin: {program: moving.rg, arguments: {n: 20000000}}}
axes: {m: {argument: m, values: [1, 2, 3, 4, 5, 6]}}
objectives: {cycles: counters.cycles}
END_YAML
cp spin.rg moving.rg
(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 0.3; echo '# changed' >>moving.rg; done) &
expect 3 'was changed meanwhile' explore change.yaml -j 1
wait

# Messages.
expect 2 'did you mean `objectives`' explore "$(printf 'name: x\nworkloads: {f: {program: spin.rg}}\nobjectifs: {a: b}\n' >bad.yaml; echo bad.yaml)"
grep -q '^bad.yaml:3:1: error\[R0940\]' out || { bad "no line and column"; cat out; }
sed 's/counters.cycles/counters.cycle/' spin.yaml >bad.yaml
expect 2 'did you mean `cycles`' explore bad.yaml --store spin.db
expect 2 'cannot be read' explore nothing.yaml
expect 2 'choose one of --plan' explore spin.yaml --plan --merge x
expect 2 'there is no such folder of results' explore spin.yaml --store none.db --merge nowhere
expect 2 '--export is parallel or slurm' explore spin.yaml --store none.db --export=pbs -o x
expect 2 'whole number from 1 to 256' explore spin.yaml -j 0
expect 2 'make machine XLEN=32 FRAC=7' explore "$(sed 's/^where.*//; s/^  k: .*/  k: {parameter: [1]}\n  f: {machine: [{XLEN: 32, FRAC: 7}]}/' spin.yaml >m.yaml; echo m.yaml)"
printf 'not a database, but long enough to be looked at as one.' >file.db
expect 3 'R0941' explore spin.yaml --store file.db

echo "$checked checks, killed $kills times"
exit $failed
