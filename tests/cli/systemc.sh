#!/bin/sh
# systemc.sh BUILD: the TLM border of the machine holds, and the virtual platform of examples/ boots and computes.
build=${1:-build}
${MAKE:-make} -s tlm-check BUILD="$build" || exit 1
said=$(${MAKE:-make} -s platform BUILD="$build") || {
    echo "$said"
    exit 1
}
for line in 'self-test passed ' 'd = 5.000000, dd/dx = 0.600000, dd/dy = 0.800000' 'simulated time '; do
    echo "$said" | grep -q "^$line" || {
        echo "the platform does not say \`$line\`:"
        echo "$said"
        exit 1
    }
done
refused=$("$build"/bin/retrograd run examples/bessel.rg ibesselj --set v=2 --set z=1 --engine systemc --trace "$build"/no.fst 2>&1) && {
    echo "a waveform of engine systemc is not refused"
    exit 1
}
echo "$refused" | grep -q R0916 || {
    echo "the refusal says: $refused"
    exit 1
}
echo "platform boots, waveforms are refused"
