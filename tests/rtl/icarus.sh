#!/bin/sh
# icarus.sh BUILD: benches of rg_top in Icarus, where registers and memories begin unknown. Each sees
# the faults put into the RTL for it. reset: a reset empties ledger and counters. cycle_limit: a run
# stops at its limit, to the cycle. protect: transfers without the protection asked for do nothing.
set -u
build=${1:-build}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
sources=$(ls rtl/rg_top.v rtl/core/*.v rtl/grad/*.v rtl/mem/*.v rtl/bus/*.v rtl/alu/*.v)
failed=0

# outcome BENCH CORE FILE COPY: what the bench says of the core with COPY in the place of FILE.
outcome() {
    # shellcheck disable=SC2046
    iverilog -g2005-sv -o "$work/bench.vvp" -I"$build/gen" -Irtl/include -Itests/rtl -s "$1" -P "$1.PIPELINE=$2" "tests/rtl/$1.v" \
        $(echo "$sources" | grep -vx "$3") "$4" || exit 3
    vvp "$work/bench.vvp" | tail -n 8
}

# fault BENCH FILE EXPRESSION: the pipelined core with that fault fails.
fault() {
    sed "$3" "$2" >"$work/fault.v"
    if cmp -s "$2" "$work/fault.v"; then
        echo "the fault $3 no longer applies to $2"
        failed=1
    fi
    case $(outcome "$1" 1 "$2" "$work/fault.v") in *FAILED*) ;; *) echo "$1 does not see the fault $3 of $2" && failed=1 ;; esac
}

for bench in reset cycle_limit protect; do
    for core in 0 1; do
        said=$(outcome $bench $core rtl/core/rg_ledger.v rtl/core/rg_ledger.v)
        echo "$bench, PIPELINE=$core: $said"
        case $said in passed:*) ;; *) failed=1 ;; esac
    done
done
# A reset that trusts what the register held; one that leaves an entry of each row; comparisons that
# are off by one.
fault reset rtl/core/rg_ledger.v 's/sweep <= ALL;  used <= ALL;/sweep <= used;/'
fault reset rtl/core/rg_class_counts.v 's/sweep  <= ALL;/sweep  <= ALL - ONE;/'
fault reset rtl/core/rg_ledger.v 's/i < (1 << ROW_LOG2)/i < (1 << ROW_LOG2) - 1/'
fault cycle_limit rtl/core/rg_run.v 's/cycles >= cycle_limit/cycles > cycle_limit/'
fault cycle_limit rtl/core/rg_run.v 's/cycles >= cycle_limit/cycles + 64'"'"'d1 >= cycle_limit/'
fault protect rtl/bus/rg_host.v 's/protect\[0\] && !req_prot\[0\]/protect[0] \&\& req_prot[0]/'
fault protect rtl/bus/rg_host.v 's/wire write_ok    = req_whole && permitted/wire write_ok    = req_whole/'
fault protect rtl/bus/rg_axi_slave.v 's/take_write ? s_awprot/take_write ? ~s_awprot/'
exit $failed
