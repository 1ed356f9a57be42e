@i function cube(C!::Matrix{Fixed}, A::Matrix{Fixed})
    C! .+= A^3
end
@i function inverse(C!::Matrix{Fixed}, A::Matrix{Fixed})
    C! .+= A^-1
end
@i function sums(y!::Fixed, A::Matrix{Fixed}, x::Vector{Fixed})
    y! += sum(A^2)
    y! += sum(x .^ 2) + norm(A^2)
end
@i function vector(y!::Vector{Fixed}, x::Vector{Fixed})
    y! .+= x^2
end
