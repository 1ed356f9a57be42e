#!/bin/bash
# run.sh: the proofs. Usage: run.sh BUILD full|quick|proofs|rest [GROUPS]. Prints a table. The
# status is 0 if every line is as it must be.
#
#   proof   a group of instructions: step, reverse, step, reverse is the identity. Other lines:
#           sequencer   the core commits exactly what the step says, nothing on a trap or a halt,
#                       and reverses as docs/reference/isa.md says
#           pipelined   the same of the core of two stages
#           pipeline    its stages hold what follows one another
#           staged, stages   both of the core of three stages
#           staged5, deep    both of the core of five
#           bypass, forward, banks      what is read is what is written
#           banked      the same of memory of macros, whatever waits (banked_asserts.vh)
#           stream      moves of its addresses undo each other (stream_asserts.vh)
#           elements    what a stream does from begin to end (elements_asserts.vh)
#           bus         the AXI4-Lite slave obeys the handshakes and passes on what it took
#           host        what a request may do
#           copy, copy-out   the copy engine moves what it says, in and out (copy_asserts.vh,
#                            copy_out_asserts.vh)
#           bank        multiply-divide is undone by its inverse, at 3 bits (muldiv_pair.v)
#           counters, classes, ledger   they move by exactly what happened
#   cover   every situation of step_pair.v's reach bits that applies to the group exists
#   mutant  with this fault in the RTL, the proof of its group fails
#
# The proofs are at the width of XLEN and FRAC in the environment, covers at 32 bits, faults at 16
# (those of the groups memory and sequencer at 32). With quick there are no covers, the groups and
# the line bypass are proved at 32 bits, and nothing of the core of five stages is. With proofs
# there are the proofs alone, with rest those whose RTL has a FRAC: another format of the same XLEN
# has shown the others.
#
# FORMAL_FAULTS=4 takes the first fault of each group, and every fourth of the rest.
# FORMAL_JOBS is the number of solvers at a time. RESUME=1 continues an interrupted run: lines that
# were as they must be are not run again. GROUPS, such as "loop host", chooses lines.
set -u
here=$(dirname "$0")
xlen=${XLEN:-64} frac=${FRAC:-43}
rtl="rtl/core/rg_step.v rtl/core/rg_decode.v rtl/core/rg_control.v rtl/core/rg_update.v rtl/core/rg_traps.v rtl/core/rg_wide.v rtl/grad/rg_grad.v rtl/grad/rg_ancilla.v rtl/grad/rg_tangent.v"
core="rtl/core/rg_core.v rtl/core/rg_accumulator.v rtl/core/rg_run.v rtl/core/rg_state.v rtl/core/rg_sequencer.v rtl/core/rg_pipeline.v rtl/core/rg_element.v"
core="$core rtl/core/rg_streamed.v rtl/core/rg_stages.v rtl/core/rg_early_use.v rtl/core/rg_words_meet.v rtl/core/rg_function_stage.v rtl/core/rg_decoded.v rtl/core/rg_stream_lanes.v"
core="$core rtl/core/rg_step_operands.v rtl/core/rg_retire.v rtl/core/rg_words.v rtl/core/rg_word_operands.v rtl/core/rg_keep.v rtl/core/rg_fetch.v rtl/core/rg_writeback.v rtl/core/rg_traffic.v rtl/mem/rg_last_writes.v rtl/mem/rg_bank_ports.v rtl/mem/rg_tangent_banks.v rtl/alu/rg_function_pool.v"
boxes="rtl/core/rg_operands.v rtl/core/rg_counters.v rtl/core/rg_ledger.v rtl/core/rg_scan.v rtl/bus/rg_out_fifo.v
       rtl/mem/rg_mem.v rtl/mem/rg_data.v rtl/core/rg_stream.v rtl/core/rg_reached.v rtl/grad/rg_lanes.v rtl/alu/rg_function_now.v"
groups="integer fixed log memory move rotate branch call loop check system wide"
others="sequencer pipelined pipeline staged stages staged5 deep bypass forward banks banked stream elements counters classes ledger bus host copy copy-out bank"

group_number() {
    local n=1 name
    for name in $groups; do
        [ "$name" = "$1" ] && echo $n
        n=$((n + 1))
    done
}

# The harness and the RTL files $2 for group $1 as one flat netlist in $3. The sequencer is the core
# itself with assertions at its end; memories, counters and the function unit are boxes with free
# outputs.
elaborate() {
    local include="-formal -I$build/gen -Irtl/include -I$here" file=${2%% *}
    if [ "$1" = bus ]; then
        sed 's/^endmodule/`include "axi_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; hierarchy -top rg_axi_slave; proc; opt -full; write_rtlil $3"
    elif [ "$1" = host ]; then
        sed 's/^endmodule/`include "host_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; chparam -set XLEN $xlen -set FRAC $frac rg_host
            hierarchy -top rg_host; proc; opt -full; write_rtlil $3"
    elif [ "$1" = copy ]; then
        sed 's/^endmodule/`include "copy_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; chparam -set XLEN $xlen -set DMEM_LOG2 8 rg_copy_in
            hierarchy -top rg_copy_in; proc; opt -full; write_rtlil $3"
    elif [ "$1" = copy-out ]; then
        sed 's/^endmodule/`include "copy_out_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; chparam -set XLEN $xlen -set DMEM_LOG2 8 rg_copy_out
            hierarchy -top rg_copy_out; proc; opt -full; write_rtlil $3"
    elif [ "$1" = bank ]; then
        yosys -q -p "read_verilog $include $2 $here/muldiv_pair.v; hierarchy -top muldiv_pair; proc; flatten; opt -full; write_rtlil $3"
    elif [ "$1" = counters ] || [ "$1" = ledger ]; then
        local size=""
        [ "$1" = counters ] || size="-set LOG2 3 -set ROW_LOG2 1"
        sed "s/^endmodule/\`include \"$1_asserts.vh\"\\nendmodule/" "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; read_verilog -lib rtl/core/rg_class_counts.v
            chparam -set XLEN $xlen $size rg_$1
            hierarchy -top rg_$1; proc; memory -nomap; memory_map; opt -full; write_rtlil $3"
    elif [ "$1" = classes ]; then
        sed 's/^endmodule/`include "classes_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; read_verilog -lib rtl/mem/rg_mem.v; chparam -set LOG2 3 rg_class_counts
            hierarchy -top rg_class_counts; proc; memory -nordff -nomap; memory_map; opt -full; write_rtlil $3"
    elif [ "$1" = pipeline ]; then
        sed 's/^endmodule/`include "pipeline_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v ${2#"$file"}; chparam -set XLEN $xlen -set FRAC $frac rg_pipeline
            hierarchy -top rg_pipeline; proc -norom; flatten; opt -full; write_rtlil $3"
    elif [ "$1" = stages ] || [ "$1" = deep ]; then
        local five=0
        [ "$1" = stages ] || five=1
        sed "s/^endmodule/\`include \"$1_asserts.vh\"\nendmodule/" "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v ${2#"$file"}; chparam -set XLEN $xlen -set FRAC $frac -set DEEP $five rg_stages
            hierarchy -top rg_stages; proc -norom; flatten; opt -full; write_rtlil $3"
    elif [ "$1" = stream ]; then
        sed 's/^endmodule/`include "stream_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; hierarchy -top rg_stream_address; proc; opt -full; write_rtlil $3"
    elif [ "$1" = elements ]; then
        sed 's/^endmodule/`include "elements_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; read_verilog -lib $include rtl/core/rg_stream_check.v rtl/core/rg_stream_address.v
            chparam -set XLEN 8 -set LOG2 3 -set OVERLAP 1 rg_stream
            hierarchy -top rg_stream; proc; flatten; opt -full; write_rtlil $3"
    elif [ "$1" = banked ]; then
        sed 's/^endmodule/`include "banked_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v ${2#"$file"}; read_verilog -lib rtl/mem/rg_macro.v
            chparam -set WIDTH 4 -set LOG2 4 -set BANKS 4 rg_banks
            hierarchy -top rg_banks; proc; flatten; opt -full; write_rtlil $3"
    elif [ "$1" = bypass ] || [ "$1" = forward ] || [ "$1" = banks ]; then
        local top=rg_mem small="-set WIDTH $xlen -set LOG2 3 -set FORWARD 1"
        [ "$1" != banks ] || top=rg_data
        local bits=""
        [ "$1" != bypass ] || { top=rg_operands small="-set XLEN $xlen -set BYPASS 1" bits="simplemap; splitnets -ports; opt_clean;"; }
        sed "s/^endmodule/\`include \"$1_asserts.vh\"\\nendmodule/" "$file" >"$3.v"
        yosys -q -p "read_verilog $include $3.v; chparam $small $top
            hierarchy -top $top; proc; memory -nomap; memory_map; opt -full; $bits write_rtlil $3"
    elif [ "$1" = sequencer ] || [ "$1" = pipelined ] || [ "$1" = staged ] || [ "$1" = staged5 ]; then
        local stages=0
        [ "$1" = sequencer ] || stages=1
        [ "$1" != staged ] || stages="1 -set FUNCTION_STAGE 1"
        [ "$1" != staged5 ] || stages="1 -set FUNCTION_STAGE 2"
        sed 's/^endmodule/`include "core_asserts.vh"\nendmodule/' "$file" >"$3.v"
        yosys -q -p "read_verilog -sv $include $3.v ${2#"$file"} $rtl; read_verilog -sv -lib $include $(echo $boxes)
            chparam -set XLEN $xlen -set FRAC $frac -set PIPELINE $stages rg_core
            hierarchy -top rg_core; proc -norom; flatten; opt -full; write_rtlil $3"
    else
        yosys -q -p "read_verilog $include $here/step_pair.v $2
            chparam -set GROUP $(group_number "$1") -set XLEN $xlen -set FRAC $frac -set TANGENTS ${TANGENTS:-1} step_pair
            hierarchy -top step_pair; proc -norom; flatten; opt -full; write_rtlil $3"
    fi
}

# The netlist $1 of the register file. Question $3 is asked of the statements of bypass_asserts.vh
# that begin at the bits $2, each on the cells that it depends on. The solver does not end on all of
# them at once.
solve_slices() {
    local script="read_rtlil $1; cd rg_operands" bit
    for bit in $2; do
        script="$script; select -set cone w:slice[$bit].holds %ci*; sat $3 -prove slice[$bit].holds 1'b1 -seq 2 -prove-skip 1 @cone"
    done
    yosys -p "$script"
}

# The netlist $1 of the copy engine's way out. What copy_out_asserts.vh says is proved bit by bit.
solve_bits() {
    local script="read_rtlil $1; cd rg_copy_out" bit
    for bit in $(bits_that_hold); do script="$script; $(bit_question -verify "$bit")"; done
    yosys -p "$script"
}

# One of those bits does not hold.
refute_bits() {
    local bit
    for bit in $(bits_that_hold); do
        yosys -p "read_rtlil $1; cd rg_copy_out; $(bit_question -falsify "$bit")" && return
    done
    return 1
}

bits_that_hold() {
    seq 0 $(($(sed -n 's/.*HOLDS = \([0-9]*\);/\1/p' "$here/copy_out_asserts.vh") - 1))
}

bit_question() {
    echo "sat $1 -set-assumes -prove holds[$2] 1'b1 -seq 2 -prove-skip 1"
}

# The netlist $2 of group $1, and the sat command for it with the arguments $3.
solve() {
    case "$1 $3" in
        "bypass -verify -prove-asserts") solve_slices "$2" "$(seq 0 8 $((xlen - 1)))" -verify; return ;;
        "bypass -falsify -prove-asserts") solve_slices "$2" $((xlen - 8)) -falsify; return ;;
        "copy-out -verify -prove-asserts") solve_bits "$2"; return ;;
        "copy-out -falsify -prove-asserts") refute_bits "$2"; return ;;
    esac
    local how="-set-assumes step_pair"
    case $1 in sequencer | pipelined | staged | staged5) how="-set-assumes -ignore_unknown_cells -seq 2 -prove-skip 1 rg_core" ;; esac
    case $1 in
        pipeline) how="-set-assumes -seq 2 -prove-skip 1 rg_pipeline" ;;
        stages | deep) how="-set-assumes -seq 2 -prove-skip 1 rg_stages" ;;
        bypass) how="-seq 2 -prove-skip 1 rg_operands" ;;
        forward) how="-seq 2 -prove-skip 1 rg_mem" ;;
        banks) how="-seq 2 -prove-skip 1 -set-assumes rg_data" ;;
        banked) how="-seq 2 -prove-skip 1 -set-assumes -ignore_unknown_cells rg_banks" ;;
        stream) how="-seq 2 -prove-skip 1 -set-assumes rg_stream_address" ;;
        elements) how="-seq 2 -prove-skip 1 -set-assumes -ignore_unknown_cells rg_stream" ;;
    esac
    [ "$1" = bank ] && how="-seq 36 -prove-skip 2 -set-at 1 rst_n 0 $(printf -- '-set-at %d rst_n 1 ' $(seq 2 36)) muldiv_pair"
    [ "$1" = bus ] && how="-seq 2 -prove-skip 1 rg_axi_slave"
    [ "$1" = host ] && how="-seq 2 -prove-skip 1 rg_host"
    [ "$1" = copy ] && how="-set-assumes -seq 2 -prove-skip 1 rg_copy_in"
    [ "$1" = copy-out ] && how="-set-assumes -seq 2 -prove-skip 1 rg_copy_out"
    case $1 in
        ledger) how="-set-assumes -seq 2 -prove-skip 1 rg_ledger" ;;
        counters) how="-set-assumes -ignore_unknown_cells -seq 2 -prove-skip 1 rg_counters" ;;
        classes) how="-set-assumes -ignore_unknown_cells -seq 2 -prove-skip 1 rg_class_counts" ;;
    esac
    shift
    local script="read_rtlil $1"
    shift
    for question; do script="$script; sat $question $how"; done
    yosys -p "$script"
}

sources() {
    case $1 in
        sequencer | pipelined | staged | staged5) echo "$core" ;;
        stages | deep) echo rtl/core/rg_stages.v rtl/core/rg_decode.v rtl/core/rg_control.v rtl/core/rg_update.v rtl/core/rg_early_use.v rtl/core/rg_words_meet.v rtl/core/rg_streamed.v ;;
        pipeline) echo rtl/core/rg_pipeline.v rtl/core/rg_decode.v rtl/core/rg_control.v ;;
        bypass) echo rtl/core/rg_operands.v ;;
        forward) echo rtl/mem/rg_mem.v ;;
        banks) echo rtl/mem/rg_data.v ;;
        banked) echo rtl/mem/rg_banks.v rtl/mem/rg_bank_turns.v ;;
        stream) echo rtl/core/rg_stream_address.v ;;
        elements) echo rtl/core/rg_stream.v ;;
        bus) echo rtl/bus/rg_axi_slave.v ;;
        host) echo rtl/bus/rg_host.v ;;
        copy) echo rtl/bus/rg_copy_in.v ;;
        copy-out) echo rtl/bus/rg_copy_out.v ;;
        bank) echo rtl/alu/rg_muldiv.v ;;
        counters | ledger) echo "rtl/core/rg_$1.v" ;;
        classes) echo rtl/core/rg_class_counts.v ;;
        *) echo "$rtl" ;;
    esac
}

# The reach bits that apply to a group.
reach_bits() {
    case $1 in
        sequencer | pipelined | staged | staged5) echo reach_commit reach_trap reach_turn; return ;;
        pipeline) echo reach_taken reach_read reach_flush; return ;;
        stages) echo reach_taken reach_wait reach_again reach_flush; return ;;
        deep) echo reach_taken reach_guess reach_miss reach_wait reach_again reach_flush; return ;;
        bypass | forward | banks | banked) echo reach_both; return ;;
        stream) echo reach_turn reach_end; return ;;
        elements) echo reach_undo reach_done; return ;;
        bus) echo reach_write reach_read reach_both; return ;;
        host) echo reach_write reach_stop reach_read reach_empty; return ;;
        copy | copy-out) echo reach_two reach_error reach_done; return ;;
        bank) echo reach_done reach_overflow; return ;;
        counters) echo reach_bill reach_back; return ;;
        classes) echo reach_add reach_sweep; return ;;
        ledger) echo reach_bill reach_sweep; return ;;
    esac
    local bits="0 1 2 3 4 5 12 13" bit
    case $1 in fixed | log | memory | check | wide) bits="$bits 6 7 9 10" ;; esac
    case $1 in fixed | log | memory | rotate | wide) bits="$bits 8" ;; esac
    case $1 in fixed | log | memory | rotate | wide | move) bits="$bits 11" ;; esac
    for bit in $bits; do echo "reach[$bit]"; done
}

proof() {
    elaborate "$1" "$(sources "$1")" "$out/proof-$1.il" || return 1
    solve "$1" "$out/proof-$1.il" "-verify -prove-asserts"
}

# Not provable that the bit is always 0: there is a state in which it is 1.
cover() {
    local bit questions=()
    elaborate "$1" "$(sources "$1")" "$out/cover-$1.il" || return 1
    for bit in $(reach_bits "$1"); do questions+=("-falsify -prove $bit 0"); done
    solve "$1" "$out/cover-$1.il" "${questions[@]}"
}

mutant() {
    local name group file expression files changed="$out/mutant-$1.v"
    while read -r name group file expression; do
        [ "$name" = "$1" ] && break
    done <"$here/mutants.txt"
    sed -e "$expression" "$file" >"$changed" || return 1
    if cmp -s "$file" "$changed"; then
        echo "this fault no longer applies to $file"
        return 1
    fi
    files=$(sources "$group")
    elaborate "$group" "${files/$file/$changed}" "$out/mutant-$1.il" || return 1
    solve "$group" "$out/mutant-$1.il" "-falsify -prove-asserts"
}

# kind name: runs it, writes and prints its line of the table. The time is that of the processor.
job() {
    local state=ok seconds TIMEFORMAT=%U width=$xlen
    case $2 in bank | bank-*) width=3 ;; banked*) width=4 ;; elements*) width=8 ;; stream*) width=16 ;; esac
    seconds=$({ time "$1" "$2" >"$out/$1-$2.log" 2>&1; echo $? >"$out/$1-$2.rc"; } 2>&1)
    [ "$(cat "$out/$1-$2.rc")" = 0 ] || state=FAILED
    rm -f "$out/$1-$2.il" "$out/$1-$2.rc"
    printf '%-7s %-18s %2d bits  %-7s %6.1f s\n' "$1" "$2" "$width" $state "$seconds" | tee "$out/$1-$2.txt"
}

# The lines without FRAC: rg_decode scales immediates by it and rg_host shows it; rg_step, rg_core
# and rg_pipeline hold an rg_decode.
same_for_any_frac() {
    case $1 in bypass | forward | banks | banked | stream | elements | counters | classes | ledger | bus | copy | copy-out | bank) return 0 ;; esac
    return 1
}

wanted() {
    case " ${only:-$1} " in *" $1 "*) return 0 ;; esac
    return 1
}
# $1: the jobs are those of quick, or others.
left_out() {
    case $1-$2 in quick-staged5 | quick-deep) [ -z "$only" ] ;; *) return 1 ;; esac
}
some() {
    local group
    for group in $groups $others; do wanted "$group" && ! left_out "$1" "$group" && echo "$group"; done
}

# What is proved at the configured width in full; quick proves the groups of instructions and bypass
# at 32 bits.
list_proofs() {
    local group
    for group in $(some "$1"); do
        case $1-$group in
            quick-*) case " $groups bypass " in *" $group "*) echo "proof $group 32 16" ;; *) echo "proof $group $xlen $frac" ;; esac ;;
            rest-*) same_for_any_frac "$group" || echo "proof $group $xlen $frac" ;;
            *) echo "proof $group $xlen $frac" ;;
        esac
    done
}

# That the proofs say something does not depend on the width.
list_jobs() {
    local name group faults=0 before=
    list_proofs "$1"
    case $1 in rest | proofs) return ;; esac
    [ "$1" = quick ] || for group in $(some "$1"); do echo "cover $group 32 16"; done
    while read -r name group _; do
        [ "${name:0:1}" != "#" ] && wanted "$group" && ! left_out "$1" "$group" || continue
        case " $before " in *" $group "*) [ $((++faults % ${FORMAL_FAULTS:-1})) = 0 ] || continue ;; esac
        before="$before $group"
        case $group in
            memory) echo "mutant $name 32 16" ;; # the memory of step_pair.v has 2^16 words: no address of 16 bits is within it
            sequencer) echo "mutant $name 32 16" ;; # nor is one of 16 bits outside of it
            *) echo "mutant $name 16 8" ;;
        esac
    done <"$here/mutants.txt"
}

# The jobs on stdin without those whose line of a run that was broken off is as it must be.
undone() {
    local kind name more
    while read -r kind name more; do
        [ "${RESUME:-0}" = 1 ] && grep -qs ' ok ' "$out/$kind-$name.txt" || echo "$kind $name $more"
    done
}

if [ "$1" = --job ]; then
    build=$2 out=$3 xlen=$6 frac=$7
    job "$4" "$5"
    exit 0
fi
build=$1 what=${2:-full} only=${3:-}
out=$1/formal/$what-$xlen-$frac${only:+-some}
mkdir -p "$out"
[ "${RESUME:-0}" = 1 ] || rm -f "$out"/*.txt
list_jobs "$what" | undone | xargs -r -P "${FORMAL_JOBS:-2}" -L 1 "$0" --job "$build" "$out"
failed=$(cat "$out"/*.txt | grep -c FAILED)
lines=$(cat "$out"/*.txt | wc -l)
expected=$(list_jobs "$what" | wc -l)
seconds=$(awk '{ sum += $(NF - 1) } END { printf "%.0f", sum }' "$out"/*.txt)
echo "formal: $((lines - failed)) of $expected as they must be, $seconds s of processor time; logs in $out"
[ "$failed" = 0 ] && [ "$lines" = "$expected" ]
