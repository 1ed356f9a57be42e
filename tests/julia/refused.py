"""refused.py BUILD: functions that change an array or a struct which another name may stand for. Each must be refused
with its message: as a value it would be a silent wrong number. Those that only look like it must run."""

import os
import re
import subprocess
import sys
import tempfile

BEFORE = """\
mutable struct Cell
    x::Float64
    v::Vector{Float64}
end
mutable struct Two
    x::Float64
    y::Float64
end
struct Line
    v::Vector{Float64}
end
(c::Cell)(t) = c.v
(l::Line)(t) = l.v
same(p) = p
second(t) = t[2]
wrapped(v) = Cell(1.0, v)
function looped(p, q)
    r = copy(p)
    for i in 1:2
        r = q
    end
    return r
end
half(t) = t / 2
function named(u, k)
    half = k
    return half(u[1])
end
function twice(u, k)
    half = k ∘ k
    return half(u[1])
end
function named_mean(u, k)
    mean = k
    return mean(u)
end
function kept!(c::Cell, t)
    c.v = t
end
function given!(u)
    u[1] += 1
    return u
end
function up!(c::Cell, x)
    c.x += x
    c.v[1] += c.x
end
function pushed!(p::Two, f, h)
    p.x += f * h
    return nothing
end
function twice!(p, f)
    pushed!(p, f, 1.0)
    pushed!(p, -f, 0.5)
end
function added!(u, w)
    u .+= w
    w .-= 1
end
function part!(c::Cell, t)
    w = t[1]
    c.v = w
end
function parts!(c::Cell, t)
    w, k = t
    c.v = w
end
one(p) = p
struct Hold
    v::Vector{Float64}
    x::Float64
end
function held!(c::Cell, t)
    c.v = t.v
end
function first!(c::Cell, t)
    c.v = first(t)
end
function counted!(c::Cell, w)
    c.x = sum(map(w -> w > 1 ? w : 0.0, w))
    c.v = w
end
function reused!(c::Cell, w)
    c.v = w
    w = 3.0 * 2
    if w > 1
        c.x = w
    end
end
function next!(p::Two)
    p.x += 1
    return Two(2 * p.x, p.y)
end
"""
SAME = "and another name would stand for one "
PART = "another name may stand for this part of"
U, C, P = "u = [x, 1.0]\n", "c = Cell(x, [x, 1.0])\n", "p = Two(x, 1.0)\n"
CHANGED, CELL, TWO = "\nu[1] = 9.0\nreturn w[1]", "\nc.v[1] = 9.0\nreturn w[1]", "\np.x = 9.0\nreturn q[1].x"

REFUSED = (
    # another name for an array
    (U + "w = u |> same" + CHANGED, SAME + "array"), (U + "w = @view u[1:2]" + CHANGED, SAME + "array"),
    (U + "@views w = u[1:2]" + CHANGED, SAME + "array"),
    (U + "w = second((1.0, u))" + CHANGED, SAME + "array"), (U + "w = Line(u)(1.0)" + CHANGED, SAME + "array"),
    (U + "w = Line(u).v" + CHANGED, SAME + "array"),
    (U + "w = foldl((s, e) -> u, [1.0], [1.0])" + CHANGED, SAME + "array"),
    (U + "w = looped([1.0], u)" + CHANGED, SAME + "array"),
    (U + "w = first([u, u])" + CHANGED, SAME + "array"), (U + "w = x > 1 ? u : [1.0]" + CHANGED, SAME + "array"),
    (U + "w = (a = u, b = 1.0).a" + CHANGED, SAME + "array"),
    (U + "w = identity(u)\nw[1] = 9.0\nreturn u[1]", "another name may stand for the array 'w'"),
    # for a struct, or an array in it
    (P + "q = [p, p]" + TWO, SAME + "struct"), (P + "q = reverse([p, p])" + TWO, SAME + "struct"),
    (P + "q = same.([p, p])" + TWO, SAME + "struct"), (P + "q = [p for i in 1:2]" + TWO, SAME + "struct"),
    (P + "q = p\nq.x = 9.0\nreturn p.x", "another name may stand for the struct 'q'"),
    (C + "w = c(1.0)" + CELL, SAME + "struct"), (C + "w = (same ∘ c)(1.0)" + CELL, SAME + "struct"),
    (C + "g = same ∘ c\nw = g(1.0)" + CELL, SAME + "struct"), (C + "w = map(c, [1.0])[1]" + CELL, SAME + "struct"),
    (C + "w = c.v\nc.v .+= 1" + "\nreturn w[1]", SAME + "struct"),
    (C + "w = c.v\nfill!(c.v, 0.0)\nreturn w[1]", SAME + "struct"),
    (C + "w = [x, x]\nfor q in [c, c]\nw = q.v\nend" + CELL, "gets another name in the loop"),
    (U + "c = wrapped(u)\nc.v[1] = 9.0\nreturn u[1]", PART),
    (U + "c = Cell(x, x > 1 ? u : [1.0])\nup!(c, x)\nreturn u[1]", PART),
    (C + "w = [x, x]\nkept!(c, w)\nc.v[1] = 9.0\nreturn w[1]", PART),
    (U + "c = Cell(x, [x])\nt = (u, 1.0)\npart!(c, t)\nc.v[1] = 9.0\nreturn t[1][1]", PART),
    (U + "c = Cell(x, [x])\nt = (u, 1.0)\nparts!(c, t)\nc.v[1] = 9.0\nreturn t[1][1]", PART),
    (U + "c = Cell(x, [x])\nt = (u, 1.0)\nfirst!(c, t)\nc.v[1] = 9.0\nreturn t[1][1]", PART),
    (U + "c = Cell(x, [x])\nheld!(c, Hold(u, 1.0))\nc.v[1] = 9.0\nreturn u[1]", PART),
    (U + "c = Cell(x, [x])\npart!(c, [u, u])\nc.v[1] = 9.0\nreturn u[1]", PART),
    (U + "c = Cell(x, [x])\ncounted!(c, u)\nc.v[1] = 9.0\nreturn u[1]", PART),
    (U + "c = Cell(x, [x])\nreused!(c, u)\nc.v[1] = 9.0\nreturn u[1]", PART),
    ("m = falses(3)\nm .= x\nreturn sum(m)", "the elements are bools"), ("m = trues(2)\nm .+= 1\nreturn sum(m)", "the elements are bools"),
    (U + "@. u = u / length(u)\nreturn u[1]", "length and size get dots"),
    (U + "w = one(u)\nw[1] = 9.0\nreturn u[1]", "another name may stand for the array 'w'"),
    (P + "s = 0.0\nfor q in (p, p)\np.x += 1\ns += q.x\nend\nreturn s", "this loop goes through the struct 'p'"),
    # a function that changes its arguments
    (U + "w = given!(u)" + CHANGED, "the value of 'given!' is an argument"),
    (U + "w = (given!(u), 2.0)[1]" + CHANGED, "the value of 'given!' is an argument"),
    (P + "p = next!(p)\nreturn p.x", "changes this variable, and gives another value"),
    (P + "q = p.x * next!(p).x\nreturn q", "changes its arguments in the middle of an expression"),
    (C + "kept!(c, c.v)\nreturn c.x", "this argument may be 'c'"),
    (C + "l = [c]\nup!(l[1], x)\nreturn c.x", "changes this argument, which is no variable"),
    # a function that reads what is changed later
    (U + "k = 2.0\ng = half ∘ (t -> t + k)\nk = 4.0\nreturn g(x)", "'k' is assigned again behind this function"),
    (U + "k = 2.0\ng = (t -> t * k) ∘ half\nfor i in 1:2\nk += 1\nend\nreturn g(x)",
     "'k' is assigned again behind this function"),
    # a variable that is called in place of a function that others are made of
    (U + "sum = half\nreturn sum(2t for t in u)", "'sum' is a variable here that is called"),
    (U + "sum = half\nreturn sum(2u[i] for i in 1:2)", "'sum' is a variable here that is called"),
    (U + "sum = maximum\nreturn sum(u)", "'sum' is a variable here that is called"),
    # what prints is left out
    (U + "println(given!(u))\nreturn u[1]", "this is left out with what prints it"),
    (U + "@show given!(u)[1]\nreturn u[1]", "this is left out with what prints it"),
    (U + "println(\"u is $(given!(u))\")\nreturn u[1]", "this is left out with what prints it"),
    (U + "k = 1.0\n@show k = x\nreturn k", "this is left out with what prints it"),
    (U + "k = 1.0\nprintln((k += x))\nreturn k", "this is left out with what prints it"))
RIGHT = (
    (U + "s = maximum(u)\nreturn s + sum(2u[i] for i in 1:2)", 11),
    (U + "w = zero(u)" + CHANGED, 0), (U + "w = similar(u)\nw .= 2" + CHANGED, 2), (U + "w = sort(u)" + CHANGED, 1),
    (U + "w = copy(u)" + CHANGED, 3), (U + "w = u[1:2]" + CHANGED, 3),
    (U + "w = second((1.0, copy(u)))" + CHANGED, 3),
    (C + "s = sum(q.x for q in [c, c])\nc.v[1] = 9.0\nreturn s + c.v[1]", 15),
    (C + "c.v .+= 1\nc.v .*= 2\nreturn c.v[1]", 8),
    (C + "t = [x, x]\nkept!(c, copy(t))\nc.v[1] = 9.0\nreturn t[1]", 3),
    (P + "s = 0.0\nfor q in [p, p]\ns += q.x\nend\np.x = 1.0\nreturn s + p.x", 7),
    (P + "twice!(p, x)  # its parameter has the name of this function\nreturn p.x", 4.5),
    (U + "w = [1.0, 2.0]\nadded!(u, w)\nreturn 10u[1] + w[2]", 41),
    # several targets, from left to right
    (U + "i = 1\nu[i], i = 7.0, i + 1\nreturn u[1] + 10u[2] + 100i", 217),
    (U + "l, r = 1, 2\nu[l], u[r], l, r = u[r], u[l], l + 1, r - 1\nreturn u[1] + 10u[2] + 100l", 231),
    (U + "println(x != 2, \" wow!(\", sum(t for t in u))\n@show x == 3 u\nreturn u[1]", 3),
    # functions that are called before it is changed
    (U + "k = x\nw = map(t -> t * k, u)\nv = map(half ∘ (t -> t * k), u)\nk = 5.0\nreturn w[1] + v[1] + k", 18.5),
    (U + "k = x\ng = half ∘ (t -> t * k)\nreturn g(x) + k", 7.5),
    # a local name of a function
    (U + "return named(u, t -> 10t)", 30), (U + "return named_mean(u, maximum)", 3),
    (U + "return twice(u, t -> 10t)", 300))


def run(build, path, body):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{BEFORE}function f(x)\n{body}\nend\n")
    words = [f"{build}/bin/retrograd", "run", path, "f", "--set", "x=3"]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def is_refused(ran, message):
    alone = ran.stderr.count("error[") == 1 and re.search(r"error\[R10(01|02|10)\]", ran.stderr)
    return ran.returncode != 0 and alone and message in ran.stderr


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "f.rg")
        for body, message in REFUSED:
            ran = run(sys.argv[1], path, body)
            if not is_refused(ran, message):
                wrong += 1
                print(body, f"not refused with '{message}'", ran.stdout + ran.stderr, sep="\n")
        for body, value in RIGHT:
            ran = run(sys.argv[1], path, body)
            if f"out! = {value}\n" not in ran.stdout:
                wrong += 1
                print(body, f"not {value}", ran.stdout + ran.stderr, sep="\n")
    print(f"{len(REFUSED)} refused, {len(RIGHT)} right; {wrong} wrong")
    sys.exit(wrong > 0)


main()
