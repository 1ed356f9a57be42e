#!/bin/sh
# run.sh BUILD [SIMULATION]: the command on a simulated board, as a user runs it: values and
# gradients, what a board does not have, and a line that goes wrong in a run.
set -u
build=$1
simulation=${2:-$1/board/rtl}
retrograd=$build/bin/retrograd
work=$(mktemp -d)
relay=
finish() {
    exec 3>&-
    [ -z "$relay" ] || wait "$relay"
    rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "board-run: $*"
    cat "$work/out" "$work/err" 2>/dev/null
    exit 1
}

cat > "$work/f.rg" <<'END'
@i function step!(a!::Fixed, b::Fixed, c::Fixed)
    a! += b * c
    a! -= b / 4
end

@i function f(y!::Fixed, v::Vector{Fixed}, x::Fixed)
    @routine begin
        s ← 0.0
        for i = 1:length(v)
            step!(s, v[i], x)
        end
    end
    if (s > 0.5, ~)
        y! += s / x
    else
        y! -= s * x
    end
    ~@routine
end

@i function long(y!::Fixed, x::Fixed, n::Int)
    for i = 1:n
        for j = 1:1000
            y! += x * 0.125
            y! -= x * 0.125
        end
    end
    y! += x * x
end

@i function sine(y!::Fixed, x::Fixed)
    y! += sin(x)
end
@i function dirty(y!::Fixed, x::Fixed)
    t ← 0.0; t += x * y!; y! += 1; t += x
    t → 0.0
end
END

mkfifo "$work/words"
"$build/tests/board/relay" "$simulation" < "$work/words" > "$work/said" &
relay=$!
exec 3> "$work/words"
# say WORD...: to the line, until it is done
say() {
    for word; do
        before=$(wc -l < "$work/said")
        echo "$word" >&3
        while [ "$(wc -l < "$work/said")" -le "$before" ]; do sleep 0.05; done
        tail -n 1 "$work/said" | grep -q "^done" || fail "the line cannot: $word"
    done
}
while [ ! -s "$work/said" ]; do sleep 0.05; done
tty=$(head -n 1 "$work/said")
# run STATUS WORDS...: the command, which must end so
run() {
    expected=$1
    shift
    "$retrograd" run "$work/f.rg" "$@" > "$work/out" 2> "$work/err"
    status=$?
    [ $status = "$expected" ] || fail "run $*: status $status, not $expected"
}
says() { grep -qF -- "$1" "$work/err" || fail "it does not say: $1"; }
# The numbers of a report, without the engine and its cycles.
numbers() { sed -e 1d -e '/cycles/d' "$work/out"; }

# Values and gradients are those of the model.
for words in --set=x=1.5\ --grad=y! --set=x=-0.75\ --grad=v[2] --set=x=2.25\ --backward; do
    # shellcheck disable=SC2086
    run 0 f --set v='[0.5,1.25,-0.75,2]' $words --engine fast16
    numbers > "$work/expected"
    [ -s "$work/expected" ] || fail "no report"
    # shellcheck disable=SC2086
    run 0 f --set v='[0.5,1.25,-0.75,2]' $words --engine board --tty "$tty"
    numbers | diff "$work/expected" - || fail "$words: the board computes something else"
done
run 0 f --set v='[1,2]' --set x=1.5 --json --engine board --tty "$tty"
grep -q '"engine": "board"' "$work/out" && grep -q '"cycles": [1-9]' "$work/out" || fail "--json"

# What it does not have, and lines that are none.
run 2 sine --set x=1 --engine board --tty "$tty"
says 'f.rg:32:5: error[R0954]: a board does not have this instruction, `fsin`, of sine'
run 2 f --set v='[1]' --set x=1 --report --engine board --tty "$tty"
says 'error[R0955]'
run 2 f --set v='[1]' --set x=1 --grad 'y!' --keep-gradients --engine board --tty "$tty"
says 'error[R0955]: the engine `board` has no gradients that are kept'
run 2 f --set v='[1]' --set x=1 --engine board
says 'error[R0956]: --engine board needs the line'
run 2 f --set v='[1]' --set x=1 --engine fast --tty "$tty"
says 'error[R0917]'
run 3 f --set v='[1]' --set x=1 --engine board --tty "$work/none"
says 'error[R0956]: engine `board` cannot be opened: the line of the board at'
say deaf
run 3 f --set v='[1]' --set x=1 --engine board --tty "$tty"
says 'does not answer'

# begin N WORDS...: a run with n = N, in the background
begin() {
    n=$1
    shift
    say fine forget
    "$retrograd" run "$work/f.rg" long --set x=1.5 --set n="$n" "$@" --engine board --tty "$tty" \
        > "$work/out" 2> "$work/err" &
    command=$!
}
# ended STATUS: it ends so
ended() {
    wait "$command"
    status=$?
    [ $status = "$1" ] || fail "a run while the line goes wrong: status $status, not $1"
}

# Noise from the begin of a run changes nothing.
run 0 long --set x=1.5 --set n=1 --engine fast16
numbers > "$work/long"
for wrong in noise garbled; do
    begin 1
    say 1 $wrong
    ended 0
    numbers | diff "$work/long" - || fail "$wrong: the board computes something else"
done

# lost WRONG RIGHT COUNT OPTION...: a line that goes wrong in that run; the machine is run back when
# it is right again
lost() {
    wrong=$1 right=$2 count=$3
    shift 3
    begin 30 "$@"
    say "$count" "$wrong"
    while ! grep -q "as soon as its line is there" "$work/err"; do
        kill -0 "$command" 2>/dev/null || fail "$wrong: it does not wait for the line"
        sleep 0.1
    done
    say "$right"
    if [ -n "$again" ]; then # on the way back too
        say 1 "$wrong"
        sleep 1
        say "$right"
    fi
    ended 3
    says 'error[R0903]'
    says 'the machine was run back to its start; every bit is what it was'
}
again=
lost unplug plug 1
says 'is gone'
again=yes
lost unplug plug 1
again=
lost deaf fine 3 --grad 'y!'
says 'does not answer'
lost mute fine 8 --grad 'y!'

# A limit of cycles, and the user's own stop.
run 3 long --set x=1.5 --set n=30 --max-cycles 20000 --engine board --tty "$tty"
says 'error[R0922]: long did not end within 20000 cycles'
says 'the machine was run back to its start; every bit is what it was'
begin 30
say 1
kill -TERM "$command"
ended 143
says 'the machine was run back to its start; every bit is what it was'

# A trap, and what changed the word before.
run 1 dirty --set x=1.5 --engine board --tty "$tty"
says 'f.rg:36:5: error[R0814]'
says 'f.rg:35:36: note: `t` was last changed here, from 0 to 1.5'
says 'the machine was run back to its start; every bit is what it was'

# Without power its state is gone.
begin 30
say 1 off on
ended 3
says 'was configured anew, and what it held is lost'
run 0 f --set v='[0.5,1.25,-0.75,2]' --set x=2.25 --backward --engine board --tty "$tty"
numbers | diff "$work/expected" - || fail "afterwards the board computes something else"
echo "board-run: passed"
