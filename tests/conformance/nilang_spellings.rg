# Spellings of NiLang's tests: Ref, views by an added constant, types behind a pop, cld.
@i function reference!(y!::Fixed, x::Fixed)
    r ← Ref(0.0)
    r[] += x^2
    y! += r[]
    r[] -= x^2
    r → Ref(0.0)
end

@i function view!(x::Fixed, k::Int, v::Vector{Fixed})
    (x + 3) += 2
    (v[2] - 1) -= 4
    (k + 1) ⊻= 6
end

@i function popped!(y!::Fixed, x::Fixed)
    s ← stack(Fixed, 4)
    a ← 0.0
    a += x
    PUSH!(s, a)
    s[end] ↔ b::Float64
    y! += b * 2
    s[end+1] ↔ b
    POP!(s, a)
    a -= x
    a → 0.0
    s → stack(Fixed, 4)
end

const ROUNDS = cld(7, 2)
@i function up!(y!::Int, a::Int, b::Int)
    y! += 1000 * ROUNDS + cld(a, b)
end

#! run reference! --set x=3 --grad y!
#! value y! 9
#! gradient x 6
#! check reference! --set x=3
#! run view! --set x=1 --set k=4 --set v=[1,2]
#! value x 3
#! value k 2
#! value v [1,-2]
#! check view! --set x=1 --set k=4 --set v=[1,2]
#! run popped! --set x=3 --grad y!
#! value y! 6
#! gradient x 2
#! check popped! --set x=3
#! run up! --set a=-7 --set b=2
#! value y! 3997
#! run up! --set a=7 --set b=-3
#! value y! 3998
#! run up! --set a=7 --set b=3
#! value y! 4003
