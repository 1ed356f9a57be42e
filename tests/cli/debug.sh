#!/bin/sh
# debug.sh BUILD: retrograd debug, by scripts: what it shows on the way there and back, and that
# wrong commands are answered.
set -uf
. tests/cli/head.sh
. tests/cli/expect.sh
printf '@i function f(y!::Fixed, v::Vector{Fixed})\n    t ← 0.0\n    for i = 1:length(v)\n        t += v[i]^2\n        y! += t * v[i]\n    end\n    for i = 1:length(v)\n        t -= v[i]^2\n    end\n    t → 0.0\nend\n' >"$work/f.rg"
printf '@i function f(y!::Fixed, x::Fixed)\n    t ← 0.0\n    t += x\n    y! += t\n    t → 0.0\nend\n' >"$work/dirty.rg"

for passes in -O0 --no-pass=inline; do
    script 't = 14  grad 0' 'b 5 if i == 3\nrun\np t' "$work/f.rg" --set v=[1,2,3] $passes
    script 'y! = 11' 'b 5\nrun\nc\nc\nc\nrc\np y!' "$work/f.rg" --set v=[1,2,3] $passes
    script 'y!: from 11 to 53' 'goto end\nlast y!' "$work/f.rg" --set v=[1,2,3] $passes
    script 'by '"$work/f.rg"':4 in f' 'goto end\nlast grad(v[1])' "$work/f.rg" --set v=[1,2,3] --grad 'y!' $passes
    script 'the start' 'goto end\nreverse-stepi 100000' "$work/f.rg" --set v=[1,2,3] $passes
    script 'v = [1, 2, 3]  grad [13, 25, 32]' 'goto end\ninfo locals' "$work/f.rg" --set v=[1,2,3] --grad 'y!' $passes
    script 'every gradient fits' 'overflow' "$work/f.rg" --set v=[1,2,3] --grad 'y!' $passes
    script 't was changed last' 'trap\nwhy' "$work/dirty.rg" --set x=1.5 -O0
done
# A loop variable, and a variable that holds an element, in a loop whose updates have operands in memory.
printf '@i function f(x!::Vector{Fixed}, y::Vector{Fixed}, z::Vector{Fixed})\n    for k = 1:length(y)\n        t ← y[k]\n        x![k] += sin(y[k]) * z[k]\n        x![k] -= t + y[k] * z[k]\n        t → y[k]\n    end\nend\n' >"$work/words.rg"
"$retrograd" build "$work/words.rg" --emit=asm | grep -q '+ r28]' || { echo 'debug: no operand in memory'; failed=1; }
script 'k = 2' 'b 5\nrun\nc\np k' "$work/words.rg" --set x!=[1,2,3] --set y=[1,2,4] --set z=[1,1,1]
script 't = 2' 'b 5\nrun\nc\np t' "$work/words.rg" --set x!=[1,2,3] --set y=[1,2,4] --set z=[1,1,1]
# A loop variable that follows from the counter is read and watched, and cannot be set.
printf '@i function g(y!::Vector{Fixed}, x::Vector{Fixed})\n    for i = 3:length(x)\n        y![i] += max(y![i-1] * x[i], x[i]) * x[i-2] + sin(x[i])\n    end\nend\n' >"$work/counted.rg"
"$retrograd" build "$work/counted.rg" --emit=asm | grep -q 'fortop r28' || { echo 'debug: no counter is an index'; failed=1; }
counted() { script "$1" "$2" "$work/counted.rg" --set y!=[0,0,0,0,0,0] --set x=[1,2,3,4,5,6]; }
counted 'i = 5' 'b 3 if i == 5\nrun\np i'
counted 'x[i] = 5' 'b 3 if i == 5\nrun\np x[i]'
counted 'watch 2: i was 4, is 5' 'b 3 if i == 4\nrun\nwatch i\nd 1\nc'
counted 'i: from 3 to 4' 'b 3 if i == 4\nrun\nlast i'
printf 'b 3 if i == 4\nrun\nset i = 7\n' |
    "$retrograd" debug "$work/counted.rg" --set y!=[0,0,0,0,0,0] --set x=[1,2,3,4,5,6] 2>&1 |
    grep -q 'R0944.*i follows from the counter' || { echo 'debug: a loop variable without a register is set'; failed=1; }
script 'watch 1: v[2] is used, and is 2' 'rwatch v[2]\nc' "$work/f.rg" --set v=[1,2,3] -O0
script 'watch 1: y! was 1, is 11' 'awatch y!\nc\nc' "$work/f.rg" --set v=[1,2,3] -O0
script 'rwatch grad(v[1])' 'rwatch grad(v[1])\ninfo b' "$work/f.rg" --set v=[1,2,3] --grad 'y!'
# The cause of a trap, and of a gradient that does not fit, in one command each.
printf '@i function f(y!::Fixed, x::Fixed)\n    t ← 0.0\n    t += x * 1000\n    y! += t * 100000\n    t -= x * 1000\n    t → 0.0\nend\n' >"$work/steep.rg"
script 't was changed last at time' '' "$work/dirty.rg" --set x=1.5 -O0 --at=cause
script 'grad(t) is 0, and what is added does not fit' '' "$work/steep.rg" --set x=0.0001 --grad 'y!' -O0 --at=cause
script 'every gradient fits' '' "$work/f.rg" --set v=[1,2,3] --grad 'y!' --at=cause
script 'tangent 13' 'goto end\np y!' "$work/f.rg" --set v=[1,2,3] --tangent v=[1,0,0]
printf 'watch 1 + 1\nwatch time\nbreak *99999999\nbreak *1\nbreak 99999999999\nrwatch\nnonsense\nbreak 99\nprint nothing\nprint 1 +\nprint v[9]\nset v = 1\nx/2 99999999\nframe 7\nignore 4 2\nfinish\nquit\n' |
    "$retrograd" debug "$work/f.rg" --set v=[1,2,3] >"$work/out" 2>&1
checked=$((checked + 1))
if [ "$(grep -c '^error\[R094[45]\]' "$work/out")" -ne 16 ]; then
    echo "wrong commands are not refused, each with a message:"
    cat "$work/out"
    failed=1
fi
printf 'start\ninfo locals\nbt\nquit\n' | "$retrograd" debug "$work/f.rg" --set v=[1,2,3] --json >"$work/out" 2>&1
checked=$((checked + 1))
if [ "$(grep -c '"ok":true' "$work/out")" -ne 4 ] || ! grep -q '"values":\[1.0,2.0,3.0\]' "$work/out"; then
    echo "--json does not give an object for each command:"
    cat "$work/out"
    failed=1
fi
# A gradient is debugged as far as the machine can keep what it drops.
printf '@i function f(y!::Fixed, x::Fixed, n::Int)\n    for i = 1:n\n        y! += x * 0.5\n        y! -= x * 0.5\n    end\nend\n' >"$work/long.rg"
script 'the stack of kept gradients is full' 'goto end' "$work/long.rg" --set x=0.5 --set n=100000 --grad 'y!' -O0
# Bytes that are no text are answered as JSON all the same.
printf '\377\376\nprint \303\nquit\n' | "$retrograd" debug "$work/f.rg" --set v=[1,2,3] --json >"$work/out" 2>&1
checked=$((checked + 1))
if [ "$(grep -c '"command":' "$work/out")" -ne 3 ]; then
    echo "--json does not answer bytes that are no text:"
    cat "$work/out"
    failed=1
fi
expect 2 'R0917' debug
expect 2 'R0917' debug "$work/f.rg" --at=nowhere
echo "debug: $checked command lines"
exit $failed
