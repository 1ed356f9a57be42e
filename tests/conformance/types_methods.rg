# Methods on struct types, keyword arguments, branches on compounds, tuples of places, generic complex vectors.
struct Circle{T}
  c::Complex{T}
  r::T
end
struct Box
  a::Complex{Fixed}
  b::Complex{Fixed}
end
@i function area(out!, s::Circle{T}; scale=1.0) where T<:Real
  out! += π * s.r^2 * scale
end
@i function area(out!, s::Box; scale=1.0)
  d ← 0.0 + 0im
  d += s.b - s.a
  out! += d.re * d.im * scale
  d -= s.b - s.a
  d → 0.0 + 0im
end
@i function main(out!::Fixed, s::Circle{Fixed}, b::Box, z!::Complex)
  area(out!, s; scale=2.0)
  area(out!, b)
  if (b.a != b.b, ~)
    z! += s.c
  else
    z! -= s.c * 2
  end
  for i = 1:3
    z!.re += i * real(s.c)
  end
  @routine begin
    w ← zero(z!)
    w += z! * s.c
  end
  out! += abs2(w) + w'.im
  ~@routine
end

@i function axpy(y!::AbstractVector{T}, a::T, x::AbstractVector{T}) where T<:Number
  for i = 1:length(x)
    y![i] += a * x[i]
  end
end
@i function dotc(out!::T, x::Vector{T}, y::Vector{T}) where T
  for i = 1:length(x)
    out! += x[i]' * y[i]
  end
end
@i function rot(t!::NTuple{3,Fixed}, u!::NTuple{3,Fixed})
  for i = 1:3
    ROT(t![i], u![i], 0.5)
  end
  t! ↔ u!
  (t![1], t![2]) ↔ (t![3], u![1])
end

#! run main --set 's={"c":"1+2im","r":0.5}' --set 'b={"a":0,"b":"1+1im"}' --grad out!
#! value out! 251.57079632679
#! value z! {"re": 7, "im": 2}
#! gradient s {"c": {"re": 580, "im": 224}, "r": 6.283185307179586}
#! gradient b {"a": {"re": -1, "im": -1}, "b": {"re": 1, "im": 1}}
#! restored true
#! run main --set 's={"c":"1+2im","r":0.5}' --set 'b={"a":1,"b":1}'
#! value z! {"re": 4, "im": -4}
#! run axpy --set 'y!=["1im",2]' --set a=2im --set 'x=[1,"1+im"]'
#! value y! [{"re": 0, "im": 3}, {"re": 0, "im": 2}]
#! run axpy --set y!=[1,2.5] --set a=2 --set x=[1,2]
#! value y! [3, 6.5]
#! run dotc --set 'x=["1im",2]' --set 'y=[1,"1+im"]' --grad out!.im
#! value out! {"re": 2, "im": 1}
#! gradient x [{"re": 0, "im": -1}, {"re": 1, "im": -1}]
#! restored true
#! run rot --set t!=[1,2,3] --set u!=[0,0,1]
#! value t! [2.31585917770289, 0.8775825618903728, 0.479425538604203]
#! value u! [0.958851077208406, 1.7551651237807455, 2.153322147066893]
