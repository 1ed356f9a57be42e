#!/bin/sh
# A full disk, files that are none, and a signal: message and status of every command. Argument: build folder.
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
"$retrograd" build "$work/f.rg" -o "$work/f.elf" || wrong "build"
"$retrograd" run "$work/f.rg" --set x=2 --grad y! --json > "$work/run.json" || wrong "run --json"

full 3 run "$work/f.rg" --set x=2
full 3 run "$work/f.rg" --set x=2 --grad y!
full 3 run "$work/f.rg" --set x=2 --grad y! --json
full 3 run "$work/f.rg" --set x=2 --grad y! --report
full 3 run "$work/f.rg" --set x=2 --explain-energy
full 3 check "$work/f.rg"
full 3 check "$work/f.rg" --json
full 3 disasm "$work/f.elf"
for form in asm ir inverse graph; do
    full 3 build "$work/f.rg" --emit=$form
    refused 3 R0905 "$retrograd" build "$work/f.rg" --emit=$form -o /dev/full
done
full 3 build "$work/f.rg" --report
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

# A limit on the size of files: nothing that is not whole gets the name.
for form in obj asm ir; do
    (ulimit -f 0 && exec "$retrograd" build "$work/f.rg" --emit=$form -o "$work/cut.$form") > /dev/null 2> "$work/said2"
    got=$?
    checked=$((checked + 1))
    [ $got -eq 3 ] || wrong "build --emit=$form without room ended with $got, not 3"
    [ ! -e "$work/cut.$form" ] || wrong "build --emit=$form without room left a file"
done

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
