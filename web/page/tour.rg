@i function norm(out!::Fixed, x::Vector{Fixed})
    @routine begin
        s ← 0.0
        for i = 1:length(x)
            s += x[i]^2
        end
    end
    out! += sqrt(s)
    ~@routine
end
