# Tuples and structs that hold arrays: as arguments, of slices too, as variables, and taken apart.
struct Layer{T}
    w::Matrix{T}
    b::Vector{T}
end
@i function apply!(h!, p, x)
    for i = 1:length(h!)
        h![i] += p[2][i]
        for j = 1:length(x)
            h![i] += p[1][i, j] * x[j]
        end
    end
end
@i function with_struct!(y!, l::Layer, x)
    apply!(y!, (l.w, l.b), x)
end
@i function total!(y!, parts...)
    for i = 1:length(parts)
        y! += sum(parts[i] .* parts[1])
    end
end
@i function main(y!::Fixed, W::Matrix{Fixed}, b::Vector{Fixed}, x::Vector{Fixed})
    params ← (W, b)
    h ← zeros(Fixed, length(b))
    apply!(h, params, x)
    with_struct!(h, Layer(W, b), x)
    y! += sum(h .^ 2) + size(params[1], 1) + maximum(params.:2)
    total!(y!, b, W[:, 1], W[:, 2])
    (~with_struct!)(h, Layer(W, b), x)
    (~apply!)(h, params, x)
end
#! run main --set W=[[1,2],[3,4]] --set b=[0.5,0.25] --set x=[1,-1] --grad y!
#! value y! 9.3125
#! gradient W [[-3.5,4.5],[-5.75,6.25]]
#! gradient b [1,1.5]
#! gradient x [-22,-32]
