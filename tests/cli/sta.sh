#!/bin/sh
# sta.sh BUILD: the flow of `make sta` on a core of others: known figures, a memory that stays
# outside, a module without a clock, and messages about wrong names.
set -u
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
failed=0
say() { echo "sta: $*" >&2; failed=1; }
mkdir "$work/core" "$work/empty"

# An adder of 16 bits between registers, and a memory of 2048 words, read at an address that is
# computed.
cat >"$work/core/adder.v" <<'VERILOG'
module adder #(parameter WIDTH = 16) (input wire clock, input wire [WIDTH-1:0] a, output reg [WIDTH-1:0] sum);
    always @(posedge clock) sum <= sum + a;
endmodule
VERILOG
cat >"$work/core/with_memory.v" <<'VERILOG'
module with_memory (input wire clock, input wire [10:0] step, output reg [7:0] word);
    reg [7:0] words [0:2047];
    reg [10:0] at;
    always @(posedge clock) begin
        at <= at + step;
        word <= words[at];
        if (step == 11'd1) words[at] <= word + 8'd1;
    end
endmodule
VERILOG
echo 'module adder_tb; this is no Verilog endmodule' >"$work/core/adder_tb.v"
cat >"$work/core/gate.v" <<'VERILOG'
module gate (input wire a, b, output wire c);
    assign c = a & b;
endmodule
VERILOG

other() { energy/sta/other.sh "$work/out" "$@" >"$work/said" 2>&1; }
field() { awk -F ' *[|] *' -v n="$2" '{ print $n }' "$work/out/other-$1.row"; }

other "$work/core" adder clock - || say "adder: $(cat "$work/said")"
[ "$(field adder 5)" = 16 ] || say "adder has $(field adder 5) flip-flops"
narrow=$(field adder 7)
other "$work/core" adder clock WIDTH=48 || say "wide adder: $(cat "$work/said")"
[ "$(field adder 5)" = 48 ] || say "wide adder has $(field adder 5) flip-flops"
awk -v narrow="$narrow" -v wide="$(field adder 7)" 'BEGIN { exit !(narrow > 0.3 && wide > narrow) }' ||
    say "an adder of 48 bits ($(field adder 7) ns) is not slower than one of 16 ($narrow ns)"

# 11 bits of address, a word; the 16384 bits of the memory are none of them.
other "$work/core" with_memory clock - || say "with_memory: $(cat "$work/said")"
flops=$(field with_memory 5)
[ "$flops" -ge 11 ] && [ "$flops" -le 60 ] || say "with_memory has $flops flip-flops"
grep -q 'output.*words.*at ' "$work/out/other-with_memory.v" || say 'the memory is not outside'

other "$work/core" gate - - || say "gate: $(cat "$work/said")"
awk -v path="$(field gate 7)" 'BEGIN { exit !(path > 0 && path < 1) }' || say "a gate takes $(field gate 7) ns"

# refused STATUS WORDS ARGUMENTS...
refused() {
    status=$1 words=$2
    shift 2
    other "$@"
    [ $? -eq "$status" ] || say "$* ends with another status than $status"
    grep -q "$words" "$work/said" || say "of $* it is said: $(cat "$work/said")"
}
refused 1 'has no port clk; name its clock with STA_CLOCK' "$work/core" adder clk -
refused 2 'there is no folder' "$work/none" adder clk -
refused 2 'no Verilog file' "$work/empty" adder clk -
refused 2 'STA_TOP' "$work/core" '' clk -
refused 1 'nothing' "$work/core" nothing clock -
STA_LIBRARY=$work/none.lib
export STA_LIBRARY
refused 3 'install-deps sta' "$work/core" adder clock -
[ $failed -eq 0 ] && echo 'sta: cores of others are mapped and timed'
exit $failed
