#!/bin/sh
# gdb.sh BUILD: stock gdb on `retrograd gdbserver`, by scripts: forward, back, through the way back
# of a gradient; then a broken client, and variables at random times.
set -u
. tests/cli/head.sh
. tests/cli/expect.sh
cp tests/cli/gdb/*.rg "$work"
set -f
if ! command -v gdb-multiarch >/dev/null; then
    echo "there is no gdb-multiarch: ./install-deps check"
    exit 1
fi

# gdb COMMANDS ARGUMENTS...: what gdb prints for them on that run, in $work/out.
gdb() {
    printf 'set width 0\nset confirm off\ntarget remote | %s gdbserver --stdio' "$retrograd" >"$work/script"
    commands=$1
    shift
    printf ' %s' "$@" >>"$work/script"
    printf '\n%b\n' "$commands" >>"$work/script"
    timeout 120 gdb-multiarch -nx -batch -x "$work/script" >"$work/out" 2>&1
    checked=$((checked + 1))
}
# says TEXT...: these lines, in this order, among what gdb printed.
says() {
    rest=1
    for text in "$@"; do
        line=$(tail -n "+$rest" "$work/out" | grep -nF -m 1 -- "$text" | cut -d: -f1)
        if [ -z "$line" ]; then
            echo "gdb does not print \`$text\` behind line $rest of:"
            sed 's/^/    /' "$work/script" "$work/out"
            failed=1
            return
        fi
        rest=$((rest + line))
    done
}

sums="$work/sums.rg -O0 --set x=[1,2,3]"
nested="$work/nested.rg f -O0 --set x=[1,2,3]"
# shellcheck disable=SC2086
{
    gdb 'break sums.rg:5\ncontinue\ninfo locals\ncontinue\ncontinue\nprint t\nprint x[3]\nlist\nreverse-continue\nprint y\nreverse-continue\nprint t' $sums
    says 'Breakpoint 1.1, sums (y=0, x=...) at' 't = 1' '$1 = 14' '$2 = 3' '@i function sums' '$3 = 1' '$4 = 1'
    gdb 'break sums.rg:5 if t > 10\ncontinue\nprint y\nreverse-step\nreverse-next\ndisable\nstep\nprint t > 4.5' $sums
    says 'Breakpoint 1.1' '5	' '$1 = 11' '4	' '3	' '4	' '$2 = true'
    gdb 'break sums\ncontinue\nwatch y\ncontinue\ncontinue\nreverse-continue\nreverse-continue\nreverse-continue\nreverse-continue\nmonitor end' $sums
    says 'Hardware watchpoint 2: y' 'New value = 1' 'New value = 11' 'Old value = 11' 'New value = 1' 'Old value = 1' 'New value = 0' \
        'Breakpoint 1.1' 'No more reverse-execution history.' 'at the start'
    # through the way back, where the machine runs the other image of the code
    gdb 'break sums.rg:5\ncontinue\ncontinue\ncontinue\ncontinue\nprint $backward\nprint t\ndelete\nwatch grad_x[2]\ncontinue\nmonitor gradient x[2]\nreverse-continue\nprint grad_x' \
        $sums --grad y!
    says 'Breakpoint 1.2, sums (y=53' '$1 = 1' '$2 = 14' 'Hardware watchpoint 2: grad_x[2]' 'Old value = 0' 'New value = ' 'New value = 0'
    # calls: frames, out of them either way, over them either way
    gdb 'break g\ncontinue\nbt\nup\ninfo locals\nprint x\ndown\nfinish\nreverse-next\ndelete\nreverse-step\nbt\nreverse-finish\nbt\nreverse-continue' $nested
    says '#0  g (z=0, x=1)' '#1  ' '#2  ' 'i = 1' '$1 = {1, 2, 3}' 'in f (y=1' 'Breakpoint 1.1, g (z=0' \
        '#0  f (y=0' 'job_dispatcher' 'No more reverse-execution history.'
    gdb 'break nested.rg:14\ncontinue\nstep\nbt\nprint $backward\nfinish\ninfo frame' $nested
    says 'Breakpoint 1.1' '14	' '#0  g (z=37, x=1)' '#1  ' '$1 = 1' 'in f (y=36' 'called by'
    gdb 'break fact if n == 2\ncontinue\nbt\nframe 2\nprint m\nfinish' "$work/fact.rg" top --set n=5
    says '#0  fact (y=0, n=2)' '#3  ' '#5  ' '$1 = 3' 'Breakpoint 1.2, fact (y=2, n=2)'
    gdb 'break fact if n == 2\ncontinue\nbt -2\nreverse-finish\ninfo args' "$work/fact.rg" top --set n=300
    says '#300 ' 'fact(t, m)' 'n = 3'
    # arrays with two indices, Log, Complex, Bool; what is set is billed
    gdb 'break sweep.rg:4 if i == 2 && j == 3\ncontinue\nprint m\nprint m[2,3]\nprint l\nprint z_im\nset var m[1,2] = 7.5\nprint m\nmonitor ledger\nwatch m[2,3]' \
        "$work/sweep.rg" -O0 --set 'm=[[1,2,3],[4,5,6]]' --set 'l!=2.5' --set z=1+2im
    says '$1 = {{1, 2, 3}, {4, 5, 6}}' '$2 = 6' '$3 = 2.49' '$4 = 2' '$5 = {{1, 7.5, 3}, {4, 5, 6}}' '64 erased' 'Hardware watchpoint'
    # a trap, and who brought it about
    gdb 'break dirty\ncontinue\nwatch t\ncontinue\ncontinue\nreverse-continue\ninfo locals' "$work/dirty.rg" -O0 --set x=1.5
    says 'Hardware watchpoint 2: t' 'New value = 1.5' 'error[R' 'SIGABRT' 'Old value = 1.5' 't = 0'
    # who reads: t is nowhere where the routine begins
    gdb 'break sums.rg:4\ncontinue\nrwatch x[2]\ndelete 1\ncontinue\ncontinue\ncontinue\nreverse-continue\nreverse-continue' $sums
    says 'Hardware read watchpoint 2: x[2]' 'Value = 2' ':4' 'Value = 2' ':4' 'Value = 2' ':5' 'Value = 2' ':5' 'Value = 2' ':4'
    gdb 'break sums.rg:4\ncontinue\nawatch y\ndelete 1\ncontinue\ncontinue\nreverse-continue\nreverse-continue\nreverse-continue' $sums
    says 'Hardware access (read/write) watchpoint 2: y' 'New value = 1' 'New value = 11' 'Old value = 11' 'New value = 1' 'New value = 0' \
        'No more reverse-execution history.'
    gdb 'break sums.rg:4\ncontinue\nrwatch t\nstepi 6\nstepi 3' $sums
    says 'Hardware read watchpoint 2: t' 'Value = 1' ':5'
    gdb 'break sums\ncontinue\nrwatch t\ncontinue' $sums
    says 'Expression cannot be implemented with read/access watchpoint.'
    # the gradient of t is read where the way back comes to what t was added to
    gdb 'break sums.rg:5 if $backward\ncontinue\nrwatch grad_y\ndelete 1\ncontinue\ninfo line' $sums --grad y!
    says 'Hardware read watchpoint 2: grad_y' 'Value = 1' 'Line 5'
    # registers and variables of 256 bits: 3.0 changes the third limb alone
    wide="$work/wide.rg f -O0 --set v=[0.1,-3e-7,2] --set k=7"
    gdb 'break g\ncontinue\nptype x\nup\nprint t\nprint v\ndown\nwatch z\ncontinue\nmonitor bits z!\nmonitor value x\nprint $f31 < 1e-30\nprint $r31 > 0\nprint/x $w31\nreverse-continue\nreverse-continue' $wide
    says 'Breakpoint 1.1, g (z=1048576.01, x=0.1' 'type = Float' '= 1.0000000000000001e-31' '= {0.1' 'Hardware watchpoint 2: z' \
        'New value = 1048579.01' 'value 0x0000000000000000000000000010000302' 'gradient 0x0' '0.1' '= true' '= true' ', 0x0, 0x0, 0x0}' \
        'Old value = 1048579.01' 'New value = 1048576.01'
    gdb 'break wide.rg:11\ncontinue\ncontinue\nset var y = 0.1\nprint y\nset var t = 1e-40\nprint t == 1e-40\nmonitor bits y!\nset var $f31 = 1\nprint/x $w31\nset var $w31[0] = 5' $wide
    says '= 0.10000000000000001' '= true' 'value 0x000000000000000000000000000000001999999999999a0000000000000000' '{0x0, 0x0, 0x1, 0x0}' 'E0e'
    gdb 'break g if $backward\ncontinue\nup\nprint grad_v\ndelete\ncontinue\nmonitor gradient v[2]\nreverse-continue' $wide --grad y!
    says 'Breakpoint 1.' 'f (y=' '= {0' '-5.9999999999999' 'No more reverse-execution history.'
    gdb 'set var $pc = 0\n' $sums
    says 'E0e'
    gdb 'set var $time = 3\n' $sums
    says 'E0e'
    gdb 'monitor nonsense' $sums
    says 'there is no command nonsense'
}
# The object file that `retrograd build` writes says the same without a server.
"$retrograd" build "$work/nested.rg" -O0 -o "$work/nested.elf" || failed=1
(cd "$work" && timeout 60 gdb-multiarch -nx -batch -ex 'info line nested.rg:14' -ex 'info scope nested.rg:14' \
    -ex 'info line g' -ex 'ptype g' nested.elf) >"$work/out" 2>&1
: >"$work/script"
says 'Line 14 of "' 'Symbol grad_x is multi-location' 'starts at address' 'type = void (Fixed, Fixed)'
if readelf -SW "$work/nested.elf" 2>&1 | grep -qi warning || readelf --debug-dump=info,line,loc,frames "$work/nested.elf" 2>&1 |
    grep -qi 'warning\|error\|corrupt'; then
    echo "readelf complains about an object file:"
    readelf --debug-dump=info,line,loc,frames "$work/nested.elf" 2>&1 | grep -i -m 3 'warning\|error\|corrupt'
    failed=1
fi
expect 2 'R0917' gdbserver
expect 2 'R0917' gdbserver "$work/sums.rg" --port=none
expect 2 'R0918' gdbserver "$work/sums.rg" --grad 'y!' --backward --stdio
timeout 120 perl tests/cli/gdb_protocol.pl "$retrograd" "$work" || failed=1
sed "s|^|$work/|" tests/cli/gdb/random.txt | timeout 300 perl tests/cli/gdb_random.pl "$retrograd" "$work" "${GDB_TIMES:-15}" "${GDB_SEED:-1}" || failed=1
echo "gdb: $checked sessions and command lines"
exit $failed
