# Alias rules: distinct elements of one tuple and parts of one number may meet; f(x, x) of one's own functions reads twice.
@fn inner(a::Vector{Fixed}, b::Vector{Fixed}) = dot(a, b)
@fn pw(a, b) = a * b + sin(a)
@i function (:+=)(cm)(z!::Complex{Fixed}, a::Complex{Fixed}, b::Complex{Fixed})
    z! += a * b
end
@i function f(y!::Fixed, z!::Complex{Fixed}, v::Vector{Fixed}, x::Fixed, w::Complex{Fixed})
    y! += inner(v, v)
    y! += 2 * inner(v, v) + pw(x, x)
    y! -= pw(x, x)
    z! += cm(w, w)
    z! -= 2*cm(w, cm(w, w))
end
@i function elements(t::Tuple{Fixed,Fixed}, z::Complex{Fixed}, w::Vector{Tuple{Fixed,Fixed}}, M::Matrix{Fixed}, i::Int)
    t.:1 += t[2]
    t[2] += 2 * t.:1
    imag(z) += z.re
    real(z) -= z |> imag
    w[i].:1 += w[i][2]
    M[2,1] += M'[2,1] + vec(M)[4]
end

#! check f --set v=[1,2] --set x=0.5 --set w=1+0.5im
#! run f --set v=[1,2] --set x=0.5 --set w=0.5im
#! value y! 15
#! value z! {"re": -0.25, "im": 0.25}
#! check elements --set t=[1,2] --set z=1+2im --set w=[[1,2],[3,4]] --set M=[[1,2],[3,4]] --set i=1
#! run elements --set t=[1,2] --set z=1+2im --set w=[[1,2],[3,4]] --set M=[[1,2],[3,4]] --set i=1
#! value t [3, 8]
#! value z {"re": -2, "im": 3}
#! value M [[1, 2], [9, 4]]
