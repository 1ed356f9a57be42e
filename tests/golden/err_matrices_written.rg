@i function f(Y!::Matrix{Fixed}, x::Fixed)
    Y! .+= [1 2; 3]
    Y! .+= [1 -2; 3 - 4]
    Y! .+= [1 2, 3 4]
end

h(t) = [1 2; 3 t]
