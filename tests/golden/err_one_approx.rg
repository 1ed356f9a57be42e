@i function f(s!::Fixed, x::Fixed)
    if (x ≈ 1.0, ~)
        s! += 1
    end
end
