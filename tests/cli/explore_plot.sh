#!/bin/sh
# explore_plot.sh BUILD: pictures of a study as a user asks for them: SVG, PDF, a page; hostile
# names; no gnuplot; what has no picture.
. tests/cli/head.sh
here=$PWD
cd "$work" || exit 1

# expect STATUS TEXT ARGUMENTS...: exit status, and TEXT in what is printed (both streams).
expect() {
    status=$1
    text=$2
    shift 2
    "$retrograd" "$@" >out 2>&1
    got=$?
    checked=$((checked + 1))
    [ "$got" -eq "$status" ] || { bad "retrograd $*: exit status $got, not $status"; cat out; }
    grep -qF -- "$text" out || { bad "retrograd $*: does not say \`$text\`:"; cat out; }
}

# The same, where programs are looked for in this folder alone.
expect_in() {
    folder=$1
    status=$2
    text=$3
    shift 3
    env PATH="$folder" "$retrograd" "$@" >out 2>&1
    got=$?
    checked=$((checked + 1))
    { [ "$got" -eq "$status" ] && grep -qF -- "$text" out; } || { bad "retrograd $*: exit status $got, or not \`$text\`:"; cat out; }
}

cat >spin.rg <<'END_RG'
@i function spin(y!::Int, n::Int, m::Int)
    for i = 1:n
        y! += i * m
    end
end
END_RG
cat >spin.yaml <<'END_YAML'
name: "a <b>loop</b> 'q' `touch pwned` @x % ${y}"
workloads:
  "</script><script>run()</script>": {program: spin.rg, arguments: {n: "= 10 * k"}}
  "'; system('touch pwned'); '": {program: spin.rg, arguments: {n: "= 12 * k"}}
axes:
  k: {parameter: [1, 2, 3, 4]}
  m: {argument: m, values: [1, 2, 3]}
  p: {pass: cancel, values: [on, off]}
objectives:
  cycles: {value: counters.cycles, unit: "<i>'%d"}
  sum: {value: "values.y!", goal: max, scale: log}
  "sho'w": {value: "k", goal: show}
constraints: ["m > 1"]
END_YAML
sed 's/goal: show/goal: min/' spin.yaml >three.yaml
sed 's/unit: "<i>.%d"/goal: show/' spin.yaml >one.yaml

# A study without such a picture is refused before anything runs.
expect 2 'R0947' explore spin.yaml --plot -o picture.png
expect 2 'R0917' explore spin.yaml --plot
expect 2 'R0917' explore spin.yaml --plot --plan -o picture.svg
expect 2 'not `sideways`' explore spin.yaml --plot=sideways -o picture.svg
expect 2 'leave out `=front`' explore spin.yaml --plot=front -o picture.html
expect 2 'no axis `kk`; did you mean' explore spin.yaml --plot=contour:kk,m,cycles -o picture.svg
expect 2 'the axis `p` is not one' explore spin.yaml --plot=contour:k,p,cycles -o picture.svg
expect 2 'named twice' explore spin.yaml --plot=contour:k,k,cycles -o picture.svg
expect 2 'did you mean `sum`' explore spin.yaml --plot=contour:k,m,sun -o picture.svg
expect 2 'wants AXIS,AXIS,OBJECTIVE' explore spin.yaml --plot=contour:k,m -o picture.svg
[ ! -e picture.svg ] || bad "a picture is there that could not be drawn"

# Every kind, in both formats; the table is printed as well.
for kind in '' =front =parallel =contour =contour:m,k,sum; do
    for format in svg pdf; do
        rm -f "picture.$format"
        expect 0 'on the Pareto front' explore spin.yaml --plot$kind -o picture.$format
        case $format in
            svg) grep -q '</svg>' picture.svg || bad "--plot$kind: no whole SVG" ;;
            pdf) [ "$(head -c 5 picture.pdf)" = '%PDF-' ] || bad "--plot$kind: no PDF" ;;
        esac
    done
    grep -q 'a &lt;b>loop&lt;/b>' picture.svg || bad "--plot$kind: the name is not shown as it stands"
    ! grep -qE '<b>|<script' picture.svg || bad "--plot$kind: a name is markup"
done
expect 0 '' explore three.yaml --plot -o three.svg
grep -q '</svg>' three.svg || bad "no matrix of three objectives"
expect 2 'this study has 1' explore one.yaml --plot=front -o one.svg
expect 0 '' explore one.yaml --plot -o one.svg
[ ! -e pwned ] || bad "a name was run"

# The page: the names are data, nothing comes from elsewhere, and the numbers are those of the table.
expect 0 'on the Pareto front' explore spin.yaml --plot -o page.html
[ "$(grep -c '<script' page.html)" -eq 2 ] || bad "a name makes a script of its own"
grep -q "default-src 'none'" page.html || bad "the page may load something"
! grep -E 'src=|href=' page.html || bad "the page names another file"
/usr/bin/python3 - page.html >from_page <<'END_PY' || bad "the data of the page cannot be read"
import json, re, sys
text = open(sys.argv[1]).read()
study = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))
assert study["study"].startswith("a <b>loop</b>") and study["workloads"][0].startswith("</script>")
for w, settings, values, state, feasible, knee in study["points"]:
    print(values[0], values[1], feasible, knee)
END_PY
"$retrograd" explore spin.yaml --json >table.json || bad "no table"
/usr/bin/python3 -c 'import json
for p in json.load(open("table.json"))["points"]:
    print(p["objectives"]["cycles"], p["objectives"]["sum"], int(p["feasible"]), int(p["knee"]))' |
    sed 's/\.0\b//g' >from_table
sed 's/\.0\b//g' from_page | cmp -s - from_table || bad "the page has other numbers than the table"
checked=$((checked + 1))
if command -v node >/dev/null 2>&1; then
    node --check "$here/explore/plot/page.js" || bad "the script of the page cannot be read"
fi

# gnuplot is missing, or fails: a message, 3, and no file. The page needs none.
mkdir empty failing
printf '#!/bin/sh\necho "no such terminal" >&2\nexit 1\n' >failing/gnuplot
chmod +x failing/gnuplot
rm -f none.svg
expect_in "$work/empty"  3 'not installed' explore spin.yaml --plot -o none.svg
expect_in "$work/failing"  3 'no such terminal' explore spin.yaml --plot -o none.svg
expect_in "$work/empty"  0 '' explore spin.yaml --plot -o none.html
[ ! -e none.svg ] && [ ! -e none.svg.part ] || bad "something is left of a picture that failed"
expect 2 'R0905' explore spin.yaml --plot -o no/such/folder/x.svg

echo "$checked checks"
exit $failed
