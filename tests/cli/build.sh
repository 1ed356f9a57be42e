#!/bin/bash
# build.sh BUILD: make and its scripts as a user meets them, in a copy of the sources. `make -n`
# changes nothing, and warnings stop no build. install-deps knows its sets and says what went wrong.
# The runner of the tests sees what fails.
. tests/cli/head.sh
tree=$work/tree
checked=0
failed=0
mkdir -p "$tree"
if ! git ls-files -z 2>/dev/null | xargs -0 cp --parents -t "$tree"; then
    echo "build: the sources cannot be copied (is this a clone?)"
    exit 1
fi
cd "$tree" || exit 1
unset MAKEFLAGS MAKELEVEL NAME LIST WERROR

bad() {
    echo "$*"
    failed=$((failed + 1))
}

# expect STATUS TEXT COMMAND...: it ends so and says that.
expect() {
    local status=$1 text=$2 actual
    shift 2
    "$@" >"$work/said" 2>&1 </dev/null
    actual=$?
    checked=$((checked + 1))
    [ $actual = "$status" ] || { bad "status $actual instead of $status: $*"; tail -n 5 "$work/said"; }
    grep -qF -- "$text" "$work/said" || { bad "does not say \`$text\`: $*"; tail -n 5 "$work/said"; }
}

# Names, sizes and times of all files.
state() { find . -printf '%p %s %T@\n' | sort; }
unchanged() {
    state >"$work/before"
    "$@" >"$work/said" 2>&1 </dev/null || { bad "fails: $*"; tail -n 5 "$work/said"; }
    [ -s "$work/said" ] || bad "says nothing: $*"
    state | cmp -s - "$work/before" || bad "changes the tree: $*"
    checked=$((checked + 1))
}

# ---- make -n, before and after something is built
for target in all demo test check lint install machine faults mutation platform; do unchanged make -n $target; done
make build/lib/libisa.a build/gen/rg_isa.vh build/gen/rtl.config >"$work/said" 2>&1 || bad "libisa.a cannot be built"
for target in all demo test check; do unchanged make -n $target; done
unchanged make -n CORE=multicycle all

# ---- names of tests, in a tree where nothing is built
for set in test check rest; do unchanged make LIST=1 BUILD=none $set; done
grep -q '^cli/explore' "$work/said" || bad "the names of make rest are not all there"

# ---- variables
touch isa/isa.c
expect 0 ' -Werror' make -n WERROR=1 build/obj/isa/isa.o
make -n build/obj/isa/isa.o | grep -q -- -Werror && bad "a warning stops a user's build"
expect 2 'ENGINES is fast, rtl or all, not slow' make -n ENGINES=slow all
expect 0 'lib/retrograd/rtl.so' make -n demo
grep -q 'trace_model\|systemc.so' "$work/said" && bad "the demo builds the model of the waveforms"

# ---- packages
expect 0 libelf-dev ./install-deps --list fast
grep -qE 'verilator|yosys|z3|gnuplot|systemc' "$work/said" && bad "the set fast has more than it needs"
expect 0 verilator ./install-deps --list demo
grep -qE 'yosys|z3|gnuplot|systemc|cmocka' "$work/said" && bad "the set demo has more than it needs"
expect 0 libcmocka-dev ./install-deps --list test
expect 0 iverilog ./install-deps --list demo check
expect 2 'there is no set demos; there are fast, demo' ./install-deps demos

# Stand-ins for the system's commands: nothing is installed, and apt-get does what $work/apt says.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\nexec sh "%s/apt" "$@"\n' "$work" >"$work/bin/apt-get"
chmod +x "$work"/bin/*
fake() { PATH=$work/bin:$PATH "$@"; }
echo 'echo "0 upgraded, 12 newly installed, 0 to remove"; echo "Setting up make (4.3)"' >"$work/apt"
expect 0 '1/12  make' fake ./install-deps fast
echo 'echo "E: no space left" >&2; exit 100' >"$work/apt"
expect 3 'E: no space left' fake ./install-deps fast
expect 3 'apt-get ended with status 100' fake ./install-deps fast
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
printf '#!/bin/sh\necho "sudo: you may not" >&2\nexit 1\n' >"$work/bin/sudo"
chmod +x "$work"/bin/*
expect 3 'sudo: you may not' fake ./install-deps fast

# ---- the runner of the tests
rm -f tests/unit/test_*.c tests/property/test_*.c tests/cli/*.sh
printf 'test\tgood\techo well; true\ntest\tbad\techo ill; false\n' | tr '\t' ' ' >tests/sets.txt
mkdir -p build/tests
expect 1 '1 passed, 1 failed' tests/run.sh build test
grep -q '^FAILED bad ' "$work/said" || bad "the runner does not name what failed"
grep -q '^ill$' "$work/said" || bad "the runner does not show what a failed test said"
[ "$(grep -c '^ill$' "$work/said")" = 1 ] || bad "the runner shows more than once what a failed test said"
expect 1 '0 passed, 1 failed' env NAME=bad tests/run.sh build test
[ "$(grep -c '^FAILED' "$work/said")" = 1 ] || bad "one failure is told more than once"
expect 0 '1 passed, 0 failed' env NAME=good tests/run.sh build test
expect 2 'no test of `make test` has a name like nothing' env NAME=nothing tests/run.sh build test
expect 0 'echo ill' env LIST=1 tests/run.sh build check

echo "build: $checked checks, $failed failed"
[ $failed = 0 ]
