@i function f(x!::Tuple{Fixed, Fixed})
    x!.1 += 2
end
