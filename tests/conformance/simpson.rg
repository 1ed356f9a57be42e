# A rule of integration with functions as arguments.
@i function simpson!(s!::Fixed, f, a::Fixed, b::Fixed, n::Int)
    for k = 0:n-1
        @routine begin
            h ← 0.0
            h += (b - a) / n
            x0 ← 0.0
            x0 += a + k * h
        end
        s! += (f(x0) + 4 * f(x0 + h / 2) + f(x0 + h)) * h / 6
        ~@routine
    end
end
g(x) = exp(-x^2)
@i function f(y!::Fixed, a::Fixed, b::Fixed)
    simpson!(y!, g, a, b, 4)
    simpson!(y!, sin, a, b, 2)
end

#! run f --set a=0.25 --set b=1.5 --grad y!
#! value y! 1.5095114093658
#! gradient a -1.1869736562909
#! gradient b 1.1030571287861
#! restored true
#! check f --set a=0.25 --set b=1.5
