#!/bin/sh
# banks.sh: data memory of macros (rg_banks). In Icarus against a memory of one array, in several
# shapes; the bench sees the faults put into the RTL for it. Yosys makes each bank of block RAM, on
# iCE40 and ECP5. The table of docs/development/banks.md is the one that its rule gives.
set -u
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
sources="rtl/mem/rg_macro.v rtl/mem/rg_bank_turns.v rtl/mem/rg_banks.v"
failed=0
say() { echo "banks: $*"; failed=1; }

# outcome BANKS LANES TIMES FILES: what the bench says.
outcome() {
    # shellcheck disable=SC2086
    iverilog -g2005-sv -o "$work/bench.vvp" -s banks -P "banks.BANKS=$1" -P "banks.LANES=$2" -P "banks.TIMES=$3" tests/rtl/banks.v $4 || exit 3
    vvp -n "$work/bench.vvp" | tail -n 8
}

for shape in '8 1' '16 1' '32 1' '8 2' '16 4'; do
    said=$(outcome ${shape% *} ${shape#* } 3000 "$sources")
    echo "$said"
    case $said in passed:*) ;; *) failed=1 ;; esac
done

# fault FILE EXPRESSION: the bench fails with that fault.
fault() {
    sed "$2" "$1" >"$work/fault.v"
    cmp -s "$1" "$work/fault.v" && say "the fault $2 no longer applies to $1"
    case $(outcome 8 1 3000 "$(echo "$sources" | sed "s|$1|$work/fault.v|")") in *FAILED*) ;; *) say "the bench does not see $2 in $1" ;; esac
}
fault rtl/mem/rg_banks.v "s/fresh <= read_served & ~ports_known/fresh <= read_served/"
fault rtl/mem/rg_banks.v "s/for (k = i + 1; k < W; k = k + 1)/for (k = W; k < W; k = k + 1)/"
fault rtl/mem/rg_banks.v "s/busy <= more_reads || more_writes/busy <= more_reads/"
fault rtl/mem/rg_banks.v "s/read & ~keep/read/;s/known      = {R{1'b0}}/known = keep/"
fault rtl/mem/rg_bank_turns.v "s/address ^ (address >> 1)/address/"
fault rtl/mem/rg_bank_turns.v "s/served\[i\] = 1'b1/served[i] = leads[i]/"

# block_rams TARGET CELL BANKS BLOCKS: of 2^12 words of 32 bits.
block_rams() {
    yosys -q -p "read_verilog -sv $sources; hierarchy -check -top rg_banks -chparam WIDTH 32 -chparam LOG2 12 -chparam BANKS $3
        synth_$1 -top rg_banks; tee -o $work/stat stat" >/dev/null || say "yosys fails for $1"
    blocks=$(awk -v cell="$2" '$1 == cell { print $2 }' "$work/stat")
    echo "$1, $3 banks: ${blocks:-0} $2"
    [ "${blocks:-0}" -eq "$4" ] || say "$1, $3 banks: ${blocks:-0} $2, not $4"
}
# The memory of the core (rg_data), of 2^14 words of 8 bits, with 4, 16 and 64 banks
core_rams() {
    yosys -q -p "read_verilog -sv $sources rtl/mem/rg_data.v; hierarchy -check -top rg_data -chparam WIDTH 8 -chparam LOG2 14 -chparam FORWARD 1 -chparam BANKS $3
        synth_$1 -top rg_data; tee -o $work/stat stat" >/dev/null || say "yosys fails for $1"
    blocks=$(awk -v cell="$2" '$1 == cell { print $2 }' "$work/stat")
    echo "$1, BANKS=$3: ${blocks:-0} $2"
    [ "${blocks:-0}" -eq "$4" ] || say "$1, BANKS=$3: ${blocks:-0} $2, not $4"
}
core_rams ice40 SB_RAM40_4K 4 32
core_rams ice40 SB_RAM40_4K 16 32
core_rams ice40 SB_RAM40_4K 64 64
core_rams ecp5 DP16KD 4 8
core_rams ecp5 DP16KD 16 16
core_rams ecp5 DP16KD 64 64
block_rams ice40 SB_RAM40_4K 8 32
block_rams ice40 SB_RAM40_4K 16 32
block_rams ecp5 DP16KD 8 8
block_rams ecp5 DP16KD 16 16

tests/rtl/banks_clocks.py >"$work/table" || say 'the model does not run'
sed -n '/^| stream/,/^$/p' docs/development/banks.md | grep . | cmp -s - "$work/table" || say 'the table of docs/development/banks.md is another'
exit $failed
