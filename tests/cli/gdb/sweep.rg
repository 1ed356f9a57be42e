@i function sweep(y!::Fixed, m::Matrix{Fixed}, l!::Log, z::Complex{Fixed})
    for j = 1:size(m, 2)
        for i = 1:size(m, 1)
            y! += m[i, j] * z.re
        end
    end
end
