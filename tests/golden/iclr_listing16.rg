@i function mypower(out, x::T, n::Int) where T
    if (x != 0, ~)
        @routine begin
            ly ← one(ULogarithmic{T})
            lx ← one(ULogarithmic{T})
            lx *= convert(x)
            for i=1:n
                ly *= x
            end
        end
        out += convert(ly)
        ~@routine
    end
end

@i function main(out!::Fixed43, x::Fixed43, n::Int)
    mypower(out!, x, n)
end
