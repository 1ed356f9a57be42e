#!/bin/sh
# kill.sh BUILD: the command is killed at any moment: files are absent or complete, a stopped
# machine is run back to its start.
. tests/cli/head.sh

cat >"$work/spin.rg" <<'END'
@i function spin(y!::Int, n::Int)
    for i = 1:n
        for j = 1:1000
            y! += i * j
        end
    end
end
END
"$retrograd" build "$work/spin.rg" -o "$work/whole.elf" || bad "cannot build"
"$retrograd" build "$work/spin.rg" --emit=asm -o "$work/whole.s" || bad "cannot list"
"$retrograd" run "$work/spin.rg" --set n=2000 --json >"$work/whole.json" || bad "cannot run"

# The signals at moments spread over the life of the command. kill -9 may leave a temporary file,
# the others may not.
for signal in KILL TERM INT; do
    for delay in 0.001 0.002 0.003 0.004 0.005 0.006 0.008 0.010 0.015 0.030; do
        checked=$((checked + 1))
        timeout -s "$signal" "$delay" "$retrograd" build "$work/spin.rg" -o "$work/out.elf" >/dev/null 2>&1
        timeout -s "$signal" "$delay" "$retrograd" build "$work/spin.rg" --emit=asm -o "$work/out.s" >/dev/null 2>&1
        for kind in elf s; do
            if [ -e "$work/out.$kind" ]; then
                cmp -s "$work/out.$kind" "$work/whole.$kind" || bad "SIG$signal after $delay s: out.$kind is not whole"
            fi
        done
        if [ "$signal" != KILL ] && ls "$work"/out.*.* >/dev/null 2>&1; then
            bad "SIG$signal after $delay s: a temporary file is left"
        fi
        rm -f "$work"/out.*
    done
    for delay in 0.01 0.03 0.05 0.06 0.07 0.08 0.10; do
        checked=$((checked + 1))
        timeout -s "$signal" "$delay" "$retrograd" run "$work/spin.rg" --set n=2000 --json >"$work/out.json" 2>/dev/null
        # The report is one write; the kernel may cut that short for SIGKILL alone.
        if [ "$signal" != KILL ] && [ -s "$work/out.json" ]; then
            cmp -s "$work/out.json" "$work/whole.json" || bad "SIG$signal after $delay s: the report is not whole"
        fi
    done
done

# stopped STATUS SIGNAL ARGUMENTS...: a run without end is stopped; says so, runs back, ends with
# the status.
stopped() {
    expected=$1
    signal=$2
    shift 2
    for seconds in 1 3 9; do # the first is enough unless the host is very busy
        timeout --preserve-status -s "$signal" "$seconds" "$retrograd" run "$work/spin.rg" --set n=1000000000 "$@" >"$work/out" 2>&1
        got=$?
        grep -q R0925 "$work/out" && break
    done
    checked=$((checked + 1))
    [ "$got" -eq "$expected" ] || bad "SIG$signal $*: exit status $got, not $expected"
    grep -q 'every bit is what it was' "$work/out" || { bad "SIG$signal $*: not run back"; cat "$work/out"; }
}
stopped 130 INT
stopped 143 TERM --backward
stopped 129 HUP
stopped 143 TERM --engine rtl --trace "$work/t.fst"
[ -s "$work/t.fst" ] || bad "a stopped run leaves no waveform"
[ ! -e "$work/t.fst.part" ] || bad "a stopped run leaves a waveform in parts"
rm -f "$work"/t.fst*

# twice GAP SECONDS back|ended: two signals to one run; soon after one another they are one request
# and the run goes back to its start, later the second ends the command. A busy host may hold the
# shell or the command up between any two lines, so longer times are tried too.
twice() {
    checked=$((checked + 1))
    for longer in 1 3 9; do
        "$retrograd" run "$work/spin.rg" --set n=1000000000 >"$work/out" 2>&1 &
        run=$!
        sleep $(($2 * longer))
        kill -TERM "$run"
        sleep "$1"
        kill -TERM "$run" 2>/dev/null
        wait "$run" 2>/dev/null
        got=$?
        [ "$got" -eq 143 ] || bad "SIGTERM twice, $1 s apart: exit status $got, not 143"
        after=ended
        grep -q 'every bit is what it was' "$work/out" && after=back
        [ "$after" = "$3" ] && return
    done
    bad "SIGTERM twice, $1 s apart: $after, not $3"
}
twice 0.02 2 back
twice 1.1 3 ended

timeout -s KILL 1 "$retrograd" run "$work/spin.rg" --set n=1000000000 --engine rtl --trace "$work/t.fst" >/dev/null 2>&1
[ ! -e "$work/t.fst" ] || bad "a killed run leaves a waveform that is not whole"

"$retrograd" run "$work/spin.rg" --set n=1000 --max-cycles 100000 >"$work/out" 2>&1
[ $? -eq 3 ] || bad "the cycle limit has another status"
grep -q 'every bit is what it was' "$work/out" || bad "the cycle limit is not run back"

echo "$checked interruptions checked"
exit $failed
