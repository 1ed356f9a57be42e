@i function main(y!::Fixed, v::Vector{Fixed})
    y! += (v[i]^2 for i = 1:length(v))
end
