# Elements of views that are seen through a function: conjugates, negatives.
@i function g(y!::Fixed, A::Matrix{Complex{Fixed}})
    y! += real(A'[1, 2])
end
@i function im2(y!::Fixed, A::Matrix{Complex{Fixed}}, i::Int, j::Int)
    y! += A'[i, j].im * 2
end
@i function whole(z!::Complex{Fixed}, A::Matrix{Complex{Fixed}}, i::Int, j::Int)
    z! += A'[i, j] * A[i, j]
end
@i function neg(y!::Fixed, v::Vector{Fixed}, i::Int)
    y! += (-v)[i] * 3
end
@i function twice(z!::Complex{Fixed}, A::Matrix{Complex{Fixed}}, i::Int, j::Int)
    z! += A''[i, j]
end
@i function rows(z!::Complex{Fixed}, A::Matrix{Complex{Fixed}}, i::Int, j::Int)
    z! += A'[i, :][j]
end
@i function cond(y!::Fixed, A::Matrix{Complex{Fixed}}, i::Int, j::Int)
    if (imag(A'[i, j]) > 0, ~)
       y! += abs2(A'[end, 1])
    end
end
@i function vecs(z!::Complex{Fixed}, v::Vector{Complex{Fixed}}, j::Int)
    z! += v'[1, j]
end
@i function addto(z!, q)
   z! += q
end
@i function arg(z!::Complex{Fixed}, v::Matrix{Complex{Fixed}}, j::Int)
    addto(z!, v'[1, j])
end
@i function piped(y!::Fixed, v::Vector{Fixed}, j::Int)
    y! += (v .|> INC)[j]
end
#! run g --set A='[["1+1im","2+2im"],["3+3im","4+4im"]]' --grad y!
#! value y! 3
#! gradient A [[{"re":0,"im":0},{"re":0,"im":0}],[{"re":1,"im":0},{"re":0,"im":0}]]
#! run im2 --set A='[["1+1im","2+2im"],["3+3im","4+4im"]]' --set i=1 --set j=2 --grad y!
#! value y! -6
#! gradient A [[{"re":0,"im":0},{"re":0,"im":0}],[{"re":0,"im":-2},{"re":0,"im":0}]]
#! run whole --set A='[["1+1im","2+2im"],["3+3im","4+4im"]]' --set i=1 --set j=2
#! value z! {"re":12,"im":0}
#! check whole --set A='[["1+1im","2+2im"],["3+3im","4+4im"]]' --set i=1 --set j=2
#! run twice --set A='[["1+1im","2+2im"],["3+3im","4+4im"]]' --set i=1 --set j=2
#! value z! {"re":2,"im":2}
#! run rows --set A='[["1+1im","2+2im"],["3+3im","4+4im"]]' --set i=1 --set j=2
#! value z! {"re":3,"im":-3}
#! run cond --set A='[["1+1im","2-2im"],["3-3im","4+4im"]]' --set i=1 --set j=2
#! value y! 8
#! run neg --set v=[1,2,3] --set i=2 --grad y!
#! value y! -6
#! gradient v [0,-3,0]
#! run vecs --set v='["1+1im","2+3im"]' --set j=2
#! value z! {"re":2,"im":-3}
#! run arg --set v='[["1+1im","2+3im"],["3+1im","4+1im"]]' --set j=2
#! value z! {"re":3,"im":-1}
#! run piped --set v=[1,2,3] --set j=2
#! value y! 3
