# Local vectors that look like another array plus sums and are not: every second element, and reads where that array is not in them.
@i function every_second(y!::Vector{Fixed}, b::Vector{Fixed})
    h ← zeros(Fixed, length(b))
    for i = length(b):-2:1
        h[i] += b[i]
    end
    for i = 1:length(b)
        y![i] += h[i]
    end
    for i = length(b):-2:1
        h[i] -= b[i]
    end
    h → zeros(Fixed, length(b))
end

@i function before(y!::Vector{Fixed}, z!::Vector{Fixed}, b::Vector{Fixed}, x::Vector{Fixed})
    h ← zeros(Fixed, length(b))
    for i = 1:length(b)
        h[i] += 2 * x[i]
    end
    for i = 1:length(b)
        y![i] += h[i]
    end
    for i = 1:length(b)
        h[i] += b[i]
    end
    for i = 1:length(x)
        z![i] += x[i] * x[i]
    end
    for i = 1:length(b)
        h[i] -= b[i]
    end
    for i = 1:length(b)
        h[i] -= 2 * x[i]
    end
    h → zeros(Fixed, length(b))
end

@i function behind(y!::Vector{Fixed}, z!::Vector{Fixed}, b::Vector{Fixed})
    h ← zeros(Fixed, length(b))
    for i = 1:length(b)
        h[i] += b[i]
    end
    for i = 1:length(b)
        y![i] += h[i]
    end
    for i = 1:length(b)
        h[i] -= b[i]
    end
    for i = 1:length(b)
        z![i] += h[i]
    end
    h → zeros(Fixed, length(b))
end

#! run every_second --set y!=[0,0,0] --set b=[1,2,4]
#! value y! [1,0,4]
#! run before --set y!=[0,0,0] --set z!=[0,0,0] --set b=[1,2,4] --set x=[0.5,1,3]
#! value y! [1,2,6]
#! value z! [0.25,1,9]
#! run behind --set y!=[0,0,0] --set z!=[0,0,0] --set b=[1,2,4]
#! value y! [1,2,4]
#! value z! [0,0,0]
