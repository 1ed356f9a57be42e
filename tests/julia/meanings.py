"""meanings.py BUILD: what is left out of a file must not be missed in silence. Each file gives a name of its own or of
Julia another meaning, changes what a constant stands for, or loses a statement. It must be refused, or give what Julia
gives."""

import json
import os
import subprocess
import sys
import tempfile

MAIN = "@i function main(y!::Float64, v::Vector{Float64})\n    y! += EXPRESSION\nend\n"
PAIR = "struct P\n    a::Float64\n    b::Float64\nend\n"

# What stands around the routine, what it adds, and what Julia gives for v = [3, 4]; None: it must be refused.
FILES = [
    ("begin\n    norm(v) = sum(abs.(v))\nend\n", "norm(v)", 7),
    ("if true\n    function norm(v)\n        sum(abs.(v))\n    end\nend\n", "norm(v)", 7),
    ("@eval norm(v) = sum(abs.(v))\n", "norm(v)", 7),
    ("norm = function(v)\n    sum(abs.(v))\nend\n", "norm(v)", 7),
    ("sin = cos\n", "sin(v[1])", None),
    ("max = (a, b) -> a\nmax = (a, b) -> a + b\n", "max(v[1], v[2])", 7),
    ("pi = round(3.2)\n", "pi * v[1]", 9),
    ("pi, z = 3.0, 4.0\n", "pi * v[1]", 9),
    ("π = 3.0\nπ = 4.0\n", "π * v[1]", 12),
    ('function norm(v)\n    open("q")\n    7.0\nend\nh = v -> norm(v)\n', "h(v)", None),
    ('function norm(v)\n    open("q")\n    7.0\nend\n', "norm(v)", None),
    ("LinearAlgebra.norm(v::Vector{Float64}) = open(v)\n", "norm(v)", None),
    ("N = 2.0\nconst M = 1\nM = 3\n", "M * v[1]", 9),
    ("const N = 2.0\nN = 3.0\n", "N * v[1]", 9),
    ("N = 2.0\n@instr PlusEq(sin)(N, 3.0)\n", "N * v[1]", None),
    ("N = 2.0\nfunction reset(v)\n    global M,\n        N\n    N = v\n    return v\nend\nreset(3.0)\n", "N * v[1]", 9),
    ("N = 2.0\nfunction reset(v)\n    @eval N = $v\n    return v\nend\nreset(3.0)\n", "N * v[1]", 9),
    ('N = 2.0\neval(Meta.parse("N = 3.0"))\n', "N * v[1]", 9),
    ("N = 2.0\nmap(1:3) do i\n    global N += i\nend\n", "N * v[1]", 24),
    ("N = 2.0\nlet\n    global N = 3.0\nend\n", "N * v[1]", 9),
    ("A = [1.0, 2.0]\nfunction setup()\n    A[1] = 9.0\n    return 1\nend\nsetup()\n", "A[1]", 9),
    ("A = [1.0, 2.0]\nfunction first!(v, k)\n    v[1] = k\n    v\nend\nfirst!(A, 9.0)\n", "A[1]", 9),
    ("A = [1.0, 2.0]\nfunction set(v, k)\n    v[1] = k\n    v\nend\nset(A, 9.0)\n", "A[1]", 9),
    ("A = [1.0, 2.0]\nmutate(v) = (v .= 7.0)\nmutate(A)\n", "A[1]", 7),
    ("A = [1.0, 2.0]\nfunction twice()\n    A .= 2 .* A\n    return 1\nend\ntwice()\n", "A[1]", 2),
    ("A = [1.0, 2.0]\nB = A\nB[1] = 9.0\n", "A[1]", 9),
    (PAIR + "Base.:+(p::P, q::P) = P(p.a - q.a, p.b - q.b)\n", "v[1]", None),
    (PAIR + "(p::P) + (q::P) = P(p.a - q.a, p.b - q.b)\n", "v[1]", None),
    ("const A = [1.0, 2.0]\nconst B = [A[1], 3.0]\ng(A) = B[1] * A\n", "g(v[1])", 3),
    ("const R = Vector{Float64}\nfunction count(n::Int)\n    s = 0\n    for R in 1:n\n        s += R\n    end\n    s\nend\n",
     "count(3)", 6),
]

SAFE = [
    "@safe begin\n        y! > 0 && (y! += 1.0)\n    end",
    "@safe if y! > 0\n        (y! = 7.0)\n    end",
    "@safe begin\n        foreach(i -> (v[i] = 0.0), 1:2)\n    end",
    "@safe z = v; z .+= 1.0",
    "@safe begin\n        z = v\n        z .+= 1.0\n    end",
    "@safe if y! > 0\n        return\n    end",
    '@safe if v[1] > 0\n        error("stop")\n    end',
    "@safe begin\n        @assert v[1] < 0\n    end",
    "@safe let y! = 3.0\n        y! += 1\n    end",
    "for i in 1:3\n        @safe if i == 2\n            break\n        end\n        y! += 1\n    end",
]


def ran(build, folder, text, fixed=()):
    path = os.path.join(folder, "file.jl")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    words = [f"{build}/bin/retrograd", "run", path, "main", "--set", "y!=0", "--set", "v=[3.0,4.0]", "--json", *fixed]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)


def wrong(out, want):
    if out.returncode == 2:
        return None if "error[" in out.stderr else out.stderr
    if out.returncode != 0 or want is None:
        return f"exit status {out.returncode}: {out.stdout[:200]}{out.stderr[:400]}"
    got = json.loads(out.stdout)["values"]["y!"]
    return None if abs(got - want) < 1e-9 else f"{got}, not {want}"


def aliases(depth):
    lines = ["const A0 = Float64"] + [f"const A{i} = Tuple{{A{i - 1}, A{i - 1}}}" for i in range(1, depth)]
    return "\n".join(lines) + "\n"


def main():
    build, failed, refused = sys.argv[1], 0, 0
    programs = [(around + MAIN.replace("EXPRESSION", e, 1), want) for around, e, want in FILES]
    programs += [(MAIN.replace("EXPRESSION", e, 1) + around, want) for around, e, want in FILES]
    programs += [(MAIN.replace("EXPRESSION", "1\n    " + s, 1), None) for s in SAFE]
    programs.append((aliases(40) + MAIN.replace("EXPRESSION", "v[1]", 1), None))
    with tempfile.TemporaryDirectory() as folder:
        for text, want in programs:
            out = ran(build, folder, text)
            why = wrong(out, want)
            refused += out.returncode == 2
            if why:
                failed += 1
                print(f"{why}\n{text}")
    print(f"meanings: {refused} refused, {len(programs) - refused - failed} right; {failed} wrong")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
