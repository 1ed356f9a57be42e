@i function idot(out, v1::AbstractVector{T}, v2)
        where T
    @anc anc1 = zero(T)
    for i = 1:length(v1)
        anc1 += identity(v1[i])
        CONJ(anc1)
        out += v1[i]*v2[i]
        CONJ(anc1)
        anc1 -= identity(v1[i])
    end
end

@i function inorm2(out, vec::AbstractVector{T})
        where T
    @anc anc1 = zero(T)
    for i = 1:length(vec)
        anc1 += identity(vec[i])
        CONJ(anc1)
        out += anc1*vec[i]
        CONJ(anc1)
        anc1 -= identity(vec[i])
    end
end

@i function f2(out!, x!, y!)
    y! += identity(x!)
    out! -= exp(x!)
    x! -= log(-out!)
    out! += exp(y!)
end

@i function r_norm(out::T, out2::T, x::AbstractArray{T}) where T
    for i=1:length(x)
        @inbounds out2 += x[i]^2
    end
    out += sqrt(out2)
end

@i function main(out!::Float64, n!::Float64, x!::Float64, v::Vector{Float64}, w::Vector{Float64})
    idot(out!, v, w)
    inorm2(n!, v)
    f2(out!, x!, n!)
    r_norm(out!, n!, v)
end
