struct Plain
    a::Float64 = 1.0
end

f(x) = Plain(x).a
