/* gen_pair.c: forms that the interpreter does not know, each with its meaning behind #~ in forms
 * that it knows. */
#include <string.h>

#include "tests/oracle/generate.h"

/* In the texts these stand for parts of the program:
 *   $y        a Fixed location that changes
 *   $v        a variable that is changed and put back
 *   $w, $m    a vector and a matrix that change
 *   $r        a variable
 *   $e, $f    expressions that read none of those that change, and are no constants
 *   $n        the number of fresh names
 * A statement ends at "; ". */
typedef struct {
    const char *form, *meaning;
    unsigned routines; /* of those below */
} pair;

enum {
    PRIM = 1,
    STRUCT = 2,
    COUNTED = 4,
    STEPS = 8,
    TAKES = 16,
    WORDS = 32,
    PASSES = 64,
    OWN = 128,
    HOST = 256,
    TROPICAL = 512,
    DUAL = 1024,
    BCAST = 2048,
    NAMED = 4096,
    TAKEN = 8192
};

static const char *const routines[] = {
    /* PRIM */
    "prim(x) = x * x * 0.5\n"
    "primitive_grad(::typeof(prim), x) = x\n"
    "area(a, b) = a * b\n"
    "primitive_grad(::typeof(area), a, b) = (b, a)\n",
    /* STRUCT */
    "struct Pt\n"
    "    x::Fixed\n"
    "    n::Int\n"
    "end\n"
    "@i function mv(p!::Pt, d::Fixed)\n"
    "    p!.x += d * p!.n\n"
    "end\n",
    /* COUNTED */
    "@i struct Counted{T}\n"
    "    x::T\n"
    "    n::Int\n"
    "    @i function Counted(x::T) where T\n"
    "        n ← 0\n"
    "        n += 2\n"
    "        x ← new{T}(x, n)\n"
    "    end\n"
    "end\n",
    /* STEPS */
    "@i function up(x!::Fixed)\n"
    "    x! += 0.5\n"
    "end\n"
    "@i function turn(x!::Fixed)\n"
    "    NEG(x!)\n"
    "end\n"
    "@i function sine(y!::Fixed, x::Fixed)\n"
    "    y! += sin(x)\n"
    "end\n",
    /* TAKES */
    "@i function takes(y!::Fixed, f, x::Fixed)\n"
    "    y! += f(x)\n"
    "end\n"
    "@i function takes_two(y!::Fixed, f, a::Fixed, b::Fixed)\n"
    "    y! += f(a, b)\n"
    "end\n"
    "@i function twice(f, x!::Fixed)\n"
    "    f(x!)\n"
    "    f(x!)\n"
    "end\n"
    "@i function several(y!::Fixed, x::Fixed; f=t -> t * 0.5, op=PlusEq(identity), n::Int=2)\n"
    "    for i = 1:n\n"
    "        op(y!, f(x))\n"
    "    end\n"
    "end\n",
    /* WORDS */
    "@i function words(y!::Fixed, x::Fixed; s::Fixed=0.5, n::Int=3, b::Fixed=s * 2)\n"
    "    y! += x * s\n"
    "    y! -= n * b\n"
    "end\n",
    /* PASSES */
    "@i function down(f, x!::Fixed, n::Int)\n"
    "    if (n > 0, ~)\n"
    "        f(x!)\n"
    "        down(f, x!, n - 1)\n"
    "    end\n"
    "end\n"
    "@i function passes(f, y!::Fixed, x::Fixed; k::Int=2)\n"
    "    takes(y!, f, x)\n"
    "    for i = 1:k\n"
    "        takes(y!, q -> f(q) * i, x)\n"
    "    end\n"
    "end\n"
    "@i function leave(x!::Fixed)\n"
    "    PUSH!(x!)\n"
    "    x! += 0.25\n"
    "end\n"
    "@i function rest(y!::Fixed, args...)\n"
    "    for i = 1:length(args)\n"
    "        y! += args[i] * i\n"
    "    end\n"
    "end\n",
    /* OWN */
    "@i function (:+=)(own)(y!::Fixed, x::Fixed)\n"
    "    y! += x * x\n"
    "end\n"
    "half(x) = x > 0 ? x / 2 : x\n"
    "big(x) = x > 0.5\n"
    "@i function any_of(y!, x)\n"
    "    y! += x\n"
    "end\n"
    "@i function any_of(y!, x::Int)\n"
    "    y! += x * 2\n"
    "end\n"
    "struct Box\n"
    "    v::Vector{Fixed}\n"
    "    s::Fixed\n"
    "end\n",
    /* HOST */
    "function bent(x; k=0.5)\n"
    "    y = k * x\n"
    "    if x > 1\n"
    "        y = y + x * x\n"
    "    else\n"
    "        y -= 0.25\n"
    "    end\n"
    "    for i = 1:2\n"
    "        y += x * i\n"
    "    end\n"
    "    return y\n"
    "end\n"
    "function early(x, z)\n"
    "    if x > z\n"
    "        return x * z\n"
    "    end\n"
    "    z\n"
    "end\n"
    "function squares(v::Vector{Fixed})\n"
    "    s, c = 0.0, 0.0\n"
    "    for i in eachindex(v)\n"
    "        s += v[i] * v[i]\n"
    "        c += 1\n"
    "    end\n"
    "    return s + c\n"
    "end\n"
    "more(x, k=2) = x * k\n"
    "spread(v, w) = sum(a * b for (a, b) in zip(v, w)) - sum(v[i]^2 for i in 1:length(v) if v[i] > "
    "0)\n"
    "@fn slab(A::Array{Fixed, 3}) = sum(A[:, 1, :]) * A[end, 2, 1] + sum(A .* A)\n"
    "@fn exceed(v::Vector{Fixed}) = sum(map(x -> x * 0.5, filter(x -> x > 0, v))) + count(x -> x > "
    "1, v)\n"
    "@i function reals(y!::Real, x::Real)\n"
    "    y! += x\n"
    "end\n",
    /* TROPICAL */
    "using TropicalNumbers\n",
    /* DUAL */
    "function doubled(a!, b)\n"
    "    2a! + b, b\n"
    "end\n"
    "function halved(a!, b)\n"
    "    (a! - b) / 2, b\n"
    "end\n"
    "@dual doubled halved\n",
    /* BCAST */
    "@i function each_of(a!::AutoBcast{Fixed, 2}, b::Fixed)\n"
    "    a! += b * 0.5\n"
    "end\n",
    /* NAMED */
    "const put = PlusEq(sin)\n"
    "@i function passed_on(y!::Fixed, x::Fixed; kwargs...)\n"
    "    words(y!, x; kwargs...)\n"
    "end\n",
    /* TAKEN */
    "both(f, g, x) = f(x) + g(x)\n"
    "function applied(f, x)\n"
    "    y = f(x)\n"
    "    for i = 1:2\n"
    "        y += f(y) * i\n"
    "    end\n"
    "    return y\n"
    "end\n"
    "function total(v)\n"
    "    s = 0\n"
    "    for x in v\n"
    "        s += x\n"
    "    end\n"
    "    return s\n"
    "end\n"
    "of_two(a, b) = a * b\n"
    "across(z, w) = real(conj(z) * w)\n"
    "mixed_bits(n, k) = (n ⊻ k) & 7\n"};
enum { ROUTINES = sizeof routines / sizeof routines[0] };

static const pair pairs[] = {
    /* derivatives of one's own */
    {"$y += prim($e)", "$y += $e * $e * 0.5", PRIM},
    {"$y -= area($f, prim($e)) * 0.5", "$y -= $f * ($e * $e * 0.5) * 0.5", PRIM},
    /* structs, tuples, complex numbers, constructors */
    {"p$n ← Pt(0.5, 3); mv(p$n, $e); $y += p$n.x * p$n.n; (~mv)(p$n, $e); p$n → Pt(0.5, 3)",
     "px$n ← 0.5; px$n += $e * 3; $y += px$n * 3; px$n -= $e * 3; px$n → 0.5", STRUCT},
    {"u$n ← (0.0, 1.5); u$n.:1 += $e; $y += u$n[1] * u$n.:2; u$n.:1 ↔ u$n.:2; $y -= u$n[1] * $f; "
     "u$n[1] ↔ u$n[2]; u$n.:1 -= $e; u$n → (0.0, 1.5)",
     "ua$n ← 0.0; ub$n ← 1.5; ua$n += $e; $y += ua$n * ub$n; $y -= ub$n * $f; ua$n -= $e; "
     "ub$n → 1.5; ua$n → 0.0",
     0},
    {"z$n ← 0.5 + 0.0im; z$n.re += $e; z$n.im += $f; $y += real(z$n * z$n); $y += imag(z$n); "
     "z$n.im -= $f; z$n.re -= $e; z$n → 0.5 + 0.0im",
     "za$n ← 0.5; zb$n ← 0.0; za$n += $e; zb$n += $f; $y += za$n * za$n - zb$n * zb$n; "
     "$y += zb$n; zb$n -= $f; za$n -= $e; zb$n → 0.0; za$n → 0.5",
     0},
    {"Counted($v); $y += $v.x * $v.n; $v.x += $e; $v.n += 1; $y -= $v.x * $v.n; $v.n -= 1; "
     "(~Counted)($v)",
     "$y += $v * 2; $v += $e; $y -= $v * 3", COUNTED},
    /* functions as values */
    {"(up ∘ turn)($v); $y += $v; (~(turn ∘ up))($v)",
     "NEG($v); $v += 0.5; $y += $v; NEG($v); "
     "$v -= 0.5",
     STEPS},
    {"takes($y, sin, $e)", "$y += sin($e)", TAKES},
    {"takes($y, q -> q * 0.25 + $r, $e); (~takes)($y, q -> q > $r ? q : $r, $f)",
     "$y += $e * 0.25 + $r; $y -= $f > $r ? $f : $r", TAKES},
    {"takes_two($y, *, $e, $f); takes_two($y, (a, b) -> a * 2 - b, $f, $e)",
     "$y += $e * $f; $y += $f * 2 - $e", TAKES},
    {"twice(up, $v); twice(-, $v); twice(~turn, $v)", "$v += 0.5; $v += 0.5", TAKES | STEPS},
    {"several($y, $e); several($y, $f; f=cos, op=MinusEq(sin), n=3)",
     "$y += $e * 0.5; $y += $e * 0.5; $y -= sin(cos($f)); $y -= sin(cos($f)); $y -= sin(cos($f))",
     TAKES},
    {"PlusEq(sin)($y, $e); MinusEq(q -> 2q)($y, $f)", "$y += sin($e); $y -= 2 * $f", 0},
    /* keywords */
    {"words($y, $e); (~words)($y, $f; n=1, b=$e)",
     "$y += $e * 0.5; $y -= 3; $y += 1 * $e; $y -= $f * 0.5", WORDS},
    {"words($y, $e; s=$f)", "$y += $e * $f; $y -= 3 * ($f * 2)", WORDS},
    /* operands written out */
    {"$y += sum([$e, $f, $r])", "$y += $e; $y += $f; $y += $r", 0},
    {"$y -= sum(q -> q > $r ? q : 0.5, [$e, $f])",
     "$y -= $e > $r ? $e : 0.5; $y -= $f > $r ? $f : 0.5", 0},
    {"s$n ← [$e, $f]; $y += s$n[1] * s$n[end]; s$n → [$e, $f]", "$y += $e * $f", 0},
    {"for q$n in [$e, $f]; $y += q$n * 0.5; end", "$y += $e * 0.5; $y += $f * 0.5", 0},
    /* dictionaries */
    {"d$n ← Dict(\"a\" => 1.5, \"b\" => 2.0); d$n[\"a\"] += $e; $y += d$n[\"a\"] * d$n[\"b\"]; "
     "d$n[\"a\"] ↔ $v; d$n[\"z\"] ← 0.5; $y -= d$n[\"z\"] * $v; $y += d$n[\"a\"] * length(d$n); "
     "d$n[\"z\"] → 0.5; d$n[\"a\"] ↔ $v; d$n[\"a\"] -= $e; d$n → Dict(\"a\" => 1.5, \"b\" => 2.0)",
     "da$n ← 1.5; da$n += $e; $y += da$n * 2.0; da$n ↔ $v; $y -= 0.5 * $v; $y += da$n * 3; "
     "da$n ↔ $v; da$n -= $e; da$n → 1.5",
     0},
    {"d$n ← Dict(1 => 0.0, 2 => 0.5); if ($r > $e, ~); d$n[1] += $f; end; $y += d$n[1]; "
     "if ($r > $e, ~); d$n[1] -= $f; end; d$n → Dict(1 => 0.0, 2 => 0.5)",
     "if ($r > $e, ~); $y += $f; end", 0},
    /* stacks */
    {"PUSH!($v); $v += $e; $y += $v * $f; $v -= $e; POP!($v)",
     "g$n ← 0.0; g$n ↔ $v; $v += $e; $y += $v * $f; $v -= $e; g$n ↔ $v; g$n → 0.0", 0},
    {"PUSH!($v); $v += $e; PUSH!($v); $v += $f; $y += $v; $v -= $f; POP!($v); $y -= $v * $f; "
     "$v -= $e; POP!($v)",
     "g$n ← 0.0; g$n ↔ $v; $v += $e; h$n ← 0.0; h$n ↔ $v; $v += $f; $y += $v; $v -= $f; h$n ↔ $v; "
     "h$n → 0.0; $y -= $v * $f; $v -= $e; g$n ↔ $v; g$n → 0.0",
     0},
    {"COPYPUSH!($v); $v += $e; $y += $v * $f; $v -= $e; COPYPOP!($v)",
     "$v += $e; $y += $v * $f; $v -= $e", 0},
    {"st$n ← stack(Fixed, 4); PUSH!(st$n, $v); $v += $e; PUSH!(st$n, $v); $y += $f * st$n[1]; "
     "$y -= st$n[end] * length(st$n); POP!(st$n, $v); $v -= $e; POP!(st$n, $v); "
     "st$n → stack(Fixed, 4)",
     "g$n ← 0.0; g$n ↔ $v; h$n ← 0.0; h$n += $e; $y += $f * g$n; $y -= h$n * 2; h$n -= $e; "
     "h$n → 0.0; g$n ↔ $v; g$n → 0.0",
     0},
    /* ancillas that are made, or freed, without being told */
    {"@auto_alloc a$n += $e; $y += a$n * $f; ~@auto_alloc a$n += $e",
     "a$n ← 0.0; a$n += $e; $y += a$n * $f; a$n -= $e; a$n → 0.0", 0},
    {"@auto_alloc sine(a$n, $r); $y += a$n; ~@auto_alloc sine(a$n, $r)", "$y += sin($r)", STEPS},
    {"for k$n = 1:3; a$n ← $e * 0.5; $y += a$n * k$n; end",
     "$y += ($e * 0.5) * 1; $y += ($e * 0.5) * 2; $y += ($e * 0.5) * 3", 0},
    {"if $r > $f; a$n ← 0.0; a$n += $e; $y += a$n; a$n -= $e; end", "if $r > $f; $y += $e; end", 0},
    {"n$n ← 2; (Int => Fixed)(n$n); n$n += $e; $y += n$n * $f; n$n -= $e; (Fixed => Int)(n$n); "
     "n$n → 2",
     "n$n ← 2.0; n$n += $e; $y += n$n * $f; n$n -= $e; n$n → 2.0", 0},
    /* four dimensions */
    {"H$n ← zeros(Fixed, 2, 1, 2, 2); H$n[2, 1, 1, 2] += $e; H$n[1, end, 2, 2] += $f; "
     "$y += H$n[6] * H$n[1, 1, 2, end]; $y -= sum(H$n[2, 1, :, 2]); H$n[7] -= $f; "
     "H$n[end, 1, 1, 2] -= $e; H$n → zeros(Fixed, 2, 1, 2, 2)",
     "H$n ← zeros(Fixed, 8); H$n[6] += $e; H$n[7] += $f; $y += H$n[6] * H$n[7]; $y -= H$n[6]; "
     "$y -= H$n[8]; H$n[7] -= $f; H$n[6] -= $e; H$n → zeros(Fixed, 8)",
     0},
    {"down(up, $v, 3); $y += $v; down(~up, $v, 3)", "$v += 1.5; $y += $v; $v -= 1.5",
     PASSES | STEPS},
    {"passes(cos, $y, $e); (~passes)(q -> q * $r, $y, $f; k=1)",
     "$y += cos($e); $y += cos($e) * 1; $y += cos($e) * 2; $y -= $f * $r * 1; $y -= $f * $r",
     PASSES | TAKES},
    {"leave($v); $y += $v * $e; (~leave)($v)",
     "g$n ← 0.0; g$n ↔ $v; $v += 0.25; $y += $v * $e; $v -= 0.25; g$n ↔ $v; g$n → 0.0", PASSES},
    {"rest($y, $e, $r, $f)", "$y += $e * 1; $y += $r * 2; $y += $f * 3", PASSES},
    {"$y += own($e) * half($f)", "$y += $e * $e * ($f > 0 ? $f / 2 : $f)", OWN},
    {"if (big($e), ~); $y -= half(own($f)); end; any_of($y, $f); any_of($y, 3)",
     "if ($e > 0.5, ~); $y -= $f * $f > 0 ? $f * $f / 2 : $f * $f; end; $y += $f; $y += 6", OWN},
    {"k$n ← 1; while (k$n < 4, k$n > 1); $y += half($e) * k$n; k$n += 1; end; k$n → 4",
     "for k$n = 1:3; $y += ($e > 0 ? $e / 2 : $e) * k$n; end", OWN},
    {"o$n ← Box(zeros(Fixed, 2), 0.5); o$n.v[1] += $e; o$n.s += $f; $y += o$n.v[1] * o$n.s; "
     "o$n.s -= $f; o$n.v[1] -= $e; o$n → Box(zeros(Fixed, 2), 0.5)",
     "oa$n ← 0.5; oa$n += $f; $y += $e * oa$n; oa$n -= $f; oa$n → 0.5", OWN},
    {"$y += maximum([$e, $f]); $y -= prod([$e, $f, $r])", "$y += max($e, $f); $y -= $e * $f * $r",
     0},
    {"x$n ← $e; $y += x$n * $f; x$n → $e", "$y += $e * $f", 0},
    /* functions of Julia with statements, and what an @fn does to arrays */
    {"$y += bent($e); $y -= bent($f; k=$e)",
     "$y += $e * 0.5; $y += $e > 1 ? $e * $e : -0.25; $y += $e; $y += $e * 2; $y -= $e * $f; "
     "$y -= $f > 1 ? $f * $f : -0.25; $y -= $f; $y -= $f * 2",
     HOST},
    {"$y -= early($e, $f) * $r", "$y -= ($e > $f ? $e * $f : $f) * $r", HOST},
    {"s$n ← [$e, $f]; $y += squares(s$n); s$n → [$e, $f]", "$y += $e * $e; $y += $f * $f; $y += 2",
     HOST},
    {"s$n ← [$e, $f]; $y += spread(s$n, s$n); s$n → [$e, $f]",
     "$y += $e * $e; $y += $f * $f; $y -= $e > 0 ? $e * $e : 0.0; $y -= $f > 0 ? $f * $f : 0.0",
     HOST},
    {"$y += more($e) + more($f, $r)", "$y += $e * 2; $y += $f * $r", HOST},
    {"C$n ← zeros(Fixed, 1, 2, 2); C$n[1, 1, 1] += $e; C$n[1, 2, 1] += $f; $y += slab(C$n); "
     "C$n[1, 2, 1] -= $f; C$n[1, 1, 1] -= $e; C$n → zeros(Fixed, 1, 2, 2)",
     "$y += $e * $f; $y += $e * $e; $y += $f * $f", HOST},
    {"s$n ← [$e, $f]; $y -= exceed(s$n); s$n → [$e, $f]",
     "$y -= $e > 0 ? $e * 0.5 : 0.0; $y -= $f > 0 ? $f * 0.5 : 0.0; $y -= $e > 1 ? 1.0 : 0.0; "
     "$y -= $f > 1 ? 1.0 : 0.0",
     HOST},
    {"reals($y, $e); i$n ← 2; reals(i$n, 3); $y += i$n; (~reals)(i$n, 3); i$n → 2",
     "$y += $e; $y += 5", HOST},
    {"d$n ← Dict(1 => $e, 2 => $f); $y += d$n[1] * d$n[2]; d$n → Dict(1 => $e, 2 => $f)",
     "$y += $e * $f", 0},
    {"st$n ← []; PUSH!(st$n, $v); $v += $e; $y += $f * st$n[1]; $v -= $e; POP!(st$n, $v); "
     "st$n → []",
     "g$n ← 0.0; g$n ↔ $v; $v += $e; $y += $f * g$n; $v -= $e; g$n ↔ $v; g$n → 0.0", 0},
    /* generators */
    {"$y += sum($w[i] * $e for i = 1:length($w)); $y -= sum(v * i for (i, v) in enumerate($w))",
     "for k$n = 1:length($w); $y += $w[k$n] * $e; end; for k$n = 1:length($w); "
     "$y -= $w[k$n] * k$n; end",
     0},
    {"$y -= 0.5 * sum(v * $f for v in $w if v > $r) + $e",
     "s$n ← 0.0; for k$n = 1:length($w); if ($w[k$n] > $r, ~); s$n += $w[k$n] * $f; end; end; "
     "$y -= 0.5 * s$n + $e; for k$n = 1:length($w); if ($w[k$n] > $r, ~); "
     "s$n -= $w[k$n] * $f; end; end; s$n → 0.0",
     0},
    {"if (any(v > $r for v in $w), ~); $y += $e; end; "
     "$y += count($w[i] > $f for i in 1:length($w)) * 0.5; $y -= all(q -> q < $e, $w) ? 1 : 2",
     "c$n ← 0; for k$n = 1:length($w); if ($w[k$n] > $r, ~); c$n += 1; end; end; "
     "if (c$n > 0, ~); $y += $e; end; for k$n = 1:length($w); if ($w[k$n] > $r, ~); "
     "c$n -= 1; end; end; c$n → 0; "
     "for k$n = 1:length($w); if ($w[k$n] > $f, ~); $y += 0.5; end; end; "
     "c$n ← 0; for k$n = 1:length($w); if ($w[k$n] < $e, ~); else; c$n += 1; end; end; "
     "if (c$n == 0, ~); $y -= 1; else; $y -= 2; end; for k$n = 1:length($w); "
     "if ($w[k$n] < $e, ~); else; c$n -= 1; end; end; c$n → 0",
     0},
    {"$y += maximum(i * $e for i = 2:2:4) - prod($f for i in 1:2)",
     "$y += max(2 * $e, 4 * $e) - $f * $f", 0},
    {"$y += sum(i * j * $e for i in 1:2, j = i:2)", "$y += $e; $y += 2 * $e; $y += 4 * $e", 0},
    {"z$n ← [v * $e for v in $w]; $y += sum(z$n); z$n → [v * $e for v in $w]",
     "for k$n = 1:length($w); $y += $w[k$n] * $e; end", 0},
    /* max-plus and min-plus numbers */
    {"t$n ← Tropical(0.5); t$n *= Tropical($e) * Tropical($f) + Tropical($r) ^ 2; $y += t$n.n; "
     "t$n /= Tropical($e) * Tropical($f) + Tropical($r) ^ 2; t$n → Tropical(0.5)",
     "$y += 0.5; $y += max($e + $f, $r * 2)", TROPICAL},
    {"t$n ← ones(TropicalMinPlus{Fixed}, 3); t$n[1] *= TropicalMinPlus($e); "
     "t$n[2] /= TropicalMinPlus($f); t$n[3] *= TropicalMinPlus($r); "
     "m$n ← one(TropicalMinPlus); m$n *= sum(t$n .* t$n) / prod(t$n); $y -= m$n.n; "
     "m$n /= sum(t$n .* t$n) / prod(t$n); m$n → one(TropicalMinPlus); "
     "t$n[3] /= TropicalMinPlus($r); t$n[2] *= TropicalMinPlus($f); "
     "t$n[1] /= TropicalMinPlus($e); t$n → ones(TropicalMinPlus{Fixed}, 3)",
     "$y -= min(min(($e) * 2, ($f) * -2), ($r) * 2); $y += $e; $y -= $f; $y += $r", TROPICAL},
    {"takes($y, q -> q * $r, $r)", "$y += $r * $r", TAKES},
    /* functions with a value that take functions, bits, complex numbers, Int and equal elements */
    {"$y += both(sin, q -> q * $r, $e)", "$y += sin($e) + $e * $r", TAKEN},
    {"$y -= applied(q -> q * 0.5, $e)",
     "a$n ← 0.0; a$n += $e * 0.5; b$n ← 0.0; b$n += a$n + a$n * 0.5 * 1; "
     "$y -= b$n + b$n * 0.5 * 2; b$n -= a$n + a$n * 0.5 * 1; b$n → 0.0; a$n -= $e * 0.5; a$n → 0.0",
     TAKEN},
    {"n$n ← zeros(Int, 2); n$n[2] += 3; s$n ← [$e, $f]; $y += total(n$n) * $e; $y -= total(s$n); "
     "s$n → [$e, $f]; n$n[2] -= 3; n$n → zeros(Int, 2)",
     "$y += 3 * $e; $y -= $e; $y -= $f", TAKEN},
    {"for k$n = 1:length($w); $y += of_two($w[k$n], $w[1]); end",
     "for k$n = 1:length($w); $y += $w[k$n] * $w[1]; end", TAKEN},
    {"z$n ← 0.5 + 0.0im; z$n.im += $e; $y += across(z$n, z$n) * $f; z$n.im -= $e; "
     "z$n → 0.5 + 0.0im",
     "b$n ← 0.0; b$n += $e; $y += (0.25 + b$n * b$n) * $f; b$n -= $e; b$n → 0.0", TAKEN},
    {"n$n ← 5; $y += mixed_bits(n$n, 3) * $e; n$n → 5", "$y += 6 * $e", TAKEN},
    /* functions that undo each other, parameters that are each element, functions with names */
    {"doubled($v, $r); $y += $v * $e; halved($v, $r)", "$y += (2 * $v + $r) * $e", DUAL},
    {"(~halved)($v, $r); $y -= $v; (~doubled)($v, $r)", "$y -= 2 * $v + $r", DUAL},
    {"s$n ← zeros(Fixed, 2); each_of(s$n, $e); $y += s$n[1] * $f + s$n[2]; (~each_of)(s$n, $e); "
     "s$n → zeros(Fixed, 2)",
     "a$n ← 0.0; a$n += $e * 0.5; $y += a$n * $f + a$n; a$n -= $e * 0.5; a$n → 0.0", BCAST},
    {"put($y, $e); (~put)($y, $f); (~PlusEq(cos))($y, $e)",
     "$y += sin($e); $y -= sin($f); $y -= cos($e)", NAMED | WORDS},
    {"passed_on($y, $e; s=$f)", "$y += $e * $f; $y -= 3 * ($f * 2)", NAMED | WORDS},
    /* views */
    {"-$v += $e; $y += $v; ($v + 1.5) += $e; ~($y -= $v)", "$v -= $e; $y += $v; $v += $e; $y += $v",
     0},
    {"permutedims($m)[1, 2] += $f; $y += permutedims($m)[2, 1] * $e; $m'[1, 2] -= $e; "
     "$y -= transpose($m)[2, 1]",
     "$m[2, 1] += $f; $y += $m[1, 2] * $e; $m[2, 1] -= $e; $y -= $m[1, 2]", 0},
    {"reshape($m, :)[2] += $e; $y += vec($m)[2]; view($m, :, 1) .-= $f",
     "$m[2, 1] += $e; $y += $m[2, 1]; for k$n = 1:size($m, 1); $m[k$n, 1] -= $f; end", 0},
    {"for (p$n, q$n) in zip($w, $w); $y += p$n * q$n; end",
     "for k$n = 1:length($w); $y += $w[k$n] * $w[k$n]; end", 0},
    /* tuples that hold arrays, fields as a tuple, boxes, ends of stacks */
    {"t$n ← (zeros(Fixed, 2), 0.5); t$n.:1[1] += $e; t$n.:2 += $f; $y += t$n.:1[1] * t$n.:2; "
     "t$n.:2 -= $f; t$n.:1[1] -= $e; t$n → (zeros(Fixed, 2), 0.5)",
     "a$n ← 0.5; a$n += $f; $y += $e * a$n; a$n -= $f; a$n → 0.5", 0},
    {"z$n ← 0.5 + 0.0im; a$n ← 0.0; b$n ← 0.0; (a$n, b$n) ↔ @fields z$n; a$n += $e; "
     "$y += a$n * $f; a$n -= $e; (a$n, b$n) ↔ @fields z$n; b$n → 0.0; a$n → 0.0; "
     "z$n → 0.5 + 0.0im",
     "a$n ← 0.5; a$n += $e; $y += a$n * $f; a$n -= $e; a$n → 0.5", 0},
    {"c$n ← Ref(0.5); c$n[] += $e; $y += c$n[] * $f; c$n[] -= $e; c$n → Ref(0.5)",
     "a$n ← 0.5; a$n += $e; $y += a$n * $f; a$n -= $e; a$n → 0.5", 0},
    {"st$n ← stack(Fixed, 4); st$n[end+1] ← $e; a$n ← 0.0; a$n += $f; st$n[end+1] ↔ a$n; "
     "$y += st$n[1] * st$n[end]; st$n[end] ↔ a$n::∅; a$n -= $f; a$n → 0.0; st$n[end] → $e; "
     "st$n → stack(Fixed, 4)",
     "$y += $e * $f", 0},
    {"st$n ← stack(Vector{Fixed}, 8); COPYPUSH!(st$n, $w); PUSH!(st$n, $w); $w .+= $e; "
     "$y += sum($w); PUSH!($w); POP!($w); $w .-= $e; POP!(st$n, $w); COPYPOP!(st$n, $w); "
     "st$n → stack(Vector{Fixed}, 8)",
     "for k$n = 1:length($w); $y += $e; end", 0},
    /* element by element */
    {"$w .+= $e .* 0.5; $y += sum(sin.($w) .* $f)",
     "for k$n = 1:length($w); $w[k$n] += $e * 0.5; end; for k$n = 1:length($w); "
     "$y += sin($w[k$n]) * $f; end",
     0},
    {"up.($w); $y += sum(q -> q * $r, $w)",
     "for k$n = 1:length($w); $w[k$n] += 0.5; end; for k$n = 1:length($w); $y += $w[k$n] * $r; end",
     STEPS},
    {"$m[:, 1] .+= $e; $y += sum($m[1, :]); $m[1, 1:2] .-= $f; $y -= $m[2]",
     "for k$n = 1:size($m, 1); $m[k$n, 1] += $e; end; for k$n = 1:size($m, 2); "
     "$y += $m[1, k$n]; end; for k$n = 1:2; $m[1, k$n] -= $f; end; $y -= $m[2, 1]",
     0},
    {"for (j$n, q$n) in enumerate($w); $y += q$n * j$n; end",
     "for j$n = 1:length($w); $y += $w[j$n] * j$n; end", 0},
};

#define CHOOSE(list) list[gen_pick(g, (unsigned)(sizeof list / sizeof list[0]))]

typedef struct {
    gen_text y, e, f;
    const char *v, *w, *m, *r;
    unsigned number;
} parts;

static void fill(gen_text *t, const char *pattern, const parts *p)
{
    for (; *pattern; pattern++) {
        if (*pattern != '$') {
            gen_put(t, "%c", *pattern);
            continue;
        }
        switch (*++pattern) {
        case 'y': gen_put(t, "%s", p->y.s); break;
        case 'e': gen_put(t, "%s", p->e.s); break;
        case 'f': gen_put(t, "%s", p->f.s); break;
        case 'v': gen_put(t, "%s", p->v); break;
        case 'w': gen_put(t, "%s", p->w); break;
        case 'm': gen_put(t, "%s", p->m); break;
        case 'r': gen_put(t, "%s", p->r); break;
        default: gen_put(t, "%u", p->number);
        }
    }
}

/* An argument of type Fixed, constant for nobody: the variable is added to it. */
static void operand(gen *g, gen_text *t, const char *variable)
{
    gen_put(t, "(%s + ", variable);
    gen_expression(g, t, RG_TYPE_FIXED, 1 + gen_pick(g, 2));
    gen_put(t, ")");
}

/* The name of a variable that the others do not use; NULL: there is none. */
static const char *taken(gen *g, unsigned rank, bool change)
{
    const size_t k = gen_find(g, RG_TYPE_FIXED, rank, change);
    if (k == GEN_VARS)
        return NULL;
    if (change)
        g->avoid |= UINT64_C(1) << k;
    return g->vars[k].name;
}

/* False where the program has no variables for the form. */
static bool find_parts(gen *g, const pair *form, parts *p)
{
    gen_set held = 0;
    if (strstr(form->form, "$y") && !gen_place(g, &p->y, RG_TYPE_FIXED, &held))
        return false;
    g->avoid |= held;
    if ((strstr(form->form, "$v") && !(p->v = taken(g, 0, true)))
        || (strstr(form->form, "$w") && !(p->w = taken(g, 1, true)))
        || (strstr(form->form, "$m") && !(p->m = taken(g, 2, true)))
        || !(p->r = taken(g, 0, false)))
        return false;
    operand(g, &p->e, p->r);
    operand(g, &p->f, p->r);
    p->number = g->names++;
    return true;
}

void gen_pair(gen *g, unsigned depth)
{
    (void)depth; /* no statements within */
    const pair *form = &CHOOSE(pairs);
    const gen_set avoid = g->avoid;
    parts p = {.v = NULL};
    gen_text line = {0};
    if (find_parts(g, form, &p)) {
        fill(&line, form->form, &p);
        gen_put(&line, " #~ ");
        fill(&line, form->meaning, &p);
        gen_line(g, "%s", line.s);
        g->routines |= form->routines;
    }
    g->avoid = avoid;
    gen_text *all[] = {&p.y, &p.e, &p.f, &line};
    for (int i = 0; i < 4; i++)
        gen_free(&(gen){.out = *all[i]});
}

void gen_pair_routines(gen *g)
{
    for (unsigned i = 0; i < ROUTINES; i++)
        if (g->routines >> i & 1)
            gen_put(&g->out, "%s", routines[i]);
}
