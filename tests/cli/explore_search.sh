#!/bin/sh
# explore_search.sh BUILD: constants of energy are applied to stored counters; a search finds the front
# of the whole grid and can go on; what the hardware costs, and clocks that it does not reach.
. tests/cli/head.sh
cd "$work" || exit 1

cat >sum.rg <<'END_RG'
@i function sum(y!::Fixed, x::Vector{Fixed})
    for i = 1:length(x)
        y! += x[i] * x[i]
    end
end
END_RG
cat >energies.yaml <<'END_YAML'
name: energies of one run
options: [--engine, fast]
workloads:
  sum: {program: sum.rg, arguments: {x: "= range(0, 1, 20)"}}
axes:
  technology: {option: --energy, values: [45nm, ideal, ice-river]}
  ramp: {constant: ramp_time, unit: ns, values: [0.5, 1, 5, 20, 100]}
  add: {constant: operations.add, unit: pJ, values: [0.1, 0.5]}
objectives:
  joules: {value: energy.adiabatic_J, unit: J, reference: 1e-6}
  seconds: {value: energy.adiabatic_s + energy.conventional_s, unit: s, reference: 1e-3}
END_YAML

# Thirty points are one run: the counters are priced thirty times. Each point is what its command
# says when it is run by hand.
"$retrograd" explore energies.yaml --json >table.json 2>err || bad "the study fails: $(cat err)"
sqlite3=$(python3 - energies.db <<'END_PY'
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT count(*), count(DISTINCT run) FROM results").fetchone()
print(*rows)
END_PY
)
checked=$((checked + 1))
[ "$sqlite3" = '30 1' ] || bad "results and runs: $sqlite3, not 30 1"
python3 - "$retrograd" table.json energies.db <<'END_PY' || bad "a point is not what its command says"
import json, sqlite3, subprocess, sys
stored = dict(sqlite3.connect(sys.argv[3]).execute("SELECT key, report FROM results"))
for point in json.load(open(sys.argv[2]))["points"][::7]:
    run = json.loads(subprocess.run(point["command"], shell=True, capture_output=True, check=True).stdout) \
        if isinstance(point["command"], str) else \
        json.loads(subprocess.run(point["command"], capture_output=True, check=True).stdout)
    if run != json.loads(stored[point["key"]]):
        sys.exit(f"{point['command']}: another report")
END_PY
checked=$((checked + 1))

# A search with the budget of the grid ends with its front and its hypervolume.
cat >grid.yaml <<'END_YAML'
name: a grid that is known
options: [--engine, fast]
workloads:
  sum: {program: sum.rg, arguments: {x: "= fill(4, 0.1)"}}
axes:
  a: {constant: ramp_time, unit: ns, from: 0.1, to: 1000, points: 24, scale: log}
  q: {constant: resonator_quality, from: 10, to: 10000, points: 12, scale: log}
objectives:
  joules: {value: energy.adiabatic_J, scale: log, reference: 1e-6}
  effort: {value: "energy.adiabatic_s * q", scale: log, reference: 1}
END_YAML
volume() { sed -n 's/^hypervolume of sum: \([^,]*\),.*/\1/p'; }
whole=$("$retrograd" explore grid.yaml --store grid.db | volume)
all=$("$retrograd" explore grid.yaml --store all.db --search --budget 288 | volume)
checked=$((checked + 1))
[ -n "$whole" ] && [ "$whole" = "$all" ] || bad "the whole grid has hypervolume $whole, a search through all of it $all"
# A quarter of it finds nearly all of the volume, and the same again; another seed looks elsewhere.
"$retrograd" explore grid.yaml --store part.db --search --budget 72 --csv >part.csv || bad "no search"
part=$("$retrograd" explore grid.yaml --store part.db --search --budget 72 | volume)
checked=$((checked + 3))
[ "$(wc -l <part.csv)" -eq 73 ] || bad "the search has $(wc -l <part.csv) lines, not 73"
awk -v whole="$whole" -v part="$part" 'BEGIN { exit !(part <= whole && part > 0.95 * whole) }' ||
    bad "a quarter of the points finds $part of $whole"
"$retrograd" explore grid.yaml --store fresh.db --search --budget 72 --csv | cmp -s - part.csv || bad "a fresh search looks at other points"
"$retrograd" explore grid.yaml --store part.db --search --budget 72 --seed 2 --csv | cmp -s - part.csv && bad "the seed changes nothing"
# Stopped half way and resumed, it is the same search: points that are there are not run.
"$retrograd" explore grid.yaml --store resumed.db --search --budget 40 --csv >/dev/null
"$retrograd" explore grid.yaml --store resumed.db --search --budget 72 --csv >resumed.csv
"$retrograd" explore grid.yaml --store resumed.db --search --budget 72 --csv | cmp -s - resumed.csv || bad "a search does not go on"
"$retrograd" explore grid.yaml --search >out 2>&1 && bad "a search without a budget is taken"
grep -q -- '--search and --budget N go together' out || bad "no budget: $(cat out)"

# What the hardware costs comes from `make hardware` of the sources; here from a stand-in.
mkdir sources
cat >sources/Makefile <<'END_MAKE'
hardware:
	@echo asked >>asked
	@printf '{"cells":1000,"flip_flops":100,"area_um2":2000.5,"delay_ps":6000,"levels":160,"not_synthesised":[{"words":8,"width":64,"reads":3,"writes":2},{"words":4,"width":32,"reads":1,"writes":1}]}' >$(XLEN)-$(LANES).json
	@echo $(XLEN)-$(LANES).json
END_MAKE
cat >hardware.yaml <<'END_YAML'
name: clocks
options: [--engine, fast]
hardware: {clock: own}
workloads:
  sum: {program: sum.rg, arguments: {x: "= fill(4, 0.1)"}}
objectives:
  area: hardware.area_um2
  bits: {value: hardware.memory_bits, goal: show}
  ports: {value: hardware.read_ports * 10 + hardware.write_ports, goal: show}
  clock:
    value: energy.conventional_s / (counters.cycles + counters.cycles_copied_in + counters.cycles_copied_out)
    goal: show
END_YAML
row=$("$retrograd" explore hardware.yaml --sources sources --csv 2>err | sed -n 2p)
checked=$((checked + 1))
case $row in sum,ok,2000.5,640,43,6e-09,*) ;; *) bad "fields of the hardware: $row $(cat err)" ;; esac
[ "$(wc -l <sources/asked)" -eq 1 ] || bad "the sources are asked $(wc -l <sources/asked) times"
sed 's/^objectives/axes: {clk: {constant: clock_period, unit: ns, values: [5.9, 6, 7]}}\n&/' hardware.yaml >below.yaml
"$retrograd" explore below.yaml --sources sources --csv >out 2>err || bad "clocks: $(cat err)"
checked=$((checked + 2))
[ "$(grep -c ',refused,' out)" -eq 1 ] && grep -q '^sum,5.9,refused,' out || bad "a clock below the path: $(cat out)"
"$retrograd" explore below.yaml --sources sources | grep -q 'a clock of 5.9 ns is shorter than the longest path of the machine, 6 ns' || bad "the refusal has no reason"
sed 's/clock: own/clock: any/' below.yaml >any.yaml
[ "$("$retrograd" explore any.yaml --sources sources --csv | grep -c ',ok,')" -eq 3 ] || bad "clock: any refuses"
checked=$((checked + 2))
"$retrograd" explore hardware.yaml --sources nowhere >out 2>&1
[ $? -eq 2 ] && grep -q 'R0949' out || bad "no sources: $(cat out)"
sed 's/clock: own/clock: fast/' hardware.yaml >wrong.yaml
"$retrograd" explore wrong.yaml >out 2>&1
[ $? -eq 2 ] && grep -q 'R0940' out || bad "a wrong clock: $(cat out)"
[ $failed -eq 0 ] && echo "explore_search: $checked checks"
exit $failed
