#!/bin/sh
# outputs.sh BUILD: files that the command writes. None is one that it reads.
. tests/cli/head.sh
. tests/cli/expect.sh
traces=$(cd "$build" && pwd)/lib/retrograd/trace.so
cd "$work" || exit 1
printf '@i function f(y!::Fixed, x::Fixed)\n    y! += x^2\nend\n' >part.rg
printf 'include("part.rg")\n@i function main(y!::Fixed, x::Fixed)\n    f(y!, x)\nend\n' >main.rg
printf '@i function v(y!::Fixed, x::Vector{Fixed})\n    y! += x[1] * x[2]\nend\n' >v.rg
printf 'name: s\nworkloads:\n  f: {program: part.rg}\naxes:\n  x: {argument: x, from: 1, to: 2, points: 2}\nobjectives:\n  cycles: counters.cycles\n' >study.yaml
printf 'format: retrograd-technology-1\nname: "x"\nbase: 45nm\n' >tech.yaml
cp main.rg x.c
sed 's/part.rg/x.h/' main.rg >of_h.rg
cp part.rg x.h
"$retrograd" run v.rg --set x=[1,3] --save x=x.npy >out || bad 'x.npy is not written'
ln main.rg hard.rg
ln -s part.rg soft.rg
mkdir kept && cp ./*.* kept

# spared ARGUMENTS...: refused, and every file is what it was.
spared() {
    expect 2 'error[R0952]' "$@"
    for file in kept/*; do
        cmp -s "$file" "${file#kept/}" || bad "retrograd $*: ${file#kept/} has changed"
    done
}
spared build main.rg -o main.rg
spared build main.rg --emit=inverse -o ./main.rg
spared build main.rg --emit=ir -o "$work/hard.rg"
spared build main.rg --emit=asm -o part.rg
spared build main.rg -o soft.rg
spared build of_h.rg --emit=c -o x.c
spared build main.rg --emit=obj --optimise energy:tech.yaml -o tech.yaml
spared run main.rg --engine rtl --trace main.rg
[ ! -e "$traces" ] || spared run main.rg --engine rtl --trace part.rg
spared run v.rg --set x=@x.npy --save x=x.npy
spared run v.rg --set x=@x.npy --grad y! --save-gradient x=./x.npy
spared run v.rg --set x=[1,2] --tangent x=@x.npy --save x=x.npy
spared run v.rg --set x=[1,2] --grad y! --save x=new.npy --save-gradient x=new.npy
spared run main.rg --energy tech.yaml --engine rtl --trace tech.yaml
spared explore study.yaml --store study.yaml
spared explore study.yaml --plot -o part.rg
# What is no file is as free as it was, and an older output is replaced.
"$retrograd" build main.rg --emit=ir -o /dev/null >out 2>&1 || bad "writing to a device: $(cat out)"
for again in 1 2; do
    "$retrograd" build main.rg -o new.elf >out 2>&1 || bad "writing new.elf, time $again: $(cat out)"
done
# Whether values can be saved is known before the run. What cannot be written after all is in the
# report, an older file stays whole, and nothing is left beside it.
lacks() { ! grep -qF -- "$1" "$work/out" || bad "says \`$1\`: $(cat "$work/out")"; }
expect 2 "error[R0905]: cannot write 'no/x.npy'" run v.rg --set x=[1,3] --save x=no/x.npy
lacks 'cycles:'
ln -s /dev/full full.npy
expect 3 'x = [1, 3]' run v.rg --set x=[1,3] --save x=full.npy
lacks '@full.npy'
expect 3 '"gradients":' run v.rg --set x=[1,3] --grad y! --save-gradient x=full.npy --json
"$retrograd" run v.rg --set x=[5,7] --save x=old.npy >out || bad 'old.npy is not written'
cp old.npy older.npy
(ulimit -f 0 && exec "$retrograd" run v.rg --set x=[1,3] --save x=old.npy 2>&1) | cat >out
checked=$((checked + 1))
grep -qF 'x = [1, 3]' out || bad "without room the values are lost: $(cat out)"
cmp -s old.npy older.npy || bad 'without room an older file is not what it was'
[ ! -e old.npy.part ] || bad 'without room a part is left'
[ $failed -eq 0 ] && echo "outputs: $checked checks"
exit $failed
