# Two routines that call each other with their parameters in other places.
@i function even!(a!::Fixed, b!::Fixed, c!::Fixed, d!::Fixed, n::Int)
    if (n > 0, ~)
        a! += b! * 0.5
        odd!(c!, d!, a!, b!, n - 1)
        d! += a! * 0.25
    end
end
@i function odd!(w!::Fixed, x!::Fixed, y!::Fixed, z!::Fixed, m::Int)
    if (m > 0, ~)
        z! -= w! * 0.5
        even!(z!, y!, x!, w!, m - 1)
        even!(x!, w!, z!, y!, m - 2)
        x! += y! * 0.125
    end
end
@i function main(a!::Fixed, b!::Fixed, c!::Fixed, d!::Fixed, n::Int)
    even!(a!, b!, c!, d!, n)
end

#! run main --set a!=1 --set b!=2 --set c!=3 --set d!=4 --set n=7 --grad a!
#! tolerance 1e-3
#! gradient a! 2.0922819375991821
#! gradient b! 2.5062547326087952
#! gradient c! -0.4466677904
#! restored true
#! run main --set a!=1 --set b!=2 --set c!=3 --set d!=4 --set n=7
#! tolerance 1e-3
#! value a! 6.29627358913
#! value d! 9.82246066629
#! check main --set a!=1 --set b!=2 --set c!=3 --set d!=4 --set n=4
