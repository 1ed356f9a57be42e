#!/bin/bash
# limits.sh BUILD: parameters that are no machine end the elaboration of rg_top in Verilator, Yosys
# and Icarus, and each names the rule; machines at the limits are read.
set -u
build=${1:-build}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
all=$(ls rtl/rg_top.v rtl/core/*.v rtl/grad/*.v rtl/mem/*.v rtl/bus/*.v rtl/alu/*.v)
top=rg_limits sources=rtl/core/rg_limits.v
includes="-I$build/gen -Irtl/include"
failed=0 checked=0

# with TOOL NAME=VALUE...: what the tool says of that machine; its status.
with() {
    local tool=$1 parameters=() p
    shift
    for p; do
        case $tool in
            verilator) parameters+=("-G$p") ;;
            yosys) parameters+=(-chparam "${p%%=*}" "${p#*=}") ;;
            icarus) parameters+=(-P "$top.$p") ;;
        esac
    done
    # shellcheck disable=SC2086
    case $tool in
        verilator) verilator --lint-only -Wno-fatal $includes --top-module $top rtl/waivers.vlt $sources "${parameters[@]}" ;;
        yosys) yosys -q -p "read_verilog -sv $includes ${sources//$'\n'/ }; hierarchy -check -top $top ${parameters[*]}" ;;
        icarus) iverilog -g2005-sv -t null $includes -s $top "${parameters[@]}" $sources ;;
    esac >"$work/said" 2>&1
}

# refused RULE NAME=VALUE...
refused() {
    local rule=$1 tool
    shift
    for tool in verilator yosys icarus; do
        checked=$((checked + 1))
        with $tool "$@" && echo "$tool takes $*" && failed=1
        grep -q "$rule" "$work/said" || { echo "$tool does not say $rule of $*:"; head -n 5 "$work/said"; failed=1; }
    done
}
taken() {
    local tool
    for tool in verilator yosys icarus; do
        checked=$((checked + 1))
        with $tool "$@" || { echo "$tool refuses $*:"; head -n 5 "$work/said"; failed=1; }
    done
}

refused XLEN_is_32_or_64 XLEN=48
refused XLEN_is_32_or_64 XLEN=128
refused FRAC_is_ FRAC=63
refused FRAC_is_at_most_XLEN_minus_2 XLEN=32 FRAC=31
refused DMEM_LOG2_is_8_to_24 DMEM_LOG2=25
refused IMEM_LOG2_is_8_to_24 IMEM_LOG2=7
refused PIPELINE_is_0_or_1 PIPELINE=2
refused MULTIPLIER_is_0_or_1 PIPELINE=1 MULTIPLIER=2
refused GRAD_LANES_is_0_or_1 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=3
refused GRAD_LANES_needs_MULTIPLIER PIPELINE=1 GRAD_LANES=1
refused DIGITS_is_1_or_2_or_4_or_8 PIPELINE=1 DIGITS=3
refused LANES_is_1_or_2_or_4_or_8 PIPELINE=1 LANES=3
refused LANES_is_1_or_2_or_4_or_8 PIPELINE=1 LANES=16
refused FUNCTION_UNITS_is_1_or_2 PIPELINE=1 FUNCTION_UNITS=24
refused BANKS_is_0_or_4_or_16_or_64_or_128_or_256 PIPELINE=1 BANKS=8
refused BANKS_256_needs_DMEM_LOG2 DMEM_LOG2=8 BANKS=256
refused FUNCTION_STAGE_is_0_or_1_or_2 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 FUNCTION_STAGE=3
refused FUNCTION_STAGE_needs_GRAD_LANES PIPELINE=1 MULTIPLIER=1 FUNCTION_STAGE=1
refused FUNCTION_STAGE_needs_GRAD_LANES PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 LANES=2 FUNCTION_STAGE=2
refused FUNCTION_STAGE_needs_GRAD_LANES PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 LANES=2 FUNCTION_STAGE=1
refused FUNCTION_STAGE_needs_GRAD_LANES PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 FUNCTION_UNITS=4 FUNCTION_STAGE=1
refused TANGENTS_is_0_or_1 TANGENTS=2
refused need_PIPELINE FUNCTION_STAGE=1
refused need_PIPELINE LANES=2
refused need_PIPELINE DIGITS=8
taken XLEN=32 FRAC=30 DMEM_LOG2=8 IMEM_LOG2=24 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 DIGITS=1 LANES=1
taken XLEN=64 FRAC=43 DMEM_LOG2=8 PIPELINE=0 BANKS=128
taken XLEN=64 FRAC=43 DMEM_LOG2=9 PIPELINE=1 LANES=8 BANKS=256
taken XLEN=64 FRAC=43 PIPELINE=1 LANES=8 FUNCTION_UNITS=64 BANKS=16
taken XLEN=64 FRAC=43 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 FUNCTION_STAGE=1 BANKS=4
taken XLEN=64 FRAC=43 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 FUNCTION_STAGE=2 BANKS=4
taken XLEN=32 FRAC=16 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 DIGITS=4 FUNCTION_STAGE=1
taken XLEN=32 FRAC=16 PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 DIGITS=4 FUNCTION_STAGE=2
taken XLEN=64 FRAC=0 DMEM_LOG2=24 IMEM_LOG2=8 PIPELINE=0
taken XLEN=32 FRAC=16 PIPELINE=0 TANGENTS=0
taken XLEN=64 FRAC=43 PIPELINE=1 LANES=4 TANGENTS=0
# And all of that is asked of rg_top.
top=rg_top sources=$all
refused LANES_is_1_or_2_or_4_or_8 PIPELINE=1 LANES=3
refused TANGENTS_is_0_or_1 TANGENTS=3
taken PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 DIGITS=8 LANES=4
taken PIPELINE=1 MULTIPLIER=1 GRAD_LANES=1 DIGITS=8 TANGENTS=0
# The board has limits of its own.
top=rg_board sources=$(ls rtl/board/*.v rtl/core/*.v rtl/grad/*.v rtl/mem/rg_mem.v rtl/alu/rg_int_alu.v rtl/alu/rg_fix_alu.v)
refused XLEN_of_the_board_is_16 XLEN=32
refused FRAC_of_the_board_is_1_to_14 FRAC=15
refused DMEM_LOG2_and_IMEM_LOG2_of_the_board_are_8_to_10 DMEM_LOG2=11
refused DIVIDER_of_the_board_is_at_least_4 DIVIDER=3
taken FRAC=14 DMEM_LOG2=8 IMEM_LOG2=8 DIVIDER=104
python3 tests/rtl/limits_random.py "$build" || failed=1
echo "$checked checks"
exit $failed
