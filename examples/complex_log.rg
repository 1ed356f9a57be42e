# The complex logarithm y += log(|x|) + i Arg(x), three ways (NiLang, listings 5, 6 and 17): freed by hand, compute-copy-uncompute,
# and the latter written out for elements of vectors. A definition of `(:+=)(log)` replaces the one of the language for complex numbers.
@i @inline function (:+=)(log)(y!::Complex{T}, x::Complex{T}) where T
    n ← zero(T)
    n += abs(x)

    y!.re += log(n)
    y!.im += angle(x)

    n -= abs(x)
    n → zero(T)
end

"Listing 6"
@i @inline function clog(y!::Complex{T}, x::Complex{T}) where T
    @routine begin
        n ← zero(T)
        n += abs(x)
    end
    y!.re += log(n)
    y!.im += angle(x)
    ~@routine
end

"Listing 17, for each element; listing 18 is its inverse"
@i function clogs(y!::Vector{Complex{Fixed}}, x::Vector{Complex{Fixed}})
    for i = 1:length(x)
        @routine begin
            nsq ← zero(Fixed)
            n ← zero(Fixed)
            nsq += x[i].re ^ 2
            nsq += x[i].im ^ 2
            n += sqrt(nsq)
        end
        y![i].re += log(n)
        y![i].im += atan(x[i].im, x[i].re)
        ~@routine
    end
end

"What `y! += log(x)` does: listing 5"
@i function main(y!::Complex{Fixed}, x::Complex{Fixed})
    y! += log(x)
end

#! run main --set x=3+2im --grad y!.re
#! tolerance 1e-11
#! value y! {"re": 1.2824746787307684, "im": 0.58800260354756755}
#! gradient x {"re": 0.23076923076923077, "im": 0.15384615384615385}
#! gradient y! {"re": 1, "im": 0}
#! restored true
#! run main --set x=3+2im --grad y!.im
#! tolerance 1e-11
#! gradient x {"re": -0.15384615384615385, "im": 0.23076923076923077}
#! restored true
#! run main --set y!=1.2824746787307504+0.58800260354757938im --set x=3+2im --backward
#! tolerance 1e-12
#! value y! {"re": 0, "im": 0}
#! run clog --set x=0.25-2im --set y!=1+1im --grad y!.re
#! tolerance 1e-11
#! value y! {"re": 1.7008992738279279, "im": -0.44644133224813518}
#! gradient x {"re": 0.06153846153846154, "im": -0.49230769230769231}
#! restored true
#! run clogs --set y!=[0,0] --set x='["3+2im","-1+0.5im"]' --grad y![2].im
#! tolerance 1e-11
#! value y! [{"re": 1.2824746787307684, "im": 0.58800260354756755}, {"re": 0.1115717756571049, "im": 2.6779450445889871}]
#! gradient x [{"re": 0, "im": 0}, {"re": -0.4, "im": -0.8}]
#! restored true
#! check main --set x=3+2im
#! check clog --set x=0.25-2im
#! check clogs --set y!=[0,0] --set x='["3+2im","-1+0.5im"]'
#! run main --set x=0+0im
#! status 1
#! trap R0809
#! run main --set x=3+2im --hessian y!.re
#! tolerance 1e-11
#! hessian y!.re,y!.im,x.re,x.im [[0,0,0,0],[0,0,0,0],[0,0,-0.029585798816568047,-0.071005917159763314],[0,0,-0.071005917159763314,0.029585798816568047]]
#! restored true
