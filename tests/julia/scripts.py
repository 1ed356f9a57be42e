"""scripts.py BUILD COUNT SEED: whole files of Julia, with a script around the routines, against a model.

A number that the script names once is a constant; one that it changes must not be used with either value. The other
statements are left out, and so are functions that no routine needs."""

import json
import os
import random
import subprocess
import sys
import tempfile

NOISE = [
    "@show main(0.0, 1.0)",
    'println("value: ", main(0.0, 2.0)[1])',
    "samples = rand(100)",
    "@test main(0.0, 1.0)[1] ≈ 3.0 atol=1e-8",
    "for i in 1:3\n    println(i, samples[i])\nend",
    "p, q = main(0.0, 1.0), 2",
    'plot(samples, sin.(samples); title="it", label=["a" "b"])',
    '@testset "all" begin\n    @test main(0.0, 1.0)[1] > 0\n    for i in 1:2\n        @test true\n    end\nend',
    "if abspath(PROGRAM_FILE) == @__FILE__\n    main(0.0, 1.0)\nend",
    "try\n    main(0.0, 1.0)\ncatch e\n    println(e)\nend",
    "NiLang.AD.gradient(Val(1), main, (0.0, 1.0))",
    "@btime main(0.0, $samples[1])",
    "using Plots, BenchmarkTools",
    "table = [main(0.0, float(i))[1] for i in 1:10 if i > 2]",
    "samples |> sum |> println",
    "samples[end] = 3.0",
    "samples .= 1.5",
    "function fill_up(v)\n    v .= 2\n    open(v)\nend",
    "Base.show(io::IO, x::Missing) = print(io, 'x')",
    "function report(file)\n    open(file) do io\n        println(io, main(0.0, 1.0))\n    end\nend",
    "function train(n; rate=0.1)\n    try\n        return main(0.0, n)[1] * rate\n    catch\n        return 0.0\n    end\nend",
    "let t = 3\n    println(t)\nend",
    "x = 5; y! = 2",
    "abstract type Shape{T} end",
]


class Script:
    """A file, what main must give, and whether it may only be refused."""

    def __init__(self, rng):
        self.rng = rng
        self.names, self.lines, self.broken = {}, [], set()
        for name in rng.sample(["N", "dt", "scale", "g_0", "σ", "weights", "square", "tiny"], rng.randint(1, 5)):
            self.add_name(name)
        used = rng.sample(sorted(self.names), rng.randint(1, len(self.names)))
        self.must_be_refused = any(name in self.broken for name in used)
        self.build(used)

    def add_name(self, name):
        rng = self.rng
        number = round(rng.uniform(0.5, 3), 2)
        kind = rng.choice(["number", "number", "sum", "array", "function"])
        before = [n for n, v in self.names.items() if isinstance(v, float) and n not in self.broken]
        if kind == "sum" and before:
            other = rng.choice(before)
            self.lines.append(f"{name} = {other} + {number}")
            self.names[name] = self.names[other] + number
        elif kind == "array":
            self.lines.append(f"{name} = [{number}, {number + 1}]")
            self.names[name] = [number, number + 1]
        elif kind == "function":
            self.lines.append(f"{name} = t -> {number} * t + 1")
            self.names[name] = lambda t: number * t + 1
        else:
            self.lines.append(f"{name} = {number}")
            self.names[name] = number
        if rng.random() < 0.25:
            self.break_name(name)

    def break_name(self, name):
        change = {
            float: [f"{name} = 7.5", f"{name} += 1", f"{name} ^= 2", f"{name} %= 2", f"for i in 1:2\n    global {name} = {name} + i\nend",
                    f"function reset()\n    global {name} = 1.0\n    return 2.0\nend\nreset()",
                    f"{name}, other = 1.0, 2.0"],
            list: [f"{name}[1] = 9.0", f"push!({name}, 1.0)", f"twin = {name}\ntwin[1] = 9.0",
                   f"{name} .*= 2", f"sort!({name}, rev=true)"],
        }.get(type(self.names[name]), [f"{name} = t -> 2t"])
        self.lines.append(self.rng.choice(change))
        self.broken.add(name)

    def use(self, name, argument):
        value = self.names[name]
        if isinstance(value, list):
            return f"{name}[2] * {argument}", lambda x: value[1] * x
        if callable(value):
            return f"{name}({argument})", value
        return f"{name} * {argument}", lambda x: value * x

    def build(self, used):
        rng = self.rng
        parts = [self.use(name, "x") for name in used]
        text = "".join(f"    y! += {t}\n" for t, _ in parts)
        helper, helped = self.use(used[0], "a")
        hidden = rng.random() < 0.5
        shadow = f"    {used[0]} ← 2.0\n    y! += {used[0]}\n    {used[0]} → 2.0\n" if hidden else ""
        number = rng.choice(["Float64", "Num", "Num"])
        functions = [
            f"helper(a) = {helper}",
            f"@i function scaled!(y!::T, v::Many{{T}}) where T\n    y! += v[1]\nend",
            f"@i function main(y!::{number}, x::{number})\n{text}    y! += helper(x)\n"
            f"    v ← zeros({number}, 2)\n    scaled!(y!, v)\n    v → zeros({number}, 2)\nend",
            f"@i function hides(y!::Float64)\n{shadow}    y! += 1\nend",
        ]
        self.expected = lambda x: sum(f(x) for _, f in parts) + helped(x)
        script = list(self.lines)
        for line in rng.sample(NOISE, rng.randint(1, 7)):
            script.insert(rng.randint(0, len(script)), line)
        if rng.random() < 0.5:
            at = sorted(rng.randint(0, len(script)) for _ in functions)
            for place, f in reversed(list(zip(at, functions))):
                script.insert(place, f)
        else:
            script += functions
        aliases = "const Num = Float64\nconst Many{T} = Vector{T}\n"
        self.text = "using NiLang\n" + aliases + "\n".join(script) + "\n"


def wrong(build, folder, script):
    path = os.path.join(folder, "script.jl")
    with open(path, "w", encoding="utf-8") as f:
        f.write(script.text)
    ran = subprocess.run([f"{build}/bin/retrograd", "run", path, "main", "--set", "y!=0", "--set", "x=1.5", "--json"],
                         capture_output=True, text=True, check=False)
    if script.must_be_refused:
        return None if ran.returncode == 2 and "error[" in ran.stderr else f"not refused: {ran.stdout[:400]}"
    if ran.returncode != 0:
        return ran.stderr
    laid_out = subprocess.run([f"{build}/bin/retrograd", "fmt", path], capture_output=True, text=True, check=False)
    if laid_out.returncode != 0:
        return laid_out.stderr
    got, want = json.loads(ran.stdout)["values"]["y!"], script.expected(1.5)
    return None if abs(got - want) <= 1e-12 * abs(want) else f"{got}, not {want}"


def main():
    build, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    right = refused = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            script = Script(random.Random(seed * 100003 + i))
            why = wrong(build, folder, script)
            refused += script.must_be_refused and not why
            right += not script.must_be_refused and not why
            if why:
                failed += 1
                print(f"script {i}: {why}\n{script.text}")
    print(f"scripts: {right} right, {refused} refused; {failed} wrong")
    return failed > 0 or right == 0 or refused == 0


if __name__ == "__main__":
    sys.exit(main())
