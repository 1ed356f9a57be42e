#!/bin/sh
# explain.sh BUILD: the example of each code that `retrograd explain` knows gives that code and no other.
. tests/cli/head.sh
cd "$work" || exit 1
failed=0
tried=0
# Codes that no text of a user provokes: limits that need huge input, a failing machine or host, contradictions inside.
without="R0320 R0504 R0606 R0699 R1007 R0706 R0709 R0712 R0722 R0723 R0730 R0731 R0732 R0902 R0903 R0904 R0912 R0918 R0919 R0920 R0921 R0924 R0925 R0926 R0927 R0941 R0942"
for code in $("$retrograd" explain | cut -d' ' -f1); do
    "$retrograd" explain "$code" | sed '1,/^Example:$/d' | sed '1d' >example
    if [ ! -s example ]; then
        case " $without " in
        *" $code "*) ;;
        *) echo "explain: $code has no example"; failed=1 ;;
        esac
        continue
    fi
    tried=$((tried + 1))
    case $code in R07*) default="run example.s" ;; *) default="build example.rg -o example.o" ;; esac
    command=$(sed -n '1s/^[#;] retrograd //p' example)
    cp example example.rg
    cp example example.s
    cp example example.csv
    # shellcheck disable=SC2086
    timeout 60 "$retrograd" ${command:-$default} >out 2>&1
    status=$?
    said=$(grep -o 'error\[R[0-9]*\]\|note\[R[0-9]*\]\|warning\[R0505\]' out | sed 's/.*\[//;s/\]//' | sort -u | tr '\n' ' ')
    if [ "$said" != "$code " ]; then
        echo "explain: the example of $code gives '$said' (status $status):"
        head -8 out
        failed=1
    fi
    rm -f example.rg example.s example.csv example.o
done
echo "$tried examples tried"
[ "$tried" -gt 80 ] || failed=1
exit $failed
