# Whole arrays that are updated by dotted expressions, as in Julia: the update gets the dot.
@i function main(v!::Vector{Fixed}, x::Vector{Fixed}, A::Matrix{Fixed})
    v! += sin.(x) + A * x - 2 .* x
    v! -= 1 .- x .^ 2
end

#! run --set v!=[0.0,0.0] --set x=[1.0,2.0] --set A=[[1.0,2.0],[3.0,4.0]] --grad v![1]
#! tolerance 1e-11
#! value v! [3.8414709848078967,10.909297426825681]
#! gradient x [1.5403023058681398,2]
#! restored true
#! run --set v!=[3.8414709848078967,10.909297426825681] --set x=[1.0,2.0] --set A=[[1.0,2.0],[3.0,4.0]] --backward
#! tolerance 1e-11
#! value v! [0,0]
