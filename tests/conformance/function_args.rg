# Names of functions and of types as arguments: one version of the routine for each.
@i function i_mapfoldl(map, fold, out!::T, iter) where T
    anc ← zero(T)
    for i=1:length(iter)
        anc += map(iter[i])
        fold(out!, anc)
        anc -= map(iter[i])
    end
    anc → zero(T)
end
@i function add(x, y)
    x += y
end
@i function i_sum(out!, f::Function, x::AbstractArray)
    @invcheckoff for i=1:length(x)
        @inbounds out! += f(x[i])
    end
end
sq(x) = x * x + 1
@i function twice!(f::F, x) where F<:Function
    f(x)
    f(x)
end
@i function step!(x)
    x += 0.25
end
@i function copies!(t::Type{T}, x, n::Int) where T
    for i = 1:n
        x += one(@skip! T)
    end
end
# recursion with the function handed on
@i function nest!(f, x, n::Int)
    if (n > 0, ~)
        f(x)
        nest!(f, x, n - 1)
    end
end
@i function main(out!::Float64, v::Vector{Float64}, b::Float64)
    i_mapfoldl(exp, add, out!, v)
    i_sum(out!, sq, v)
    i_sum(out!, (@const sin), v)
    twice!(step!, b)
    twice!(NEG, b)
    (~twice!)(INC, b)
    (~i_sum)(out!, cos, v)
    copies!(Float64, b, 3)
    nest!(step!, b, 4)
end
@i function each(y::Vector{Float64}, x::Vector{Float64})
    g.(y, tanh, x)
end
@i function g(y, f, x)
    y += f(x)
end

#! run main --set v=[0.5,1] --set b=1
#! value out! 7.520014754813
#! value b 3.5
#! run main --set v=[0.5,1] --set b=1 --grad out!
#! gradient v [4.005729371195, 6.100055119135]
#! check main --set v=[0.5,1] --set b=1
#! run each --set y=[1,2] --set x=[0,1]
#! value y [1, 2.7615941559558]
