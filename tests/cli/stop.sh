#!/bin/sh
# stop.sh BUILD: one signal ends any command, also one whose output has no reader; its status is 128
# + the signal, and no file is half written.
. tests/cli/head.sh
failed=0
checked=0
commands=
signals="TERM:15 INT:2 HUP:1"

bad() {
    echo "stop: $*"
    failed=1
}

# ends SECONDS ARGUMENTS...: the command waits for its reader by then, and each signal ends it. A
# busy host is given more time to get there.
ends() {
    seconds=$1
    shift
    commands="$commands $1 "
    for signal in $signals; do
        signal=${signal%:*}
        perl tests/cli/stop.pl "$signal" "$seconds" "$retrograd" "$@" >"$work/said.$signal" 2>&1 &
    done
    wait
    for signal in $signals; do
        said=$(cat "$work/said.${signal%:*}")
        checked=$((checked + 1))
        case $said in
        "signal ${signal#*:}" | "status $((128 + ${signal#*:}))") ;;
        *) bad "SIG${signal%:*}: retrograd $*: $said" ;;
        esac
    done
}

cat >"$work/f.rg" <<'END'
@i function f(y!::Fixed, x::Fixed)
    y! += x^2
end
END
cat >"$work/long.rg" <<'END'
@i function long(n!::Int, m::Int)
    for i = 1:m
        for j = 1:1000
            n! += i * j
        end
    end
end
END
cat >"$work/says.rg" <<'END'
@i function says(y!::Int, n::Int)
    for i = 1:n
        println("a line of output, ", i)
    end
    y! += n
end
END
cat >"$work/study.yaml" <<END
name: a study
workloads:
  f: {program: $work/f.rg}
axes:
  x: {argument: x, from: 1, to: 3, points: 3}
objectives:
  cycles: counters.cycles
END
cat >"$work/slow.yaml" <<END
name: a slow study
workloads:
  long: {program: $work/long.rg}
axes:
  m: {argument: m, from: 1000000000, to: 1000000003, points: 4}
objectives:
  cycles: counters.cycles
END
"$retrograd" build "$work/f.rg" -o "$work/f.elf" || bad 'no object'
"$retrograd" run "$work/f.rg" --set x=2 --grad y! --json >"$work/run.json" || bad 'no report'
"$retrograd" explore "$work/study.yaml" --store "$work/study.db" >"$work/out" || bad 'no study'

# Its output has no reader.
ends 0.3 run "$work/f.rg" --set x=2
ends 0.3 run "$work/f.rg" --set x=2 --grad y! --json
ends 0.3 run "$work/f.rg" --set x=2 --report
ends 0.6 run "$work/says.rg" --set n=100
ends 0.3 run "$work/none.rg"
ends 0.3 check "$work/f.rg"
ends 0.3 check "$work/f.rg" --json
ends 0.5 baselines "$work/f.rg" --set x=2
ends 0.5 baselines "$work/f.rg" --set x=2 --grad y! --json
ends 0.3 disasm "$work/f.elf"
ends 0.3 disasm "$work/f.elf" -o -
for form in asm ir inverse graph; do
    ends 0.3 build "$work/f.rg" --emit=$form
done
ends 0.3 build examples/functional/scalars.rg --emit=unf
ends 0.3 build "$work/f.rg" --emit=asm -o -
ends 0.3 build "$work/f.rg" --report
echo run >"$work/commands"
ends 0.3 explain
ends 0.3 explain R0814
ends 0.3 energy
ends 0.3 energy 45nm
ends 0.3 explain-energy "$work/run.json"
ends 0.3 version
ends 0.3 version --json
ends 0.3 help
ends 0.3 run --help
ends 0.3 no-such-command
ends 0.5 explore "$work/study.yaml" --store "$work/study.db"
ends 0.5 explore "$work/study.yaml" --store "$work/study.db" --json
ends 0.5 explore "$work/study.yaml" --store "$work/study.db" --plan

# It is at work, and what it says of the signal has no reader.
ends 1 run "$work/long.rg" --set m=1000000000
ends 1 run "$work/long.rg" --set m=1000000000 --json
ends 1 check "$work/long.rg" --set m=1000000000
ends 1 explore "$work/slow.yaml" --store "$work/slow.db"

# The debugger takes an interrupt for itself, as others do: it stops the run, not the command.
signals="TERM:15 HUP:1"
ends 0.5 debug "$work/f.rg" --set x=2 -x "$work/commands"
ends 1 debug "$work/long.rg" --set m=1000000000 -x "$work/commands"
signals="TERM:15 INT:2 HUP:1"

# The debug adapter ends with its input.
commands="$commands dap "
timeout 10 "$retrograd" dap </dev/null >"$work/out" 2>&1 || bad "dap does not end with its input"
# So does the server for gdb; its interrupts come as bytes (gdb_protocol.pl).
commands="$commands gdbserver "
timeout 10 "$retrograd" gdbserver --stdio "$work/f.rg" --set x=2 </dev/null >"$work/out" 2>&1 || bad "gdbserver does not end with its input"
checked=$((checked + 1))
# And the language server, which says by its status that nobody asked it to exit.
commands="$commands lsp "
timeout 10 "$retrograd" lsp </dev/null >"$work/out" 2>&1
[ $? = 1 ] || bad "lsp does not end with its input"

# It waits for the other end of a named pipe.
mkfifo "$work/pipe"
ends 0.3 build "$work/f.rg" --emit=asm -o "$work/pipe"
ends 0.3 disasm "$work/f.elf" -o "$work/pipe"
ends 0.3 explain-energy "$work/pipe"
ends 0.3 fmt "$work/pipe"

# No command is left out.
for command in $("$retrograd" help | sed -n 's/^  retrograd \([a-z-]*\).*/\1/p') help; do
    case $commands in *" $command "*) ;; *) bad "$command is not tried" ;; esac
done

# The commands for parallel or Slurm are all there, or none is, and a later export is not in the way
# of what is left.
for signal in KILL TERM; do
    for delay in 0.005 0.01 0.015 0.02 0.025 0.03 0.05; do
        checked=$((checked + 1))
        timeout -s $signal $delay "$retrograd" explore "$work/study.yaml" --store "$work/other.db" --export=parallel -o "$work/jobs" >"$work/out" 2>&1
        if [ -e "$work/jobs/jobs" ]; then
            [ "$(wc -l <"$work/jobs/jobs")" -eq 3 ] && [ -x "$work/jobs/run.sh" ] && [ -x "$work/jobs/point.sh" ] || bad "SIG$signal after $delay s: half an export"
        else
            "$retrograd" explore "$work/study.yaml" --store "$work/other.db" --export=parallel -o "$work/jobs" >"$work/out" 2>&1 || bad "SIG$signal after $delay s: no export behind it: $(cat "$work/out")"
        fi
        [ $signal = KILL ] || [ "$(find "$work/jobs" -name '*.part')" = '' ] || bad "SIG$signal after $delay s: a temporary file is left"
        rm -rf "$work/jobs" "$work"/other.db*
    done
done

echo "$checked signals checked"
exit $failed
