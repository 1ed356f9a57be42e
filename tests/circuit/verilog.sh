#!/bin/sh
# verilog.sh BUILD: the Verilog of a compiled routine is made of the cells of rtl/reversible alone,
# and SAT proves that it is y += a b at 5 bits, ancillas zero behind. With one gate changed it is not.
build=${1:-build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
    echo "circuit in Verilog: $*"
    exit 1
}

"$build"/bin/retrograd build examples/circuit/product.rg --emit=verilog --bits 5 -o "$work/product.v" ||
    fail 'there is none'
tests/reversible/synthesise.sh "$work/product.json" circuit - "$work/product.v" || fail 'yosys does not read it'
"$build"/bin/gate-checker "$work/product.json" >"$work/checked" 2>&1 || fail "$(cat "$work/checked")"

cat >"$work/pair.v" <<'END'
module pair (input wire [4:0] y, a, b, output wire [4:0] y_out, a_out, b_out, output wire ancilla_out);
    circuit net (.q0_y_(y), .q0_y__out(y_out), .q1_a(a), .q1_a_out(a_out), .q2_b(b), .q2_b_out(b_out),
                 .ancilla(1'b0), .ancilla_out(ancilla_out));
endmodule
module spec (input wire [4:0] y, a, b, output wire [4:0] y_out, a_out, b_out, output wire ancilla_out);
    assign y_out = y + a * b;
    assign {a_out, b_out, ancilla_out} = {a, b, 1'b0};
endmodule
END
# same FILE: whether this circuit is the product; "yes" or "no".
same() {
    for side in pair spec; do
        yosys -q -p "read_verilog rtl/reversible/*.v $1 $work/pair.v; hierarchy -check -top $side
            setattr -mod -unset keep_hierarchy; proc; flatten; opt_clean; techmap; opt_clean; aigmap; opt_clean
            rename $side top; splitnets -ports; write_blif $work/$side.blif" || fail 'yosys'
    done
    timeout 120 yosys-abc -c "dcec $work/pair.blif $work/spec.blif" >"$work/said" 2>&1
    if grep -q 'Networks are equivalent' "$work/said"; then
        answer=yes
    elif grep -q 'NOT EQUIVALENT' "$work/said"; then
        answer=no
    else
        fail "$(tail -1 "$work/said")"
    fi
}
same "$work/product.v"
[ $answer = yes ] || fail 'it is not the product'
for gate in 1 10 30; do
    line=$(grep -n '^  rg_toffoli' "$work/product.v" | sed -n "${gate}s/:.*//p")
    sed "${line}{s/control_b/other/g;s/target/control_b/g;s/other/target/g;}" "$work/product.v" >"$work/broken.v"
    same "$work/broken.v"
    [ $answer = no ] || fail "changing Toffoli gate $gate is not noticed"
done
echo 'proved y += a b at 5 bits; 3 changed gates found'
