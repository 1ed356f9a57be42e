#!/bin/sh
# explain.sh BUILD: the example of each code that `retrograd explain` knows gives that code and no
# other, and the corrected one none.
. tests/cli/head.sh
root=$PWD
cd "$work" || exit 1
failed=0
tried=0
# Codes that no small text of a user provokes: limits that need huge input, a failing machine or
# host or a device that is not there, contradictions inside.
without="R0198 R0320 R0504 R0507 R0508 R0606 R0699 R1007 R0706 R0709 R0712 R0722 R0723 R0730 R0731 R0732 R0733 R0734 R0736 R0902 R0903 R0904 R0912 R0918 R0919 R0920 R0924 R0925 R0927 R0932 R0933 R0941 R0942 R0944 R0945 R0946 R0948 R0949 R0951 R0955"

fail() {
    echo "explain: $*"
    failed=1
}

# part TEXT FROM [TO]: the lines of TEXT between a heading and the next, or the end.
part() { sed "1,/^$2:\$/d${3:+;/^$3:\$/,\$d}" "$1" | sed 1d; }

# try CODE FILE: run the command of its first line, or build it (assembly: run it), into `out`.
try() {
    case $1 in R07*) default="run example.s" ;; *) default="build example.rg -o example.o" ;; esac
    command=$(sed -n '1s/^[#;] retrograd //p' "$2")
    rm -f example.rg example.s example.ir example.csv example.o "a study.db"
    cp "$2" example.rg
    cp "$2" example.s
    cp "$2" example.ir
    cp "$2" example.csv
    # shellcheck disable=SC2086
    timeout 60 "$retrograd" ${command:-$default} >out 2>&1
    try_status=$?
    { echo "=== ${command:-$default}"; cat out; } >>said
    return $try_status
}

printf '@i function f(y!::Fixed)\n    y! += 1\nend\n' >f.rg
for code in $("$retrograd" explain | cut -d' ' -f1); do
    "$retrograd" explain "$code" >text
    if ! grep -q '^Example:$' text; then
        case " $without " in
        *" $code "*) ;;
        *) fail "$code has no example" ;;
        esac
        [ -n "$(part text 'What to do')" ] || fail "$code does not say what to do"
        continue
    fi
    tried=$((tried + 1))
    part text Example Corrected >example
    try "$code" example
    status=$?
    said=$(grep -o 'error\[R[0-9]*\]\|note\[R[0-9]*\]\|warning\[R050[56]\]\|warning\[R0334\]\|warning\[R1012\]' out | sed 's/.*\[//;s/\]//' | sort -u | tr '\n' ' ')
    if [ "$said" != "$code " ]; then
        fail "the example of $code gives '$said' (status $status):"
        head -8 out
    fi
    part text Corrected >corrected
    cmp -s example corrected && fail "the correction of $code changes nothing"
    try "$code" corrected
    status=$?
    if [ $status -ne 0 ] || grep -q '\[R[0-9]*\]' out; then
        fail "the corrected example of $code ends with status $status:"
        head -8 out
    fi
done
echo "$tried examples tried"
[ "$tried" -gt 115 ] || failed=1

# The JSON has the same texts, and all codes where none is named.
"$retrograd" explain R0110 --json >one.json
"$retrograd" explain --json >all.json
perl -MJSON::PP -0777 -e '
    sub json { open my $f, "<", shift or die; return decode_json(<$f>) }
    my ($one, $all) = (json("one.json"), json("all.json"));
    die "the example of R0110" unless $one->{example} =~ /y! = 1/ && $one->{corrected} =~ /y! \+= 1/;
    for (@$all) {
        my $program = defined $_->{example} && defined $_->{corrected} && !defined $_->{what_to_do};
        my $advice = !defined $_->{example} && !defined $_->{corrected} && defined $_->{what_to_do};
        die "$_->{code} has neither a program with its correction nor advice" unless $program || $advice;
    }' || failed=1

# What all these messages name can be typed.
(cd "$root" && perl tests/cli/options.pl "$retrograd" "$work/said") || failed=1
exit $failed
