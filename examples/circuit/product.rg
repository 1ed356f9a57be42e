# The low word of a product, for `retrograd build --emit=gates`.
@i function main(y!::Int, a::Int, b::Int)
    y! += a * b
end
