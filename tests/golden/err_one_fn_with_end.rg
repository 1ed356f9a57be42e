@fn f(x)
    x * x
end
