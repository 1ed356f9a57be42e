#!/bin/sh
# A full disk, files that are none, and a signal: message and status of every command. Argument:
# build folder.
set -u
retrograd=$1/bin/retrograd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
checked=0

wrong() {
    echo "disk: $*"
    failed=1
}

# full STATUS COMMAND...: standard output is a full disk.
full() {
    status=$1
    shift
    "$retrograd" "$@" > /dev/full 2> "$work/said"
    got=$?
    checked=$((checked + 1))
    [ $got -eq "$status" ] || wrong "$* into /dev/full ended with $got, not $status"
    grep -q 'error\[R0905\]' "$work/said" || wrong "$* into /dev/full says nothing"
}

# refused STATUS TEXT COMMAND...: ends in time, with the status and the text.
refused() {
    status=$1 text=$2
    shift 2
    timeout 20 "$@" > "$work/out" 2> "$work/said" < /dev/null
    got=$?
    checked=$((checked + 1))
    [ $got -eq "$status" ] || wrong "$* ended with $got, not $status"
    grep -q "$text" "$work/said" || wrong "$* does not say '$text': $(head -1 "$work/said")"
}

cat > "$work/f.rg" << 'END'
@i function f(y!::Fixed, x::Fixed)
    y! += x^2
end
END
printf '%s\n' '@i function g(n!::Int, m::Int)' '    for i = 1:m' '        n! += i' '    end' 'end' > "$work/long.rg"
printf '%s\n' 'name: a study' 'workloads:' "  f: {program: $work/f.rg}" 'axes:' '  x: {argument: x, from: 1, to: 3, points: 3}' \
    'objectives:' '  cycles: counters.cycles' > "$work/study.yaml"
"$retrograd" build "$work/f.rg" -o "$work/f.elf" || wrong "build"
"$retrograd" explore "$work/study.yaml" --store "$work/study.db" > "$work/out" || wrong "explore"
"$retrograd" run "$work/f.rg" --set x=2 --grad y! --json > "$work/run.json" || wrong "run --json"

full 3 run "$work/f.rg" --set x=2
full 3 run "$work/f.rg" --set x=2 --grad y!
full 3 run "$work/f.rg" --set x=2 --grad y! --json
full 3 run "$work/f.rg" --set x=2 --explain-energy
full 3 check "$work/f.rg"
full 3 check "$work/f.rg" --json
full 3 disasm "$work/f.elf"
for form in asm ir inverse graph; do
    full 3 build "$work/f.rg" --emit=$form
    refused 3 R0905 "$retrograd" build "$work/f.rg" --emit=$form -o /dev/full
done
full 3 build examples/functional/scalars.rg --emit=unf
refused 3 R0905 "$retrograd" build examples/functional/scalars.rg --emit=unf -o /dev/full
refused 3 R0905 "$retrograd" disasm "$work/f.elf" -o /dev/full
full 3 build "$work/f.rg" --report
full 3 run "$work/f.rg" --set x=2 --raw --jacobian
full 3 run "$work/f.rg" --set x=2 --grad y! --report
full 3 explore "$work/study.yaml" --store "$work/study.db"
full 3 explore "$work/study.yaml" --store "$work/study.db" --json
full 3 explore "$work/study.yaml" --store "$work/study.db" --csv
full 3 explore "$work/study.yaml" --store "$work/study.db" --plan
full 3 explore "$work/study.yaml" --store "$work/study.db" --plan --json
full 3 explore "$work/study.yaml" --store "$work/none.db" --export=slurm -o "$work/exported"
full 3 explore "$work/study.yaml" --store "$work/none.db" --merge "$work/exported"
full 3 explain
full 3 explain R0814
full 3 energy
full 3 energy 45nm
full 3 explain-energy "$work/run.json"
full 3 version
full 3 version --json
full 3 help
full 3 help optimiser
full 3 run --help

# no_room FILE COMMAND...: without room for any file, or for one of $blocks blocks, the command ends
# with 3 and a message, and the file does not exist.
blocks=0
no_room() {
    file=$1
    shift
    (ulimit -f $blocks && exec "$retrograd" "$@") 2>&1 > /dev/null | cat > "$work/said2"
    (ulimit -f $blocks && exec "$retrograd" "$@") > /dev/null 2> /dev/null
    got=$?
    checked=$((checked + 1))
    [ $got -eq 3 ] || wrong "$* without room ended with $got, not 3: $(head -1 "$work/said2")"
    grep -q 'error\[R0[79]' "$work/said2" || wrong "$* without room says nothing"
    [ ! -e "$file" ] || wrong "$* without room left $file"
}
for form in obj asm ir inverse graph; do
    no_room "$work/cut.$form" build "$work/f.rg" --emit=$form -o "$work/cut.$form"
done
no_room "$work/cut.unf" build examples/functional/scalars.rg --emit=unf -o "$work/cut.unf"
no_room "$work/cut.s" disasm "$work/f.elf" -o "$work/cut.s"
# The store and the scripts have room, the list of the jobs has not.
sed 's/points: 3/points: 3000/' "$work/study.yaml" > "$work/large.yaml"
blocks=100
for kind in parallel slurm; do
    no_room "$work/cut/jobs" explore "$work/large.yaml" --store "$work/large.db" --export=$kind -o "$work/cut"
done
blocks=0
[ -z "$(find "$work" -name '*.part' -o -name '*.tmp')" ] || wrong "a temporary file is left"
no_room "$work/nothing" explore "$work/study.yaml" --store "$work/cut.db"
no_room "$work/nothing" explore "$work/study.yaml" --store "$work/cut.db" --plan
# A store that is there and cannot grow keeps what it has.
"$retrograd" explore "$work/study.yaml" --store "$work/old.db" > "$work/out" || wrong "explore"
sed 's/points: 3/points: 5/' "$work/study.yaml" > "$work/more.yaml"
no_room "$work/nothing" explore "$work/more.yaml" --store "$work/old.db"
"$retrograd" explore "$work/more.yaml" --store "$work/old.db" > "$work/out" || wrong "the store is damaged"
if "$retrograd" run "$work/f.rg" --engine rtl > /dev/null 2>&1 && "$retrograd" run "$work/f.rg" --trace "$work/try.fst" > /dev/null 2>&1; then
    no_room "$work/cut.fst" run "$work/f.rg" --set x=2 --trace "$work/cut.fst"
fi

# What is read is a file: a pipe may never end, or never begin.
mkfifo "$work/pipe.rg" "$work/pipe.s" "$work/pipe.elf" "$work/pipe.yaml" "$work/pipe.csv"
printf 'include("pipe.rg")\n' > "$work/includes.rg"
printf 'include("/dev/zero")\n' > "$work/zero.rg"
for source in pipe.rg pipe.s pipe.elf includes.rg zero.rg; do
    refused 2 'device or a pipe' "$retrograd" run "$work/$source"
done
refused 2 'device or a pipe' "$retrograd" build "$work/pipe.rg" -o "$work/p.elf"
refused 2 'device or a pipe' "$retrograd" run "$work/f.rg" --set x=2 --energy "$work/pipe.yaml"
refused 2 'device or a pipe' "$retrograd" energy "$work/pipe.yaml"
refused 2 'device or a pipe' "$retrograd" run "$work/f.rg" --set "x=@$work/pipe.csv"
refused 2 'device or a pipe' "$retrograd" explore "$work/pipe.yaml"
sed "s,$work/f.rg,$work/pipe.rg," "$work/study.yaml" > "$work/piped.yaml"
refused 2 'device or a pipe' "$retrograd" explore "$work/piped.yaml"

# One signal ends a command that runs; the machine is run back.
for signal in TERM:143 INT:130 HUP:129; do
    timeout -k 60 --preserve-status -s "${signal%:*}" 1 \
        "$retrograd" run "$work/long.rg" --set m=2000000000 > /dev/null 2> "$work/said"
    got=$?
    checked=$((checked + 1))
    [ $got -eq "${signal#*:}" ] || wrong "SIG${signal%:*} ended a run with $got"
done
echo "$checked ways to fail checked"
exit $failed
