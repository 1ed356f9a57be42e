@i function add(a!, b)
    a! += b
end
@i function main(y!::Int, x::Fixed)
    add(y!, x)
end
