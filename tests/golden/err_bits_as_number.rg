@i function main(y!::Fixed, n!::Int, x::Fixed)
    n! ⊻= 0xffffffffffffffff
    y! += x * 0xff
    y! += 0xffffffffffffffff
end
