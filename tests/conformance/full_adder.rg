# Logic of Bool in a vector.
@i function fulladder!(s!::Bool, c!::Bool, a::Bool, b::Bool, ci::Bool)
    s! ⊻= a ⊻ b
    s! ⊻= ci
    c! ⊻= (a && b) || (ci && a != b)
end
@i function add(out!::Vector{Bool}, a::Vector{Bool}, b::Vector{Bool})
    @routine begin
        c ← zeros(Bool, length(a) + 1)
        s ← zeros(Bool, length(a))
        for i = 1:length(a)
            fulladder!(s[i], c[i+1], a[i], b[i], c[i])
        end
    end
    for i = 1:length(a)
        out![i] ⊻= s[i]
    end
    out![end] ⊻= c[end]
    ~@routine
end

#! run add --set 'out!=[false, false, false, false, false]' --set 'a=[true, true, false, true]' --set 'b=[true, false, true, true]'
#! value out! [false, false, false, true, true]
#! check add --set 'out!=[false, false, false, false, false]' --set 'a=[true, true, false, true]' --set 'b=[true, false, true, true]'
