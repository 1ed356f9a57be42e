# Functions with loops whose parameters have no types, called with Fixed and with Int.
mean(v) = tot(v) / length(v)
function tot(v)
    s = 0
    for i = 1:length(v)
        s += v[i]
    end
    return s
end
function horner(c, x)
    s = 0
    for i = 1:length(c)
        s = s * x + c[i]
    end
    return s
end
@i function add!(y!, v)
    y! += tot(v)
end
@i function main(y!::Int, v::Vector{Int}, n::Int, z!::Fixed, w::Vector{Fixed}, x::Fixed)
    y! += tot(v)
    z! += tot(w) + tot(v)
    z! += mean(v)
    z! += mean(w)
    add!(y!, v)
    add!(z!, w)
    y! += horner(v, n)
    z! += horner(v, x)
    z! += horner(w, x)
end

#! run main --set v=[1,2,3] --set w=[0.5,1.5] --set n=4 --set x=0.5 --grad z!
#! value y! 39
#! value z! 19
#! gradient w [3,3.5]
#! gradient x 3.5
#! restored true
#! check main --set v=[1,2,3] --set w=[0.5,1.5] --set n=4 --set x=0.5
